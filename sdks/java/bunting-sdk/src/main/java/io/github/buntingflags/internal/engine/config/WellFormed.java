package io.github.buntingflags.internal.engine.config;

import static io.github.buntingflags.internal.engine.config.Fields.check;

import io.github.buntingflags.internal.engine.compile.Operator;
import io.github.buntingflags.internal.engine.config.Fields.Unknown;
import io.github.buntingflags.internal.engine.hash.HashKind;
import io.github.buntingflags.internal.engine.lists.LargeList;
import io.github.buntingflags.internal.engine.values.Texts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Parses and validates configs, which this version of the engine did not check when they were saved. A config with an
 * unknown operator or field is rejected, because its meaning is unknown.
 */
public final class WellFormed {
    private static final Pattern LIST_ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");
    /** 16 bytes as base64url. */
    private static final Pattern LIST_SALT = Pattern.compile("[0-9A-Za-z_-]{21}[AQgw]");

    private static final Pattern LIST_SHA256 = Pattern.compile("[0-9a-f]{64}");

    private static final Set<String> CONFIG =
            Set.of("version", "enabled", "defaultValue", "rules", "variants", "prerequisites");
    private static final Set<String> AUDIENCE = Set.of("id", "name", "enabled", "conditionOperator", "conditions");
    private static final Set<String> RULE = Set.of(
            "id",
            "name",
            "enabled",
            "conditionOperator",
            "conditions",
            "value",
            "rolloutPercentage",
            "distribution",
            "bucketBy",
            "hash",
            "split");
    private static final Map<String, Condition.Group.Kind> GROUPS =
            Map.of("all", Condition.Group.Kind.ALL, "any", Condition.Group.Kind.ANY, "none", Condition.Group.Kind.NONE);

    /** Validates the values of a flag, and of its variants, by the flag's type. */
    private record ValueCheck(Predicate<Object> isValue, Predicate<Object> isVariant) {}

    private static final Map<Object, ValueCheck> VALUES = Map.of(
            "boolean", new ValueCheck(value -> value instanceof Boolean, WellFormed::isTextOrNumber),
            "string", new ValueCheck(value -> value instanceof String, WellFormed::isTextOrNumber),
            "number",
                    new ValueCheck(
                            value -> value instanceof Double && Texts.isScalar(value), WellFormed::isTextOrNumber),
            "json", new ValueCheck(WellFormed::isDocument, WellFormed::isDocument));

    private WellFormed() {}

    /** Returns null if the config is malformed. */
    public static FlagConfig readFlag(Object raw, Object type) {
        try {
            return flag(raw, type);
        } catch (Unknown unknown) {
            return null;
        }
    }

    /** Returns null if the config is malformed. */
    public static SegmentConfig readSegment(Object raw) {
        try {
            return segment(raw);
        } catch (Unknown unknown) {
            return null;
        }
    }

    private static FlagConfig flag(Object raw, Object type) throws Unknown {
        Fields config = Fields.of(raw, CONFIG);
        ValueCheck values = type == null ? null : VALUES.get(type);
        check(values != null && values.isValue.test(config.get("defaultValue")));
        List<FlagConfig.Variant> variants = config.has("variants")
                ? config.list("variants", ConfigLimits.VARIANTS, each -> variant(each, values))
                : List.of();
        List<FlagConfig.Prerequisite> prerequisites = config.has("prerequisites")
                ? config.list("prerequisites", ConfigLimits.PREREQUISITES, WellFormed::prerequisite)
                : List.of();
        return new FlagConfig(
                config.whole("version"),
                config.truth("enabled"),
                config.get("defaultValue"),
                config.list("rules", ConfigLimits.RULES, each -> rule(each, values)),
                variants,
                prerequisites,
                config.has("prerequisites"));
    }

    private static FlagConfig.Variant variant(Object raw, ValueCheck values) throws Unknown {
        Fields variant = Fields.ofAny(raw);
        check(values.isVariant.test(variant.get("value")));
        return new FlagConfig.Variant(variant.text("key"), variant.get("value"));
    }

