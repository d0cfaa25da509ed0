package io.github.buntingflags.internal.engine.values;

/** The texts that values compare by. */
public final class Texts {
    private Texts() {}

    /** Of a text, a boolean or a finite number; null for everything that has none. */
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
