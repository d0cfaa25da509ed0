package io.github.buntingflags.internal.engine.pattern;

/** Thrown if a text is not a valid pattern. */
final class BadPattern extends Exception {
    private static final long serialVersionUID = 1;

    BadPattern(String message) {
        super(message, null, false, false);
    }
}
