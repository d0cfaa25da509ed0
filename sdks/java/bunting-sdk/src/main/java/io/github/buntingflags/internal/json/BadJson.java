package io.github.buntingflags.internal.json;

/** A text is no JSON, or deeper than anything that can be meant. */
public final class BadJson extends Exception {
    private static final long serialVersionUID = 1;

    BadJson(String message) {
        // Thrown for what a service sends, and caught close by: nobody reads where.
        super(message, null, false, false);
    }
}
