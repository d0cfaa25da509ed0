package io.github.buntingflags;

import java.util.List;

/** Receives events, one after the other, on the SDK's own threads: a slow listener delays the events after it. */
public interface Listener {
    /**
     * Called when the first flags are available, or when flags are up to date again after {@link #stale}.
     *
     * @param revision the revision of the flags
     */
    default void ready(long revision) {}

    /**
     * Called when flags, or segments or flags that they depend on, were added, changed or removed.
     *
     * @param keys the keys of all affected flags, in order
     */
    default void changed(List<String> keys) {}

    /**
     * Called when Bunting cannot be reached. Evaluations keep using the last known flags.
     *
     * @param revision the revision of the flags
     */
    default void stale(long revision) {}

    /**
     * Called on a failure that the SDK recovers from.
     *
     * @param error the failure
     */
    default void error(FlagsError error) {}
}
