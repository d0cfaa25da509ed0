package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Attributes by name: an immutable hash table in one array that alternates values and names. A HashMap is slower here:
 * the JVM compiles its code once for the keys of all maps in a process, so each call of `hashCode` has to handle every
 * type.
 */
public final class AttributeTable {
    public static final Object[] EMPTY = new Object[4];

    /** Reads the table of a context, which is not part of its public API. */
    public interface OfContext {
        Object[] table(Context context);
    }

    private static OfContext ofContext;

    private AttributeTable() {}

    /** Called by the static initializer of {@link Context}. */
    public static void read(OfContext by) {
        ofContext = by;
    }

    static Object[] of(Context context) {
        return ofContext.table(context);
    }

    /** Returns null if there is no such name. */
    public static Object find(Object[] table, String name) {
        return find(table, name, spread(name));
    }

    /** The caller may cache the spread of a name that it looks up often. */
    static Object find(Object[] table, String name, int spread) {
        // The JVM leaves out bounds checks for this mask only. A spread is even, so it leads to a value.
        int last = table.length - 1;
        // Most names are literals, which are the same object everywhere.
        if (table[spread + 1 & last] == name) return table[spread & last];
        return search(table, name, spread);
    }

    private static Object search(Object[] table, String name, int spread) {
        int last = table.length - 1;
        for (int at = spread; ; at += 2) {
            Object known = table[at + 1 & last];
            if (known == null) return null;
            if (known.equals(name)) return table[at & last];
        }
    }

    /**
     * Returns the index of the value at which the lookup of a name begins, before it is masked to the table's size: an
     * even number, whose successor is the index of the name.
     */
    static int spread(String name) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 15) << 1;
    }

    /** Returns a copy with more attributes. A name that is not a string is skipped: no rule can refer to it. */
    public static Object[] with(Object[] table, Map<?, ?> more) {
        Map<String, Object> all = toMap(table);
        more.forEach((name, value) -> {
            if (name instanceof String text) all.put(text, value);
        });
        return of(all);
    }

    /** Returns a copy with one more attribute. */
    public static Object[] with(Object[] table, String name, Object value) {
        if (name == null) return table;
        Map<String, Object> all = toMap(table);
        all.put(name, value);
        return of(all);
    }

    private static Object[] of(Map<String, Object> all) {
        // At most half full, so that collisions are rare.
        Object[] table = new Object[Integer.highestOneBit(Math.max(1, all.size())) * 8];
        all.forEach((name, value) -> {
            int at = spread(name) & table.length - 1;
            while (table[at + 1] != null) at = at + 2 & table.length - 1;
            table[at] = value;
            table[at + 1] = name;
        });
        return table;
    }

    public static Map<String, Object> toMap(Object[] table) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int at = 0; at < table.length; at += 2) {
            if (table[at + 1] != null) all.put((String) table[at + 1], table[at]);
        }
        return all;
    }
}
