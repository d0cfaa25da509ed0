package io.github.buntingflags.internal.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Cuts off a request if nothing arrives within the expected time. It uses the JDK's shared timer, so it needs no
 * thread, and also covers connecting and writing, which a socket timeout does not.
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

    /** Sets the wait, counted from now. A shorter wait than before takes effect only when the pending timer fires. */
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

    /** Returns a message for the timeout if it has expired, else for the exception. */
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
