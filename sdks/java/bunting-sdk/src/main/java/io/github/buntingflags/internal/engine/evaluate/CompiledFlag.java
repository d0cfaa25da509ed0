package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Reason;
import java.util.List;

/** A flag that is compiled once and evaluated often, by any number of threads at once. */
public final class CompiledFlag {
    /**
     * What a bundle says of a flag beside its config.
     *
     * @param isStatic whether everybody gets the same answer
     */
    public record Meta(String id, long version, boolean clientSafe, boolean isStatic) {
        public static final Meta NONE = new Meta(null, 0, false, false);
    }

    public final String key;
    public final Meta meta;
    /** Whether it answers with an error, since it, or something that it needs, cannot be read. */
    public final boolean isBroken;
    /** Counts evaluations that came to nothing, and is what a broken flag answers. */
    public final Outcome failure;

    /** Null of a flag that is not there. */
    public final Node node;

    private final Outcome[] outcomes;
    /** What everybody gets, where everybody gets the same. */
    private final Outcome constant;

    private CompiledFlag(String key, Meta meta, Reason reason, Make make) {
        this.key = key;
        this.meta = meta;
        isBroken = make == null;
        failure = new Outcome(this, new Details<>(null, reason, null, null, null, 0, false, null));
        node = make == null ? brokenNode(failure) : make.node(this);
        outcomes = node.outcomes.toArray(new Outcome[0]);
        constant = node.entry.op == Op.END ? outcomes[node.entry.outcome] : null;
    }

    /** Makes what a flag answers by. */
    public interface Make {
        Node node(CompiledFlag flag);
    }

    public static CompiledFlag of(String key, Meta meta, Make make) {
        return new CompiledFlag(key, meta, Reason.ERROR, make);
    }

    /** One that answers with an error, and keeps nobody from the others. */
    public static CompiledFlag broken(String key, Meta meta) {
        return new CompiledFlag(key, meta, Reason.ERROR, null);
    }

    /** One that is not there, and whose questions are counted. */
    public static CompiledFlag missing(String key) {
        return new CompiledFlag(key, Meta.NONE, Reason.FLAG_NOT_FOUND, null);
    }

    private static Node brokenNode(Outcome failure) {
        return new Node(Step.end(0), new Builder(), List.of(), List.of(failure));
    }

    public Outcome evaluate(Context context) {
        return constant != null ? constant : outcomes[node.answer(context)];
    }
}
