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

/** Caches the last bundle across restarts. A failure is reported and has no other effect. */
public final class KeptBundle {
    /** The pace of writing: a small bundle is written as soon as it changes, one of megabytes every few seconds. */
    private static final double CHARACTERS_PER_MS = 1_000;

    private final Cache cache;
    private final double timing;
    private final ScheduledExecutorService work;
    private final Consumer<FlagsError> fail;

    private Supplier<String> next;
    private boolean isPlanned;

    /** `cache` is null if there is none. */
    public KeptBundle(Cache cache, double timing, ScheduledExecutorService work, Consumer<FlagsError> fail) {
        this.cache = cache;
        this.timing = timing;
        this.work = work;
        this.fail = fail;
    }

    /** Returns null if there is nothing. */
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

    /** Schedules a write. Of bundles that arrive meanwhile only the last is written. */
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
            // `close` writes the last bundle.
        }
    }

    /** Writes, and pauses before the next write: each write is of the whole bundle, so many small changes share one. */
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

    /** Writes the last bundle. No write may be in progress. */
    public void close() {
        Supplier<String> left = take();
        if (left != null) writeNow(left.get());
    }
}
