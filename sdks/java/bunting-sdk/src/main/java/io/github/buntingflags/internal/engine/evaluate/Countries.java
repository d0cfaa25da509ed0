package io.github.buntingflags.internal.engine.evaluate;

import java.util.List;

/** Countries by the two letters of their codes: a bit for the second, in the number of the first. */
public final class Countries {
    private Countries() {}

    /** Null where one is no code. */
    public static int[] of(List<?> codes) {
        int[] countries = new int[26];
        for (Object code : codes) {
            int letters = code instanceof String text ? lettersIn(text) : -1;
            if (letters < 0) return null;
            countries[letters >> 5] |= 1 << letters;
        }
        return countries;
    }

    static boolean has(int[] countries, String code) {
        int letters = lettersIn(code);
        return letters >= 0 && (countries[letters >> 5] & 1 << letters) != 0;
    }

    /**
     * The two letters, 0 to 25, in one number; -1 where it is no code. Unlike changing case, this reads no other letter (ß, ı)
     * as one of its own.
     */
    private static int lettersIn(String code) {
        if (code.length() != 2) return -1;
        int first = (code.charAt(0) | 32) - 'a';
        int second = (code.charAt(1) | 32) - 'a';
        return first < 0 || first > 25 || second < 0 || second > 25 ? -1 : first << 5 | second;
    }
}
