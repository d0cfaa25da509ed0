package io.github.buntingflags;

/** Why a fallback was given instead of what the flag says. */
public enum EvaluationError {
    /** There is no such flag. */
    FLAG_NOT_FOUND,
    /** The flag is of another type. */
    TYPE_MISMATCH,
    /** There are no flags yet. */
    NOT_READY,
    /** The flag cannot be read, or the context threw. */
    GENERAL
}
