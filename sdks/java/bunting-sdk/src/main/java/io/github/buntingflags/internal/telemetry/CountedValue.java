package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.Details;
import io.github.buntingflags.internal.json.JsonText;
import java.util.List;
import java.util.Map;

/**
 * The value that usage shows for an evaluation. For an object it is the variant's key, else the beginning of its JSON
 * text.
 */
public final class CountedValue {
    private static final int MAX_CHARACTERS = 200;

    private CountedValue() {}

    public static boolean isDocument(Object value) {
        return value instanceof Map || value instanceof List;
    }

    public static Object of(Details<?> details) {
        if (!isDocument(details.value())) return details.value();
        return details.variant() != null ? details.variant() : textOf(details.value());
    }

    private static String textOf(Object value) {
        String text = JsonText.beginningOf(value, MAX_CHARACTERS);
        if (text.length() <= MAX_CHARACTERS) return text;
        // Half of a surrogate pair is not valid text.
        int end = Character.isHighSurrogate(text.charAt(MAX_CHARACTERS - 1)) ? MAX_CHARACTERS - 1 : MAX_CHARACTERS;
        return text.substring(0, end);
    }
}
