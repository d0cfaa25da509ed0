package io.github.buntingflags.bench;

import com.launchdarkly.sdk.LDContext;
import com.launchdarkly.sdk.server.LDClient;

final class LaunchDarklyLoop implements Run {
    private final LDClient client;
    private final String[] keys;
    private final LDContext[] users;

    LaunchDarklyLoop(LDClient client, String[] keys, LDContext[] users) {
        this.client = client;
        this.keys = keys;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int on = 0;
        for (int at = 0; at < times; at++) {
            if (client.boolVariation(keys[at & keys.length - 1], users[at & users.length - 1], false)) on++;
        }
        return on;
    }
}
