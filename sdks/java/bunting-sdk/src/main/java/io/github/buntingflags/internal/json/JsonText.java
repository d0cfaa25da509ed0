package io.github.buntingflags.internal.json;

import io.github.buntingflags.internal.engine.values.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON as JavaScript does: without whitespace, and with members in order, except that names that are array
 * indexes come first, in numeric order.
 */
public final class JsonText {
    private final StringBuilder text = new StringBuilder();
    private final int maxLength;

    private JsonText(int maxLength) {
        this.maxLength = maxLength;
    }

    public static String of(Object value) {
        return beginningOf(value, Integer.MAX_VALUE);
    }

    /** Returns the JSON text, or its beginning: writing stops once it has more than `length` UTF-16 code units. */
    public static String beginningOf(Object value, int length) {
        JsonText writer = new JsonText(length);
        writer.write(value);
        return writer.text.toString();
    }

    public static void quote(StringBuilder to, String text) {
        to.append('"');
        for (int at = 0; at < text.length(); at++) {
            char next = text.charAt(at);
            int escaped = "\"\\\b\f\n\r\t".indexOf(next);
            if (escaped >= 0) to.append('\\').append("\"\\bfnrt".charAt(escaped));
            else if (next < ' ' || isHalf(text, at)) to.append(String.format("\\u%04x", (int) next));
            else to.append(next);
        }
        to.append('"');
    }

    private static boolean isHalf(String text, int at) {
        char unit = text.charAt(at);
        if (Character.isHighSurrogate(unit)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(unit) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    private void write(Object value) {
        if (value instanceof Map<?, ?> members) {
            writeObject(members);
        } else if (value instanceof List<?> elements) {
            writeArray(elements);
        } else if (value instanceof String string) {
            quote(text, string);
        } else if (value instanceof Number number) {
            double read = number.doubleValue();
            text.append(Double.isFinite(read) ? Numbers.textOf(read) : "null");
        } else {
            text.append(value instanceof Boolean ? value : "null");
        }
    }

    private void writeObject(Map<?, ?> members) {
        char before = '{';
        for (Object name : inOrder(members)) {
            if (text.length() > maxLength) return;
            text.append(before);
            before = ',';
            quote(text, (String) name);
            text.append(':');
            write(members.get(name));
        }
        text.append(before == '{' ? "{}" : "}");
    }

    private void writeArray(List<?> elements) {
        char before = '[';
        for (Object element : elements) {
            if (text.length() > maxLength) return;
            text.append(before);
            before = ',';
            write(element);
        }
        text.append(before == '[' ? "[]" : "]");
    }

    private static Iterable<?> inOrder(Map<?, ?> members) {
        if (members.keySet().stream().noneMatch(name -> indexIn((String) name) >= 0)) return members.keySet();
        List<Object> names = new ArrayList<>(members.keySet());
        names.sort(Comparator.comparingLong(name -> {
            long index = indexIn((String) name);
            return index < 0 ? Long.MAX_VALUE : index;
        }));
        return names;
    }

    /** Returns the array index by JavaScript's rules; -1 for any other name. */
    private static long indexIn(String name) {
        if (name.isEmpty() || name.length() > 10 || (name.length() > 1 && name.charAt(0) == '0')) return -1;
        for (int at = 0; at < name.length(); at++) {
            if (name.charAt(at) < '0' || name.charAt(at) > '9') return -1;
        }
        long index = Long.parseLong(name);
        return index < 0xffffffffL ? index : -1;
    }
}
