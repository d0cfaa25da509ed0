package io.github.buntingflags.internal.engine.pattern;

/**
 * The two sides of the position between two characters: a word character, a newline, the end of the text, or anything
 * else.
 */
final class Sides {
    static final int BEGIN_LINE = 1;
    static final int END_LINE = 2;
    static final int BEGIN_TEXT = 4;
    static final int END_TEXT = 8;
    static final int WORD_BOUNDARY = 16;
    static final int NO_WORD_BOUNDARY = 32;

    static final int OTHER = 0;
    static final int WORD = 1;
    static final int NEWLINE = 2;
    static final int NONE = 3;

    private Sides() {}

    static int of(int unit) {
        if (unit == '\n') return NEWLINE;
        boolean isWord = (unit >= 'a' && unit <= 'z')
                || (unit >= 'A' && unit <= 'Z')
                || (unit >= '0' && unit <= '9')
                || unit == '_';
        return isWord ? WORD : OTHER;
    }

    /** Returns the assertions that hold at this position. */
    static int assertionsBetween(int before, int after) {
        int holds = (before == WORD) == (after == WORD) ? NO_WORD_BOUNDARY : WORD_BOUNDARY;
        if (before == NONE) holds |= BEGIN_LINE | BEGIN_TEXT;
        if (before == NEWLINE) holds |= BEGIN_LINE;
        if (after == NONE) holds |= END_LINE | END_TEXT;
        if (after == NEWLINE) holds |= END_LINE;
        return holds;
    }
}
