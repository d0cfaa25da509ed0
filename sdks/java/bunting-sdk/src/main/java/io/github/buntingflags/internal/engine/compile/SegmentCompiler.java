package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.internal.engine.config.Rule;
import io.github.buntingflags.internal.engine.config.SegmentConfig;
import io.github.buntingflags.internal.engine.evaluate.Builder;
import io.github.buntingflags.internal.engine.evaluate.Node;
import io.github.buntingflags.internal.engine.evaluate.Op;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.HashedIds;
import io.github.buntingflags.internal.engine.values.IdSet;
import java.util.List;
import java.util.function.Function;

/** Compiles a segment. Its lists of included and excluded units take precedence over its rules. */
public final class SegmentCompiler {
    private static final Step OUT = Step.end(0, null);
    private static final Step IN = Step.end(1, null);

    private SegmentCompiler() {}

    /** Returns null if a limit cannot be computed. `list` is the content of a large list. */
    public static Node compile(
            SegmentConfig config, HashList list, List<Node> needs, Function<String, Node> findSegment) {
        Builder builder = new Builder();
        if (config.large() != null) {
            Step step = new Step(Op.IN_HASHES, IN, OUT);
            step.hashed = new HashedIds(config.large().saltBytes(), list);
            step.attribute = Conditions.unit(config.unit());
            return new Node(builder.add(step), builder, needs, List.of());
        }
        Conditions conditions = new Conditions(builder, findSegment);
        try {
            Step entry = OUT;
            for (int at = config.rules().size() - 1; at >= 0; at--) {
                Rule rule = config.rules().get(at);
                if (rule.enabled()) entry = conditions.audience(rule, IN, entry);
            }
            entry = ids(builder, config.unit(), config.excluded(), OUT, entry);
            entry = ids(builder, config.unit(), config.included(), IN, entry);
            return new Node(entry, builder, needs, List.of());
        } catch (Limits.Unreckonable unreckonable) {
            return null;
        }
    }

    private static Step ids(Builder builder, String unit, List<String> ids, Step yes, Step no) {
        if (ids.isEmpty()) return no;
        Step step = new Step(Op.IN_IDS, yes, no);
        step.ids = new IdSet(ids);
        step.attribute = Conditions.unit(unit);
        return builder.add(step);
    }
}
