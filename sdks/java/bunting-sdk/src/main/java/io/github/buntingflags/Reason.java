package io.github.buntingflags;

/** Why a flag answered what it did. */
public enum Reason {
    /** The flag is off. */
    DISABLED,
    /** A rule matched. */
    RULE_MATCH,
    /** A rule matched that gives something to a part of those it matches, or splits them. */
    ROLLOUT,
    /** No rule matched. */
    DEFAULT,
    /** There is no such flag; the value is the fallback. */
    FLAG_NOT_FOUND,
    /** The value is the fallback; {@link Details#error()} says why. */
    ERROR
}
