package io.github.buntingflags;

/** The version of this SDK. */
public final class Version {
    /** The version of the jar. */
    public static final String NUMBER = "0.5.0";

    private Version() {}
}
