package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.internal.engine.hash.Draw;
import io.github.buntingflags.internal.engine.lists.HashedIds;
import io.github.buntingflags.internal.engine.pattern.Pattern;
import io.github.buntingflags.internal.engine.text.FindTexts;
import io.github.buntingflags.internal.engine.values.IdSet;
import io.github.buntingflags.internal.engine.values.Version;

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
    /** Which of the attributes it is that a program looks up at its beginning; -1 where it is none of them. */
    int slot = -1;

    /** The number that {@link Program} knows it by. */
    int code;

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
    /** Of an end. */
    public int outcome;

    public Step(int op, Step yes, Step no) {
        this.op = op;
        this.yes = yes;
        this.no = no;
    }

    public static Step end(int outcome) {
        Step end = new Step(Op.END, null, null);
        end.outcome = outcome;
        end.code = Op.END;
        return end;
    }

    public Step copy() {
        try {
            return (Step) clone();
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Where to go on with what was drawn. */
    Step share(long drawn) {
        for (int at = 0; at < ends.length; at++) if (drawn < ends[at]) return targets[at];
        return no;
    }
}
