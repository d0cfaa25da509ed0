package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.connection.HttpDates;
import io.github.buntingflags.internal.connection.Service;
import io.github.buntingflags.internal.connection.ServiceClock;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.http.Answer;
import io.github.buntingflags.internal.http.Http;
import io.github.buntingflags.internal.http.Request;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Evaluations counted in memory and told in batches: one request at a time, each repeated until it is answered. */
public final class Telemetry {
    /** How long an answer may take, and how long closing waits for it. */
    public static final long TIMEOUT_MS = 5_000;
    /** The most requests that a flush makes: a busy process sends the rest with the next ones. */
    private static final int MAX_REQUESTS = 10;
    /** The service remembers a batch for a day: sent again after that it could count twice. */
    private static final long RETRY_FOR_MS = 23 * 60 * 60 * 1_000L;

    private final String url;
    private final String key;
    private final Http http;
    private final ServiceClock clock;
    private final double timing;
    private final Supplier<String> environmentId;
    private final Consumer<FlagsError> fail;
    private final Tally tally = new Tally();

    /** Held while something is sent, and guards what follows. */
    private final ReentrantLock turn = new ReentrantLock();

    private Batch pending;
    private long notBeforeNanos = System.nanoTime();
    private boolean isRefused;
    private boolean isFailing;

    public Telemetry(
            String url,
            String key,
            Http http,
            ServiceClock clock,
            double timing,
            Supplier<String> environmentId,
            Consumer<FlagsError> fail) {
        this.url = url.replaceFirst("/+$", "") + "/v1/telemetry/events";
        this.key = key;
        this.http = http;
        this.clock = clock;
        this.timing = timing;
        this.environmentId = environmentId;
        this.fail = fail;
    }

    public void count(Outcome outcome) {
        tally.count(outcome);
    }

    /** Sends what was counted. Comes back when that is done, or has to wait for the next time. */
    public void flush() {
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
            // It is tried again and again, and told once.
            if (!isFailing) {
                fail.accept(Failure.asError(ErrorCode.TELEMETRY, "Evaluations could not be told yet", thrown));
            }
            isFailing = true;
        }
    }

    private void sendWaiting() throws IOException {
        for (int sent = 0; sent < MAX_REQUESTS && !isRefused && System.nanoTime() - notBeforeNanos >= 0; sent++) {
            if (pending != null && msSince(pending.madeAtNanos()) > RETRY_FOR_MS * timing) pending = null;
            if (pending == null) pending = nextBatch();
            if (pending == null || !deliver(pending)) return;
            pending = null;
        }
    }

    private static double msSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e6;
    }

    /** Nothing is told before it is known what of. */
    private Batch nextBatch() {
        String environment = environmentId.get();
        return environment == null ? null : Batch.take(tally, environment, clock.nowMs());
    }

    /** False where the same batch has to be sent again later. */
    private boolean deliver(Batch batch) throws IOException {
        Map<String, String> headers = Map.of(
                "Authorization",
                "Bearer " + key,
                "User-Agent",
                Service.USER_AGENT,
                "Content-Type",
                "application/json",
                "Accept-Encoding",
                "gzip",
                "Idempotency-Key",
                batch.idempotencyKey());
        Request request = new Request("POST", URI.create(url), headers, batch.body());
        try (Answer answer = http.send(request, Math.max(1, (long) (TIMEOUT_MS * timing)))) {
            clock.hear(answer);
            answer.read();
            return isDone(answer);
        }
    }

    private boolean isDone(Answer answer) {
        if (answer.isOk()) return true;
        int status = answer.status();
        if (status == 429 || status >= 500) {
            long waitMs = (long) (HttpDates.retryAfterMs(answer) * timing);
            notBeforeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
            return false;
        }
        isRefused = status == 401 || status == 403;
        String message = "Evaluations could not be told: " + url + " answered " + status + ".";
        fail.accept(new FlagsError(ErrorCode.TELEMETRY, message, null));
        return true;
    }

    /** Sends what is left, as far as that works now. */
    public void close() {
        boolean hasTurn = false;
        try {
            hasTurn = turn.tryLock(TIMEOUT_MS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        long left = tally.left();
        if (hasTurn) {
            try {
                flushNow();
                left = tally.left() + (pending == null ? 0 : pending.evaluations());
            } finally {
                turn.unlock();
            }
        }
        if (left > 0) {
            fail.accept(new FlagsError(ErrorCode.TELEMETRY, left + " evaluations could not be told.", null));
        }
    }
}
