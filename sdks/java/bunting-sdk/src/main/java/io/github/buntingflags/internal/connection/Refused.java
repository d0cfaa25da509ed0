package io.github.buntingflags.internal.connection;

import io.github.buntingflags.ErrorCode;

/** A response with an error status, and the wait that it asks for. */
final class Refused extends Failure {
    private static final long serialVersionUID = 1;

    final long retryAfterMs;

    Refused(String what, int status, long retryAfterMs) {
        super(codeOf(status), what + " answered " + status + consequence(status));
        this.retryAfterMs = retryAfterMs;
    }

    private static boolean isKey(int status) {
        return status == 401 || status == 403;
    }

    private static ErrorCode codeOf(int status) {
        return isKey(status) ? ErrorCode.KEY_REFUSED : ErrorCode.UNREACHABLE;
    }

    private static String consequence(int status) {
        return isKey(status) ? ": the key is unknown, revoked, or not for this." : ": it is asked again.";
    }
}
