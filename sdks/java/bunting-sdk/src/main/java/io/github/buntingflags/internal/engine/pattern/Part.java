package io.github.buntingflags.internal.engine.pattern;

import java.util.List;

/** A part of a pattern. */
sealed interface Part {
    /** Reads one character of a class. */
    record Reading(CharClass characters) implements Part {}

    /** One of the assertions of {@link Sides} about the position between two characters. */
    record Assertion(int kind) implements Part {}

    record Sequence(List<Part> parts) implements Part {}

    record Choice(List<Part> parts) implements Part {}

    /** Repeats a part; `most` is -1 if it is unlimited. */
    record Repetition(Part part, int least, int most) implements Part {}
}
