package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.internal.engine.config.Condition;
import io.github.buntingflags.internal.engine.config.Rule;
import io.github.buntingflags.internal.engine.evaluate.Attribute;
import io.github.buntingflags.internal.engine.evaluate.Builder;
import io.github.buntingflags.internal.engine.evaluate.Node;
import io.github.buntingflags.internal.engine.evaluate.Op;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.hash.Draw;
import java.util.List;
import java.util.function.Function;

/** Compiles conditions into the steps of a program. */
final class Conditions {
    private static final boolean[] IN_SEGMENT = {false, true};

    private final Builder builder;
    private final Function<String, Node> findSegment;

    Conditions(Builder builder, Function<String, Node> findSegment) {
        this.builder = builder;
        this.findSegment = findSegment;
    }

    /** The audience of a rule; without conditions it is everyone. */
    Step audience(Rule rule, Step yes, Step no) {
        if (rule.conditions().isEmpty()) return yes;
        return rule.matchesAny() ? any(rule.conditions(), yes, no) : all(rule.conditions(), yes, no);
    }

    private Step all(List<Condition> conditions, Step yes, Step no) {
        Step next = yes;
        for (int at = conditions.size() - 1; at >= 0; at--) next = condition(conditions.get(at), next, no);
        return next;
    }

    private Step any(List<Condition> conditions, Step yes, Step no) {
        Step next = no;
        for (int at = conditions.size() - 1; at >= 0; at--) next = condition(conditions.get(at), yes, next);
        return next;
    }

    private Step condition(Condition condition, Step yes, Step no) {
        if (condition instanceof Condition.Comparison comparison) return comparison(comparison, yes, no);
        if (condition instanceof Condition.Membership membership) return membership(membership, yes, no);
        if (condition instanceof Condition.UnitShare share) return share(share, yes, no);
        Condition.Group group = (Condition.Group) condition;
        return switch (group.kind()) {
            case ALL -> all(group.members(), yes, no);
            case ANY -> any(group.members(), yes, no);
            case NONE -> any(group.members(), no, yes);
        };
    }

    private Step comparison(Condition.Comparison condition, Step yes, Step no) {
        Step step = condition.operator().prepare(condition, yes, no);
        if (step == null) return no;
        step.attribute = Attribute.of(condition.attribute(), condition.ignoreCase(), step.op == Op.GEO_COUNTRY);
        return builder.add(step);
    }

    private Step membership(Condition.Membership condition, Step yes, Step no) {
        List<String> segments = condition.segments();
        // A condition that names no segment never holds, negated or not.
        if (segments.isEmpty()) return no;
        Step inside = condition.negated() ? no : yes;
        Step next = condition.negated() ? yes : no;
        for (int at = segments.size() - 1; at >= 0; at--) {
            next = builder.need(findSegment.apply(segments.get(at)), IN_SEGMENT, inside, next);
        }
        return next;
    }

    /** Holds for units whose draw is at or above `from` and below `to`. */
    private Step share(Condition.UnitShare condition, Step yes, Step no) {
        Step step = new Step(Op.DRAWN_SHARE, yes, no);
        step.draw = Draw.of(condition.kind(), condition.salt());
        step.from = Limits.of(step.draw, condition.from(), 100);
        step.limit = Limits.of(step.draw, condition.to(), 100);
        step.attribute = unit(condition.attribute());
        return builder.add(step);
    }

    /** The attribute that identifies a unit; null for the user. */
    static Attribute unit(String name) {
        return name == null ? null : Attribute.of(name, false, false);
    }
}
