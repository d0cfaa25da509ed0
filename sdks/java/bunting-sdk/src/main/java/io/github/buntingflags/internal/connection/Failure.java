package io.github.buntingflags.internal.connection;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.FlagsError;

/** A failure with an error code. */
public class Failure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient FlagsError error;

    public Failure(ErrorCode code, String message) {
        super(message);
        error = new FlagsError(code, message, null);
    }

    public FlagsError error() {
        return error;
    }

    /** Keeps the code of a {@link Failure}. */
    public static FlagsError asError(ErrorCode code, String message, Throwable thrown) {
        if (thrown instanceof Failure failure) return failure.error();
        String cause = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
        return new FlagsError(code, message + ": " + cause, thrown);
    }
}
