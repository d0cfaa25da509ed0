package io.github.buntingflags;

/** The status of the connection to Bunting. */
public enum Status {
    /** No flags have been loaded yet. */
    STARTING,
    /** The flags are up to date, or come from the cache until Bunting responds. */
    READY,
    /** Bunting cannot be reached; evaluations use the last known flags. */
    STALE,
    /** The flags are closed and no longer updated; evaluations still work. */
    CLOSED
}
