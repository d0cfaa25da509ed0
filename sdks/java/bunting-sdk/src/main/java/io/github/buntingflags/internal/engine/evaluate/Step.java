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
 * One test of a program, and where to go on. It is filled in while a flag is compiled and never changes after that: fields are
 * read far more often than anything else is done with them.
 */
public final class Step implements Cloneable {
    public final int op;
    public Step yes;
    public Step no;
    /** What it compares, or what the unit is; null where it asks about the user. */
    public Attribute attribute;

    /** Stands in for this test and for those that follow it; null where there is none. */
    DecisionTable table;

    public String text;
    public double number;
    /** Of a text: whether it is that of a number, so that no text has to be made of one. */
    public boolean isNumber;

    public String[] texts;
    /** Of the texts: a text keeps its own, so that others are told apart by one number. */
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
    /** Of a distribution: where each share ends, and what then. */
    public long[] ends;

    public Step[] targets;

    /** Of what is asked apart, and which of its outcomes will do. */
    public Node node;

    public boolean[] met;
    /** Of an end: the number of the outcome, and what a flag answers then; null of a segment. */
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

    /** Without its table, which leads to steps of another program. */
    Step copy() {
        try {
            Step copy = (Step) clone();
            copy.table = null;
            return copy;
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** The texts that a test compares with as a whole. */
    Collection<String> namedTexts() {
        if (ids != null) return ids.texts();
        return texts == null ? text == null ? List.of() : List.of(text) : List.of(texts);
    }

    /** Where to go on with what was drawn. */
    Step share(long drawn) {
        for (int at = 0; at < ends.length; at++) if (drawn < ends[at]) return targets[at];
        return no;
    }
}
