package io.github.buntingflags.internal.connection;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses server-sent events by the HTML standard, from a body that arrives in chunks of any size. `retry` is ignored
 * like an unknown field: {@link Wait} decides when to reconnect.
 */
public final class EventParser {
    /** A server-sent event. `id` is that of the last event that had one. */
    public record Event(String type, String id, String data) {}

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean endedInCr;
    private boolean hasBegun;
    private String type = "";
    private String id = "";
    private StringBuilder data;

    /** Returns the events that are complete with this chunk. */
    public List<Event> read(byte[] chunk, int length) {
        List<Event> events = new ArrayList<>();
        int begin = 0;
        for (int at = 0; at < length; at++) {
            byte next = chunk[at];
            // A CR ends the line immediately; an LF that follows in the next chunk is skipped.
            boolean isRest = next == '\n' && endedInCr;
            endedInCr = next == '\r';
            if (next != '\n' && next != '\r') continue;
            if (!isRest) {
                line.write(chunk, begin, at - begin);
                readLine(events);
            }
            begin = at + 1;
        }
        line.write(chunk, begin, length - begin);
        return events;
    }

    private void readLine(List<Event> events) {
        String text = Utf8Decoder.decode(line.toByteArray());
        line.reset();
        if (!hasBegun) {
            hasBegun = true;
            if (text.startsWith("\ufeff")) text = text.substring(1);
        }
        if (!text.isEmpty()) {
            readField(text);
            return;
        }
        if (data != null) events.add(new Event(type.isEmpty() ? "message" : type, id, data.toString()));
        type = "";
        data = null;
    }

    private void readField(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        int begin = colon < 0 ? text.length() : colon + 1;
        if (begin < text.length() && text.charAt(begin) == ' ') begin++;
        switch (name) {
            case "event" -> type = text.substring(begin);
            case "id" -> {
                if (text.indexOf('\0', begin) < 0) id = text.substring(begin);
            }
            case "data" -> {
                if (data == null) data = new StringBuilder();
                else data.append('\n');
                data.append(text, begin, text.length());
            }
            default -> {
                // Ignore comments, which begin with a colon, and unknown fields.
            }
        }
    }
}
