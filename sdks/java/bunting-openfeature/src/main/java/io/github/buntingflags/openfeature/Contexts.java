package io.github.buntingflags.openfeature;

import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.Value;
import io.github.buntingflags.Context;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts OpenFeature's contexts to Bunting's. */
final class Contexts {
    /** The service's limit for a text in a list. */
    private static final int MAX_CHARACTERS = 1_024;

    private Contexts() {}

    /**
     * The targeting key is the user id, and everything else an attribute. A value that cannot be an attribute counts as
     * missing.
     */
    static Context of(EvaluationContext asked) {
        if (asked == null) return Context.empty();
        Map<String, Object> attributes = new HashMap<>();
        asked.asMap().forEach((name, value) -> {
            Object read = name.equals(EvaluationContext.TARGETING_KEY) ? null : valueOf(value);
            if (read != null) attributes.put(name, read);
        });
        return Context.user(asked.getTargetingKey()).with(attributes);
    }

    private static Object valueOf(Value value) {
        if (value == null || value.isNull() || value.isStructure()) return null;
        if (!value.isList()) return value.asObject();
        List<Object> elements = new ArrayList<>();
        for (Value element : value.asList()) {
            Object read = element == null || element.isList() ? null : valueOf(element);
            if (read == null || (read instanceof String text && text.length() > MAX_CHARACTERS)) return null;
            elements.add(read);
        }
        return elements;
    }
}
