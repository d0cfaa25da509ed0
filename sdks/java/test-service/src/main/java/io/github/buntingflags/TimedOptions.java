package io.github.buntingflags;

/** Reaches what is no option for users. */
public final class TimedOptions {
    private TimedOptions() {}

    /** Scales every wait of the SDK's own. */
    public static Options scaled(Options options, double timing) {
        options.timing = timing;
        return options;
    }
}
