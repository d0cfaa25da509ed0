package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/** A flag or a segment that is compiled. What it answers may need what those answer that it names. */
public final class Node {
    /** How far nodes are asked through each other's calls. */
    private static final int MAX_DEPTH = 50;

    final Step entry;
    /** Its steps, each after those that it leads to; null where they are too many to be put in place of a question. */
    final List<Step> steps;
    /** What it names, in order; null for a flag that is not there. */
    public final List<Node> needs;
    /** Whether it asks others apart. */
    private final boolean asks;
    /** How far down it goes: 0 where it names nothing. */
    private final int depth;

    /** What a flag can answer; a segment has two without a form, out and in. */
    public final List<Outcome> outcomes;

    public Node(Step entry, Builder builder, List<Node> needs, List<Outcome> outcomes) {
        List<Step> steps = builder.steps();
        this.entry = entry;
        this.steps = steps.size() > Builder.MAX_INLINED ? null : List.copyOf(steps);
        this.needs = needs;
        this.outcomes = outcomes;
        asks = steps.stream().anyMatch(step -> step.op == Op.ASK);
        int deepest = -1;
        for (Node need : needs) if (need != null) deepest = Math.max(deepest, need.depth);
        depth = deepest + 1;
        // A short segment has none of its own: those that name it hold its tests in theirs.
        if (!outcomes.isEmpty() || this.steps == null) DecisionTables.addTo(entry, steps);
    }

    /** The end that a context comes to, from one of its steps on. */
    Step answerFrom(Step step, Context context) {
        if (!asks) return Program.run(step, context, null);
        Memo memo = new Memo();
        askBelow(context, memo);
        return Program.run(step, context, memo);
    }

    private record Asked(Node node, Iterator<Node> needs) {}

    /** Asks what lies far below first, one after the other, so that no call goes deep. */
    void askBelow(Context context, Memo memo) {
        if (depth <= MAX_DEPTH) return;
        ArrayDeque<Asked> open = new ArrayDeque<>();
        open.push(new Asked(this, needs.iterator()));
        while (!open.isEmpty()) {
            Asked top = open.peek();
            if (top.needs.hasNext()) {
                Node need = top.needs.next();
                if (need != null && need.depth >= MAX_DEPTH && !memo.has(need)) {
                    open.push(new Asked(need, need.needs.iterator()));
                }
                continue;
            }
            open.pop();
            if (top.node != this) memo.ask(top.node, context);
        }
    }
}
