package io.github.buntingflags;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.buntingflags.internal.json.JsonText;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ContextTest {
    private enum Plan {
        PRO
    }

    private static boolean holds(String operator, Object value, Object attribute) {
        Map<String, Object> condition = Map.of("attribute", "it", "operator", operator, "value", value);
        Map<String, Object> rule = Map.of(
                "id",
                "rule",
                "enabled",
                true,
                "conditionOperator",
                "AND",
                "conditions",
                List.of(condition),
                "value",
                true);
        Map<String, Object> config =
                Map.of("version", 1, "enabled", true, "defaultValue", false, "rules", List.of(rule));
        String flag = JsonText.of(Map.of("id", "flag_1", "type", "boolean", "config", config));
        Options options = Options.of("http://127.0.0.1:9", "sk").bootstrap(Delivery.bundle(1, Map.of("flag", flag)));
        try (Flags flags = Flags.open(options)) {
            return flags.bool("flag", Context.empty().with("it", attribute), false);
        }
    }

    @Test
    void whatJavaHasIsComparedAsWhatItIs() {
        assertEquals(true, holds("equals", "0.1", 0.1f), "a float is its text");
        assertEquals(true, holds("equals", "7", 7L));
        assertEquals(true, holds("equals", "7", (short) 7));
        assertEquals(true, holds("equals", "7.5", new BigDecimal("7.50")));
        assertEquals(true, holds("gt", 6.0, new AtomicInteger(7)));
        assertEquals(true, holds("equals", "PRO", Plan.PRO));
        assertEquals(true, holds("equals", "pro", new StringBuilder("pro")));
        assertEquals(true, holds("equals", "p", 'p'));
        assertEquals(true, holds("equals", "true", true));
        UUID id = UUID.randomUUID();
        assertEquals(true, holds("equals", id.toString(), id));
        assertEquals(true, holds("before", "2026-01-01", Instant.parse("2025-12-31T23:59:59Z")));
    }

    @Test
    void collectionsAndArraysAreLists() {
        assertEquals(true, holds("equals", "b", List.of("a", "b")));
        assertEquals(true, holds("equals", "b", new String[] {"a", "b"}));
        assertEquals(true, holds("equals", "2", new int[] {1, 2}));
        assertEquals(true, holds("equals", "b", new LinkedHashSet<>(List.of("a", "b"))));
        assertEquals(true, holds("equals", "PRO", List.of(Plan.PRO)));
        assertEquals(false, holds("not_equals", "b", List.of("a", "b")));
    }

    @Test
    void whatIsNothingOfTheseIsMissing() {
        for (Object odd : Arrays.asList(
                null,
                new Object(),
                Map.of("a", 1),
                List.of(),
                new int[0],
                new ArrayList<>(Collections.nCopies(101, "a")),
                Arrays.asList("a", null),
                List.of(List.of("a")),
                Double.NaN,
                Float.POSITIVE_INFINITY)) {
            assertEquals(false, holds("not_equals", "b", odd), String.valueOf(odd));
        }
    }

    @Test
    void aContextNeverChanges() {
        Context first = Context.user("ada");
        Context second = first.with("plan", "pro").withAnonymousId("a-1").withProxyCountry("NL");
        assertEquals(null, first.attribute("plan"));
        assertEquals("pro", second.attribute("plan"));
        assertEquals("ada", second.unit());
        assertEquals("a-1", Context.user("").withAnonymousId("a-1").unit());
        assertEquals(null, Context.empty().unit());
    }
}
