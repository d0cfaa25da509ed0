package io.github.buntingflags.internal.engine;

import static io.github.buntingflags.Conformance.everyCase;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.buntingflags.Conformance;
import io.github.buntingflags.internal.engine.graph.FlagGraph;
import io.github.buntingflags.internal.engine.graph.Snapshot;
import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.HashedIds;
import io.github.buntingflags.internal.engine.lists.ListContent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("conformance")
class LargeSegmentsConformanceTest {
    private static List<?> data(String name) throws Exception {
        return (List<?>) Conformance.read("large-segments.json").get(name);
    }

    @Test
    void unitsAreHashedWithTheSaltOfTheirList() throws Exception {
        everyCase(data("hashes"), one -> {
            byte[] salt = Base64.getUrlDecoder().decode((String) one.get("salt"));
            String hash = HexFormat.of().toHexDigits(HashedIds.hashOf(salt, (String) one.get("unit")));
            return hash.equals(one.get("hash")) ? null : one.get("unit") + ": " + hash;
        });
    }

    @Test
    void listsHaveWhatTheDataSays() throws Exception {
        everyCase(data("lists"), one -> {
            HashList list = LargeSegments.hashes(one.get("hashes"));
            for (Object hash : (List<?>) one.get("has")) if (!has(list, hash)) return "it lacks " + hash;
            for (Object hash : (List<?>) one.get("hasNot")) if (has(list, hash)) return "it has " + hash;
            return EngineConformanceTest.compare(one.get("sha256"), list.sha256());
        });
    }

    private static boolean has(HashList list, Object hash) {
        return list.has(Long.parseUnsignedLong((String) hash, 16));
    }

    @Test
    void bytesSayWhatTheDataSays() throws Exception {
        everyCase(data("bytes"), one -> {
            byte[] bytes = HexFormat.of().parseHex((String) one.get("bytes"));
            ListContent content;
            try {
                content = ListContent.read(new ByteArrayInputStream(bytes), 100);
            } catch (IOException refused) {
                return one.get("expect") == null ? null : refused.getMessage();
            }
            if (!(one.get("expect") instanceof Map<?, ?> expected)) return "it was read";
            assertEquals(expected.get("from"), (double) content.from());
            assertEquals(expected.get("version"), (double) content.version());
            assertEquals(sumOf(expected.get("added")), content.added().sha256());
            assertEquals(sumOf(expected.get("removed")), content.removed().sha256());
            if (!one.containsKey("list")) return null;
            HashList next = content.appliedTo(LargeSegments.hashes(one.get("list")));
            if (content.from() == 0) assertEquals(one.get("bytes"), written(content));
            if (one.get("becomes") == null) return next == null ? null : "it was applied";
            return next == null ? "it was refused" : EngineConformanceTest.compare(one.get("sha256"), next.sha256());
        });
    }

    private static String sumOf(Object hashes) {
        return LargeSegments.hashes(hashes).sha256();
    }

    private static String written(ListContent content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ListContent.write(out, content.version(), content.added());
        return HexFormat.of().formatHex(out.toByteArray());
    }

    @Test
    void flagsWaitForLists() throws Exception {
        everyCase(data("changes"), one -> {
            LargeSegments known = LargeSegments.in(one.get("lists"));
            FlagGraph graph = new FlagGraph(known::find);
            Map<?, ?> bundle = (Map<?, ?>) one.get("bundle");
            Map<Object, Object> segments = new HashMap<>((Map<?, ?>) bundle.get("segments"));
            Snapshot snapshot = EngineConformanceTest.change(graph, bundle, true);
            String problem = EngineConformanceTest.check(snapshot, one.get("expect"));
            for (Object each : (List<?>) one.get("steps")) {
                Map<?, ?> step = (Map<?, ?>) each;
                if (step.get("patch") instanceof Map<?, ?> patch) {
                    segments.putAll((Map<?, ?>) patch.get("segments"));
                    EngineConformanceTest.change(graph, patch, true);
                }
                known.add(step.get("lists"));
                Map<Object, Object> come = new HashMap<>();
                for (String key : graph.lists().keySet()) if (graph.isWaiting(key)) come.put(key, segments.get(key));
                snapshot = EngineConformanceTest.change(graph, Map.of("flags", Map.of(), "segments", come), true);
                if (problem == null) problem = EngineConformanceTest.check(snapshot, step.get("expect"));
            }
            return problem;
        });
    }
}
