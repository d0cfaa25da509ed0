package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Flags;

/** Evaluates one flag after the other, as applications do. */
final class BuntingLoop implements Run {
    private final Flags flags;
    private final String[] keys;
    private final Context[] users;

    BuntingLoop(Flags flags, String[] keys, Context[] users) {
        this.flags = flags;
        this.keys = keys;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int on = 0;
        for (int at = 0; at < times; at++) {
            if (flags.bool(keys[at & keys.length - 1], users[at & users.length - 1], false)) on++;
        }
        return on;
    }
}
