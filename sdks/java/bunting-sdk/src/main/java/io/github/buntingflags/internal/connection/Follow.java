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
 * Follows the bundle until it is closed: by the stream and, whenever that fails, also by asking. Neither waits for the other,
 * because a connection of before may be dead without anybody knowing.
 */
public final class Follow implements Runnable {
    public interface Following {
        /** Takes a bundle, or a patch of one: false where it is not of what is known. Fails where it is neither. */
        boolean sent(String text) throws Failure;

        /** What is known is what Bunting has. */
        void current();

        /** Bunting cannot be asked now. */
        void lost(FlagsError error);
    }

    private final Service service;
    private final Following on;
    /** For what is asked beside the stream. */
    private final Executor work;

    private final CountDownLatch closing;
    private final AtomicBoolean isAsking = new AtomicBoolean();

    /** Only what this service itself sent: a bundle from a cache may be another environment's. */
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
            // In the time of the waits, which may be scaled.
            double lastedMs = (System.nanoTime() - began) / 1e6 / service.timing;
            boolean isGap = failure instanceof Gap;
            failures = end(isGap, told) && lastedMs >= Wait.SHORT_MS ? 0 : failures + 1;
            // One that was ended in order, as by a server that stops, may be had from another server already.
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

    /** Null where the stream ended in order. */
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

    /** False where the thread is wanted no more. */
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

    /** Whether it was open. */
    private synchronized boolean end(boolean isGap, String told) {
        boolean wasOpen = isOpen;
        isOpen = false;
        // What was asked for meanwhile may be further than the stream was. Otherwise only the whole can help.
        if (isGap && told != null && told.equals(revision)) revision = null;
        return wasOpen;
    }

    private synchronized boolean isAnswered() {
        return isAnswered;
    }

    private synchronized void open() {
        isOpen = true;
        // It sends nothing at first where it has nothing newer.
        if (revision != null) on.current();
    }

    /** False where a patch is not of what is known. The stream and an answer do not take at once. */
    private synchronized boolean take(Received sent) throws Failure {
        received++;
        if (sent.text() != null) {
            try {
                if (!on.sent(sent.text())) return false;
            } catch (Failure | RuntimeException bad) {
                // Whatever it was to be, the whole is needed next.
                revision = null;
                throw bad;
            }
            revision = sent.revision();
        }
        on.current();
        return true;
    }

    /** One at a time: the next failure asks again. */
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

    /** Asking failed: whether the stream is away too. */
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
