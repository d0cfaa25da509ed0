package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.text.Fold;
import io.github.buntingflags.internal.engine.values.Numbers;
import io.github.buntingflags.internal.engine.values.Texts;
import java.util.ArrayList;
import java.util.List;

/**
 * An attribute that a program reads from a context, as its conditions compare it.
 *
 * @param isPlain whether it is read from the context's attributes and compared as it is
 * @param folded whether case is ignored
 * @param orProxy for `geo_country`, which falls back to the proxy's country if the attribute is missing
 */
public record Attribute(String name, boolean isPlain, boolean folded, boolean orProxy) {
    public static Attribute of(String name, boolean folded, boolean orProxy) {
        boolean isField = name.equals("userId") || name.equals("anonymousId");
        // Interned, like the literals in applications, so that a lookup finds it by identity.
        return new Attribute(name.intern(), !isField && !folded && !orProxy, folded, orProxy);
    }

    /** Returns a string, boolean, number, or a list of these; null if the attribute is missing. */
    public Object read(Context context) {
        if (!isPlain) return readOther(context);
        Object raw = context.attribute(name);
        // Fast path for the most common types.
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

    /** Returns the value that conditions compare, which is also valid JSON; null if it counts as missing. */
    public static Object plainOf(Object raw) {
        return Plain.of(raw);
    }

    /** Returns the text that identifies a unit; null if the value is not a unit. */
    static String unitOf(Object actual) {
        String text = actual instanceof String own ? own : Texts.of(actual);
        return text == null || text.isEmpty() ? null : text;
    }

    /** Like {@link #unitOf}, but for a condition on a share, which only accepts strings and whole numbers. */
    static String shareUnitOf(Object actual) {
        if (actual instanceof Number number && !Numbers.isSafeInteger(number.doubleValue())) return null;
        return actual instanceof Boolean ? null : unitOf(actual);
    }
}
