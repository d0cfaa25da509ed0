package io.github.buntingflags;

import static io.github.buntingflags.Conformance.cases;
import static io.github.buntingflags.Conformance.everyCase;

import io.github.buntingflags.internal.bundle.Bundle;
import io.github.buntingflags.internal.connection.EventParser;
import io.github.buntingflags.internal.engine.values.SameValue;
import io.github.buntingflags.internal.json.Json;
import io.github.buntingflags.internal.json.JsonText;
import io.github.buntingflags.internal.telemetry.CountedValue;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("conformance")
class ClientConformanceTest {
    @Test
    void eventStreamsAreParsedAsTheStandardSays() throws Exception {
        everyCase(cases("event-stream.json"), one -> {
            List<byte[]> chunks = chunksOf(one);
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            chunks.forEach(whole::writeBytes);
            List<byte[]> single = new ArrayList<>();
            for (byte each : whole.toByteArray()) single.add(new byte[] {each});
            for (List<byte[]> way : List.of(chunks, List.of(whole.toByteArray()), single)) {
                List<Object> found = new ArrayList<>();
                EventParser parser = new EventParser();
                for (byte[] chunk : way) {
                    for (EventParser.Event event : parser.read(chunk, chunk.length)) {
                        found.add(Map.of("type", event.type(), "id", event.id(), "data", event.data()));
                    }
                }
                if (!SameValue.test(one.get("expect"), found)) return "found " + found;
            }
            return null;
        });
    }

    @Test
    void whoIsExposedAndWhatIsToldOfEvents() throws Exception {
        everyCase(cases("exposures.json"), one -> {
            try (Delivery delivery = new Delivery()) {
                Options options = Options.of("http://127.0.0.1:9", "sk_test")
                        .bootstrap(JsonText.of(one.get("bundle")))
                        .telemetry(delivery.url(), Duration.ofHours(1));
                try (Flags flags = Flags.open(options)) {
                    for (Object asked : (List<?>) one.get("evaluations")) ask(flags, (Map<?, ?>) asked);
                    for (Object event : (List<?>) one.get("tracked")) track(flags, (Map<?, ?>) event);
                }
                Map<String, List<Object>> told = Map.of("exposures", new ArrayList<>(), "events", new ArrayList<>());
                for (Delivery.Asked sent : delivery.asked("/v1/track")) {
                    Map<?, ?> body = (Map<?, ?>) Json.read(sent.body());
                    told.forEach((name, items) -> {
                        for (Object item : (List<?>) body.get(name)) items.add(withoutTimes((Map<?, ?>) item));
                    });
                }
                return SameValue.test(one.get("expect"), told) ? null : "told " + told;
            }
        });
    }

    private static void ask(Flags all, Map<?, ?> asked) {
        Flags flags = Boolean.FALSE.equals(asked.get("exposure")) ? all.withoutExposures() : all;
        String key = (String) asked.get("flagKey");
        Context context = Conformance.context(asked.get("context"));
        switch ((String) asked.get("type")) {
            case "boolean" -> flags.bool(key, context, false);
            case "number" -> flags.numberDetails(key, context, 0);
            default -> flags.string(key, context, "");
        }
    }

    private static void track(Flags flags, Map<?, ?> event) {
        String name = (String) event.get("name");
        Context context = Conformance.context(event.get("context"));
        if (event.get("value") instanceof Double value) flags.track(name, context, value);
        else flags.track(name, context);
    }

    private static Map<Object, Object> withoutTimes(Map<?, ?> item) {
        Map<Object, Object> rest = new LinkedHashMap<>(item);
        rest.keySet().removeAll(List.of("at", "id"));
        return rest;
    }

    private static List<byte[]> chunksOf(Map<?, ?> one) {
        List<byte[]> chunks = new ArrayList<>();
        if (one.get("chunks") instanceof List<?> texts) {
            for (Object text : texts) chunks.add(((String) text).getBytes(StandardCharsets.UTF_8));
        }
        if (one.get("hex") instanceof List<?> texts) {
            for (Object text : texts) chunks.add(HexFormat.of().parseHex((String) text));
        }
        return chunks;
    }

    @Test
    void whatAValueCountsUnder() throws Exception {
        everyCase(cases("telemetry-values.json"), one -> {
            Object value = Json.read((String) one.get("json"));
            String variant = (String) one.get("variant");
            Object counted = CountedValue.of(new Details<>(value, Reason.DEFAULT, variant, null, null, 1, false, null));
            Object expected = ((Map<?, ?>) one.get("expect")).get("value");
            return SameValue.test(expected, counted) ? null : "counted under " + counted;
        });
    }

    @Test
    void patchesApplyWhereTheyFit() throws Exception {
        everyCase(cases("patches.json"), one -> {
            try (Flags flags = open(JsonText.of(one.get("bundle")))) {
                String problem = check(flags, one.get("expect"));
                for (Object each : (List<?>) one.get("patches")) {
                    Map<?, ?> step = (Map<?, ?>) each;
                    boolean applies = flags.held().patch(Bundle.parseSent(JsonText.of(step.get("patch"))));
                    if (!step.get("applies").equals(applies)) return "a patch applies: " + applies;
                    if (problem == null) problem = check(flags, step.get("expect"));
                    // The text that is cached must have the same content.
                    try (Flags again = open(flags.held().text())) {
                        if (problem == null) problem = check(again, step.get("expect"));
                    }
                }
                return problem;
            }
        });
    }

    private static Flags open(String bootstrap) {
        return Flags.open(Options.of("http://127.0.0.1:9", "sk_test").bootstrap(bootstrap));
    }

    private static String check(Flags flags, Object answers) {
        for (Object each : (List<?>) answers) {
            Map<?, ?> answer = (Map<?, ?>) each;
            Map<?, ?> result = (Map<?, ?>) answer.get("result");
            Details<Object> found =
                    flags.all(Conformance.context(answer.get("context"))).get((String) answer.get("flagKey"));
            boolean isThere = !List.of("FLAG_NOT_FOUND", "ERROR").contains((String) result.get("reason"));
            if (isThere != (found != null)) return answer.get("flagKey") + " is there: " + !isThere;
            if (isThere && !SameValue.test(result, Conformance.result(found))) return "answered " + found;
        }
        return null;
    }
}
