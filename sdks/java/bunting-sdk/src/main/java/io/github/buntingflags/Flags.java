package io.github.buntingflags;

import io.github.buntingflags.internal.bundle.HeldFlags;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.engine.graph.Snapshot;
import io.github.buntingflags.internal.telemetry.CountedValue;
import io.github.buntingflags.internal.telemetry.Telemetry;
import io.github.buntingflags.internal.telemetry.UnknownFlags;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Feature flags, evaluated in this process. Evaluations read memory only, do not block and never throw: they return the
 * fallback if the flag cannot be evaluated. All methods are thread-safe.
 *
 * <pre>{@code
 * try (Flags flags = Flags.open(Options.of("http://127.0.0.1:4001", key).cache(FileCache.at(path)))) {
 *     flags.ready(Duration.ofSeconds(2));
 *     boolean isOn = flags.bool("new-cart", Context.user("ada").with("plan", "pro"), false);
 * }
 * }</pre>
 */
public final class Flags implements AutoCloseable {
    private final HeldFlags held;
    private final UnknownFlags unknown;
    /** Null if telemetry is off. */
    private final Telemetry telemetry;

    /** Null if telemetry is off. */
    private final Exposures exposures;

    private final boolean exposes;
    private final Runnable closing;
    private final AtomicBoolean isUntrackedTold;

    Flags(HeldFlags held, Telemetry telemetry, Runnable closing) {
        this.held = held;
        this.telemetry = telemetry;
        this.closing = closing;
        unknown = new UnknownFlags();
        exposures = telemetry == null ? null : new Exposures(telemetry.tracked());
        exposes = exposures != null;
        isUntrackedTold = new AtomicBoolean();
    }

    private Flags(Flags exposing) {
        held = exposing.held;
        telemetry = exposing.telemetry;
        closing = exposing.closing;
        unknown = exposing.unknown;
        exposures = exposing.exposures;
        exposes = false;
        isUntrackedTold = exposing.isUntrackedTold;
    }

    /**
     * Connects to Bunting and keeps an environment's flags in memory until {@link #close}. It returns immediately:
     * {@link #ready} waits for the first flags, and until they arrive every evaluation returns its fallback.
     *
     * @param options the service's URL, the key and further settings
     * @return flags to share across the whole application
     */
    public static Flags open(Options options) {
        return new OpenFlags(options).flags();
    }

    HeldFlags held() {
        return held;
    }

    /**
     * Returns a view of these flags whose evaluations record no exposure to experiments, such as for a page that only
     * lists the flags.
     *
     * @return flags that share everything else with these
     */
    public Flags withoutExposures() {
        return new Flags(this);
    }

    /**
     * Tracks an event, for metrics and experiments. It never throws or blocks: events are sent with the telemetry. If
     * telemetry is off, events are dropped, and an error reports this once. Of the context only the unit's ids are
     * sent, or all of it if the event exposes to an experiment.
     *
     * @param name the event's name
     * @param context the context of the user who caused the event
     */
    public void track(String name, Context context) {
        trackAny(name, context, null);
    }

    /**
     * Tracks an event with a value. See {@link #track(String, Context)}.
     *
     * @param name the event's name
     * @param context the context of the user who caused the event
     * @param value the value that sums add up
     */
    public void track(String name, Context context, double value) {
        trackAny(name, context, value);
    }

    private void trackAny(String name, Context context, Double value) {
        if (exposures != null) {
            exposures.track(name, context, value, held.snapshot());
        } else if (isUntrackedTold.compareAndSet(false, true)) {
            String message = "track sends nothing: open the flags with telemetry.";
            held.fail(new FlagsError(ErrorCode.TELEMETRY, message, null));
        }
    }

    /**
     * Evaluates a boolean flag.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the flag's value, or the fallback
     */
    public boolean bool(String key, Context context, boolean fallback) {
        Outcome outcome = find(key, context);
        if (outcome == null) return fallback;
        if (outcome.value instanceof Boolean value) {
            used(outcome, context);
            return value;
        }
        count(outcome.flag.failure);
        return fallback;
    }

    /**
     * Evaluates a string flag.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the flag's value, or the fallback
     */
    public String string(String key, Context context, String fallback) {
        Outcome outcome = find(key, context);
        if (outcome == null) return fallback;
        if (outcome.value instanceof String value) {
            used(outcome, context);
            return value;
        }
        count(outcome.flag.failure);
        return fallback;
    }

    /**
     * Evaluates a number flag.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the flag's value, or the fallback
     */
    public double number(String key, Context context, double fallback) {
        Outcome outcome = find(key, context);
        if (outcome == null) return fallback;
        if (outcome.value instanceof Double value) {
            used(outcome, context);
            return value;
        }
        count(outcome.flag.failure);
        return fallback;
    }

