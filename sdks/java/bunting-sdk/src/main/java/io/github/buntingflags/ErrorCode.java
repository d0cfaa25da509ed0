package io.github.buntingflags;

/** The kind of failure. */
public enum ErrorCode {
    /** The key is unknown, revoked, or of the wrong kind. The SDK keeps retrying, in case the key becomes valid. */
    KEY_REFUSED,
    /** Bunting cannot be reached, or does not respond. */
    UNREACHABLE,
    /** A response is malformed, or is not from Bunting. */
    BAD_ANSWER,
    /** The cache cannot be read or written. */
    CACHE,
    /** Evaluations or events could not be sent. */
    TELEMETRY,
    /** A listener threw. */
    LISTENER
}
