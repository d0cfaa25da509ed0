package io.github.buntingflags;

import io.github.buntingflags.internal.bundle.Bundle;
import io.github.buntingflags.internal.bundle.HeldFlags;
import io.github.buntingflags.internal.json.JsonText;
import io.github.buntingflags.internal.telemetry.CountedValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Flags for tests: they have the values that the test sets, for every context, without a network. Pass {@link #flags}
 * to the application.
 *
 * <pre>{@code
 * FixedFlags fixed = FixedFlags.of(Map.of("new-cart", true, "limits", Map.of("perMinute", 5)));
 * Shop shop = new Shop(fixed.flags());
 * fixed.set("new-cart", false);
 * }</pre>
 */
public final class FixedFlags {
    private final Map<String, Object> values;
    private final HeldFlags held = new HeldFlags(null);
    private final Flags flags = new Flags(held, null, held::close);

    private FixedFlags(Map<String, ?> values) {
        this.values = new LinkedHashMap<>(values);
        held.begin(bundle());
    }

    /**
     * Returns flags that have the given values.
     *
     * @param values booleans, strings, numbers, maps and lists, by flag key
     * @return flags for a test
     * @throws IllegalArgumentException if a value has another type
     */
    public static FixedFlags of(Map<String, ?> values) {
        return new FixedFlags(values);
    }

    /**
     * Returns the flags to pass to the application.
     *
     * @return the flags, the same instance each time
     */
    public Flags flags() {
        return flags;
    }

    /**
     * Sets a flag's value, and notifies listeners of the change.
     *
     * @param key the flag's key
     * @param value a boolean, string, number, map or list
     * @throws IllegalArgumentException if the value has another type
     */
    public synchronized void set(String key, Object value) {
        typeOf(key, value);
        values.put(key, value);
        held.replace(bundle());
    }

    private Bundle bundle() {
        Map<String, String> texts = new LinkedHashMap<>();
        values.forEach((key, value) -> texts.put(key, textOf(key, value)));
        return new Bundle(new Bundle.Head(null, "env_fixed", 1, Map.of()), texts, Map.of(), null);
    }

    private static String textOf(String key, Object value) {
        Map<String, Object> config = Map.of("version", 1, "enabled", true, "defaultValue", value, "rules", List.of());
        return JsonText.of(
                Map.of("id", "flag_" + key, "type", typeOf(key, value), "clientSafe", true, "config", config));
    }

    private static String typeOf(String key, Object value) {
        if (value instanceof Boolean) return "boolean";
        if (value instanceof String) return "string";
        if (value instanceof Number) return "number";
        if (CountedValue.isDocument(value)) return "json";
        throw new IllegalArgumentException("The flag " + key + " cannot answer " + value + ".");
    }
}
