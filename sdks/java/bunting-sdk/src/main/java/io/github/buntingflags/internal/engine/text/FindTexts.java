package io.github.buntingflags.internal.engine.text;

import java.util.List;
import java.util.Set;

/** The texts that a condition looks for in an attribute's text. */
public final class FindTexts {
    /** So many are looked for one by one. */
    private static final int FEW = 4;

    private final String[] few;
    /** Of many, at an end: by their lengths, so that looking costs what the text is long and not how many there are. */
    private final Set<String> many;

    private final int[] lengths;
    /** Of many, anywhere. */
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
