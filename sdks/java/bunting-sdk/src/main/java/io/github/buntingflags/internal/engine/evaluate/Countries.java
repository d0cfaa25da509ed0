package io.github.buntingflags.internal.engine.evaluate;

import java.util.List;

/** Sets of countries: one word per first letter of the code, with a bit for the second. */
public final class Countries {
    private Countries() {}

    /** Returns null if any element is not a country code. */
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
     * Returns the two letters, 0 to 25 each, in one number; -1 if it is not a code. Unlike a conversion of case, this
     * does not take other letters (ß, ı) for these.
     */
    private static int lettersIn(String code) {
        if (code.length() != 2) return -1;
        int first = (code.charAt(0) | 32) - 'a';
        int second = (code.charAt(1) | 32) - 'a';
        return first < 0 || first > 25 || second < 0 || second > 25 ? -1 : first << 5 | second;
    }
}
