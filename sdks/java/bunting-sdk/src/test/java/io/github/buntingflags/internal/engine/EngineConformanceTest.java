package io.github.buntingflags.internal.engine;

import static io.github.buntingflags.Conformance.cases;
import static io.github.buntingflags.Conformance.context;
import static io.github.buntingflags.Conformance.everyCase;
import static io.github.buntingflags.Conformance.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.buntingflags.Conformance;
import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.compile.Operator;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.graph.FlagGraph;
import io.github.buntingflags.internal.engine.graph.Snapshot;
import io.github.buntingflags.internal.engine.hash.Bucket;
import io.github.buntingflags.internal.engine.hash.Murmur3;
import io.github.buntingflags.internal.engine.pattern.Pattern;
import io.github.buntingflags.internal.engine.values.SameValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("conformance")
class EngineConformanceTest {
    private static final List<String> NOT_EVALUATIONS = List.of(
            "explain",
            "patches",
            "event-stream",
            "patterns",
            "numbers",
            "instants",
            "telemetry",
            "statistics",
            "exposures");

    private static Snapshot snapshotOf(Map<?, ?> one) {
        Map<String, String> flags = new LinkedHashMap<>();
        if (one.get("flags") instanceof Map<?, ?> others) {
            others.forEach((key, flag) -> flags.put((String) key, Conformance.flagText((Map<?, ?>) flag)));
        }
        if (one.get("config") != null) flags.put((String) one.get("flagKey"), Conformance.flagText(one));
        Double format = one.containsKey("format") ? (Double) one.get("format") : Double.valueOf(2);
        return new FlagGraph(LargeSegments.in(one.get("lists"))::find)
                .change(new FlagGraph.Change(flags, texts(one.get("segments"))), FlagGraph.isKnownFormat(format))
                .snapshot();
    }

    private static Map<String, Object> result(CompiledFlag flag, Context context) {
        CompiledFlag found = flag == null ? CompiledFlag.missing("none") : flag;
        return Conformance.result(found.evaluate(context).details);
    }

    static String compare(Object expected, Object actual) {
        return SameValue.test(expected, actual) ? null : "expected " + expected + ", got " + actual;
    }

    @Test
    void everyCaseIsAnsweredAsTheDataSays() throws Exception {
        int count = 0;
        for (String file : Conformance.files()) {
            if (NOT_EVALUATIONS.stream().anyMatch(file::startsWith)) continue;
            count += everyCase(cases(file), one -> {
                CompiledFlag flag = snapshotOf(one).find((String) one.get("flagKey"));
                String problem = compare(one.get("expect"), result(flag, context(one.get("context"))));
                return problem == null ? null : file + ": " + problem;
            });
        }
        assertTrue(count >= 1_385, "only " + count + " cases were found");
    }

