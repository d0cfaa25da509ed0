package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.internal.engine.hash.Draw;
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
    /** Where the attribute's value is kept while a program runs; -1 where there is no attribute. */
    public int slot = -1;

    public String text;
    public double number;
    /** Of a text: whether it is that of a number, so that no text has to be made of one. */
    public boolean isNumber;

    public String[] texts;
    public IdSet ids;
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
