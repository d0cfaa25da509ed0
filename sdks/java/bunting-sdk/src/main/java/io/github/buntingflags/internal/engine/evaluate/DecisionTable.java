package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import java.util.Arrays;

/**
 * Replaces a run of tests that only compare attributes with texts and numbers. It has a column for each attribute and a
 * cell for each combination of their classes, so an evaluation looks each attribute up once, however many rules there
 * are.
 */
final class DecisionTable {
    /** Tables with more attributes are rare and use a loop. */
    private static final int UNROLLED = 3;

    private final Column first;
    private final Column second;
    private final Column third;
    private final Column[] others;

    /** The outcome in each cell; null if the evaluation continues at the step in that cell. */
    private final Outcome[] answers;

    private final Step[] steps;

    DecisionTable(Column[] columns, Step[] steps) {
        first = columns[0];
        second = columns.length > 1 ? columns[1] : null;
        third = columns.length > 2 ? columns[2] : null;
        others = columns.length > UNROLLED ? Arrays.copyOfRange(columns, UNROLLED, columns.length) : null;
        this.steps = steps;
        answers = new Outcome[steps.length];
        for (int cell = 0; cell < steps.length; cell++) answers[cell] = steps[cell].answer;
    }

    /** Returns the index of the cell for a context; negative if an attribute's value has no class, such as a list. */
    int cellOf(Context context) {
        Object[] attributes = AttributeTable.of(context);
        int cell = first.offsetIn(attributes);
        if (second != null) cell += second.offsetIn(attributes);
        if (third != null) cell += third.offsetIn(attributes);
        return others == null ? cell : cellAmongOthers(cell, attributes);
    }

    private int cellAmongOthers(int begun, Object[] attributes) {
        int cell = begun;
        for (Column column : others) cell += column.offsetIn(attributes);
        return cell;
    }

    Outcome answerIn(int cell) {
        return answers[cell];
    }

    Step stepIn(int cell) {
        return steps[cell];
    }
}
