package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Reason;
import io.github.buntingflags.internal.engine.hash.Murmur3;
import io.github.buntingflags.internal.engine.values.Numbers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Code that a developer could write by hand for these flags: exact for every context, and nothing more. */
public final class HandWritten {
    private static final Set<String> AUDIENCE = new HashSet<>(BenchCases.audience());

    private HandWritten() {}

    public static Map<String, Function<Context, Details<Object>>> flags(Map<String, String> kinds) {
        Map<String, Function<Context, Details<Object>>> written = new HashMap<>();
        kinds.forEach((key, kind) -> written.put(key, flag(key, kind)));
        return written;
    }

    private static Details<Object> matched(Reason reason, String ruleId) {
        return new Details<>(true, reason, null, ruleId, null, 1, false, null);
    }

    private static Details<Object> notMatched() {
        return new Details<>(false, Reason.DEFAULT, null, null, null, 1, false, null);
    }

    private static Function<Context, Details<Object>> flag(String key, String kind) {
        Details<Object> off = notMatched();
        Details<Object> first = matched(Reason.RULE_MATCH, "rule-1");
        Details<Object> second = matched(Reason.RULE_MATCH, "rule-2");
        Details<Object> third = matched(Reason.RULE_MATCH, "rule-3");
        switch (kind) {
            case "plain":
                Details<Object> on = new Details<>(true, Reason.DEFAULT, null, null, null, 1, true, null);
                return context -> on;
            case "rules":
                return context -> {
                    Object plan = context.attribute("plan");
                    Object country = context.attribute("country");
                    Object age = context.attribute("age");
                    if (is(plan, "pro", "enterprise") && is(country, "US")) return first;
                    if (is(country, "NL", "BE", "DE") && isAbove(age, 65)) return second;
                    return is(plan, "pro") && isAbove(age, 18) ? third : off;
                };
            case "rollout":
                int seed = Murmur3.hash(key + ":rule-1", 0);
                Details<Object> drawn = matched(Reason.ROLLOUT, "rule-1");
                return context -> {
                    String unit = context.unit();
                    boolean isIn = unit != null && Integer.toUnsignedLong(Murmur3.hash(unit, seed)) < 1L << 30;
                    return isIn ? drawn : off;
                };
            case "segment":
                return context -> context.unit() != null && AUDIENCE.contains(context.unit()) ? first : off;
            case "nested":
                return context -> isInOuter(context) ? first : off;
            case "chain":
                Details<Object> unmet = new Details<>(false, Reason.DISABLED, null, null, "link-1", 1, false, null);
                return context -> {
                    if (!isLinkOne(context)) return unmet;
                    return is(context.attribute("plan"), "enterprise") ? first : off;
                };
            default:
                return context -> {
                    Object plan = context.attribute("plan");
                    Object country = context.attribute("country");
                    Object age = context.attribute("age");
                    if (is(plan, "pro", "enterprise") && !(is(country, "JP") || isAbove(age, 65))) return first;
                    return is(country, "NL", "BE", "DE") && isAbove(age, 65) ? first : off;
                };
        }
    }

    private static boolean isInOuter(Context context) {
        return isNearOrUs(context.attribute("country"))
                && isAbove(context.attribute("age"), 18)
                && is(context.attribute("plan"), "pro", "enterprise");
    }

    private static boolean isLinkOne(Context context) {
        Object age = context.attribute("age");
        Object country = context.attribute("country");
        return isAbove(age, 10)
                && is(context.attribute("plan"), "pro", "enterprise")
                && (isNearOrUs(country) || is(country, "FR"))
                && isAbove(age, 25)
                && (isNearOrUs(country) || is(country, "JP"));
    }

    private static boolean is(Object actual, String one) {
        if (actual instanceof String text) return text.equals(one);
        return actual instanceof List<?> list && list.stream().anyMatch(each -> is(each, one));
    }

    private static boolean is(Object actual, String one, String other) {
        if (actual instanceof String text) return text.equals(one) || text.equals(other);
        return actual instanceof List<?> list && list.stream().anyMatch(each -> is(each, one, other));
    }

    private static boolean is(Object actual, String one, String other, String third) {
        if (actual instanceof String text) return text.equals(one) || text.equals(other) || text.equals(third);
        return actual instanceof List<?> list && list.stream().anyMatch(each -> is(each, one, other, third));
    }

    private static boolean isNearOrUs(Object country) {
        return is(country, "US", "NL") || is(country, "BE", "DE");
    }

    private static boolean isAbove(Object actual, double least) {
        if (actual instanceof Number number) return number.doubleValue() > least;
        if (actual instanceof String text) return Numbers.read(text) > least;
        return actual instanceof List<?> list && list.stream().anyMatch(each -> isAbove(each, least));
    }
}
