package io.github.buntingflags;

/** Gives access to options that are not public. */
public final class TimedOptions {
    private TimedOptions() {}

    /** Scales all of the SDK's own waits. */
    public static Options scaled(Options options, double timing) {
        options.timing = timing;
        return options;
    }
}
