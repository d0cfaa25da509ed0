package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.Reason;
import io.github.buntingflags.internal.engine.config.FlagConfig;
import io.github.buntingflags.internal.engine.config.Rule;
import io.github.buntingflags.internal.engine.evaluate.Builder;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Node;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.values.SameValue;
import java.util.List;
import java.util.function.Function;

/** Compiles a flag: its prerequisites, the enabled rules, and the outcome if none of them matches. */
public final class FlagCompiler {
    /** Finds the segments and flags that a config names. A missing flag (null) is a prerequisite that does not hold. */
    public record Finder(Function<String, Node> segment, Function<String, CompiledFlag> flag) {}

    private final FlagConfig config;
    private final Outcomes outcomes;
    private final Finder find;
    private final Builder builder = new Builder();
    private final Conditions conditions;
    private final Rollouts rollouts;

    private FlagCompiler(CompiledFlag flag, FlagConfig config, Finder find) {
        this.config = config;
        this.find = find;
        outcomes = new Outcomes(flag, config);
        conditions = new Conditions(builder, find.segment);
        rollouts = new Rollouts(builder, outcomes, flag.key);
    }

    /** Returns a broken flag if a limit in the config cannot be computed. */
    public static CompiledFlag compile(
            String key, CompiledFlag.Meta meta, FlagConfig config, List<Node> needs, Finder find) {
        try {
            List<CompiledFlag.Parent> needed = config.enabled() ? parents(config, find) : List.of();
            return CompiledFlag.of(key, meta, needed, flag -> new FlagCompiler(flag, config, find).node(needs));
        } catch (Limits.Unreckonable unreckonable) {
            return CompiledFlag.broken(key, meta);
        }
    }

    private static List<CompiledFlag.Parent> parents(FlagConfig config, Finder find) {
        return config.prerequisites().stream()
                .map(prerequisite -> {
                    CompiledFlag parent = find.flag.apply(prerequisite.flagKey());
                    return new CompiledFlag.Parent(parent, parent == null ? null : metBy(prerequisite, parent.node));
                })
                .toList();
    }

    private Node node(List<Node> needs) {
        Step entry = rules();
        return new Node(entry, builder, needs, outcomes.all);
    }

    private Step rules() {
        if (!config.enabled()) return outcomes.ofValue(config.defaultValue(), Reason.DISABLED, null);
        Step next = outcomes.ofValue(config.defaultValue(), Reason.DEFAULT, null);
        for (int at = config.rules().size() - 1; at >= 0; at--) {
            Rule rule = config.rules().get(at);
            if (rule.enabled()) next = conditions.audience(rule, answer(rule, next), next);
        }
        return prerequisites(next);
    }

    /** The step for contexts that match a rule's conditions. */
    private Step answer(Rule rule, Step next) {
        if (rule.hash() != null) return rollouts.hashed(rule, next);
        if (rule.rolloutPercentage() != null || rule.distribution() != null) return rollouts.rollout(rule, next);
        return rule.value() == null ? next : outcomes.ofValue(rule.value(), Reason.RULE_MATCH, rule.id());
    }

    /** The checks of prerequisites. Which outcomes of each parent meet them is computed in advance. */
    private Step prerequisites(Step rules) {
        Step next = rules;
        for (int at = config.prerequisites().size() - 1; at >= 0; at--) {
            FlagConfig.Prerequisite prerequisite = config.prerequisites().get(at);
            Step unmet = outcomes.ofPrerequisite(prerequisite.flagKey());
            CompiledFlag parent = find.flag.apply(prerequisite.flagKey());
            next = parent == null ? unmet : builder.need(parent.node, metBy(prerequisite, parent.node), next, unmet);
        }
        return next;
    }

    private static boolean[] metBy(FlagConfig.Prerequisite prerequisite, Node parent) {
        boolean[] met = new boolean[parent.outcomes.size()];
        for (int at = 0; at < met.length; at++) met[at] = isMet(prerequisite, parent.outcomes.get(at));
        return met;
    }

    /** Returns whether an outcome meets a prerequisite. The outcome of a flag that is off never does. */
    private static boolean isMet(FlagConfig.Prerequisite prerequisite, Outcome outcome) {
        return outcome.details.reason() != Reason.DISABLED
                && outcome.value != null
                && prerequisite.values().stream().anyMatch(value -> SameValue.test(value, outcome.value));
    }
}
