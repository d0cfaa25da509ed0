package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.Reason;
import io.github.buntingflags.internal.engine.config.Rule;
import io.github.buntingflags.internal.engine.evaluate.Attribute;
import io.github.buntingflags.internal.engine.evaluate.Builder;
import io.github.buntingflags.internal.engine.evaluate.Op;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.hash.Bucket;
import io.github.buntingflags.internal.engine.hash.Draw;
import java.util.List;

/** Compiles the rollout or split of a rule. `next` is the step for contexts that get no value from it. */
final class Rollouts {
    private final Builder builder;
    private final Outcomes outcomes;
    private final String flagKey;

    Rollouts(Builder builder, Outcomes outcomes, String flagKey) {
        this.builder = builder;
        this.outcomes = outcomes;
        this.flagKey = flagKey;
    }

    Step rollout(Rule rule, Step next) {
        Step inside = next;
        if (rule.distribution() != null) inside = split(rule, next);
        else if (rule.value() != null) inside = outcomes.ofValue(rule.value(), Reason.ROLLOUT, rule.id());
        if (rule.rolloutPercentage() == null) return inside;
        long end = Bucket.endOf(Bucket.thresholdOf(rule.rolloutPercentage()));
        return below(rule, end, inside, next);
    }

    private Step below(Rule rule, long limit, Step inside, Step next) {
        Step step = new Step(Op.IN_ROLLOUT, inside, next);
        step.seed = Bucket.rolloutSeed(flagKey, rule.id());
        step.limit = limit;
        // An empty name counts as missing.
        step.attribute = unitOf(rule);
        return builder.add(step);
    }

    /** Chooses the variant in whose share a unit's bucket falls; none if any share names an unknown variant. */
    private Step split(Rule rule, Step next) {
        Step[] targets = outcomes.ofShares(rule);
        if (targets == null) return next;
        Step step = new Step(Op.SPLIT, next, next);
        step.seed = Bucket.variantSeed(flagKey, rule.id());
        step.attribute = unitOf(rule);
        step.targets = targets;
        step.ends = endsOf(rule, (part, whole) -> Bucket.endOf(Math.round(part * Bucket.COUNT / whole)));
        return builder.add(step);
    }

    /** A rollout, a distribution or both, drawn as another service does. */
    Step hashed(Rule rule, Step next) {
        Step inside = next;
        if (rule.distribution() != null) {
            inside = hashedSplit(rule, next);
        } else if (rule.value() != null) {
            inside = outcomes.ofValue(rule.value(), Reason.ROLLOUT, rule.id());
            // Everyone who has a unit.
            if (rule.rolloutPercentage() == null) return below(rule, 1L << 32, inside, next);
        }
        if (rule.rolloutPercentage() == null) return inside;
        Step step = new Step(Op.DRAWN_BELOW, inside, next);
        step.draw = Draw.of(rule.hash().kind(), rule.hash().salt());
        step.limit = Limits.of(step.draw, rule.rolloutPercentage(), 100);
        step.attribute = unitOf(rule);
        return builder.add(step);
    }

    private Step hashedSplit(Rule rule, Step next) {
        if (rule.distribution().isEmpty()) return next;
        Step step = new Step(Op.DRAWN_SPLIT, next, next);
        step.draw = Draw.ofSplit(rule.hash().kind(), rule.hash().splitSalt(), rule.totalWeight());
        step.ends = endsOf(rule, (part, whole) -> Limits.of(step.draw, part, whole));
        step.targets = outcomes.ofShares(rule);
        step.attribute = unitOf(rule);
        return step.targets == null ? next : builder.add(step);
    }

    private interface End {
        long of(double part, double whole);
    }

    private static long[] endsOf(Rule rule, End end) {
        List<Rule.Share> shares = rule.distribution();
        long[] ends = new long[shares.size()];
        double running = 0;
        for (int at = 0; at < ends.length; at++) {
            running += shares.get(at).weight();
            ends[at] = end.of(running, rule.totalWeight());
        }
        return ends;
    }

    private static Attribute unitOf(Rule rule) {
        String name = rule.bucketBy();
        return Conditions.unit(name == null || name.isEmpty() ? null : name);
    }
}
