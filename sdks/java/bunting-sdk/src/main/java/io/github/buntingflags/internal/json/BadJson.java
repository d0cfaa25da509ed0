package io.github.buntingflags.internal.json;

/** Thrown if a text is not JSON, or nested too deeply. */
public final class BadJson extends Exception {
    private static final long serialVersionUID = 1;

    BadJson(String message) {
        // No stack trace: it is thrown for the service's input and caught nearby, so the trace would be of no use.
        super(message, null, false, false);
    }
}
