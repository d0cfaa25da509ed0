package io.github.buntingflags.internal.engine.values;

/** A version, ordered by SemVer 2.0.0; build metadata is ignored. */
public record Version(String major, String minor, String patch, String preRelease) {
    /** Returns null if the text is not a version. */
    public static Version read(String text) {
        String[] numbers = new String[3];
        int at = text.startsWith("v") ? 1 : 0;
        for (int part = 0; part < 3; part++) {
            int end = Numbers.digitsFrom(text, at);
            if (end == at || (end > at + 1 && text.charAt(at) == '0')) return null;
            numbers[part] = text.substring(at, end);
            at = end;
            if (part < 2 && (at == text.length() || text.charAt(at++) != '.')) return null;
        }
        int plus = text.indexOf('+', at);
        if (plus >= 0 && !areFields(text.substring(plus + 1), true)) return null;
        String rest = text.substring(at, plus < 0 ? text.length() : plus);
        if (rest.isEmpty()) return new Version(numbers[0], numbers[1], numbers[2], "");
        String preRelease = rest.substring(1);
        if (rest.charAt(0) != '-' || !areFields(preRelease, false)) return null;
        return new Version(numbers[0], numbers[1], numbers[2], preRelease);
    }

    /** Returns a negative number if this version has lower precedence, 0 if both have the same. */
    public int compare(Version other) {
        int order = compareFields(major, other.major);
        if (order == 0) order = compareFields(minor, other.minor);
        if (order == 0) order = compareFields(patch, other.patch);
        return order != 0 ? order : comparePreReleases(preRelease, other.preRelease);
    }

    private static int comparePreReleases(String one, String other) {
        // A release ranks above its pre-releases.
        if (one.isEmpty() || other.isEmpty()) return other.length() - one.length();
        String[] fields = one.split("\\.");
        String[] others = other.split("\\.");
        for (int at = 0; at < Math.min(fields.length, others.length); at++) {
            int order = compareFields(fields[at], others[at]);
            if (order != 0) return order;
        }
        return fields.length - others.length;
    }

    private static int compareFields(String one, String other) {
        boolean isNumber = isNumeric(one);
        if (isNumber != isNumeric(other)) return isNumber ? -1 : 1;
        // The longer number is greater. This works for any number of digits.
        if (isNumber && one.length() != other.length()) return one.length() - other.length();
        return one.compareTo(other);
    }

    /**
     * Returns whether a text is fields separated by dots. Numbers must not have leading zeros, except in build
     * metadata.
     */
    private static boolean areFields(String text, boolean mayHaveZeros) {
        for (String field : text.split("\\.", -1)) {
            if (field.isEmpty()) return false;
            if (!mayHaveZeros && field.length() > 1 && field.charAt(0) == '0' && isNumeric(field)) return false;
            for (int at = 0; at < field.length(); at++) if (!isOfField(field.charAt(at))) return false;
        }
        return true;
    }

    private static boolean isOfField(char letter) {
        return letter == '-'
                || (letter >= '0' && letter <= '9')
                || (letter >= 'A' && letter <= 'Z')
                || (letter >= 'a' && letter <= 'z');
    }

    private static boolean isNumeric(String text) {
        return Numbers.digitsFrom(text, 0) == text.length();
    }
}
