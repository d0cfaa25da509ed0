package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.text.Fold;
import io.github.buntingflags.internal.engine.values.Numbers;
import io.github.buntingflags.internal.engine.values.Texts;
import java.util.ArrayList;
import java.util.List;

/**
 * What a program reads of a context, as its conditions want it.
 *
 * @param folded whether case does not count
 * @param orProxy of `geo_country`, which asks the proxy where the attribute is missing
 */
public record Attribute(String name, boolean isPlain, boolean folded, boolean orProxy) {
    public static Attribute of(String name, boolean folded, boolean orProxy) {
        boolean isField = name.equals("userId") || name.equals("anonymousId");
        // Interned, as the names are that applications write: a map then finds it without comparing letters.
        return new Attribute(name.intern(), !isField && !folded && !orProxy, folded, orProxy);
    }

    /** A text, a boolean, a number, a list of these, or null where it is missing. */
    public Object read(Context context) {
        if (!isPlain) return readOther(context);
        Object raw = context.attribute(name);
        // What callers pass most, without a call.
        return raw instanceof String || raw instanceof Integer ? raw : Plain.of(raw);
    }

    private Object readOther(Context context) {
        Object read = Plain.of(fieldOf(context));
        if (read == null && orProxy) read = context.proxyCountry();
        return folded ? fold(read) : read;
    }

    private Object fieldOf(Context context) {
        Object field =
                switch (name) {
                    case "userId" -> context.userId();
                    case "anonymousId" -> context.anonymousId();
                    default -> null;
                };
        return field == null ? context.attribute(name) : field;
    }

    private static Object fold(Object read) {
        if (read instanceof List<?> elements) {
            List<Object> folded = new ArrayList<>(elements.size());
            for (Object element : elements) folded.add(fold(element));
            return folded;
        }
        String text = Texts.of(read);
        return text == null ? null : Fold.fold(text);
    }

    /** What conditions compare of an attribute, which JSON can hold, too; null where it counts as missing. */
    public static Object plainOf(Object raw) {
        return Plain.of(raw);
    }

    /** The text that something is drawn by; null where it is no unit. */
    static String unitOf(Object actual) {
        String text = actual instanceof String own ? own : Texts.of(actual);
        return text == null || text.isEmpty() ? null : text;
    }

    /** The same of a condition on a share: a text, or a whole number. */
    static String shareUnitOf(Object actual) {
        if (actual instanceof Number number && !Numbers.isSafeInteger(number.doubleValue())) return null;
        return actual instanceof Boolean ? null : unitOf(actual);
    }
}
