package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.Cache;
import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.Failure;
import java.io.IOException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The last bundle, kept beyond the end of the process. What fails here is told and costs nothing else. */
public final class KeptBundle {
    /** A small bundle is written as it changes, one of megabytes every few seconds. */
    private static final double CHARACTERS_PER_MS = 1_000;

    private final Cache cache;
    private final double timing;
    private final ScheduledExecutorService work;
    private final Consumer<FlagsError> fail;

    private Supplier<String> next;
    private boolean isPlanned;

    /** `cache` is null where nothing is kept. */
    public KeptBundle(Cache cache, double timing, ScheduledExecutorService work, Consumer<FlagsError> fail) {
        this.cache = cache;
        this.timing = timing;
        this.work = work;
        this.fail = fail;
    }

    /** Null where there is nothing. */
    public Bundle read() {
        if (cache == null) return null;
        try {
            String text = cache.read();
            return text == null ? null : Bundle.parse(text);
        } catch (IOException | Failure | RuntimeException thrown) {
            fail.accept(Failure.asError(ErrorCode.CACHE, "The kept bundle cannot be read", thrown));
            return null;
        }
    }

    /** One write at a time; of what comes meanwhile only the last is kept. */
    public synchronized void keep(Supplier<String> text) {
        if (cache == null) return;
        next = text;
        if (isPlanned) return;
        isPlanned = true;
        plan(0);
    }

    private void plan(long ms) {
        try {
            work.schedule(this::write, ms, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            // What is left is written by `close`.
        }
    }

    /** What is kept is the whole: so that many small changes do not cost as many times that, it rests in between. */
    private void write() {
        Supplier<String> make = take();
        if (make != null) plan((long) (writeNow(make.get()) / CHARACTERS_PER_MS * timing));
    }

    private synchronized Supplier<String> take() {
        Supplier<String> taken = next;
        next = null;
        isPlanned = taken != null;
        return taken;
    }

    private int writeNow(String text) {
        try {
            cache.write(text);
        } catch (IOException | RuntimeException thrown) {
            fail.accept(Failure.asError(ErrorCode.CACHE, "The bundle cannot be kept", thrown));
        }
        return text.length();
    }

    /** Writes what is left, once nothing else is under way. */
    public void close() {
        Supplier<String> left = take();
        if (left != null) writeNow(left.get());
    }
}