    /**
     * Evaluates a number flag as an int.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated, or its value is not an int
     * @return the flag's value, or the fallback
     */
    public int integer(String key, Context context, int fallback) {
        return integerDetails(key, context, fallback).value();
    }

    /**
     * Evaluates a JSON flag. Its value is an unmodifiable map or list of strings, doubles, booleans, nulls, maps and
     * lists.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the flag's value, or the fallback
     */
    public Object json(String key, Context context, Object fallback) {
        return jsonDetails(key, context, fallback).value();
    }

    /**
     * Evaluates a JSON flag and converts its value.
     *
     * @param <T> the type to convert to
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated or converted
     * @param read converts an unmodifiable map or list, such as a method of an object mapper; if it throws, the
     *     fallback is returned. Pass the same object each time, such as a constant or a non-capturing lambda: its
     *     result is then cached per value.
     * @return the converted value, or the fallback
     */
    public <T> T json(String key, Context context, T fallback, Function<Object, ? extends T> read) {
        return jsonDetails(key, context, fallback, read).value();
    }

    /**
     * Evaluates a boolean flag, and returns the reason with the value.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the value and its details
     */
    public Details<Boolean> boolDetails(String key, Context context, boolean fallback) {
        return details(key, context, fallback, value -> value instanceof Boolean is ? is : null);
    }

    /**
     * Evaluates a string flag, and returns the reason with the value.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the value and its details
     */
    public Details<String> stringDetails(String key, Context context, String fallback) {
        return details(key, context, fallback, value -> value instanceof String text ? text : null);
    }

    /**
     * Evaluates a number flag, and returns the reason with the value.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the value and its details
     */
    public Details<Double> numberDetails(String key, Context context, double fallback) {
        return details(key, context, fallback, value -> value instanceof Double number ? number : null);
    }

    /**
     * Evaluates a number flag as an int, and returns the reason with the value.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated, or its value is not an int
     * @return the value and its details
     */
    public Details<Integer> integerDetails(String key, Context context, int fallback) {
        return details(key, context, fallback, Flags::wholeOf);
    }

    private static Integer wholeOf(Object value) {
        if (!(value instanceof Double number)) return null;
        int whole = number.intValue();
        return whole == number ? whole : null;
    }

    /**
     * Evaluates a JSON flag, and returns the reason with the value.
     *
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated
     * @return the value and its details
     */
    public Details<Object> jsonDetails(String key, Context context, Object fallback) {
        return details(key, context, fallback, value -> CountedValue.isDocument(value) ? value : null);
    }

    /**
     * Evaluates a JSON flag and converts its value, and returns the reason with the value.
     *
     * @param <T> the type to convert to
     * @param key the flag's key
     * @param context the context to evaluate for
     * @param fallback the value to return if the flag cannot be evaluated or converted
     * @param read converts an unmodifiable map or list; if it throws, the fallback is returned
     * @return the converted value and its details
     */
    public <T> Details<T> jsonDetails(String key, Context context, T fallback, Function<Object, ? extends T> read) {
        Outcome outcome = find(key, context);
        if (outcome == null) return Details.fallback(fallback, whyNot(key));
        T value = CountedValue.isDocument(outcome.value) ? Decoded.by(read, outcome) : null;
        return answer(outcome, context, value, fallback);
    }

    private <T> Details<T> details(String key, Context context, T fallback, Function<Object, T> read) {
        Outcome outcome = find(key, context);
        if (outcome == null) return Details.fallback(fallback, whyNot(key));
        return answer(outcome, context, read.apply(outcome.value), fallback);
    }

    @SuppressWarnings("unchecked")
    private <T> Details<T> answer(Outcome outcome, Context context, T value, T fallback) {
        if (value == null) {
            count(outcome.flag.failure);
            boolean isBroken = outcome == outcome.flag.failure;
            return Details.fallback(fallback, isBroken ? EvaluationError.GENERAL : EvaluationError.TYPE_MISMATCH);
        }
        used(outcome, context);
        return value == outcome.value ? (Details<T>) outcome.details : outcome.details.withValue(value);
    }

    /**
     * Evaluates a flag. A malformed flag returns its failure outcome, whose value matches no type. Returns null if
     * there is no outcome; the evaluation is counted already.
     */
    private Outcome find(String key, Context context) {
        Snapshot snapshot = held.snapshot();
        if (snapshot == null || key == null) return null;
        CompiledFlag flag = snapshot.find(key);
        if (flag == null) {
            if (telemetry != null) telemetry.count(unknown.of(key));
            return null;
        }
        Outcome outcome = evaluate(flag, context);
        if (outcome == null) count(flag.failure);
        return outcome;
    }

    /** Returns null if an attribute's own method throws. */
    private static Outcome evaluate(CompiledFlag flag, Context context) {
        try {
            return flag.evaluate(context == null ? Context.empty() : context);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError thrown) {
            return null;
        }
    }

