package io.github.buntingflags;

import io.github.buntingflags.internal.engine.evaluate.Outcome;
import java.util.function.Function;

/** The result of the last function that decoded a value. It is cached with the value, and dropped with it. */
record Decoded(Function<?, ?> by, Object value) {
    /** Returns the decoded value, or null if the function throws. */
    @SuppressWarnings("unchecked")
    static <T> T by(Function<Object, ? extends T> read, Outcome outcome) {
        if (outcome.attached instanceof Decoded known && known.by == read) return (T) known.value;
        T made;
        try {
            made = read.apply(outcome.value);
        } catch (Exception | LinkageError | AssertionError | StackOverflowError refused) {
            made = null;
        }
        outcome.attached = new Decoded(read, made);
        return made;
    }
}
