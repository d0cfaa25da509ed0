package io.github.buntingflags.internal.engine.hash;

/** A unit's bucket, of 100,000. */
public final class Bucket {
    public static final int COUNT = 100_000;

    private Bucket() {}

    /** Known when a rule is compiled, so that only the unit is hashed when it is evaluated. */
    public static int rolloutSeed(String flagKey, String ruleId) {
        return Murmur3.hash(flagKey + ":" + ruleId, 0);
    }

    /** Another than the rollout's, so that changing a percentage moves nobody between variants. */
    public static int variantSeed(String flagKey, String ruleId) {
        return Murmur3.hash(flagKey + ":" + ruleId + ":variant", 0);
    }

    /** 0 to 99,999. */
    public static int of(int seed, String unit) {
        return (int) (Integer.toUnsignedLong(Murmur3.hash(unit, seed)) * COUNT >>> 32);
    }

    /** The first bucket outside a percentage. */
    public static long thresholdOf(double rolloutPercentage) {
        return Math.round(rolloutPercentage * 1_000);
    }

    /** The first hash whose bucket is not below a border: comparing hashes saves working out a bucket. */
    public static long endOf(long border) {
        return ((border << 32) + COUNT - 1) / COUNT;
    }
}
