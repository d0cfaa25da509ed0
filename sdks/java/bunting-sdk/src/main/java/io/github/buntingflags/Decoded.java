package io.github.buntingflags;

import io.github.buntingflags.internal.engine.evaluate.Outcome;
import java.util.function.Function;

/** What a function made of a value last. It is kept with the value, and goes with it. */
record Decoded(Function<?, ?> by, Object value) {
    /** Null where the function throws. */
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
