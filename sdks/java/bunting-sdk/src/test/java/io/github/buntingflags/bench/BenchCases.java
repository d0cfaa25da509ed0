package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.json.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The eight cases of bench/engine, with the same flags and users. */
public final class BenchCases {
    public static final List<String> KINDS =
            List.of("plain", "rules", "rollout", "segment", "nested", "chain", "groups");
    /** The titles of the cases, by the kind of flags in them. */
    public static final Map<String, String> TITLES = titles();

    public static final int KEYS_IN_TURN = 16;
    public static final int USERS = 1_024;

    private static final List<String> COUNTRIES = List.of("US", "NL", "BE", "DE", "FR", "JP", "BR");
    private static final List<String> PLANS = List.of("free", "pro", "enterprise");

    private static final Map<String, Object> PAYING = compare("plan", "in", List.of("pro", "enterprise"));
    private static final Map<String, Object> NEAR = compare("country", "in", List.of("NL", "BE", "DE"));
    private static final Map<String, Object> OVER_65 = compare("age", "gt", 65);
    private static final List<Map<String, Object>> CHAINED = List.of(
            compare("plan", "equals", "enterprise"),
            compare("country", "in", List.of("US", "NL", "BE", "DE", "JP")),
            compare("age", "gt", 25),
            compare("country", "in", List.of("US", "NL", "BE", "DE", "FR")),
            PAYING,
            compare("age", "gt", 10));

    private BenchCases() {}

    private static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("plain", "plain flag");
        titles.put("rules", "three rules of two conditions");
        titles.put("rollout", "25 % rollout");
        titles.put("all", "all of 200 flags");
        titles.put("segment", "segment of 20,000");
        titles.put("nested", "three segments nested");
        titles.put("chain", "chain of five prerequisites");
        titles.put("groups", "groups three deep");
        return titles;
    }

    public static String userId(int at) {
        return "user-" + at * 7_919L;
    }

    public static Context[] users(int count) {
        return IntStream.range(0, count).mapToObj(BenchCases::user).toArray(Context[]::new);
    }

    private static Context user(int i) {
        // The order of `Map.of` differs between processes, and decides which of two colliding names is found faster.
        return Context.user(userId(i))
                .with("country", COUNTRIES.get(i % COUNTRIES.size()))
                .with("plan", PLANS.get((i * 5 + i / 7) % PLANS.size()))
                .with("age", i * 37 % 90)
                .with("beta", i % 2 == 0)
                .with("email", "person-" + i + "@example.com");
    }

    public static List<String> audience() {
        return IntStream.range(0, 20_000).mapToObj(i -> userId(2 * i)).toList();
    }

    /** Maps the keys of all kinds to their kind. */
    public static Map<String, String> fewFlags() {
        Map<String, String> flags = new LinkedHashMap<>();
        for (String kind : KINDS) for (String key : keysOf(kind)) flags.put(key, kind);
        return flags;
    }

    /** Interned, like literals in an application. */
    public static String[] keysOf(String kind) {
        return IntStream.range(0, KEYS_IN_TURN)
                .mapToObj(at -> (kind + "-" + at).intern())
                .toArray(String[]::new);
    }

    public static Map<String, String> manyFlags() {
        Map<String, String> flags = new LinkedHashMap<>();
        for (int at = 0; at < 200; at++) flags.put("flag-" + at, KINDS.get(at % 3));
        return flags;
    }

    /** Returns the bundle of these flags, and of the flags and segments that they need. */
    public static String bundle(Map<String, String> kinds) {
        Map<String, Object> flags = new LinkedHashMap<>();
        kinds.forEach((key, kind) ->
                flags.put(key, flag(rulesOf(kind), kind.equals("plain"), kind.equals("chain") ? 1 : 99)));
        for (int link = 1; link < CHAINED.size(); link++) {
            flags.put("link-" + link, flag(List.of(rule(0, CHAINED.get(link))), false, link + 1));
        }
        Map<String, Object> segments = new LinkedHashMap<>();
        segments.put("audience", segment(audience()));
        segments.put("outer", segment(List.of(), inSegment("middle"), PAYING));
        segments.put("middle", segment(List.of(), inSegment("inner"), compare("age", "gt", 18)));
        segments.put("inner", segment(List.of(), compare("country", "in", List.of("US", "NL", "BE", "DE"))));
        return JsonText.of(
                Map.of("format", 2, "environmentId", "env_1", "revision", 1, "flags", flags, "segments", segments));
    }

    private static List<Object> rulesOf(String kind) {
        return switch (kind) {
            case "plain" -> List.of();
            case "rules" -> List.of(
                    rule(0, PAYING, compare("country", "equals", "US")),
                    rule(1, NEAR, OVER_65),
                    rule(2, compare("plan", "equals", "pro"), compare("age", "gt", 18)));
            case "rollout" -> List.of(with(rule(0), "rolloutPercentage", 25));
            case "segment" -> List.of(rule(0, inSegment("audience")));
            case "nested" -> List.of(rule(0, inSegment("outer")));
            case "chain" -> List.of(rule(0, CHAINED.get(0)));
            default -> List.of(rule(0, grouped()));
        };
    }

    private static Map<String, Object> grouped() {
        Map<String, Object> none = Map.of("none", List.of(compare("country", "equals", "JP"), OVER_65));
        return Map.of("any", List.of(Map.of("all", List.of(PAYING, none)), Map.of("all", List.of(NEAR, OVER_65))));
    }

    private static Map<String, Object> flag(List<Object> rules, boolean value, int link) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("version", 1);
        config.put("enabled", true);
        config.put("defaultValue", value);
        config.put("rules", rules);
        if (link < CHAINED.size()) {
            config.put("prerequisites", List.of(Map.of("flagKey", "link-" + link, "values", List.of(true))));
        }
        return Map.of("id", "flag_1", "type", "boolean", "config", config);
    }

    private static Map<String, Object> segment(List<String> included, Object... conditions) {
        List<Object> rules = new ArrayList<>();
        if (conditions.length > 0) {
            Map<String, Object> rule = new LinkedHashMap<>(rule(0, conditions));
            rule.remove("value");
            rules.add(rule);
        }
        Map<String, Object> segment = new LinkedHashMap<>();
        segment.put("unit", null);
        segment.put("config", Map.of("version", 1, "included", included, "excluded", List.of(), "rules", rules));
        return segment;
    }

    private static Map<String, Object> rule(int at, Object... conditions) {
        return Map.of(
                "id",
                "rule-" + (at + 1),
                "enabled",
                true,
                "conditionOperator",
                "AND",
                "conditions",
                List.of(conditions),
                "value",
                true);
    }

    private static Map<String, Object> with(Map<String, Object> rule, String name, Object value) {
        Map<String, Object> more = new LinkedHashMap<>(rule);
        more.put(name, value);
        return more;
    }

    private static Map<String, Object> compare(String attribute, String operator, Object value) {
        return Map.of("attribute", attribute, "operator", operator, "value", value);
    }

    private static Map<String, Object> inSegment(String key) {
        return Map.of("operator", "in_segment", "value", key);
    }
}
