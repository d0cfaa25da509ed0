package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.Details;
import io.github.buntingflags.Reason;
import io.github.buntingflags.internal.engine.config.FlagConfig;
import io.github.buntingflags.internal.engine.config.Rule;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Outcome;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.values.SameValue;
import java.util.ArrayList;
import java.util.List;

/** Creates all possible outcomes of a flag when it is compiled. */
final class Outcomes {
    private final CompiledFlag flag;
    private final FlagConfig config;
    final List<Outcome> all = new ArrayList<>();

    Outcomes(CompiledFlag flag, FlagConfig config) {
        this.flag = flag;
        this.config = config;
    }

    Step ofValue(Object value, Reason reason, String ruleId) {
        return add(value, reason, ruleId, variantOf(value), null);
    }

    /** The outcome of a flag that is off because of an unmet prerequisite. */
    Step ofPrerequisite(String flagKey) {
        return add(config.defaultValue(), Reason.DISABLED, null, variantOf(config.defaultValue()), flagKey);
    }

    /** The outcome of each share of a rule's distribution; null if a share names an unknown variant. */
    Step[] ofShares(Rule rule) {
        List<Rule.Share> shares = rule.distribution();
        Step[] targets = new Step[shares.size()];
        for (int at = 0; at < targets.length; at++) {
            String variant = shares.get(at).variant();
            Object value = valueOf(variant);
            if (value == null) return null;
            targets[at] = add(value, Reason.ROLLOUT, rule.id(), variant, null);
        }
        return targets;
    }

    private Step add(Object value, Reason reason, String ruleId, String variant, String prerequisite) {
        CompiledFlag.Meta meta = flag.meta;
        Outcome outcome = new Outcome(
                flag,
                new Details<>(value, reason, variant, ruleId, prerequisite, meta.version(), meta.isStatic(), null));
        all.add(outcome);
        return Step.end(all.size() - 1, outcome);
    }

    /** Returns a variant's value. A boolean flag has no variants of its own: its keys are "true" and "false". */
    private Object valueOf(String key) {
        if (config.defaultValue() instanceof Boolean) {
            return key.equals("true") || key.equals("false") ? key.equals("true") : null;
        }
        for (FlagConfig.Variant variant : config.variants()) if (variant.key().equals(key)) return variant.value();
        return null;
    }

    /** Returns the key of the variant that has this value, or null. */
    private String variantOf(Object value) {
        for (FlagConfig.Variant variant : config.variants()) {
            if (SameValue.test(variant.value(), value)) return variant.key();
        }
        return null;
    }
}
