package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import java.util.Map;
import java.util.function.Function;

final class ByHandLoop implements Run {
    private final Map<String, Function<Context, Details<Object>>> flags;
    private final String[] keys;
    private final Context[] users;

    ByHandLoop(Map<String, Function<Context, Details<Object>>> flags, String[] keys, Context[] users) {
        this.flags = flags;
        this.keys = keys;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int on = 0;
        for (int at = 0; at < times; at++) {
            Details<Object> details = flags.get(keys[at & keys.length - 1]).apply(users[at & users.length - 1]);
            if ((Boolean) details.value()) on++;
        }
        return on;
    }
}
