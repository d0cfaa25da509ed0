package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;

/** A compiled flag or segment, which may depend on the results of others. */
public final class Node {
    /** The greatest depth that is evaluated by nested calls. */
    private static final int MAX_DEPTH = 50;

    final Step entry;
    /** Its steps, each after its successors; null if they are too many to be inlined. */
    final List<Step> steps;
    /** The nodes that it names, in order; null for a flag that does not exist. */
    public final List<Node> needs;
    /** Whether it evaluates other nodes separately. */
    private final boolean asks;
    /** The length of the longest chain of nodes below it; 0 if it names none. */
    private final int depth;

    /** The possible outcomes of a flag. Empty for a segment, which ends with 0 (out) or 1 (in). */
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
        // A short segment needs no tables: it is inlined into the programs that name it.
        if (!outcomes.isEmpty() || this.steps == null) DecisionTables.addTo(entry, steps);
    }

    /** Runs the program from one of its steps on, and returns the end step for a context. */
    Step answerFrom(Step step, Context context) {
        if (!asks) return Program.run(step, context, null);
        Memo memo = new Memo();
        askBelow(context, memo);
        return Program.run(step, context, memo);
    }

    private record Asked(Node node, Iterator<Node> needs) {}

    /** Evaluates the deepest nodes first, one after the other, so that no call is nested deeply. */
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
