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

/** A compiled flag. Immutable, except for its counters: any number of threads may evaluate it. */
public final class CompiledFlag {
    /**
     * The fields of a flag besides its config.
     *
     * @param isStatic whether every context gets the same outcome
     * @param experiment the running experiment; null if there is none
     */
    public record Meta(String id, long version, boolean clientSafe, boolean isStatic, Experiment experiment) {
        public static final Meta NONE = new Meta(null, 0, false, false, null);
    }

    /**
     * A prerequisite of a flag.
     *
     * @param flag null if it does not exist
     * @param met the outcomes that meet the prerequisite
     */
    public record Parent(CompiledFlag flag, boolean[] met) {}

    public final String key;
    public final Meta meta;
    /** Whether it, or a flag or segment that it needs, is malformed. Evaluations then return an error. */
    public final boolean isBroken;
    /** The outcome of a broken flag. Also counts evaluations that failed. */
    public final Outcome failure;

    /** The program. For a broken flag it only leads to `failure`. */
    public final Node node;
    /** Whether its evaluations may expose to an experiment, of its own or of a flag that it needs. */
    public final boolean mayExpose;

    /** The flags that it needs, in order; empty if none of them exposes. */
    private final List<Parent> parents;

    /** The outcome for every context; null if it depends on the context. */
    private final Outcome constant;

    /**
     * The table of its entry, by which most flags are evaluated without running their program; null if there is none.
     */
    private final DecisionTable table;

    private CompiledFlag(String key, Meta meta, List<Parent> needed, Reason reason, Make make) {
        // Interned, like the literals in applications, so that most lookups compare by identity.
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

    /** Creates the program of a flag. */
    public interface Make {
        Node node(CompiledFlag flag);
    }

    public static CompiledFlag of(String key, Meta meta, List<Parent> needed, Make make) {
        return new CompiledFlag(key, meta, needed, Reason.ERROR, make);
    }

    /** Returns a flag whose evaluations return an error. It does not affect other flags. */
    public static CompiledFlag broken(String key, Meta meta) {
        return new CompiledFlag(key, meta, List.of(), Reason.ERROR, null);
    }

    /** Returns a flag that stands for one that does not exist, to count its evaluations. */
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

    /** A flag on the stack, and how many of its prerequisites are known to hold. */
    private static final class Asked {
        final CompiledFlag flag;
        int held;

        Asked(CompiledFlag flag) {
            this.flag = flag;
        }
    }

    /**
     * Passes on the outcomes of the flags that this one needs and that may expose, dependencies first, and only those
     * that are evaluated. It is iterative, because chains can be long.
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
            // Prerequisites after an unmet one are not evaluated.
            if (parent.flag != null && parent.met[memo.ask(parent.flag.node, context).outcome]) top.held++;
            else open.pop();
        }
    }
}
