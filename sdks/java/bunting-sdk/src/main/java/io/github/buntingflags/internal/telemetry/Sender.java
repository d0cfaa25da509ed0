package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.connection.HttpDates;
import io.github.buntingflags.internal.connection.Service;
import io.github.buntingflags.internal.connection.ServiceClock;
import io.github.buntingflags.internal.http.Answer;
import io.github.buntingflags.internal.http.Http;
import io.github.buntingflags.internal.http.Request;
import java.io.IOException;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Sends batches one request at a time, each retried until the service has responded. */
final class Sender {
    /** The most requests that a flush makes: a busy process sends the rest with the next ones. */
    private static final int MAX_REQUESTS = 10;
    /** The service remembers a batch for a day: sent again after that it could count twice. */
    private static final long RETRY_FOR_MS = 23 * 60 * 60 * 1_000L;

    /** The endpoint of batches, and the means to reach it. */
    record Target(String url, String key, Http http, ServiceClock clock, double timing) {}

    private final Target target;
    private final String url;
    /** The first word of its error messages. */
    private final String what;
    /** Returns null if there is nothing to send. */
    private final Supplier<Batch> next;

    private final Consumer<FlagsError> fail;

    /** Held while a request is in flight. Guards the fields below. */
    private final ReentrantLock turn = new ReentrantLock();

    private Batch pending;
    private long notBeforeNanos = System.nanoTime();
    private boolean isRefused;
    private boolean isFailing;

    Sender(Target target, String path, String what, Supplier<Batch> next, Consumer<FlagsError> fail) {
        this.target = target;
        url = target.url.replaceFirst("/+$", "") + path;
        this.what = what;
        this.next = next;
        this.fail = fail;
    }

    /** Sends pending items. Returns once they are sent, or have to wait for the next flush. */
    void flush() {
        turn.lock();
        try {
            flushNow();
        } finally {
            turn.unlock();
        }
    }

    private void flushNow() {
        try {
            sendWaiting();
            isFailing = false;
        } catch (IOException | RuntimeException thrown) {
            // Retries continue; the error is reported once.
            if (!isFailing) fail.accept(Failure.asError(ErrorCode.TELEMETRY, what + " could not be told yet", thrown));
            isFailing = true;
        }
    }

    private void sendWaiting() throws IOException {
        for (int sent = 0; sent < MAX_REQUESTS && !isRefused && System.nanoTime() - notBeforeNanos >= 0; sent++) {
            if (pending != null && msSince(pending.madeAtNanos()) > RETRY_FOR_MS * target.timing) pending = null;
            if (pending == null) pending = next.get();
            if (pending == null || !deliver(pending)) return;
            pending = null;
        }
    }

    private static double msSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    /** Returns false if the same batch has to be sent again later. */
    private boolean deliver(Batch batch) throws IOException {
        Map<String, String> headers = Map.of(
                "Authorization",
                "Bearer " + target.key,
                "User-Agent",
                Service.USER_AGENT,
                "Content-Type",
                "application/json",
                "Accept-Encoding",
                "gzip",
                "Idempotency-Key",
                batch.idempotencyKey());
        Request request =
                new Request("POST", URI.create(url), headers, batch.body().get());
        long timeoutMs = Math.max(1, (long) (Telemetry.TIMEOUT_MS * target.timing));
        try (Answer answer = target.http.send(request, timeoutMs)) {
            target.clock.hear(answer);
            answer.read();
            return isDone(answer);
        }
    }

    private boolean isDone(Answer answer) {
        if (answer.isOk()) return true;
        int status = answer.status();
        if (status == 429 || status >= 500) {
            long waitMs = (long) (HttpDates.retryAfterMs(answer) * target.timing);
            notBeforeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
            return false;
        }
        isRefused = status == 401 || status == 403;
        tell(what + " could not be told: " + url + " answered " + status + ".");
        return true;
    }

    private void tell(String message) {
        fail.accept(new FlagsError(ErrorCode.TELEMETRY, message, null));
    }

    /**
     * Sends the remaining items, with a single attempt. `waiting` returns the number of items that no batch has taken
     * yet.
     */
    void end(LongSupplier waiting) {
        boolean hasTurn = false;
        try {
            hasTurn = turn.tryLock(Telemetry.TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        long left = waiting.getAsLong();
        if (hasTurn) {
            try {
                flushNow();
                left = waiting.getAsLong() + (pending == null ? 0 : pending.items());
            } finally {
                turn.unlock();
            }
        }
        if (left > 0) tell(left + " " + what.toLowerCase(Locale.ROOT) + " could not be told.");
    }
}
