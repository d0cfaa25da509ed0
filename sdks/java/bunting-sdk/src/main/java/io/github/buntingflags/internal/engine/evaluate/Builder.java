package io.github.buntingflags.internal.engine.evaluate;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds a program from its end to its beginning: the successors of a step are known when it is added, so nothing needs
 * to be patched later.
 */
public final class Builder {
    /** A longer program is not inlined but evaluated separately, at most once per evaluation. */
    static final int MAX_INLINED = 24;

    private static final int MAX_PROGRAM = 256;

    private final List<Step> steps = new ArrayList<>();

    public List<Step> steps() {
        return steps;
    }

    public Step add(Step step) {
        steps.add(step);
        return step;
    }

    /**
     * Adds a test of another flag or segment: inlined if it is short, so that one decision table can cover it too, and
     * else as a separate evaluation. `met` marks its outcomes that lead to `yes`.
     */
    public Step need(Node needed, boolean[] met, Step yes, Step no) {
        if (needed.steps != null && steps.size() + needed.steps.size() <= MAX_PROGRAM) {
            return inline(needed, met, yes, no);
        }
        Step ask = new Step(Op.ASK, yes, no);
        ask.node = needed;
        ask.met = met;
        return add(ask);
    }

    private Step inline(Node needed, boolean[] met, Step yes, Step no) {
        Map<Step, Step> copies = new IdentityHashMap<>();
        for (Step step : needed.steps) {
            Step copy = step.copy();
            copy.yes = goOn(step.yes, copies, met, yes, no);
            copy.no = goOn(step.no, copies, met, yes, no);
            if (step.targets != null) {
                copy.targets = new Step[step.targets.length];
                for (int at = 0; at < copy.targets.length; at++) {
                    copy.targets[at] = goOn(step.targets[at], copies, met, yes, no);
                }
            }
            copies.put(step, add(copy));
        }
        return goOn(needed.entry, copies, met, yes, no);
    }

    private static Step goOn(Step to, Map<Step, Step> copies, boolean[] met, Step yes, Step no) {
        if (to.op != Op.END) return copies.get(to);
        return met[to.outcome] ? yes : no;
    }
}
