package io.github.buntingflags.internal.engine.pattern;

import java.util.List;

/** What a pattern is made of. */
sealed interface Part {
    /** One character of a class. */
    record Reading(CharClass characters) implements Part {}

    /** Something between two characters: one of the assertions of {@link Sides}. */
    record Assertion(int kind) implements Part {}

    record Sequence(List<Part> parts) implements Part {}

    record Choice(List<Part> parts) implements Part {}

    /** So often; `most` is -1 where there is no end to it. */
    record Repetition(Part part, int least, int most) implements Part {}
}