    private static FlagConfig.Prerequisite prerequisite(Object raw) throws Unknown {
        Fields fields = Fields.of(raw, Set.of("flagKey", "values"));
        return new FlagConfig.Prerequisite(
                fields.text("flagKey"), fields.list("values", ConfigLimits.PREREQUISITE_VALUES, value -> {
                    check(Texts.isScalar(value) || isDocument(value));
                    return value;
                }));
    }

    private static SegmentConfig segment(Object raw) throws Unknown {
        Fields segment = Fields.ofAny(raw);
        check(segment.has("unit") && segment.names().size() == 2);
        String unit = segment.get("unit") == null ? null : segment.text("unit");
        if (segment.has("large")) {
            return new SegmentConfig(unit, List.of(), List.of(), List.of(), largeList(segment.get("large")));
        }
        Fields config = Fields.of(segment.get("config"), Set.of("version", "included", "excluded", "rules"));
        config.whole("version");
        return new SegmentConfig(
                unit,
                config.list("included", ConfigLimits.SEGMENT_IDS, Fields::text),
                config.list("excluded", ConfigLimits.SEGMENT_IDS, Fields::text),
                config.list("rules", ConfigLimits.SEGMENT_RULES, each -> audience(Fields.of(each, AUDIENCE))),
                null);
    }

    private static LargeList largeList(Object raw) throws Unknown {
        Fields large = Fields.of(raw, Set.of("list", "version", "size", "salt", "sha256"));
        LargeList read = new LargeList(
                large.text("list"),
                large.whole("version"),
                large.whole("size"),
                large.text("salt"),
                large.text("sha256"));
        check(read.version() >= 0 && read.size() >= 0);
        check(LIST_ID.matcher(read.list()).matches()
                && LIST_SHA256.matcher(read.sha256()).matches());
        check(LIST_SALT.matcher(read.salt()).matches());
        return read;
    }

    private static Rule audience(Fields rule) throws Unknown {
        return rule(rule, null, null, null);
    }

    private static Rule rule(Object raw, ValueCheck values) throws Unknown {
        Fields rule = Fields.of(raw, RULE);
        check(!rule.has("value") || values.isValue.test(rule.get("value")));
        check(!rule.has("split") || rule.text("split").equals("boolean"));
        Double percentage = rule.has("rolloutPercentage") ? percentage(rule, "rolloutPercentage") : null;
        List<Rule.Share> shares =
                rule.has("distribution") ? rule.list("distribution", ConfigLimits.VARIANTS, WellFormed::share) : null;
        return rule(rule, percentage, shares, rule.has("hash") ? hash(rule.get("hash")) : null);
    }

    private static Rule rule(Fields rule, Double percentage, List<Rule.Share> shares, Rule.Hash hash) throws Unknown {
        rule.optionalText("name");
        String operator = rule.text("conditionOperator");
        check(operator.equals("AND") || operator.equals("OR"));
        return new Rule(
                rule.text("id"),
                rule.truth("enabled"),
                operator.equals("OR"),
                rule.list("conditions", ConfigLimits.CONDITIONS, each -> condition(each, ConfigLimits.GROUP_DEPTH)),
                rule.get("value"),
                percentage,
                shares,
                rule.optionalText("bucketBy"),
                hash);
    }

    private static double percentage(Fields fields, String name) throws Unknown {
        double share = fields.number(name);
        check(share >= 0 && share <= 100);
        return share;
    }

    private static Rule.Share share(Object raw) throws Unknown {
        Fields share = Fields.of(raw, Set.of("variant", "weight"));
        check(share.number("weight") > 0);
        return new Rule.Share(share.text("variant"), share.number("weight"));
    }

