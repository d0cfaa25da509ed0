package io.github.buntingflags.internal.engine.text;

/**
 * Unicode's simple case folding: texts that differ only in case fold to the same text. It has its own table, because
 * Java's depends on the version of the runtime, and its case conversion follows other rules.
 */
public final class Fold {
    private static final int[][] PAGES = pages();

    private Fold() {}

    public static String fold(String text) {
        for (int at = 0; at < text.length(); at++) {
            char unit = text.charAt(at);
            if (unit >= 0x80 || (unit >= 'A' && unit <= 'Z')) return foldFrom(text, at);
        }
        return text;
    }

    private static String foldFrom(String text, int start) {
        StringBuilder folded = new StringBuilder(text.length()).append(text, 0, start);
        for (int at = start; at < text.length(); ) {
            int point = text.codePointAt(at);
            folded.appendCodePoint(foldPoint(point));
            at += Character.charCount(point);
        }
        return folded.toString();
    }

    public static int foldPoint(int point) {
        int[] page = PAGES[point >> 8];
        return page == null ? point : point + page[point & 0xff];
    }

    /** The offset from each character to its folding, in pages of 256; a page without foldings is null. */
    private static int[][] pages() {
        int[][] pages = new int[0x1100][];
        for (int[] folding : Foldings.all()) {
            for (int point = folding[0]; point <= folding[1]; point += folding[2]) {
                if (pages[point >> 8] == null) pages[point >> 8] = new int[256];
                pages[point >> 8][point & 0xff] = folding[3];
            }
        }
        return pages;
    }
}
