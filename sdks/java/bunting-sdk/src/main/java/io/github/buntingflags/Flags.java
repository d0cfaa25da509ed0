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
 * Flags, evaluated in this process. A question is answered at once, from memory, and never throws: whatever is wrong, the
 * fallback comes back. All methods may be called by any number of threads.
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
    /** Null where nothing is told. */
    private final Telemetry telemetry;

    /** Null where nothing is told. */
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
     * Connects to Bunting and keeps an environment's flags in memory, until {@link #close}. It comes back at once: {@link #ready}
     * waits for the first flags, and until they are there every question is answered with its fallback.
     *
     * @param options where flags come from
     * @return flags for the whole application
     */
    public static Flags open(Options options) {
        return new OpenFlags(options).flags();
    }

    HeldFlags held() {
        return held;
    }

    /**
     * The same flags, whose answers expose nobody to an experiment, as for a page that only lists what there is.
     *
     * @return flags that share everything else with these
     */
    public Flags withoutExposures() {
        return new Flags(this);
    }

    /**
     * Tells that something happened, for metrics and experiments. It never throws and never waits: events are told with the telemetry;
     * without it nothing is, and an error says so once. Of the context only the ids of the unit leave the process.
     *
     * @param name the event's
     * @param context who did it
     */
    public void track(String name, Context context) {
        trackAny(name, context, null);
    }

    /**
     * Tells that something happened, with a value. Otherwise it is as {@link #track(String, Context)}.
     *
     * @param name the event's
     * @param context who did it
     * @param value what sums add up
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
     * What a boolean flag says.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the flag's answer, or the fallback
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
     * What a string flag says.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the flag's answer, or the fallback
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
     * What a number flag says.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the flag's answer, or the fallback
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
     * What a number flag says where that is an int.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the flag's answer, or the fallback
     */
    public int integer(String key, Context context, int fallback) {
        return integerDetails(key, context, fallback).value();
    }

    /**
     * What a json flag says: an unmodifiable map or list of strings, doubles, booleans, nulls, maps and lists.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the flag's answer, or the fallback
     */
    public Object json(String key, Context context, Object fallback) {
        return jsonDetails(key, context, fallback).value();
    }

    /**
     * What a json flag says, as a type of yours.
     *
     * @param <T> the type
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @param read makes the type of an unmodifiable map or list, such as a mapper's method; what it throws gives the fallback.
     *     Where it is the same object each time, as a constant or a lambda without variables is, it is asked once per value.
     * @return the flag's answer, or the fallback
     */
    public <T> T json(String key, Context context, T fallback, Function<Object, ? extends T> read) {
        return jsonDetails(key, context, fallback, read).value();
    }

    /**
     * What a boolean flag says, and why.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the answer and its reasons
     */
    public Details<Boolean> boolDetails(String key, Context context, boolean fallback) {
        return details(key, context, fallback, value -> value instanceof Boolean is ? is : null);
    }

    /**
     * What a string flag says, and why.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the answer and its reasons
     */
    public Details<String> stringDetails(String key, Context context, String fallback) {
        return details(key, context, fallback, value -> value instanceof String text ? text : null);
    }

    /**
     * What a number flag says, and why.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the answer and its reasons
     */
    public Details<Double> numberDetails(String key, Context context, double fallback) {
        return details(key, context, fallback, value -> value instanceof Double number ? number : null);
    }

    /**
     * What a number flag says where that is an int, and why.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the answer and its reasons
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
     * What a json flag says, and why.
     *
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @return the answer and its reasons
     */
    public Details<Object> jsonDetails(String key, Context context, Object fallback) {
        return details(key, context, fallback, value -> CountedValue.isDocument(value) ? value : null);
    }

    /**
     * What a json flag says, as a type of yours, and why.
     *
     * @param <T> the type
     * @param key the flag's
     * @param context whom it is evaluated for
     * @param fallback the answer where anything is wrong
     * @param read makes the type of an unmodifiable map or list; what it throws gives the fallback
     * @return the answer and its reasons
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
     * What the flag answers: of one that cannot be read a failure, whose value is of no type. Null where nothing answers, which is
     * counted here.
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

    /** Null where an attribute's own method throws. */
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

    /** An answer that somebody sees. */
    private void used(Outcome outcome, Context context) {
        if (telemetry == null) return;
        telemetry.count(outcome);
        if (exposes && outcome.flag.mayExpose) exposures.expose(outcome, context);
    }

    private void count(Outcome outcome) {
        if (telemetry != null) telemetry.count(outcome);
    }

    /**
     * What every flag says, all from the same bundle. Nothing is counted, and nobody is exposed to an experiment.
     *
     * @param context whom they are evaluated for
     * @return by the flags' keys
     */
    public Map<String, Details<Object>> all(Context context) {
        return all(context, false);
    }

    /**
     * What the flags say that browsers may know, such as for a page that is rendered on the server.
     *
     * @param context whom they are evaluated for
     * @return by the flags' keys
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
            // An attribute that throws for one may do so for any.
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
     * Waits until there are flags to answer with: from Bunting, the cache or the bootstrap.
     *
     * @param timeout how long at most
     * @return false at the timeout, where Bunting refuses the key, and after {@link #close} without flags
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
        // Longer than anybody waits, and more than a long has nanoseconds for.
        return timeout.compareTo(Duration.ofDays(36_500)) > 0 ? Long.MAX_VALUE : timeout.toNanos();
    }

    /**
     * Tells when there are flags to answer with, or will be none.
     *
     * @return true with flags; false where Bunting refuses the key, and after {@link #close} without flags
     */
    public CompletableFuture<Boolean> readyAsync() {
        return held.ready();
    }

    /**
     * Tells a listener what happens from now on.
     *
     * @param listener told by the SDK's own threads
     * @return ends it
     */
    public Runnable listen(Listener listener) {
        return held.listen(listener);
    }

    /**
     * How things stand.
     *
     * @return the status
     */
    public Status status() {
        return held.status();
    }

    /**
     * Why Bunting cannot be asked at the moment.
     *
     * @return nothing where it can, or was not asked yet
     */
    public Optional<FlagsError> error() {
        return Optional.ofNullable(held.error());
    }

    /**
     * The environment that the flags are of.
     *
     * @return nothing while there are no flags
     */
    public Optional<String> environmentId() {
        return Optional.ofNullable(held.environmentId());
    }

    /**
     * The revision of the flags.
     *
     * @return nothing while there are no flags
     */
    public OptionalLong revision() {
        Long revision = held.revision();
        return revision == null ? OptionalLong.empty() : OptionalLong.of(revision);
    }

    /**
     * Tells Bunting now what was counted and tracked, as before a function that is frozen between calls returns. It comes back when that is
     * done, or has to wait for the next time.
     */
    public void flush() {
        if (telemetry != null) telemetry.flush();
    }

    /**
     * Ends what {@link #open} began: it tells what was counted and tracked, writes the cache, and leaves no thread and no connection, within
     * about 5 s. Flags answer on, as they were. Calling it again is fine.
     */
    @Override
    public void close() {
        closing.run();
    }
}
