package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.lists.LargeList;
import java.util.List;

/**
 * A segment's config, parsed and validated. Its lists hold values of the attribute `unit`, or user ids if that is null.
 *
 * @param large the list of a large segment, which has nothing else; null for all others
 */
public record SegmentConfig(
        String unit, List<String> included, List<String> excluded, List<Rule> rules, LargeList large) {}
