package io.github.buntingflags.testservice;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import java.util.LinkedHashMap;
import java.util.Map;

/** Evaluates flags as an application does that has a variable of the type. A fallback of another type is ignored. */
final class Evaluate {
    /** Throws when it is read. */
    private static final class Hostile implements CharSequence {
        @Override
        public int length() {
            throw new IllegalStateException("an attribute that cannot be read");
        }

        @Override
        public char charAt(int at) {
            throw new IllegalStateException("an attribute that cannot be read");
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            throw new IllegalStateException("an attribute that cannot be read");
        }

        @Override
        public String toString() {
            throw new IllegalStateException("an attribute that cannot be read");
        }
    }

    private Evaluate() {}

    static Map<String, Object> answer(Flags flags, Fields asked) {
        Context context = contextOf(asked.get("context"));
        if ("throws".equals(asked.text("hostile"))) context = context.with("plan", new Hostile());
        // A Java program cannot pass a key that is not a string.
        Flags asks = Boolean.FALSE.equals(asked.get("exposure")) ? flags.withoutExposures() : flags;
        return shown(details(asks, asked.text("flagKey"), context, asked));
    }

    /** A Java program can only track a string and a number. */
    static void track(Flags flags, Fields asked) {
        Context context = contextOf(asked.get("context"));
        if ("throws".equals(asked.text("hostile"))) context = context.with("plan", new Hostile());
        if (asked.get("value") instanceof Double value) flags.track(asked.text("name"), context, value);
        else flags.track(asked.text("name"), context);
    }

    private static Details<?> details(Flags flags, String key, Context context, Fields asked) {
        Object fallback = asked.get("fallback");
        return switch (String.valueOf(asked.get("type"))) {
            case "boolean" -> flags.boolDetails(key, context, Boolean.TRUE.equals(fallback));
            case "number" -> flags.numberDetails(key, context, asked.number("fallback", 0));
            case "json" -> flags.jsonDetails(key, context, fallback);
            default -> flags.stringDetails(key, context, asked.text("fallback"));
        };
    }

    static Map<String, Object> shown(Details<?> details) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("value", details.value());
        answer.put("reason", details.reason().name());
        put(answer, "variant", details.variant());
        put(answer, "ruleId", details.ruleId());
        put(answer, "prerequisite", details.prerequisite());
        put(
                answer,
                "errorCode",
                details.error() == null ? null : details.error().name());
        return answer;
    }

    private static void put(Map<String, Object> into, String name, String text) {
        if (text != null) into.put(name, text);
    }

    /** Accepts any JSON. */
    static Context contextOf(Object raw) {
        Fields fields = new Fields(raw instanceof Map<?, ?> members ? members : Map.of());
        Context context = fields.text("userId") == null ? Context.empty() : Context.user(fields.text("userId"));
        if (fields.text("anonymousId") != null) context = context.withAnonymousId(fields.text("anonymousId"));
        if (fields.text("proxyCountry") != null) context = context.withProxyCountry(fields.text("proxyCountry"));
        Map<String, Object> attributes = new LinkedHashMap<>();
        fields.object("attributes").all().forEach((name, value) -> attributes.put((String) name, value));
        return context.with(attributes);
    }
}
