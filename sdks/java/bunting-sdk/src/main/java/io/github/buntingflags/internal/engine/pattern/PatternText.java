package io.github.buntingflags.internal.engine.pattern;

/** Scans the text of a pattern, character by character. */
final class PatternText {
    /** Numbers with more digits are too large in any case. */
    private static final int MAX_DIGITS = 4;

    private final int[] points;
    private int at;

    PatternText(String pattern) {
        points = pattern.codePoints().toArray();
    }

    boolean isOver() {
        return at == points.length;
    }

    /** Returns -1 at the end. */
    int peek() {
        return peek(0);
    }

    int peek(int further) {
        return at + further < points.length ? points[at + further] : -1;
    }

    int next() {
        return points[at++];
    }

    boolean isAt(String wanted) {
        for (int i = 0; i < wanted.length(); i++) if (peek(i) != wanted.charAt(i)) return false;
        return true;
    }

    boolean take(String wanted) {
        if (!isAt(wanted)) return false;
        at += wanted.length();
        return true;
    }

    /** Returns the text before the next occurrence of `end`, and consumes both; null if there is none. */
    String takeUntil(String end) {
        for (int i = 0; at + i < points.length; i++) {
            int j = 0;
            while (j < end.length() && peek(i + j) == end.charAt(j)) j++;
            if (j < end.length()) continue;
            String before = new String(points, at, i);
            at += i + end.length();
            return before;
        }
        return null;
    }

    /** Returns the name in `[:name:]`; null if it is not closed. */
    String takePosixName() {
        int begin = at;
        at += 2;
        String name = takeUntil(":]");
        if (name == null) at = begin;
        return name;
    }

    /** Returns the bounds of `{2}`, `{2,}` or `{2,5}`, with -1 for no upper bound; null if it is not a repetition. */
    int[] repetition() {
        int begin = at++;
        int least = count();
        int most = least;
        if (take(",")) most = peek() == '}' ? -1 : count();
        if (least >= 0 && most != Integer.MIN_VALUE && take("}")) return new int[] {least, most};
        at = begin;
        return null;
    }

    /** Returns a number without leading zeros; the smallest integer if there is none. */
    private int count() {
        int begin = at;
        int number = 0;
        while (peek() >= '0' && peek() <= '9') {
            int digit = next() - '0';
            if (at - begin <= MAX_DIGITS) number = number * 10 + digit;
            else number = 10_000;
        }
        boolean isNumber = at > begin && (at == begin + 1 || points[begin] != '0');
        return isNumber ? number : Integer.MIN_VALUE;
    }

    String groupName() throws BadPattern {
        take(isAt("(?P<") ? "(?P<" : "(?<");
        String name = takeUntil(">");
        if (name == null || name.isEmpty() || !name.chars().allMatch(PatternText::isOfName)) {
            throw new BadPattern("invalid named capture");
        }
        return name;
    }

    private static boolean isOfName(int unit) {
        return unit == '_' || isLetterOrDigit(unit);
    }

    private static boolean isLetterOrDigit(int unit) {
        return (unit >= '0' && unit <= '9') || (unit >= 'A' && unit <= 'Z') || (unit >= 'a' && unit <= 'z');
    }

    /** Returns 0 if there is none. */
    int takeAssertion() {
        int kind =
                switch (peek(1)) {
                    case 'A' -> Sides.BEGIN_TEXT;
                    case 'b' -> Sides.WORD_BOUNDARY;
                    case 'B' -> Sides.NO_WORD_BOUNDARY;
                    case 'z' -> Sides.END_TEXT;
                    default -> 0;
                };
        if (kind != 0) at += 2;
        return kind;
    }

    /** Returns the text between `\Q`, which is consumed already, and `\E` or the end. */
    int[] quoted() {
        String quoted = takeUntil("\\E");
        if (quoted == null) {
            quoted = new String(points, at, points.length - at);
            at = points.length;
        }
        return quoted.codePoints().toArray();
    }

    /** Returns the character that an escape stands for. */
    int escaped() throws BadPattern {
        at++;
        if (isOver()) throw new BadPattern("trailing backslash at end of expression");
        int letter = next();
        if (isOctal(letter) && (letter == '0' || isOctal(peek()))) {
            int point = letter - '0';
            for (int digits = 1; digits < 3 && isOctal(peek()); digits++) point = point * 8 + next() - '0';
            return point;
        }
        if (letter == 'x') return hexadecimal();
        int known = "afnrtv".indexOf(letter);
        if (known >= 0) return "\u0007\f\n\r\t\u000b".charAt(known);
        if (letter < 0x80 && !isLetterOrDigit(letter)) return letter;
        throw new BadPattern("invalid escape sequence");
    }

    private static boolean isOctal(int point) {
        return point >= '0' && point <= '7';
    }

    private int hexadecimal() throws BadPattern {
        String digits;
        if (take("{")) {
            digits = takeUntil("}");
        } else {
            digits = at + 2 <= points.length ? new String(points, at, 2) : null;
            at = Math.min(at + 2, points.length);
        }
        if (digits == null || digits.isEmpty()) throw new BadPattern("invalid escape sequence");
        int point = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) < 0x80 ? Character.digit(digits.charAt(i), 16) : -1;
            point = point * 16 + digit;
            if (digit < 0 || point > CharClass.MAX_POINT) throw new BadPattern("invalid escape sequence");
        }
        return point;
    }
}
