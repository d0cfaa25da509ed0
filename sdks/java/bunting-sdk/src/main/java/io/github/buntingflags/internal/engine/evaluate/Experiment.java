package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Reason;
import io.github.buntingflags.internal.engine.config.FlagConfig;
import io.github.buntingflags.internal.engine.config.Rule;
import java.util.Map;

/**
 * The experiment that runs on a flag.
 *
 * @param ruleId the id of the rule that splits
 * @param event the event that exposes a unit; null if evaluations do
 * @param attribute the attribute that units are split by; null for the user
 */
public record Experiment(String ruleId, String event, Attribute attribute) {
    /** Returns null if it is not an experiment on one of the flag's rules; the flag works without it. */
    public static Experiment read(Object raw, FlagConfig config) {
        if (!(raw instanceof Map<?, ?> fields) || !(fields.get("ruleId") instanceof String ruleId)) return null;
        Object exposure = fields.get("exposure");
        String event = exposure instanceof Map<?, ?> by && by.get("event") instanceof String name ? name : null;
        if (event == null && !"evaluation".equals(exposure)) return null;
        for (Rule rule : config.rules()) {
            if (!rule.id().equals(ruleId) || rule.distribution() == null) continue;
            boolean isOfUser = rule.bucketBy() == null || rule.bucketBy().isEmpty();
            return new Experiment(ruleId, event, isOfUser ? null : Attribute.of(rule.bucketBy(), false, false));
        }
        return null;
    }

    /** Returns the unit that an evaluation exposes; null if it exposes none. */
    public String exposedUnit(Details<?> details, Context context) {
        if (event != null || details.reason() != Reason.ROLLOUT || details.variant() == null) return null;
        if (!ruleId.equals(details.ruleId())) return null;
        return attribute == null ? context.unit() : Attribute.unitOf(attribute.read(context));
    }
}
