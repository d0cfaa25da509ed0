package io.github.buntingflags;

/** The reason for a flag's value. */
public enum Reason {
    /** The flag is off. */
    DISABLED,
    /** A rule without a rollout or split matched. */
    RULE_MATCH,
    /** A rule with a percentage rollout or a split matched. */
    ROLLOUT,
    /** No rule matched. */
    DEFAULT,
    /** The flag does not exist; the value is the fallback. */
    FLAG_NOT_FOUND,
    /** The value is the fallback; {@link Details#error()} has the cause. */
    ERROR
}
