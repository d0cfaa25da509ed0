package io.github.buntingflags.internal.connection;

import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.LargeList;

/** A list in one version. */
public record KnownList(LargeList named, HashList list) {
    /** Returns whether the list is the version that is named. */
    public boolean is(LargeList wanted) {
        return named.version() == wanted.version()
                && list.size() == wanted.size()
                && list.sha256().equals(wanted.sha256());
    }
}
