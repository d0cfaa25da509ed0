package io.github.buntingflags;

/**
 * A failure that the SDK recovers from.
 *
 * @param code the kind of failure
 * @param message a human-readable description
 * @param cause the exception that caused it; null if there was none
 */
public record FlagsError(ErrorCode code, String message, Throwable cause) {}
