package io.github.buntingflags;

/** How things stand. */
public enum Status {
    /** There are no flags yet. */
    STARTING,
    /** Flags are what Bunting has, or what was kept until Bunting answers. */
    READY,
    /** Bunting cannot be reached; answers come from the flags of before. */
    STALE,
    /** Nothing is followed any more; flags answer on. */
    CLOSED
}
