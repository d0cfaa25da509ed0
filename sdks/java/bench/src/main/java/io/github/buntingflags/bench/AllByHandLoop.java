package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

final class AllByHandLoop implements Run {
    private final Map<String, Function<Context, Details<Object>>> flags;
    private final Context[] users;

    AllByHandLoop(Map<String, Function<Context, Details<Object>>> flags, Context[] users) {
        this.flags = flags;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int some = 0;
        for (int at = 0; at < times; at++) {
            Context user = users[at & users.length - 1];
            Map<String, Details<Object>> all = new LinkedHashMap<>();
            for (Map.Entry<String, Function<Context, Details<Object>>> flag : flags.entrySet()) {
                all.put(flag.getKey(), flag.getValue().apply(user));
            }
            if (!all.isEmpty()) some++;
        }
        return some;
    }
}
