package io.github.buntingflags.internal.engine.values;

import java.util.Collection;

/** Texts that are looked up often and never change: half the memory of a HashSet, since nothing is wrapped. */
public final class IdSet {
    private final String[] table;

    public IdSet(Collection<String> texts) {
        table = new String[Integer.highestOneBit(Math.max(1, texts.size())) * 4];
        for (String text : texts) {
            int at = place(text);
            while (table[at] != null && !table[at].equals(text)) at = at + 1 & table.length - 1;
            table[at] = text;
        }
    }

    public boolean contains(String text) {
        for (int at = place(text); ; at = at + 1 & table.length - 1) {
            String known = table[at];
            if (known == null) return false;
            if (known.equals(text)) return true;
        }
    }

    private int place(String text) {
        int hash = text.hashCode() * 0x9e3779b9;
        return (hash ^ hash >>> 16) & table.length - 1;
    }
}
