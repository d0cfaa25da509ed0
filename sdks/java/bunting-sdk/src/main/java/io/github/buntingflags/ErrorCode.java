package io.github.buntingflags;

/** What went wrong. */
public enum ErrorCode {
    /** The key is unknown, revoked, or not for this. It is asked with again, in case it works later. */
    KEY_REFUSED,
    /** Bunting cannot be reached, or does not answer. */
    UNREACHABLE,
    /** What came is not what Bunting sends, or cannot be read. */
    BAD_ANSWER,
    /** The bundle cannot be kept, or what was kept cannot be read. */
    CACHE,
    /** Evaluations could not be told. */
    TELEMETRY,
    /** A listener threw. */
    LISTENER
}
