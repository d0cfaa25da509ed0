package io.github.buntingflags.internal.engine.hash;

import java.util.Map;

/** How a unit is drawn: as Bunting does, or as the service does from which a flag was imported. */
public enum HashKind {
    BUNTING,
    LAUNCHDARKLY,
    UNLEASH,
    UNLEASH4,
    FLAGSMITH,
    GROWTHBOOK1,
    GROWTHBOOK2,
    FLAGD1,
    FLAGD2,
    FLAGD3,
    FLAGD3PAIR,
    GOFF;

    /** The names for a rule's `hash`. `in_share` also supports Bunting's own. */
    private static final Map<String, HashKind> BY_NAME = Map.ofEntries(
            Map.entry("launchdarkly", LAUNCHDARKLY),
            Map.entry("unleash", UNLEASH),
            Map.entry("unleash4", UNLEASH4),
            Map.entry("flagsmith", FLAGSMITH),
            Map.entry("growthbook1", GROWTHBOOK1),
            Map.entry("growthbook2", GROWTHBOOK2),
            Map.entry("flagd1", FLAGD1),
            Map.entry("flagd2", FLAGD2),
            Map.entry("flagd3", FLAGD3),
            Map.entry("flagd3pair", FLAGD3PAIR),
            Map.entry("goff", GOFF));

    /** Returns null if there is no such kind. */
    public static HashKind find(String name) {
        return BY_NAME.get(name);
    }
}
