package io.github.buntingflags.internal.engine.values;

import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;

/** Texts that are looked up often and never change: half the memory of a HashSet, since nothing is wrapped. */
public final class IdSet {
    private final String[] table;

    public IdSet(Collection<String> texts) {
        table = new String[Integer.highestOneBit(Math.max(1, texts.size())) * 4];
        for (String text : texts) {
            int at = place(text.hashCode());
            while (table[at] != null && !table[at].equals(text)) at = at + 1 & table.length - 1;
            table[at] = text;
        }
    }

    public boolean contains(String text) {
        int hash = text.hashCode();
        for (int at = place(hash); ; at = at + 1 & table.length - 1) {
            String known = table[at];
            if (known == null) return false;
            // A text keeps its hash, so that others are told apart without being compared.
            if (known.hashCode() == hash && known.equals(text)) return true;
        }
    }

    public Collection<String> texts() {
        return Arrays.stream(table).filter(Objects::nonNull).toList();
    }

    private int place(int hash) {
        int spread = hash * 0x9e3779b9;
        return (spread ^ spread >>> 16) & table.length - 1;
    }
}
