package io.github.buntingflags.bench;

import com.launchdarkly.sdk.LDContext;
import com.launchdarkly.sdk.server.Components;
import com.launchdarkly.sdk.server.LDClient;
import com.launchdarkly.sdk.server.LDConfig;
import com.launchdarkly.sdk.server.integrations.FileData;
import io.github.buntingflags.Context;
import io.github.buntingflags.internal.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The same flags in LaunchDarkly's format, loaded from a file, with events off. */
final class LaunchDarklyCases {
    private static final Context[] USERS = BenchCases.users(BenchCases.USERS);

    private LaunchDarklyCases() {}

    static LDContext user(int at) {
        Context user = USERS[at];
        return LDContext.builder(user.userId())
                .set("country", (String) user.attribute("country"))
                .set("plan", (String) user.attribute("plan"))
                .set("age", (Integer) user.attribute("age"))
                .set("beta", (Boolean) user.attribute("beta"))
                .set("email", (String) user.attribute("email"))
                .build();
    }

    static LDClient open(Map<String, String> kinds) throws IOException {
        Path file = Files.createTempFile("launchdarkly", ".json");
        Files.writeString(file, JsonText.of(Map.of("flags", flags(kinds), "segments", segments())));
        LDConfig config = new LDConfig.Builder()
                .dataSource(FileData.dataSource().filePaths(file))
                .events(Components.noEvents())
                .diagnosticOptOut(true)
                .logging(Components.noLogging())
                .build();
        LDClient client = new LDClient("sdk-key", config);
        Files.delete(file);
        return client;
    }

    private static Map<String, Object> flags(Map<String, String> kinds) {
        Map<String, Object> flags = new LinkedHashMap<>();
        kinds.forEach((key, kind) -> {
            if (!kind.equals("groups")) flags.put(key, flag(key, kind));
        });
        List<Object> chained = List.of(
                clause("country", "in", "US", "NL", "BE", "DE", "JP"),
                clause("age", "greaterThan", 25),
                clause("country", "in", "US", "NL", "BE", "DE", "FR"),
                clause("plan", "in", "pro", "enterprise"),
                clause("age", "greaterThan", 10));
        for (int link = 1; link <= chained.size(); link++) {
            Map<String, Object> flag = base("link-" + link, List.of(rule(0, chained.get(link - 1))), 0);
            if (link < chained.size()) flag.put("prerequisites", needs(link + 1));
            flags.put("link-" + link, flag);
        }
        return flags;
    }

    private static List<Object> needs(int link) {
        return List.of(Map.of("key", "link-" + link, "variation", 1));
    }

    private static Map<String, Object> flag(String key, String kind) {
        switch (kind) {
            case "plain":
                return base(key, List.of(), 1);
            case "rules":
                return base(
                        key,
                        List.of(
                                rule(0, clause("plan", "in", "pro", "enterprise"), clause("country", "in", "US")),
                                rule(1, clause("country", "in", "NL", "BE", "DE"), clause("age", "greaterThan", 65)),
                                rule(2, clause("plan", "in", "pro"), clause("age", "greaterThan", 18))),
                        0);
            case "rollout":
                Map<String, Object> rolled = base(key, List.of(), 0);
                List<Object> shares =
                        List.of(Map.of("variation", 1, "weight", 25_000), Map.of("variation", 0, "weight", 75_000));
                rolled.put("fallthrough", Map.of("rollout", Map.of("variations", shares)));
                return rolled;
            case "segment":
                return base(key, List.of(rule(0, clause("", "segmentMatch", "audience"))), 0);
            case "nested":
                return base(key, List.of(rule(0, clause("", "segmentMatch", "outer"))), 0);
            default:
                Map<String, Object> chain = base(key, List.of(rule(0, clause("plan", "in", "enterprise"))), 0);
                chain.put("prerequisites", needs(1));
                return chain;
        }
    }

    private static Map<String, Object> base(String key, List<Object> rules, int fallthrough) {
        Map<String, Object> flag = new LinkedHashMap<>();
        flag.put("key", key);
        flag.put("version", 1);
        flag.put("on", true);
        flag.put("variations", List.of(false, true));
        flag.put("offVariation", 0);
        flag.put("salt", "salt");
        flag.put("fallthrough", Map.of("variation", fallthrough));
        flag.put("rules", rules);
        return flag;
    }

    private static Map<String, Object> rule(int at, Object... clauses) {
        return Map.of("id", "rule-" + (at + 1), "variation", 1, "clauses", List.of(clauses));
    }

    private static Map<String, Object> clause(String attribute, String op, Object... values) {
        return Map.of("contextKind", "user", "attribute", attribute, "op", op, "values", List.of(values));
    }

    private static Map<String, Object> segments() {
        return Map.of(
                "audience", Map.of("key", "audience", "version", 1, "included", BenchCases.audience()),
                "outer",
                        segment(
                                "outer",
                                clause("", "segmentMatch", "middle"),
                                clause("plan", "in", "pro", "enterprise")),
                "middle", segment("middle", clause("", "segmentMatch", "inner"), clause("age", "greaterThan", 18)),
                "inner", segment("inner", clause("country", "in", "US", "NL", "BE", "DE")));
    }

    private static Map<String, Object> segment(String key, Object... clauses) {
        return Map.of("key", key, "version", 1, "rules", List.of(Map.of("clauses", List.of(clauses))), "salt", "salt");
    }
}
