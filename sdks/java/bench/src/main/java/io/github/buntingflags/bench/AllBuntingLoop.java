package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Flags;

/** Evaluates all flags for one user after the other, into maps. */
final class AllBuntingLoop implements Run {
    private final Flags flags;
    private final Context[] users;

    AllBuntingLoop(Flags flags, Context[] users) {
        this.flags = flags;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int some = 0;
        for (int at = 0; at < times; at++)
            if (!flags.all(users[at & users.length - 1]).isEmpty()) some++;
        return some;
    }
}
