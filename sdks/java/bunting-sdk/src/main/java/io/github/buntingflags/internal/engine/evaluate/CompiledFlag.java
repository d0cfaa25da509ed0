package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Reason;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** A flag that is compiled once and evaluated often, by any number of threads at once. */
public final class CompiledFlag {
    /**
     * What a bundle says of a flag beside its config.
     *
     * @param isStatic whether everybody gets the same answer
     * @param experiment what runs on it; null where nothing does
     */
    public record Meta(String id, long version, boolean clientSafe, boolean isStatic, Experiment experiment) {
        public static final Meta NONE = new Meta(null, 0, false, false, null);
    }

    /**
     * A flag that another one needs.
     *
     * @param flag null where it is not there
     * @param met which of its outcomes will do
     */
    public record Parent(CompiledFlag flag, boolean[] met) {}

    public final String key;
    public final Meta meta;
    /** Whether it answers with an error, since it, or something that it needs, cannot be read. */
    public final boolean isBroken;
    /** Counts evaluations that came to nothing, and is what a broken flag answers. */
    public final Outcome failure;

    /** Null of a flag that is not there. */
    public final Node node;
    /** Whether evaluations of it may expose to an experiment: its own, or that of a flag that it needs. */
    public final boolean mayExpose;

    /** The flags that it needs, in order; empty where none of them exposes. */
    private final List<Parent> parents;

    /** What everybody gets, where everybody gets the same. */
    private final Outcome constant;

    /** That of its entry, so that most flags are answered without running their program; null where there is none. */
    private final DecisionTable table;

    private CompiledFlag(String key, Meta meta, List<Parent> needed, Reason reason, Make make) {
        // Interned, as the keys are that applications write: it is then found without comparing letters.
        this.key = key.intern();
        this.meta = meta;
        isBroken = make == null;
        failure = new Outcome(this, new Details<>(null, reason, null, null, null, 0, false, null));
        node = make == null ? brokenNode(failure) : make.node(this);
        boolean isByNeed = needed.stream().anyMatch(parent -> parent.flag != null && parent.flag.mayExpose);
        parents = isByNeed ? needed : List.of();
        boolean isByItself = make != null && meta.experiment != null && meta.experiment.event() == null;
        mayExpose = isByNeed || isByItself;
        constant = node.entry.answer;
        table = node.entry.table;
    }

    /** Makes what a flag answers by. */
    public interface Make {
        Node node(CompiledFlag flag);
    }

    public static CompiledFlag of(String key, Meta meta, List<Parent> needed, Make make) {
        return new CompiledFlag(key, meta, needed, Reason.ERROR, make);
    }

    /** One that answers with an error, and keeps nobody from the others. */
    public static CompiledFlag broken(String key, Meta meta) {
        return new CompiledFlag(key, meta, List.of(), Reason.ERROR, null);
    }

    /** One that is not there, and whose questions are counted. */
    public static CompiledFlag missing(String key) {
        return new CompiledFlag(key, Meta.NONE, List.of(), Reason.FLAG_NOT_FOUND, null);
    }

    private static Node brokenNode(Outcome failure) {
        return new Node(Step.end(0, failure), new Builder(), List.of(), List.of(failure));
    }

    public Outcome evaluate(Context context) {
        if (constant != null) return constant;
        if (table == null) return node.answerFrom(node.entry, context).answer;
        int cell = table.cellOf(context);
        if (cell < 0) return node.answerFrom(node.entry, context).answer;
        Outcome answer = table.answerIn(cell);
        return answer != null ? answer : node.answerFrom(table.stepIn(cell), context).answer;
    }

    /** A flag that is asked, and how many of those that it needs are known to hold. */
    private static final class Asked {
        final CompiledFlag flag;
        int held;

        Asked(CompiledFlag flag) {
            this.flag = flag;
        }
    }

    /**
     * The outcomes of the flags that this one needs and that may expose, as far as they are asked: what is needed comes first. Without
     * going deep, however long a chain is.
     */
    public void forEachNeeded(Context context, Consumer<Outcome> tell) {
        if (parents.isEmpty()) return;
        Memo memo = new Memo();
        node.askBelow(context, memo);
        Set<CompiledFlag> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        ArrayDeque<Asked> open = new ArrayDeque<>();
        seen.add(this);
        open.push(new Asked(this));
        while (!open.isEmpty()) {
            Asked top = open.peek();
            if (top.held == top.flag.parents.size()) {
                open.pop();
                if (top.flag != this) tell.accept(memo.ask(top.flag.node, context).answer);
                continue;
            }
            Parent parent = top.flag.parents.get(top.held);
            if (parent.flag != null && parent.flag.mayExpose && seen.add(parent.flag)) {
                open.push(new Asked(parent.flag));
                continue;
            }
            // No flag is asked after one that does not hold.
            if (parent.flag != null && parent.met[memo.ask(parent.flag.node, context).outcome]) top.held++;
            else open.pop();
        }
    }
}
