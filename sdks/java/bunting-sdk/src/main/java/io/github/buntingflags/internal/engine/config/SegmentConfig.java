package io.github.buntingflags.internal.engine.config;

import java.util.List;

/** An audience. The lists hold what `unit` names; the user where it is null. */
public record SegmentConfig(String unit, List<String> included, List<String> excluded, List<Rule> rules) {}
