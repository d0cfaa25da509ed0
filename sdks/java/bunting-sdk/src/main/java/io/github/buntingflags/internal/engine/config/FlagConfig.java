package io.github.buntingflags.internal.engine.config;

import java.util.List;

/** A flag's config, parsed and validated. */
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

    /** Returns whether every context gets the same outcome. */
    public boolean isStatic() {
        return enabled && !hasPrerequisites && rules.stream().noneMatch(Rule::enabled);
    }
}
