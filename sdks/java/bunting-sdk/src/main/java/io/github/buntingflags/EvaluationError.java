package io.github.buntingflags;

/** The reason why an evaluation returned the fallback. */
public enum EvaluationError {
    /** The flag does not exist. */
    FLAG_NOT_FOUND,
    /** The flag has another type. */
    TYPE_MISMATCH,
    /** No flags have been loaded yet. */
    NOT_READY,
    /** The flag's config is malformed, or an attribute of the context threw. */
    GENERAL
}
