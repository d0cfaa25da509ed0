package io.github.buntingflags.internal.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Cuts something off where nothing was heard for as long as was last expected. It waits on the JDK's own timer, so that it needs
 * no thread, and holds for connecting and writing too, which a socket's timeout does not.
 */
final class Deadline implements AutoCloseable {
    private final Runnable cut;
    private long endNanos;
    private long waitMs;
    private boolean isOver;
    private boolean isExpired;
    private CompletableFuture<Void> timer;

    Deadline(long waitMs, Runnable cut) {
        this.cut = cut;
        expect(waitMs);
    }

    /** From now on. Not sooner than what was expected before: the timer that is set is the first to look. */
    synchronized void expect(long nextMs) {
        waitMs = nextMs;
        endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(nextMs);
        if (timer == null) setTimer(nextMs);
    }

    private void setTimer(long ms) {
        timer = new CompletableFuture<Void>().orTimeout(Math.max(1, ms), TimeUnit.MILLISECONDS);
        timer.whenComplete((nothing, thrown) -> {
            if (thrown != null) look();
        });
    }

    private synchronized void look() {
        if (isOver) return;
        long leftMs = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
        if (leftMs > 0) {
            setTimer(leftMs);
            return;
        }
        isExpired = true;
        cut.run();
    }

    /** What became of the request, where this cut it off; else what was thrown. */
    synchronized String explain(Throwable thrown) {
        if (isExpired) return "nothing was heard for " + waitMs + " ms";
        String message = thrown.getMessage();
        return message == null ? thrown.getClass().getSimpleName() : message;
    }

    @Override
    public synchronized void close() {
        isOver = true;
        timer.complete(null);
    }
}
