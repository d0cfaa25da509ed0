package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.hash.Murmur3;

/**
 * Runs the program of a flag or segment: each step is a test that leads to the next step. It allocates nothing, so
 * evaluations leave no garbage, and makes no interface calls.
 */
final class Program {
    private Program() {}

    /** Returns the end step for a context. */
    static Step run(Step entry, Context context, Memo memo) {
        Step step = entry;
        while (step.op != Op.END) {
            if (step.table != null) {
                int cell = step.table.cellOf(context);
                if (cell >= 0) {
                    step = step.table.stepIn(cell);
                    continue;
                }
            }
            boolean holds;
            switch (step.op) {
                case Op.IN_IDS:
                    String unit = unitOf(step, context);
                    holds = unit != null && step.ids.contains(unit);
                    break;
                case Op.IN_HASHES:
                    String hashed = unitOf(step, context);
                    holds = hashed != null && step.hashed.contains(hashed);
                    break;
                case Op.IN_ROLLOUT:
                    String drawn = unitOf(step, context);
                    holds = drawn != null && Integer.toUnsignedLong(Murmur3.hash(drawn, step.seed)) < step.limit;
                    break;
                case Op.DRAWN_BELOW, Op.DRAWN_SHARE:
                    holds = Units.isDrawn(step, context);
                    break;
                case Op.SPLIT, Op.DRAWN_SPLIT:
                    step = Units.share(step, unitOf(step, context));
                    continue;
                case Op.ASK:
                    holds = step.met[memo.ask(step.node, context).outcome];
                    break;
                default:
                    holds = Comparisons.test(step, step.attribute.read(context));
            }
            step = holds ? step.yes : step.no;
        }
        return step;
    }

    private static String unitOf(Step step, Context context) {
        return step.attribute == null ? context.unit() : Attribute.unitOf(step.attribute.read(context));
    }
}
