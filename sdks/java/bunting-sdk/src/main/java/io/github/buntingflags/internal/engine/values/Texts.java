package io.github.buntingflags.internal.engine.values;

/** The texts by which values are compared. */
public final class Texts {
    private Texts() {}

    /** Returns the text of a string, boolean or finite number; null for any other value. */
    public static String of(Object value) {
        if (value instanceof String text) return text;
        if (value instanceof Boolean truth) return truth ? "true" : "false";
        if (value instanceof Number number) {
            double read = number.doubleValue();
            return Double.isFinite(read) ? Numbers.textOf(read) : null;
        }
        return null;
    }

    public static boolean isScalar(Object value) {
        return value instanceof String
                || value instanceof Boolean
                || (value instanceof Double number && Double.isFinite(number));
    }
}
