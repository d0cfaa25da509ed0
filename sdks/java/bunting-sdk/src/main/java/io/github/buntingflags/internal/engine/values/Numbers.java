package io.github.buntingflags.internal.engine.values;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Parses and formats doubles as JavaScript does. */
public final class Numbers {
    private static final double MAX_SAFE_INTEGER = (1L << 53) - 1;

    private Numbers() {}

    public static boolean isSafeInteger(double number) {
        return Math.rint(number) == number && Math.abs(number) <= MAX_SAFE_INTEGER;
    }

    /** Parses a number in JSON syntax; NaN for any other text. */
    public static double read(String text) {
        if (!isDecimal(text)) return Double.NaN;
        double number = parse(text);
        return Double.isInfinite(number) ? Double.NaN : number;
    }

    /** Parses a text that is known to be a number. */
    public static double parse(String text) {
        int length = text.length();
        // Fast path: most are short integers.
        if (length > 0 && length < 10 && digitsFrom(text, 0) == length) return Integer.parseInt(text);
        return Double.parseDouble(text);
    }

    /** Double.parseDouble accepts more: hexadecimal, a suffix letter, whitespace around it. */
    private static boolean isDecimal(String text) {
        int at = text.startsWith("-") ? 1 : 0;
        int whole = digitsFrom(text, at) - at;
        if (whole == 0 || (whole > 1 && text.charAt(at) == '0')) return false;
        at += whole;
        if (at < text.length() && text.charAt(at) == '.') {
            int end = digitsFrom(text, at + 1);
            if (end == at + 1) return false;
            at = end;
        }
        if (at < text.length() && (text.charAt(at) | 32) == 'e') {
            at++;
            if (at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-')) at++;
            int end = digitsFrom(text, at);
            if (end == at) return false;
            at = end;
        }
        return at == text.length();
    }

    /** Returns the end of the digits that begin at an index. */
    static int digitsFrom(String text, int at) {
        int end = at;
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') end++;
        return end;
    }

    /** Formats a number as JavaScript does. */
    public static String textOf(double number) {
        if (Math.rint(number) == number && Math.abs(number) < 1e15) return Long.toString((long) number);
        BigDecimal shortest = shortest(number);
        String digits = shortest.unscaledValue().abs().toString();
        // The position of the decimal point, counted from the first digit.
        int point = digits.length() - shortest.scale();
        StringBuilder text = new StringBuilder(number < 0 ? "-" : "");
        if (point > 21 || point < -5) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) text.append('.').append(digits, 1, digits.length());
            return text.append(point > 0 ? "e+" : "e-")
                    .append(Math.abs(point - 1))
                    .toString();
        }
        if (point <= 0)
            return text.append("0.").append("0".repeat(-point)).append(digits).toString();
        if (point >= digits.length()) {
            return text.append(digits)
                    .append("0".repeat(point - digits.length()))
                    .toString();
        }
        return text.append(digits, 0, point)
                .append('.')
                .append(digits, point, digits.length())
                .toString();
    }

    /**
     * Returns the fewest digits that identify the number. Double.toString may return more before Java 19. If a number
     * of digits suffices, every greater one does too.
     */
    private static BigDecimal shortest(double number) {
        BigDecimal exact = new BigDecimal(number);
        int length = Math.min(17, new BigDecimal(Double.toString(number)).precision());
        while (length > 1 && rounded(exact, length - 1).doubleValue() == number) length--;
        return rounded(exact, length).stripTrailingZeros();
    }

    private static BigDecimal rounded(BigDecimal number, int digits) {
        return number.round(new MathContext(digits, RoundingMode.HALF_EVEN));
    }
}
