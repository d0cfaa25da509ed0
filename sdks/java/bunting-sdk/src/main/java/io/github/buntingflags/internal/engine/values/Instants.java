package io.github.buntingflags.internal.engine.values;

/**
 * Parses ISO 8601 as epoch milliseconds: a date alone is its midnight in UTC, a time without an offset is in UTC, and
 * digits after the milliseconds are ignored. java.time accepts other formats than the service does.
 */
public final class Instants {
    private static final int BAD = -1;

    private final String text;
    private int at;
    private boolean isBad;

    private Instants(String text) {
        this.text = text;
    }

    /** Returns NaN if the text is not an instant. */
    public static double read(String text) {
        if (text.length() < 10) return Double.NaN;
        Instants reader = new Instants(text);
        long ms = reader.instant();
        return reader.isBad || reader.at < text.length() ? Double.NaN : ms;
    }

    private long instant() {
        int year = digits(4, 0, 9_999);
        expect('-');
        int month = digits(2, 1, 12);
        expect('-');
        int day = digits(2, 1, 31);
        if (isBad || day > daysOf(year, month)) return fail();
        long ms = daysSinceEpoch(year, month, day) * 86_400_000L;
        if (at == text.length()) return ms;
        expect('T');
        return ms + clock() - offset();
    }

    /** Parses hours, minutes and, if present, seconds with their fraction. */
    private long clock() {
        long ms = digits(2, 0, 23) * 3_600_000L;
        expect(':');
        ms += digits(2, 0, 59) * 60_000L;
        if (!take(':')) return ms;
        ms += digits(2, 0, 59) * 1_000L;
        if (!take('.')) return ms;
        int end = Numbers.digitsFrom(text, at);
        if (end == at) return fail();
        for (int scale = 100; at < end; at++, scale /= 10) ms += (text.charAt(at) - '0') * (long) scale;
        return ms;
    }

    private long offset() {
        if (isBad || at == text.length() || take('Z')) return 0;
        boolean isAhead = take('+');
        if (!isAhead) expect('-');
        long ms = digits(2, 0, 23) * 3_600_000L;
        if (at < text.length()) {
            take(':');
            ms += digits(2, 0, 59) * 60_000L;
        }
        return isAhead ? ms : -ms;
    }

    private int digits(int count, int least, int most) {
        if (isBad || at + count > text.length() || Numbers.digitsFrom(text, at) < at + count) return fail();
        int number = 0;
        for (int end = at + count; at < end; at++) number = number * 10 + text.charAt(at) - '0';
        return number < least || number > most ? fail() : number;
    }

    private boolean take(char wanted) {
        if (at == text.length() || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    private void expect(char wanted) {
        if (!take(wanted)) fail();
    }

    private int fail() {
        isBad = true;
        return BAD;
    }

    private static int daysOf(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** Counts in the proleptic Gregorian calendar, by years that begin in March. */
    private static long daysSinceEpoch(int year, int month, int day) {
        int of = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(of, 400);
        int ofEra = of - era * 400;
        int ofYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        return era * 146_097L + ofEra * 365L + ofEra / 4 - ofEra / 100 + ofYear - 719_468;
    }
}
