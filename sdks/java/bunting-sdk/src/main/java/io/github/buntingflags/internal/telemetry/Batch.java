package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.Details;
import io.github.buntingflags.Version;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The content of one request.
 *
 * @param idempotencyKey the same for every attempt, so that a batch whose response was lost counts once
 * @param madeAtNanos by the monotonic clock
 * @param items the number of evaluations, or of events and exposures
 */
record Batch(String idempotencyKey, long madeAtNanos, long items, Supplier<byte[]> body) {
    static final String SDK_VERSION = "java-" + Version.NUMBER;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** The service's limits: events in a request, its bytes, and evaluations in an event. */
    private static final int MAX_EVENTS = 1_000;

    private static final int MAX_BYTES = 1_000_000;
    private static final long MAX_COUNT = 1_000_000;

    /** Takes as many counts as fit into one request. Returns null if there are none. */
    static Batch take(Tally tally, String environmentId, long nowMs) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(bytes("{\"events\":["));
        ArrayDeque<Outcome> waiting = tally.takeAll();
        long evaluations = 0;
        int events = 0;
        while (events < MAX_EVENTS && !waiting.isEmpty()) {
            Outcome outcome = waiting.peek();
            // Later counts go into the next batch: a busy flag is one event in each.
            long count = Math.min(tally.release(outcome), MAX_COUNT);
            byte[] event = bytes(eventText(outcome, count, environmentId, nowMs));
            boolean isTooLong = body.size() + event.length > MAX_BYTES - 8;
            if (isTooLong && events > 0) break;
            waiting.remove();
            // An event larger than a whole request could never be sent.
            outcome.taken += isTooLong ? tally.release(outcome) : count;
            if (count == MAX_COUNT) tally.keep(outcome);
            if (isTooLong || count == 0) continue;
            if (events++ > 0) body.write(',');
            body.writeBytes(event);
            evaluations += count;
        }
        tally.putBack(waiting);
        if (evaluations == 0) return null;
        body.writeBytes(bytes("]}"));
        return of(evaluations, body::toByteArray);
    }

    static Batch of(long items, Supplier<byte[]> body) {
        return new Batch(UUID.randomUUID().toString(), System.nanoTime(), items, body);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String eventText(Outcome outcome, long count, String environmentId, long nowMs) {
        Details<Object> details = outcome.details;
        CompiledFlag flag = outcome.flag;
        StringBuilder text = new StringBuilder("{\"flagKey\":");
        JsonText.quote(text, flag.key);
        add(text, "flagId", flag.meta.id());
        add(text, "environmentId", environmentId);
        text.append(",\"value\":").append(JsonText.of(CountedValue.of(details)));
        if (CountedValue.isDocument(details.value())) add(text, "variant", details.variant());
        add(text, "reason", details.reason().name());
        add(text, "ruleId", details.ruleId());
        add(text, "sdkType", "server");
        add(text, "sdkVersion", SDK_VERSION);
        add(text, "evaluatedAt", TIME.format(Instant.ofEpochMilli(nowMs)));
        return text.append(",\"count\":").append(count).append('}').toString();
    }

    private static void add(StringBuilder to, String name, String value) {
        if (value == null) return;
        to.append(",\"").append(name).append("\":");
        JsonText.quote(to, value);
    }
}
