package io.github.buntingflags.internal.engine.config;

import java.util.ArrayList;
import java.util.List;

/** The name of a flag or segment that a config depends on, unique across both kinds. */
public record Reference(boolean isSegment, String key) {
    /** Returns segments in the order of the rules, then flags. */
    public static List<Reference> in(List<Rule> rules, List<FlagConfig.Prerequisite> prerequisites) {
        List<Reference> found = new ArrayList<>();
        for (Rule rule : rules) addSegments(found, rule.conditions());
        for (FlagConfig.Prerequisite each : prerequisites) found.add(new Reference(false, each.flagKey()));
        return found;
    }

    private static void addSegments(List<Reference> found, List<Condition> conditions) {
        for (Condition condition : conditions) {
            if (condition instanceof Condition.Group group) addSegments(found, group.members());
            if (condition instanceof Condition.Membership membership) {
                for (String key : membership.segments()) found.add(new Reference(true, key));
            }
        }
    }
}
