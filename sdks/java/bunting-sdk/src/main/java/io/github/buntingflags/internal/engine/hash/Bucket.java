package io.github.buntingflags.internal.engine.hash;

/** Assigns units to one of 100,000 buckets. */
public final class Bucket {
    public static final int COUNT = 100_000;

    private Bucket() {}

    /**
     * The seed of a rule's rollout. It is computed when the rule is compiled, so that only the unit is hashed on
     * evaluation.
     */
    public static int rolloutSeed(String flagKey, String ruleId) {
        return Murmur3.hash(flagKey + ":" + ruleId, 0);
    }

    /**
     * The seed for variants. It differs from the rollout's, so that changing a percentage moves no unit between
     * variants.
     */
    public static int variantSeed(String flagKey, String ruleId) {
        return Murmur3.hash(flagKey + ":" + ruleId + ":variant", 0);
    }

    /** Returns the bucket of a unit, from 0 to 99,999. */
    public static int of(int seed, String unit) {
        return (int) (Integer.toUnsignedLong(Murmur3.hash(unit, seed)) * COUNT >>> 32);
    }

    /** Returns the first bucket outside the percentage. */
    public static long thresholdOf(double rolloutPercentage) {
        return Math.round(rolloutPercentage * 1_000);
    }

    /** Returns the first hash whose bucket is not below `border`. Comparing hashes avoids computing a bucket. */
    public static long endOf(long border) {
        return ((border << 32) + COUNT - 1) / COUNT;
    }
}
