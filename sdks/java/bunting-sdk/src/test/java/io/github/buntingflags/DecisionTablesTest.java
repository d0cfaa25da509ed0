package io.github.buntingflags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.buntingflags.internal.json.JsonText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A list of one value gives the same result as the value itself, but is never looked up in a table. */
class DecisionTablesTest {
    private static final List<String> ATTRIBUTES = List.of("a", "b", "c", "d");
    private static final List<String> TEXT_OPERATORS = List.of("equals", "not_equals", "in", "not_in");
    private static final List<String> NUMBER_OPERATORS = List.of("gt", "gte", "lt", "lte");
    private static final List<String> OTHER_OPERATORS = List.of("is_set", "is_not_set", "contains");
    private static final List<Object> VALUES =
            List.of("x", "y", "z", "", "1", "2.5", "true", true, false, -1, 0, 1, 2, 3L, 2.5, -0.0, Long.MAX_VALUE);

    private final Random random = new Random(7);

    @Test
    void aTableAnswersAsTheTestsThatItStandsInFor() {
        Map<String, Object> flags = new LinkedHashMap<>();
        for (int at = 0; at < 200; at++) flags.put("flag-" + at, flag(1 + at % 12));
        String bundle = JsonText.of(
                Map.of("format", 2, "environmentId", "env_1", "revision", 1, "flags", flags, "segments", Map.of()));
        Set<Object> answers = new HashSet<>();
        try (Flags asked = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(bundle))) {
            for (int round = 0; round < 100; round++) {
                Map<String, Object> values = new LinkedHashMap<>();
                for (String name : ATTRIBUTES) if (random.nextInt(4) > 0) values.put(name, oneOf(VALUES));
                Map<String, Object> lists = new LinkedHashMap<>();
                values.forEach((name, value) -> lists.put(name, List.of(value)));
                Context user = Context.user("user-" + round);
                flags.forEach((key, flag) -> {
                    Details<String> details = asked.stringDetails(key, user.with(lists), "fallback");
                    assertEquals(
                            details,
                            asked.stringDetails(key, user.with(values), "fallback"),
                            () -> flag + " for " + values);
                    answers.add(details.ruleId());
                });
            }
        }
        assertTrue(answers.size() > 8, answers.toString());
    }

    private <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private Map<String, Object> flag(int rules) {
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("version", 1);
        config.put("enabled", true);
        config.put("defaultValue", "default");
        config.put("rules", IntStream.range(0, rules).mapToObj(this::rule).toList());
        return Map.of("id", "flag_1", "type", "string", "config", config);
    }

    private Map<String, Object> rule(int at) {
        Map<String, Object> rule = new LinkedHashMap<>();
        rule.put("id", "rule-" + at);
        rule.put("enabled", true);
        rule.put("conditionOperator", random.nextBoolean() ? "AND" : "OR");
        rule.put("conditions", conditions(2));
        rule.put("value", "value-" + at);
        if (random.nextInt(3) == 0) rule.put("rolloutPercentage", 50);
        return rule;
    }

    private List<Object> conditions(int levels) {
        List<Object> conditions = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            boolean isGroup = levels > 0 && random.nextInt(4) == 0;
            conditions.add(
                    isGroup ? Map.of(oneOf(List.of("all", "any", "none")), conditions(levels - 1)) : condition());
        }
        return conditions;
    }

    private Map<String, Object> condition() {
        Map<String, Object> condition = new LinkedHashMap<>();
        condition.put("attribute", oneOf(ATTRIBUTES));
        String operator = oneOf(oneOf(List.of(TEXT_OPERATORS, TEXT_OPERATORS, NUMBER_OPERATORS, OTHER_OPERATORS)));
        condition.put("operator", operator);
        if (operator.equals("in") || operator.equals("not_in")) {
            condition.put("value", List.of(oneOf(VALUES), oneOf(VALUES), "x"));
        } else if (NUMBER_OPERATORS.contains(operator)) {
            condition.put("value", oneOf(List.of(-1, 0, -0.0, 1, 2.5, 1e300)));
        } else if (operator.equals("contains")) {
            condition.put("value", oneOf(List.of("x", "2", "true")));
        } else if (!operator.startsWith("is_")) {
            condition.put("value", oneOf(VALUES));
        }
        return condition;
    }
}
