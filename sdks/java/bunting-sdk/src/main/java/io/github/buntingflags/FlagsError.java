package io.github.buntingflags;

/**
 * Something that went wrong and that the SDK goes on without.
 *
 * @param code what
 * @param message for people
 * @param cause what it came of; null where that is nothing that was thrown
 */
public record FlagsError(ErrorCode code, String message, Throwable cause) {}
