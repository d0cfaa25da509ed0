package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.internal.engine.hash.Draw;
import io.github.buntingflags.internal.engine.lists.HashedIds;
import io.github.buntingflags.internal.engine.pattern.Pattern;
import io.github.buntingflags.internal.engine.text.FindTexts;
import io.github.buntingflags.internal.engine.values.IdSet;
import io.github.buntingflags.internal.engine.values.Version;
import java.util.Collection;
import java.util.List;

/**
 * A test of a program, with its successors. It is filled in during compilation and does not change afterwards. The
 * fields are public, because reading them is the hot path of every evaluation.
 */
public final class Step implements Cloneable {
    public final int op;
    public Step yes;
    public Step no;
    /** The attribute that is compared, or that identifies the unit; null for the user. */
    public Attribute attribute;

    /** Replaces this test and those that follow it; null if there is none. */
    DecisionTable table;

    public String text;
    public double number;
    /** Whether `text` is the text of a number, so that numbers can be compared without creating texts. */
    public boolean isNumber;

    public String[] texts;
    /**
     * The hashes of `texts`. A string caches its own hash, so most other texts are told apart by one comparison of
     * ints.
     */
    public int[] hashes;

    public IdSet ids;
    public HashedIds hashed;
    public FindTexts found;
    public Pattern pattern;
    public Version version;
    public int[] countries;

    public int seed;
    public long from;
    public long limit;
    public Draw draw;
    /** For a distribution: the end of each share, and the step that it leads to. */
    public long[] ends;

    public Step[] targets;

    /** For a separate evaluation: the node, and which of its outcomes lead to `yes`. */
    public Node node;

    public boolean[] met;
    /** For an end: the index of the outcome, and the outcome of a flag; null for a segment. */
    public int outcome;

    public Outcome answer;

    public Step(int op, Step yes, Step no) {
        this.op = op;
        this.yes = yes;
        this.no = no;
    }

    public static Step end(int outcome, Outcome answer) {
        Step end = new Step(Op.END, null, null);
        end.outcome = outcome;
        end.answer = answer;
        return end;
    }

    /** Without the table, which leads to steps of another program. */
    Step copy() {
        try {
            Step copy = (Step) clone();
            copy.table = null;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Returns the texts that a test compares with as a whole. */
    Collection<String> namedTexts() {
        if (ids != null) return ids.texts();
        return texts == null ? text == null ? List.of() : List.of(text) : List.of(texts);
    }

    /** Returns the step for a draw. */
    Step share(long drawn) {
        for (int at = 0; at < ends.length; at++) if (drawn < ends[at]) return targets[at];
        return no;
    }
}
