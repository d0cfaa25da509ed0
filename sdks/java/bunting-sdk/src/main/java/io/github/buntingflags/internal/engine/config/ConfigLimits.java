package io.github.buntingflags.internal.engine.config;

/** The limits of a config. */
public final class ConfigLimits {
    public static final int LIST_ITEMS = 100;
    public static final int PATTERN = 512;
    public static final int VALUES = 1_000;

    static final int RULES = 100;
    static final int CONDITIONS = 50;
    static final int VARIANTS = 50;
    static final int GROUP_DEPTH = 3;
    static final int PREREQUISITES = 10;
    static final int PREREQUISITE_VALUES = 20;
    static final int SEGMENTS = 20;
    static final int SEGMENT_RULES = 50;
    static final int SEGMENT_IDS = 20_000;
    static final int JSON_DEPTH = 32;
    static final int SALT = 512;

    private ConfigLimits() {}
}
