package io.github.buntingflags.internal.engine.evaluate;

/** The operation of a step: consecutive ints, so that a switch over them is one jump. */
public final class Op {
    public static final int EQUALS = 0;
    public static final int NOT_EQUALS = 1;
    public static final int IN = 2;
    public static final int NOT_IN = 3;
    public static final int CONTAINS = 4;
    public static final int NOT_CONTAINS = 5;
    public static final int STARTS_WITH = 6;
    public static final int ENDS_WITH = 7;
    public static final int GT = 8;
    public static final int GTE = 9;
    public static final int LT = 10;
    public static final int LTE = 11;
    public static final int BEFORE = 12;
    public static final int AFTER = 13;
    public static final int SEMVER_EQ = 14;
    public static final int SEMVER_GT = 15;
    public static final int SEMVER_GTE = 16;
    public static final int SEMVER_LT = 17;
    public static final int SEMVER_LTE = 18;
    public static final int IS_SET = 19;
    public static final int IS_NOT_SET = 20;
    public static final int REGEX = 21;
    public static final int GEO_COUNTRY = 22;
    // The operations above compare an attribute; those below test a unit, or do something else.
    public static final int IN_IDS = 23;
    public static final int IN_ROLLOUT = 24;
    public static final int SPLIT = 25;
    public static final int DRAWN_BELOW = 26;
    public static final int DRAWN_SHARE = 27;
    public static final int DRAWN_SPLIT = 28;
    public static final int ASK = 29;
    public static final int END = 30;
    public static final int IN_HASHES = 31;

    private Op() {}

    static boolean comparesNumbers(int op) {
        return op >= GT && op <= LTE;
    }

    /** Returns whether an operation compares whole texts. */
    static boolean comparesTexts(int op) {
        return op <= NOT_IN;
    }

    static boolean asksWhetherSet(int op) {
        return op == IS_SET || op == IS_NOT_SET;
    }

    static boolean isNegation(int op) {
        return op == NOT_EQUALS || op == NOT_IN || op == NOT_CONTAINS;
    }
}
