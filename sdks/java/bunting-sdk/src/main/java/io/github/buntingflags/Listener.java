package io.github.buntingflags;

import java.util.List;

/**
 * Is told what happens, one event after the other, by the SDK's own threads: one that takes long keeps the next from being told.
 */
public interface Listener {
    /**
     * There are flags to answer with, for the first time, or current again after {@link #stale}.
     *
     * @param revision that of the flags
     */
    default void ready(long revision) {}

    /**
     * Flags were added, changed or taken away, or need a segment or a flag that was.
     *
     * @param keys theirs, in order
     */
    default void changed(List<String> keys) {}

    /**
     * Bunting cannot be reached; answers come from the flags of before.
     *
     * @param revision that of the flags
     */
    default void stale(long revision) {}

    /**
     * Something went wrong that the SDK goes on without.
     *
     * @param error what
     */
    default void error(FlagsError error) {}
}
