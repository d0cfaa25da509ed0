package io.github.buntingflags.bench;

import com.launchdarkly.sdk.LDContext;
import com.launchdarkly.sdk.server.FlagsStateOption;
import com.launchdarkly.sdk.server.LDClient;

/** With reasons, like the other loops. */
final class AllLaunchDarklyLoop implements Run {
    private final LDClient client;
    private final LDContext[] users;

    AllLaunchDarklyLoop(LDClient client, LDContext[] users) {
        this.client = client;
        this.users = users;
    }

    @Override
    public int run(int times) {
        int some = 0;
        for (int at = 0; at < times; at++) {
            if (client.allFlagsState(users[at & users.length - 1], FlagsStateOption.WITH_REASONS)
                    .isValid()) some++;
        }
        return some;
    }
}
