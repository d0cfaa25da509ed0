package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.internal.json.JsonText;
import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Events and exposures that wait to be sent. Their times are by the machine's own clock: from `sentAt` the service
 * learns how wrong that is.
 */
public final class Tracked {
    /** The service's limits of a request. */
    private static final int MAX_ITEMS = 1_000;

    private static final int MAX_BYTES = 256 * 1_024 - 200;
    /** The most items that are kept while nothing can be sent; further ones are dropped. */
    private static final int MAX_WAITING = 10_000;
    /** The most units that are remembered as exposed. Beyond it some are sent again, which changes nothing. */
    private static final int MAX_EXPOSED = 50_000;

    private record Exposed(String flagKey, String ruleId, String unit) {}

    private final ArrayDeque<byte[]> events = new ArrayDeque<>();
    private final ArrayDeque<byte[]> exposures = new ArrayDeque<>();
    private volatile Set<Exposed> exposed = ConcurrentHashMap.newKeySet();

    /** `value` is null if the event has none. */
    public void track(String name, Map<String, Object> context, Double value) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("name", name);
        event.put("context", context);
        if (value != null) event.put("value", value);
        event.put("at", System.currentTimeMillis());
        event.put("id", UUID.randomUUID().toString());
        add(events, event);
    }

    /** Returns true on the first call for a unit. */
    public boolean isFirst(String flagKey, String ruleId, String unit) {
        Set<Exposed> known = exposed;
        Exposed one = new Exposed(flagKey, ruleId, unit);
        if (known.contains(one)) return false;
        if (known.size() >= MAX_EXPOSED) exposed = known = ConcurrentHashMap.newKeySet();
        return known.add(one);
    }

    public void expose(String flagKey, String ruleId, String variant, Map<String, Object> context) {
        Map<String, Object> exposure = new LinkedHashMap<>();
        exposure.put("flagKey", flagKey);
        exposure.put("ruleId", ruleId);
        exposure.put("variant", variant);
        exposure.put("context", context);
        exposure.put("at", System.currentTimeMillis());
        add(exposures, exposure);
    }

    private void add(ArrayDeque<byte[]> list, Map<String, Object> item) {
        byte[] text = Batch.bytes(JsonText.of(item));
        synchronized (this) {
            if (waiting() < MAX_WAITING) list.add(text);
        }
    }

    synchronized long waiting() {
        return (long) events.size() + exposures.size();
    }

    /** Takes as many items as fit into one request. Returns null if there are none. */
    synchronized Batch next() {
        Room room = new Room();
        byte[] lists = room.lists(exposures, events);
        if (room.items == MAX_ITEMS) return null;
        return Batch.of(MAX_ITEMS - room.items, () -> body(lists));
    }

    private static byte[] body(byte[] lists) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(Batch.bytes("{\"sentAt\":" + System.currentTimeMillis()));
        body.writeBytes(Batch.bytes(",\"sdk\":{\"type\":\"server\",\"version\":\"" + Batch.SDK_VERSION + "\"},"));
        body.writeBytes(lists);
        return body.toByteArray();
    }

    /** The space left in a request. */
    private static final class Room {
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private int bytes = MAX_BYTES;
        private int items = MAX_ITEMS;

        byte[] lists(ArrayDeque<byte[]> exposures, ArrayDeque<byte[]> events) {
            text.writeBytes(Batch.bytes("\"exposures\":["));
            take(exposures);
            text.writeBytes(Batch.bytes("],\"events\":["));
            take(events);
            text.writeBytes(Batch.bytes("]}"));
            return text.toByteArray();
        }

        private void take(ArrayDeque<byte[]> list) {
            boolean isFirst = true;
            while (items > 0 && !list.isEmpty()) {
                int length = list.peek().length + 1;
                // An item larger than a whole request could never be sent.
                if (length > MAX_BYTES) {
                    list.remove();
                    continue;
                }
                if (length > bytes) return;
                if (!isFirst) text.write(',');
                isFirst = false;
                text.writeBytes(list.remove());
                bytes -= length;
                items--;
            }
        }
    }
}
