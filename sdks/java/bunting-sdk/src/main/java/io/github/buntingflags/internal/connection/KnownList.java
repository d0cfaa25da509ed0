package io.github.buntingflags.internal.connection;

import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.LargeList;

/** A version of a list. */
public record KnownList(LargeList named, HashList list) {
    /** Whether it is the version that is named. */
    public boolean is(LargeList wanted) {
        return named.version() == wanted.version()
                && list.size() == wanted.size()
                && list.sha256().equals(wanted.sha256());
    }
}