    private EvaluationError whyNot(String key) {
        Snapshot snapshot = held.snapshot();
        if (snapshot == null) return EvaluationError.NOT_READY;
        boolean isThere = key != null && snapshot.find(key) != null;
        return isThere ? EvaluationError.GENERAL : EvaluationError.FLAG_NOT_FOUND;
    }

    /** Records an evaluation whose value is returned to the caller. */
    private void used(Outcome outcome, Context context) {
        if (telemetry == null) return;
        telemetry.count(outcome);
        if (exposes && outcome.flag.mayExpose) exposures.expose(outcome, context);
    }

    private void count(Outcome outcome) {
        if (telemetry != null) telemetry.count(outcome);
    }

    /**
     * Evaluates every flag, all from the same bundle. It counts no evaluations and records no exposures.
     *
     * @param context the context to evaluate for
     * @return an unmodifiable map of details by flag key
     */
    public Map<String, Details<Object>> all(Context context) {
        return all(context, false);
    }

    /**
     * Evaluates the flags that browsers may see, such as for a page that is rendered on the server.
     *
     * @param context the context to evaluate for
     * @return an unmodifiable map of details by flag key
     */
    public Map<String, Details<Object>> allClientSafe(Context context) {
        return all(context, true);
    }

    private Map<String, Details<Object>> all(Context context, boolean isForBrowsers) {
        Snapshot snapshot = held.snapshot();
        if (snapshot == null) return Map.of();
        Map<String, Details<Object>> all = new LinkedHashMap<>();
        for (CompiledFlag flag : snapshot.all()) {
            if (flag.isBroken || (isForBrowsers && !flag.meta.clientSafe())) continue;
            Outcome outcome = evaluate(flag, context);
            // An attribute that throws for one flag may throw for any.
            if (outcome == null) return Map.of();
            boolean isHidden = isForBrowsers && isHidden(snapshot, outcome.details.prerequisite());
            all.put(flag.key, isHidden ? outcome.details.withoutPrerequisite() : outcome.details);
        }
        return Collections.unmodifiableMap(all);
    }

    private static boolean isHidden(Snapshot snapshot, String prerequisite) {
        if (prerequisite == null) return false;
        CompiledFlag flag = snapshot.find(prerequisite);
        return flag == null || !flag.meta.clientSafe();
    }

    /**
     * Waits until there are flags to evaluate, from Bunting, the cache or the bootstrap.
     *
     * @param timeout the maximum time to wait
     * @return true once there are flags; false on timeout, if Bunting refuses the key, or after {@link #close} without
     *     flags
     */
    public boolean ready(Duration timeout) {
        if (held.snapshot() != null) return true;
        try {
            return held.ready().get(nanosOf(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return held.snapshot() != null;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return held.snapshot() != null;
        }
    }

    private static long nanosOf(Duration timeout) {
        // Longer than any caller waits; a long cannot hold its nanoseconds.
        return timeout.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE : timeout.toNanos();
    }

    /**
     * Returns a future that completes once there are flags to evaluate, or it is known that none will come.
     *
     * @return true if there are flags; false if Bunting refuses the key, or after {@link #close} without flags
     */
    public CompletableFuture<Boolean> readyAsync() {
        return held.ready();
    }

    /**
     * Adds a listener for all further events.
     *
     * @param listener the listener; it is called on the SDK's own threads
     * @return removes the listener when run
     */
    public Runnable listen(Listener listener) {
        return held.listen(listener);
    }

    /**
     * Returns the current status.
     *
     * @return the status
     */
    public Status status() {
        return held.status();
    }

    /**
     * Returns the error because of which Bunting is unreachable.
     *
     * @return the error; empty if Bunting is reachable, or was not contacted yet
     */
    public Optional<FlagsError> error() {
        return Optional.ofNullable(held.error());
    }

    /**
     * Returns the id of the environment that the flags belong to.
     *
     * @return the id; empty while there are no flags
     */
    public Optional<String> environmentId() {
        return Optional.ofNullable(held.environmentId());
    }

    /**
     * Returns the revision of the flags.
     *
     * @return the revision; empty while there are no flags
     */
    public OptionalLong revision() {
        Long revision = held.revision();
        return revision == null ? OptionalLong.empty() : OptionalLong.of(revision);
    }

    /**
     * Sends pending telemetry now, such as before a serverless function is frozen. It returns once everything is sent,
     * or has to wait for the next flush.
     */
    public void flush() {
        if (telemetry != null) telemetry.flush();
    }

    /**
     * Sends pending telemetry, writes the cache, and ends all threads and connections, within about 5 s. Evaluations
     * keep returning the last known values. Closing again has no effect.
     */
    @Override
    public void close() {
        closing.run();
    }
}
