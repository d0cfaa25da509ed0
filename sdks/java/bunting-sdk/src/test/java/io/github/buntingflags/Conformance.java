package io.github.buntingflags;

import static org.junit.jupiter.api.Assertions.fail;

import io.github.buntingflags.internal.json.Json;
import io.github.buntingflags.internal.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The repository's conformance data, which all engines share. */
public final class Conformance {
    private static final Path FOLDER = Path.of("..", "..", "..", "conformance");

    private Conformance() {}

    public interface Check {
        /** Describes what is wrong with a case; null if nothing is. */
        String of(Map<?, ?> one) throws Exception;
    }

    public static List<String> files() throws IOException {
        try (Stream<Path> found = Files.list(FOLDER)) {
            return found.map(path -> path.getFileName().toString())
                    .filter(name -> name.endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    public static Map<?, ?> read(String file) throws Exception {
        return (Map<?, ?>) Json.read(Files.readString(FOLDER.resolve(file)));
    }

    public static List<?> cases(String file) throws Exception {
        return (List<?>) read(file).get("cases");
    }

    /** Checks every case, and names all that fail. */
    public static int everyCase(List<?> cases, Check check) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Object one : cases) {
            Map<?, ?> fields = (Map<?, ?>) one;
            String problem = check.of(fields);
            if (problem != null) wrong.add(fields.get("name") + ": " + problem);
        }
        if (!wrong.isEmpty()) fail(wrong.size() + " of " + cases.size() + "\n" + String.join("\n", wrong));
        return cases.size();
    }

    public static Context context(Object raw) {
        if (!(raw instanceof Map<?, ?> fields)) return Context.empty();
        Context context = fields.get("userId") instanceof String user ? Context.user(user) : Context.empty();
        if (fields.get("anonymousId") instanceof String anonymous) context = context.withAnonymousId(anonymous);
        if (fields.get("proxyCountry") instanceof String country) context = context.withProxyCountry(country);
        if (!(fields.get("attributes") instanceof Map<?, ?> attributes)) return context;
        for (Map.Entry<?, ?> each : attributes.entrySet()) {
            context = context.with((String) each.getKey(), each.getValue());
        }
        return context;
    }

    public static Map<String, Object> result(Details<?> details) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("value", details.value());
        result.put("reason", details.reason().name());
        if (details.ruleId() != null) result.put("ruleId", details.ruleId());
        if (details.variant() != null) result.put("variant", details.variant());
        if (details.prerequisite() != null) result.put("prerequisite", details.prerequisite());
        return result;
    }

    public static String flagText(Map<?, ?> described) {
        Map<?, ?> config = (Map<?, ?>) described.get("config");
        Object type = described.containsKey("type") ? described.get("type") : typeOf(config.get("defaultValue"));
        Map<String, Object> flag = new LinkedHashMap<>();
        flag.put("id", "flag_1");
        flag.put("type", type);
        flag.put("config", config);
        return JsonText.of(flag);
    }

    private static String typeOf(Object value) {
        if (value instanceof Boolean) return "boolean";
        if (value instanceof String) return "string";
        return value instanceof Double ? "number" : "json";
    }

    public static Map<String, String> texts(Object entries) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (entries instanceof Map<?, ?> members) {
            members.forEach((key, value) -> texts.put((String) key, value == null ? null : JsonText.of(value)));
        }
        return texts;
    }
}
