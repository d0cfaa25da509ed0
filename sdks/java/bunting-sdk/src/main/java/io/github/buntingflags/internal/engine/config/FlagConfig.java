package io.github.buntingflags.internal.engine.config;

import java.util.List;

/** What a flag answers, read and found well formed. */
public record FlagConfig(
        long version,
        boolean enabled,
        Object defaultValue,
        List<Rule> rules,
        List<Variant> variants,
        List<Prerequisite> prerequisites,
        boolean hasPrerequisites) {
    public record Variant(String key, Object value) {}

    public record Prerequisite(String flagKey, List<Object> values) {}

    /** Whether everybody gets the same answer. */
    public boolean isStatic() {
        return enabled && !hasPrerequisites && rules.stream().noneMatch(Rule::enabled);
    }
}
