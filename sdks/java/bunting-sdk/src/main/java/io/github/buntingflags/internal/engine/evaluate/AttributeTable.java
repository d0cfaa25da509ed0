package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Attributes by their names, as a hash table in one array: a name, then its value. It never changes. A HashMap is slower here: the
 * JVM compiles its code once for the keys of all maps in a process, and so has to ask each for its hash as if it could be anything.
 */
public final class AttributeTable {
    public static final Object[] EMPTY = new Object[4];

    /** Gives the table of a context, which is no part of its public form. */
    public interface OfContext {
        Object[] table(Context context);
    }

    private static OfContext ofContext;

    private AttributeTable() {}

    /** Called by the class of contexts, before there is one. */
    public static void read(OfContext by) {
        ofContext = by;
    }

    static Object[] of(Context context) {
        return ofContext.table(context);
    }

    /** Null where there is none of that name. */
    public static Object find(Object[] table, String name) {
        return find(table, name, spread(name));
    }

    /** The spread of a name that is asked for often is known to its asker. */
    static Object find(Object[] table, String name, int spread) {
        for (int at = spread & table.length - 2; ; at = at + 2 & table.length - 2) {
            Object known = table[at];
            // Names are literals mostly, which are the same object wherever they stand.
            if (known == name) return table[at + 1];
            if (known == null) return null;
            if (((String) known).equals(name)) return table[at + 1];
        }
    }

    /** Where to look for a name: what is left of it in a table of some length. */
    static int spread(String name) {
        int hash = name.hashCode();
        return (hash ^ hash >>> 15) << 1;
    }

    /** A copy with more in it. A name that is no text is none that a rule could ask for. */
    public static Object[] with(Object[] table, Map<?, ?> more) {
        Map<String, Object> all = toMap(table);
        more.forEach((name, value) -> {
            if (name instanceof String text) all.put(text, value);
        });
        return of(all);
    }

    /** A copy with one more in it. */
    public static Object[] with(Object[] table, String name, Object value) {
        if (name == null) return table;
        Map<String, Object> all = toMap(table);
        all.put(name, value);
        return of(all);
    }

    private static Object[] of(Map<String, Object> all) {
        // Half empty at least, so that few names are found in the place of another.
        Object[] table = new Object[Integer.highestOneBit(Math.max(1, all.size())) * 8];
        all.forEach((name, value) -> {
            int at = spread(name) & table.length - 2;
            while (table[at] != null) at = at + 2 & table.length - 2;
            table[at] = name;
            table[at + 1] = value;
        });
        return table;
    }

    public static Map<String, Object> toMap(Object[] table) {
        Map<String, Object> all = new LinkedHashMap<>();
        for (int at = 0; at < table.length; at += 2) if (table[at] != null) all.put((String) table[at], table[at + 1]);
        return all;
    }
}
