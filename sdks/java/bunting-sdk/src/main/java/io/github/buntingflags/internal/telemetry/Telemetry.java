package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.FlagsError;
import io.github.buntingflags.internal.connection.ServiceClock;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.http.Http;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts evaluations in memory and keeps tracked events, and sends both in batches. */
public final class Telemetry {
    /** The timeout of a request, and how long closing waits for one. */
    public static final long TIMEOUT_MS = 5_000;

    private final Tally tally = new Tally();
    private final Tracked tracked = new Tracked();
    /** The two senders do not wait for each other. */
    private final Sender events;

    private final Sender counts;

    public Telemetry(
            String url,
            String key,
            Http http,
            ServiceClock clock,
            double timing,
            Supplier<String> environmentId,
            Consumer<FlagsError> fail) {
        Sender.Target target = new Sender.Target(url, key, http, clock, timing);
        events = new Sender(target, "/v1/track", "Events", tracked::next, fail);
        counts = new Sender(
                target,
                "/v1/telemetry/events",
                "Evaluations",
                () -> {
                    // Nothing is sent before the environment is known.
                    String environment = environmentId.get();
                    return environment == null ? null : Batch.take(tally, environment, clock.nowMs());
                },
                fail);
    }

    public void count(Outcome outcome) {
        tally.count(outcome);
    }

    public Tracked tracked() {
        return tracked;
    }

    /** Sends pending items. Returns once they are sent, or have to wait for the next flush. */
    public void flush() {
        events.flush();
        counts.flush();
    }

    /**
     * Sends the remaining items, with a single attempt. Both senders run in parallel, so that neither uses up the
     * other's time.
     */
    public void close() {
        Thread beside = new Thread(() -> events.end(tracked::waiting), "bunting-events");
        beside.setDaemon(true);
        beside.start();
        counts.end(tally::left);
        try {
            beside.join(2 * TIMEOUT_MS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
