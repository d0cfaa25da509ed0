package io.github.buntingflags.internal.bundle;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.internal.connection.Failure;
import io.github.buntingflags.internal.json.BadJson;
import io.github.buntingflags.internal.json.Json;
import io.github.buntingflags.internal.json.Members;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * All flags and segments of an environment, or a patch: the difference between two revisions. Flags and segments are
 * validated when they are compiled.
 *
 * @param from the revision that a patch applies to; null for a bundle
 */
public record Bundle(Head head, Map<String, String> flags, Map<String, String> segments, Double from) {
    /**
     * The fields of a bundle besides its flags and segments.
     *
     * @param format null if it is missing
     * @param environmentId null if it is missing
     * @param others all of these fields, as raw JSON
     */
    public record Head(Double format, String environmentId, double revision, Map<String, String> others) {
        Head at(double next, String written) {
            Map<String, String> changed = new LinkedHashMap<>(others);
            changed.put("revision", written);
            return new Head(format, environmentId, next, changed);
        }
    }

    public boolean isPatch() {
        return from != null;
    }

    /** Throws if the text is not a bundle, such as half a file or a proxy's page. */
    public static Bundle parse(String text) throws Failure {
        Bundle parsed = read(text);
        if (parsed == null) throw new Failure(ErrorCode.BAD_ANSWER, "This is not a bundle of flags.");
        return new Bundle(parsed.head, parsed.flags, parsed.segments, null);
    }

    /** Parses a message from the service: a bundle or a patch. */
    public static Bundle parseSent(String text) throws Failure {
        Bundle parsed = read(text);
        if (parsed != null) return parsed;
        throw new Failure(ErrorCode.BAD_ANSWER, "This is neither a bundle of flags nor a patch of one.");
    }

    private static Bundle read(String text) {
        try {
            Map<String, String> members = Members.of(text);
            Double revision = numberIn(members.get("revision"));
            if (revision == null || !members.containsKey("flags")) return null;
            Map<String, String> flags = Members.of(members.get("flags"));
            // A `from` that is not a number matches no revision.
            Double from = members.containsKey("from") ? orNone(numberIn(members.get("from"))) : null;
            Map<String, String> segments = segmentsIn(members.get("segments"), from != null);
            Double format = members.containsKey("format") ? orNone(numberIn(members.get("format"))) : null;
            String environmentId = textIn(members.get("environmentId"));
            members.remove("flags");
            members.remove("segments");
            return new Bundle(new Head(format, environmentId, revision, members), flags, segments, from);
        } catch (BadJson bad) {
            return null;
        }
    }

    /** The first bundles had no segments. */
    private static Map<String, String> segmentsIn(String raw, boolean isPatch) throws BadJson {
        if (raw == null || raw.equals("null")) return Map.of();
        try {
            return Members.of(raw);
        } catch (BadJson bad) {
            if (isPatch) throw bad;
            return Map.of();
        }
    }

    private static Double orNone(Double number) {
        return number == null ? Double.valueOf(-1) : number;
    }

    private static Double numberIn(String raw) throws BadJson {
        return raw != null && Json.read(raw) instanceof Double number ? number : null;
    }

    private static String textIn(String raw) throws BadJson {
        return raw != null && Json.read(raw) instanceof String text ? text : null;
    }
}
