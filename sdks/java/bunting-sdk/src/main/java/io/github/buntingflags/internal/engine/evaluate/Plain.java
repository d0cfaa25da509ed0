package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.internal.engine.config.ConfigLimits;
import java.lang.reflect.Array;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.UUID;

/**
 * Converts attributes to the values that conditions compare: strings, booleans, finite numbers and lists of these; null
 * for all else.
 */
final class Plain {
    private Plain() {}

    static Object of(Object raw) {
        if (raw == null || raw instanceof String || raw instanceof Boolean) return raw;
        if (raw instanceof Number number) return ofNumber(number);
        if (raw instanceof List<?> list && list instanceof RandomAccess && isPlain(list)) return list;
        if (raw instanceof Collection<?> collection) return ofElements(collection);
        return raw.getClass().isArray() ? ofArray(raw) : ofOther(raw);
    }

    private static Object ofNumber(Number number) {
        // Via its text: a cast to double would turn 0.1f into 0.10000000149011612.
        Number read = number instanceof Float ? (Number) Double.valueOf(number.toString()) : number;
        return Double.isFinite(read.doubleValue()) ? read : null;
    }

    private static Object ofOther(Object raw) {
        if (raw instanceof CharSequence || raw instanceof Character || raw instanceof UUID) return raw.toString();
        if (raw instanceof Enum<?> constant) return constant.name();
        if (raw instanceof Instant instant) return instant.toString();
        if (raw instanceof OffsetDateTime time) return time.toInstant().toString();
        return raw instanceof ZonedDateTime time ? time.toInstant().toString() : null;
    }

    /** Returns whether a list can be compared without conversion. */
    private static boolean isPlain(List<?> list) {
        int size = list.size();
        if (size == 0 || size > ConfigLimits.LIST_ITEMS) return false;
        for (int at = 0; at < size; at++) {
            Object element = list.get(at);
            boolean isPlain = element instanceof String || element instanceof Integer || element instanceof Boolean;
            if (!isPlain && (!(element instanceof Double number) || !Double.isFinite(number))) return false;
        }
        return true;
    }

    /** Returns null if the collection is empty, too long, or has an element that is not a string, number or boolean. */
    private static Object ofElements(Collection<?> collection) {
        if (collection.isEmpty() || collection.size() > ConfigLimits.LIST_ITEMS) return null;
        List<Object> elements = new ArrayList<>(collection.size());
        for (Object raw : collection) {
            Object element = of(raw);
            if (element == null || element instanceof List) return null;
            elements.add(element);
        }
        return elements;
    }

    private static Object ofArray(Object array) {
        int length = Array.getLength(array);
        if (length > ConfigLimits.LIST_ITEMS) return null;
        List<Object> elements = new ArrayList<>(length);
        for (int at = 0; at < length; at++) elements.add(Array.get(array, at));
        return ofElements(elements);
    }
}
