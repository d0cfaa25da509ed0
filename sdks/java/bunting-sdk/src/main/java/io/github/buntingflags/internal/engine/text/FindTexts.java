package io.github.buntingflags.internal.engine.text;

import java.util.List;
import java.util.Set;

/** The texts that a condition searches for. */
public final class FindTexts {
    /** The most texts that are searched for one by one. */
    private static final int FEW = 4;

    private final String[] few;
    /**
     * Many texts, for a match at either end: grouped by length, so the cost depends on the text's length and not on
     * their number.
     */
    private final Set<String> many;

    private final int[] lengths;
    /** Many texts, for a match anywhere. */
    private final TextTrie trie;

    public FindTexts(List<String> wanted, boolean isAnywhere) {
        boolean areFew = wanted.size() <= FEW;
        few = areFew ? wanted.toArray(new String[0]) : new String[0];
        trie = !areFew && isAnywhere ? new TextTrie(wanted) : null;
        many = areFew || isAnywhere ? Set.of() : Set.copyOf(wanted);
        lengths = many.stream().mapToInt(String::length).distinct().sorted().toArray();
    }

    public boolean anywhere(String in) {
        if (trie != null) return trie.finds(in);
        for (String text : few) if (in.contains(text)) return true;
        return false;
    }

    public boolean atStart(String in) {
        for (String text : few) if (in.startsWith(text)) return true;
        for (int length : lengths) {
            if (length > in.length()) break;
            if (many.contains(in.substring(0, length))) return true;
        }
        return false;
    }

    public boolean atEnd(String in) {
        for (String text : few) if (in.endsWith(text)) return true;
        for (int length : lengths) {
            if (length > in.length()) break;
            if (many.contains(in.substring(in.length() - length))) return true;
        }
        return false;
    }
}