    private static Rule.Hash hash(Object raw) throws Unknown {
        Fields hash = Fields.of(raw, Set.of("kind", "salt", "splitSalt"));
        HashKind kind = HashKind.find(hash.text("kind"));
        check(kind != null);
        String salt = salt(hash, "salt");
        return new Rule.Hash(kind, salt, hash.has("splitSalt") ? salt(hash, "splitSalt") : salt);
    }

    private static String salt(Fields fields, String name) throws Unknown {
        check(fields.text(name).length() <= ConfigLimits.SALT);
        return fields.text(name);
    }

    private static Condition condition(Object raw, int levels) throws Unknown {
        Fields condition = Fields.ofAny(raw);
        if (!(condition.get("operator") instanceof String operator)) return group(condition, levels);
        return switch (operator) {
            case "in_segment", "not_in_segment" -> membership(raw, operator.equals("not_in_segment"));
            case "in_share" -> unitShare(raw);
            default -> comparison(raw, operator);
        };
    }

    private static Condition comparison(Object raw, String name) throws Unknown {
        Fields condition = Fields.of(raw, Set.of("attribute", "operator", "value", "ignoreCase"));
        Operator operator = Operator.find(name);
        boolean ignoreCase = condition.has("ignoreCase") && condition.truth("ignoreCase");
        check(operator != null && (!ignoreCase || operator.foldable()));
        check(!condition.has("value") || isConditionValue(condition.get("value")));
        return new Condition.Comparison(condition.text("attribute"), operator, condition.get("value"), ignoreCase);
    }

    private static boolean isConditionValue(Object value) {
        if (!(value instanceof List<?> list)) return Texts.isScalar(value);
        return list.size() <= ConfigLimits.VALUES && list.stream().allMatch(Texts::isScalar);
    }

    private static Condition membership(Object raw, boolean negated) throws Unknown {
        Fields condition = Fields.of(raw, Set.of("operator", "value"));
        Object value = condition.get("value");
        check(!condition.has("value") || isConditionValue(value));
        return new Condition.Membership(segmentsIn(value), negated);
    }

    /** An invalid value counts as an empty list, so the condition never holds. */
    private static List<String> segmentsIn(Object value) {
        try {
            return value instanceof String key ? List.of(key) : Fields.list(value, ConfigLimits.SEGMENTS, Fields::text);
        } catch (Unknown unknown) {
            return List.of();
        }
    }

    private static Condition unitShare(Object raw) throws Unknown {
        Fields condition = Fields.of(raw, Set.of("operator", "attribute", "value"));
        Fields value = Fields.of(condition.get("value"), Set.of("from", "to", "salt", "kind"));
        String name = value.has("kind") ? value.text("kind") : "bunting";
        HashKind kind = name.equals("bunting") ? HashKind.BUNTING : HashKind.find(name);
        check(kind != null);
        return new Condition.UnitShare(
                condition.optionalText("attribute"),
                percentage(value, "from"),
                percentage(value, "to"),
                salt(value, "salt"),
                kind);
    }

    private static Condition group(Fields condition, int levels) throws Unknown {
        check(condition.names().size() == 1 && levels > 0);
        String name = Fields.text(condition.names().iterator().next());
        check(GROUPS.containsKey(name));
        return new Condition.Group(
                GROUPS.get(name),
                condition.list(name, ConfigLimits.CONDITIONS, member -> condition(member, levels - 1)));
    }

    private static boolean isTextOrNumber(Object value) {
        return Texts.isScalar(value) && !(value instanceof Boolean);
    }

    private static boolean isDocument(Object value) {
        return isDocument(value, ConfigLimits.JSON_DEPTH);
    }

    private static boolean isDocument(Object value, int levels) {
        if (value instanceof Map<?, ?> members) {
            return members.values().stream().allMatch(each -> isJson(each, levels - 1));
        }
        return value instanceof List<?> elements && elements.stream().allMatch(each -> isJson(each, levels - 1));
    }

    private static boolean isJson(Object value, int levels) {
        return value == null || Texts.isScalar(value) || (levels > 0 && isDocument(value, levels));
    }
}
