package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.lists.LargeList;
import java.util.List;

/**
 * An audience. The lists hold what `unit` names; the user where it is null.
 *
 * @param large the list of a segment that has nothing else; null of all others
 */
public record SegmentConfig(
        String unit, List<String> included, List<String> excluded, List<Rule> rules, LargeList large) {}