    @Test
    void everyOperatorHasItsData() throws Exception {
        Set<String> known = new TreeSet<>(List.of("in_segment", "not_in_segment", "in_share"));
        Arrays.stream(Operator.values()).map(Operator::named).forEach(known::add);
        Set<String> found = Conformance.files().stream()
                .filter(file -> file.startsWith("operator-"))
                .map(file -> file.substring("operator-".length(), file.length() - ".json".length()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(known, found);
    }

    @Test
    void hashesAndBuckets() throws Exception {
        Map<?, ?> data = Conformance.read("bucketing.json");
        List<?> hashes = (List<?>) data.get("hashes");
        List<?> buckets = (List<?>) data.get("buckets");
        everyCase(hashes, one -> {
            int hash = Murmur3.hash((String) one.get("text"), whole(one.get("seed")));
            return compare((double) Integer.toUnsignedLong(hash), one.get("hash"));
        });
        everyCase(buckets, one -> {
            String key = (String) one.get("flagKey");
            String rule = (String) one.get("ruleId");
            String unit = (String) one.get("unit");
            List<Integer> seeds = List.of(Bucket.rolloutSeed(key, rule), Bucket.variantSeed(key, rule));
            assertEquals(List.of(whole(one.get("seed")), whole(one.get("variantSeed"))), seeds);
            List<Integer> found = List.of(Bucket.of(seeds.get(0), unit), Bucket.of(seeds.get(1), unit));
            return compare(List.of(whole(one.get("bucket")), whole(one.get("variantBucket"))), found);
        });
        assertTrue(hashes.size() + buckets.size() >= 130);
    }

    private static int whole(Object number) {
        return (int) ((Double) number).longValue();
    }

    @Test
    void whatAPatchMakesOfABundle() throws Exception {
        everyCase(cases("patches.json"), one -> {
            FlagGraph graph = new FlagGraph(named -> null);
            Map<?, ?> bundle = (Map<?, ?>) one.get("bundle");
            boolean isKnown = FlagGraph.isKnownFormat((Double) bundle.get("format"));
            Snapshot snapshot = change(graph, bundle, isKnown);
            String problem = check(snapshot, one.get("expect"));
            // Only the client tracks revisions, and so decides which patches apply.
            for (Object each : (List<?>) one.get("patches")) {
                Map<?, ?> step = (Map<?, ?>) each;
                if (step.get("applies").equals(true)) snapshot = change(graph, (Map<?, ?>) step.get("patch"), isKnown);
                if (problem == null) problem = check(snapshot, step.get("expect"));
            }
            return problem;
        });
    }

    static Snapshot change(FlagGraph graph, Map<?, ?> said, boolean isKnown) {
        FlagGraph.Change change = new FlagGraph.Change(texts(said.get("flags")), texts(said.get("segments")));
        return graph.change(change, isKnown).snapshot();
    }

    static String check(Snapshot snapshot, Object answers) {
        for (Object each : (List<?>) answers) {
            Map<?, ?> answer = (Map<?, ?>) each;
            CompiledFlag flag = snapshot.find((String) answer.get("flagKey"));
            String problem = compare(answer.get("result"), result(flag, context(answer.get("context"))));
            if (problem != null) return answer.get("flagKey") + ": " + problem;
        }
        return null;
    }

    /** Returns a predicate that tests a condition on an attribute. */
    private static Predicate<Object> holdsFor(String operator, Object value) {
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
        Snapshot snapshot = snapshotOf(Map.of("flagKey", "flag", "config", config));
        return attribute -> snapshot.find("flag")
                .evaluate(Context.empty().with("it", attribute))
                .value
                .equals(true);
    }

    @Test
    void patterns() throws Exception {
        int count = everyCase(cases("patterns.json"), one -> {
            String pattern = (String) one.get("pattern");
            Predicate<Object> holds = holdsFor("regex", pattern);
            if (one.get("accepted").equals(false)) return holds.test(pattern) ? pattern + " is none" : null;
            List<?> matches = (List<?>) one.get("matches");
            List<?> found = Stream.concat(matches.stream(), ((List<?>) one.get("misses")).stream())
                    .filter(holds)
                    .toList();
            return found.equals(matches) ? null : pattern + ": expected " + matches + ", got " + found;
        });
        assertTrue(count >= 400);
    }

    @Test
    void refusedPatternsAreRefused() throws Exception {
        everyCase(cases("patterns.json"), one -> {
            String pattern = (String) one.get("pattern");
            boolean isAccepted = Pattern.compile(pattern) != null;
            return one.get("accepted").equals(isAccepted) ? null : pattern + ": accepted is " + isAccepted;
        });
    }

    @Test
    void theTextsOfNumbers() throws Exception {
        everyCase(cases("numbers.json"), one -> {
            String text = (String) one.get("text");
            double number = doubleOf(one.get("bits"));
            boolean isSame = holdsFor("equals", text).test(number);
            boolean isText = holdsFor("regex", "^\\Q" + text + "\\E$").test(number);
            return isSame && isText ? null : text + ": " + isSame + ", " + isText;
        });
    }

    private static double doubleOf(Object bits) {
        return Double.longBitsToDouble(Long.parseUnsignedLong((String) bits, 16));
    }

    @Test
    void theNumbersOfTexts() throws Exception {
        everyCase((List<?>) Conformance.read("numbers.json").get("readings"), one -> {
            String text = (String) one.get("text");
            boolean isNumber = one.get("bits") != null;
            double number = isNumber ? doubleOf(one.get("bits")) : 0;
            boolean isAtLeast = holdsFor("gte", number).test(text);
            boolean isAtMost = holdsFor("lte", number).test(text);
            return isAtLeast == isNumber && isAtMost == isNumber ? null : text;
        });
    }

    @Test
    void instants() throws Exception {
        everyCase(cases("instants.json"), one -> {
            String text = (String) one.get("text");
            boolean isInstant = one.get("epochMs") != null;
            double at = isInstant ? (Double) one.get("epochMs") : 0;
            List<Object> around = List.of(at - 1, at, at + 1);
            List<Boolean> after =
                    around.stream().map(holdsFor("after", text)::test).toList();
            List<Boolean> before =
                    around.stream().map(holdsFor("before", text)::test).toList();
            boolean isRight =
                    after.equals(List.of(false, false, isInstant)) && before.equals(List.of(isInstant, false, false));
            return isRight ? null : text + ": " + after + " " + before;
        });
    }
}
