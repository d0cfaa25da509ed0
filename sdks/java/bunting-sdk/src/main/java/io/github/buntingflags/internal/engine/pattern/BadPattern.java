package io.github.buntingflags.internal.engine.pattern;

/** A text is no pattern. */
final class BadPattern extends Exception {
    private static final long serialVersionUID = 1;

    BadPattern(String message) {
        super(message, null, false, false);
    }
}
