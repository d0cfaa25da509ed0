package io.github.buntingflags.openfeature;

import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.EventProvider;
import dev.openfeature.sdk.Metadata;
import dev.openfeature.sdk.ProviderEvaluation;
import dev.openfeature.sdk.ProviderEventDetails;
import dev.openfeature.sdk.TrackingEventDetails;
import dev.openfeature.sdk.Value;
import dev.openfeature.sdk.exceptions.FatalError;
import dev.openfeature.sdk.exceptions.OpenFeatureError;
import dev.openfeature.sdk.exceptions.ProviderNotReadyError;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Listener;
import java.time.Duration;
import java.util.List;

/**
 * An OpenFeature provider that evaluates Bunting's flags. It closes the flags when OpenFeature shuts it down.
 *
 * <pre>{@code
 * OpenFeatureAPI.getInstance().setProviderAndWait(new BuntingProvider(flags));
 * }</pre>
 */
public final class BuntingProvider extends EventProvider {
    /** Receives tracked events in addition to Bunting, which keeps only the name, the value and a hash of the user. */
    public interface Tracker {
        /**
         * Called for each tracked event.
         *
         * @param name the event's name
         * @param context the context of the user who caused the event
         * @param details the details that the caller passed
         */
        void track(String name, EvaluationContext context, TrackingEventDetails details);
    }

    private final Flags flags;
    private final Resolution resolution;
    private Duration timeout = Duration.ofSeconds(10);
    private Tracker tracker = (name, context, details) -> {};
    private Runnable stop;

    /**
     * Creates a provider.
     *
     * @param flags the flags to evaluate; they are closed when OpenFeature shuts the provider down
     */
    public BuntingProvider(Flags flags) {
        this.flags = flags;
        resolution = new Resolution(flags);
    }

    /**
     * Sets how long the initialization waits for the first flags; 10 s by default.
     *
     * @param longest the maximum time to wait
     * @return this provider
     */
    public BuntingProvider timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /**
     * Sets a tracker that receives tracked events in addition to Bunting.
     *
     * @param told the tracker
     * @return this provider
     */
    public BuntingProvider tracker(Tracker told) {
        tracker = told;
        return this;
    }

    @Override
    public Metadata getMetadata() {
        return () -> "bunting";
    }

    @Override
    public void initialize(EvaluationContext context) throws OpenFeatureError {
        boolean isReady = flags.ready(timeout);
        // Listen only now: OpenFeature itself reports that the provider is ready.
        listen();
        if (isReady) return;
        boolean isRefused = flags.error()
                .map(error -> error.code() == ErrorCode.KEY_REFUSED)
                .orElse(false);
        if (isRefused) throw new FatalError("Bunting refuses the key.");
        throw new ProviderNotReadyError("Bunting has not sent any flags yet.");
    }

    private synchronized void listen() {
        if (stop != null) return;
        stop = flags.listen(new Listener() {
            @Override
            public void ready(long revision) {
                emitProviderReady(ProviderEventDetails.builder().build());
            }

            @Override
            public void stale(long revision) {
                emitProviderStale(ProviderEventDetails.builder().build());
            }

            @Override
            public void changed(List<String> keys) {
                emitProviderConfigurationChanged(
                        ProviderEventDetails.builder().flagsChanged(keys).build());
            }
        });
    }

    @Override
    public void shutdown() {
        synchronized (this) {
            if (stop != null) stop.run();
        }
        flags.close();
        super.shutdown();
    }

    @Override
    public void track(String name, EvaluationContext context, TrackingEventDetails details) {
        Number value = details == null ? null : details.getValue().orElse(null);
        if (value == null) flags.track(name, Contexts.of(context));
        else flags.track(name, Contexts.of(context), value.doubleValue());
        tracker.track(name, context, details);
    }

    @Override
    public ProviderEvaluation<Boolean> getBooleanEvaluation(String key, Boolean fallback, EvaluationContext asked) {
        Context context = Contexts.of(asked);
        // The fallback may be null here, and OpenFeature returns it.
        Details<Boolean> details = flags.boolDetails(key, context, false);
        return resolution.of(details, details.value(), fallback, context);
    }

    @Override
    public ProviderEvaluation<String> getStringEvaluation(String key, String fallback, EvaluationContext asked) {
        Context context = Contexts.of(asked);
        Details<String> details = flags.stringDetails(key, context, fallback);
        return resolution.of(details, details.value(), fallback, context);
    }

    @Override
    public ProviderEvaluation<Integer> getIntegerEvaluation(String key, Integer fallback, EvaluationContext asked) {
        Context context = Contexts.of(asked);
        Details<Integer> details = flags.integerDetails(key, context, 0);
        return resolution.of(details, details.value(), fallback, context);
    }

    @Override
    public ProviderEvaluation<Double> getDoubleEvaluation(String key, Double fallback, EvaluationContext asked) {
        Context context = Contexts.of(asked);
        Details<Double> details = flags.numberDetails(key, context, 0);
        return resolution.of(details, details.value(), fallback, context);
    }

    @Override
    public ProviderEvaluation<Value> getObjectEvaluation(String key, Value fallback, EvaluationContext asked) {
        Context context = Contexts.of(asked);
        Details<Object> details = flags.jsonDetails(key, context, null);
        return resolution.of(details, Value.objectToValue(details.value()), fallback, context);
    }
}
