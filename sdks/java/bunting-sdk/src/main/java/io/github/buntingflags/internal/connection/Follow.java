package io.github.buntingflags.internal.connection;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.Service.Gap;
import io.github.buntingflags.internal.connection.Service.Received;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Follows the bundle until it is closed: by the stream and, whenever that fails, by polling too. Neither waits for the
 * other, because an old connection may be dead without notice.
 */
public final class Follow implements Runnable {
    public interface Following {
        /**
         * Takes a bundle or a patch. Returns false for a patch of another revision than the one held; throws if it is
         * neither.
         */
        boolean sent(String text) throws Failure;

        /** Called when the bundle held is up to date. */
        void current();

        /** Called when Bunting cannot be reached. */
        void lost(FlagsError error);
    }

    private final Service service;
    private final Following on;
    /** Runs the polling. */
    private final Executor work;

    private final CountDownLatch closing;
    private final AtomicBoolean isAsking = new AtomicBoolean();

    /** The revision that this service sent: a cached bundle may belong to another environment. */
    private String revision;

    private int received;
    private boolean isOpen;
    private boolean isAnswered;

    public Follow(Service service, Following on, Executor work, CountDownLatch closing) {
        this.service = service;
        this.on = on;
        this.work = work;
        this.closing = closing;
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    @Override
    public void run() {
        int failures = 0;
        int refusals = 0;
        while (!isClosing()) {
            long began = System.nanoTime();
            String told = begin();
            Exception failure = readStream(told);
            // On the scale of the waits.
            double lastedMs = (System.nanoTime() - began) / 1e6 / service.timing;
            boolean isGap = failure instanceof Gap;
            failures = end(isGap, told) && lastedMs >= Wait.SHORT_MS ? 0 : failures + 1;
            // No polling after a clean end: a server that shuts down closes its streams, and another may be reachable
            // already.
            if (failure != null && !isGap) askBeside();
            refusals = isKeyRefused(failure) ? refusals + 1 : 0;
            long retryAfterMs = failure instanceof Refused refused ? refused.retryAfterMs : 0;
            Wait.Ended ended = new Wait.Ended(failures, lastedMs, isGap, refusals, isAnswered(), retryAfterMs);
            if (!pause(Wait.ms(ended) * service.timing)) return;
        }
    }

    private static boolean isKeyRefused(Exception thrown) {
        return thrown instanceof Failure failure && failure.error().code() == ErrorCode.KEY_REFUSED;
    }

    /** Returns null if the stream ended cleanly. */
    private Exception readStream(String told) {
        try {
            service.readStream(told, new Service.Stream() {
                @Override
                public void opened() {
                    open();
                }

                @Override
                public void sent(Received sent) throws Failure, Gap {
                    if (!take(sent)) throw new Gap();
                }
            });
            return null;
        } catch (IOException | Failure | Gap | RuntimeException thrown) {
            return thrown;
        }
    }

    /** Returns false if the thread should stop. */
    private boolean pause(double ms) {
        try {
            return !closing.await((long) (ms * 1_000), TimeUnit.MICROSECONDS);
        } catch (InterruptedException interrupted) {
            return false;
        }
    }

    private synchronized String begin() {
        isOpen = false;
        return revision;
    }

    /** Returns whether the stream was open. */
    private synchronized boolean end(boolean isGap, String told) {
        boolean wasOpen = isOpen;
        isOpen = false;
        // Polling may have moved on meanwhile. If not, only the whole bundle closes the gap.
        if (isGap && told != null && told.equals(revision)) revision = null;
        return wasOpen;
    }

    private synchronized boolean isAnswered() {
        return isAnswered;
    }

    private synchronized void open() {
        isOpen = true;
        // The stream begins with the bundle only if that is newer.
        if (revision != null) on.current();
    }

    /**
     * Returns false for a patch of another revision than the one held. Synchronized, so that stream and polling take
     * turns.
     */
    private synchronized boolean take(Received sent) throws Failure {
        received++;
        if (sent.text() != null) {
            try {
                if (!on.sent(sent.text())) return false;
            } catch (Failure | RuntimeException bad) {
                // After an unreadable response the whole bundle is needed.
                revision = null;
                throw bad;
            }
            revision = sent.revision();
        }
        on.current();
        return true;
    }

    /** Polls in the background, one request at a time; the next failure polls again. */
    private void askBeside() {
        if (isClosing() || !isAsking.compareAndSet(false, true)) return;
        try {
            work.execute(() -> {
                try {
                    ask();
                } finally {
                    isAsking.set(false);
                }
            });
        } catch (RejectedExecutionException closed) {
            isAsking.set(false);
        }
    }

    private void ask() {
        try {
            if (askFrom(known()) || askFrom(null)) return;
            throw new Failure(ErrorCode.BAD_ANSWER, "GET /v1/bundle answered with a patch of something else.");
        } catch (IOException | Failure | RuntimeException thrown) {
            if (!isLost() || isClosing()) return;
            on.lost(Failure.asError(ErrorCode.UNREACHABLE, "Bunting cannot be reached", thrown));
        }
    }

    private synchronized String known() {
        return revision;
    }

    /** Called when polling failed. Returns whether the stream is closed too. */
    private synchronized boolean isLost() {
        isAnswered = false;
        return !isOpen;
    }

    private boolean askFrom(String known) throws IOException, Failure {
        int before = receivedNow();
        Received answer = service.fetchBundle(known);
        synchronized (this) {
            isAnswered = true;
            return received != before || take(answer);
        }
    }

    private synchronized int receivedNow() {
        return received;
    }
}
