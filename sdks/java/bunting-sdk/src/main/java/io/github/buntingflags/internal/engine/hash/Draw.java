package io.github.buntingflags.internal.engine.hash;

import io.github.buntingflags.internal.engine.values.Numbers;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Maps each unit to a whole number from 0 to `of` - 1. Shares are ranges of these numbers. */
public final class Draw {
    private static final long TWO_32 = 1L << 32;
    private static final int FLAGSMITH_BUCKETS = 9_998;
    private static final long FLAGD1_BUCKETS = Integer.MAX_VALUE;
    private static final int UNLEASH_SPLIT_SEED = 86_028_157;

    private final HashKind kind;
    private final String salt;
    private final int seed;
    private final long of;
    /**
     * For services that take the hash modulo `buckets`. The quotient orders the units within a bucket, so that shares
     * can be finer than a bucket, and the units of a bucket stay together.
     */
    private final long buckets;

    private final long parts;

    private Draw(HashKind kind, String salt, int seed, long buckets, long of) {
        this.kind = kind;
        this.salt = salt;
        this.seed = seed;
        this.buckets = buckets;
        parts = buckets == 0 ? 0 : (TWO_32 + buckets - 1) / buckets;
        this.of = buckets == 0 ? of : buckets * parts;
    }

    /** Returns the draw of a rollout. */
    public static Draw of(HashKind kind, String salt) {
        int seed = kind == HashKind.BUNTING ? Murmur3.hash(salt, 0) : 0;
        return switch (kind) {
            case UNLEASH, UNLEASH4 -> new Draw(kind, salt, seed, 100, 0);
            case GROWTHBOOK1 -> new Draw(kind, salt, seed, 1_000, 0);
            case GROWTHBOOK2 -> new Draw(kind, salt, seed, 10_000, 0);
            case LAUNCHDARKLY -> new Draw(kind, salt, seed, 0, 1L << 52);
            case FLAGSMITH -> new Draw(kind, salt, seed, 0, FLAGSMITH_BUCKETS);
            case FLAGD1 -> new Draw(kind, salt, seed, 0, FLAGD1_BUCKETS);
            case GOFF -> new Draw(kind, salt, seed, 0, 100_000);
            default -> new Draw(kind, salt, seed, 0, TWO_32);
        };
    }

    /** Returns the draw of a distribution whose weights have this sum; null if it is invalid. */
    public static Draw ofSplit(HashKind kind, String salt, double sum) {
        switch (kind) {
            case UNLEASH, UNLEASH4 -> {
                if (!Numbers.isSafeInteger(sum)) return null;
                return new Draw(kind, salt, kind == HashKind.UNLEASH ? UNLEASH_SPLIT_SEED : 0, (long) sum, 0);
            }
            case GOFF -> {
                double of = Math.round(1_000 * sum);
                return of < 1 || !Numbers.isSafeInteger(of) ? null : new Draw(kind, salt, 0, 0, (long) of);
            }
            default -> {
                return of(kind, salt);
            }
        }
    }

    public long draw(String unit) {
        return switch (kind) {
            case BUNTING -> Integer.toUnsignedLong(Murmur3.hash(unit, seed));
            case LAUNCHDARKLY -> ByteBuffer.wrap(digest("SHA-1", salt + unit)).getLong() >>> 12;
            case UNLEASH, UNLEASH4 -> finer(Murmur3.hash(salt + unit, seed));
            case FLAGSMITH -> drawFlagsmith(salt + unit);
            case GROWTHBOOK1 -> finer(Fnv1a.ofUnits(Fnv1a.ofUnits(Fnv1a.START, unit), salt));
            case GROWTHBOOK2 -> {
                int first = Fnv1a.ofUnits(Fnv1a.ofUnits(Fnv1a.START, salt), unit);
                yield finer(Fnv1a.ofUnits(Fnv1a.START, Integer.toUnsignedString(first)));
            }
                // The two largest hashes belong to the last share.
            case FLAGD1 -> Math.min(Math.abs((long) Murmur3.hash(salt + unit, 0)), FLAGD1_BUCKETS - 1);
            case FLAGD2 -> Integer.toUnsignedLong(Murmur3.hash(salt + unit, 0));
            case FLAGD3 -> drawCbor(salt + unit);
            case FLAGD3PAIR -> drawCborPair(unit);
            case GOFF -> Integer.toUnsignedLong(Fnv1a.ofBytes(Fnv1a.START, salt + unit)) % of;
        };
    }

    private long finer(int hash) {
        long unsigned = Integer.toUnsignedLong(hash);
        return unsigned % buckets * parts + unsigned / buckets;
    }

    /**
     * One result in 9,999 is the end of the range. It is drawn again, over the text repeated twice, three times and so
     * on.
     */
    private static long drawFlagsmith(String once) {
        for (String text = once; ; text += "," + once) {
            ByteBuffer sum = ByteBuffer.wrap(digest("MD5", text));
            long rest = 0;
            while (sum.hasRemaining()) {
                rest = ((rest << 32) + Integer.toUnsignedLong(sum.getInt())) % (FLAGSMITH_BUCKETS + 1);
            }
            if (rest < FLAGSMITH_BUCKETS) return rest;
        }
    }

    private static long drawCbor(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        writeCbor(bytes, text);
        return hashOf(bytes);
    }

    private long drawCborPair(String unit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.write(0x82);
        writeCbor(bytes, salt);
        writeCbor(bytes, unit);
        return hashOf(bytes);
    }

    private static long hashOf(ByteArrayOutputStream bytes) {
        return Integer.toUnsignedLong(Murmur3.hashBytes(bytes.toByteArray()));
    }

    private static void writeCbor(ByteArrayOutputStream to, String text) {
        byte[] bytes = Utf8.bytesOf(text);
        if (bytes.length < 24) {
            to.write(0x60 + bytes.length);
        } else if (bytes.length < 0x100) {
            to.write(0x78);
            to.write(bytes.length);
        } else {
            to.write(0x79);
            to.write(bytes.length >> 8);
            to.write(bytes.length);
        }
        to.writeBytes(bytes);
    }

    private static byte[] digest(String algorithm, String text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(Utf8.bytesOf(text));
        } catch (NoSuchAlgorithmException missing) {
            // Every Java platform has both.
            throw new IllegalStateException(missing);
        }
    }

    /**
     * Returns the first number that is not in a share of all numbers, without intermediate rounding; -1 if it cannot be
     * computed.
     */
    public long limitOf(double part, double whole) {
        if (!Double.isFinite(part * 1e6) || !Double.isFinite(whole * 1e6)) return -1;
        BigInteger numerator = inDecimals(part).multiply(BigInteger.valueOf(of));
        BigInteger denominator = inDecimals(whole);
        if (denominator.signum() == 0) return -1;
        BigInteger limit = numerator.add(denominator).subtract(BigInteger.ONE).divide(denominator);
        return limit.bitLength() > 62 ? -1 : limit.longValue();
    }

    private static BigInteger inDecimals(double number) {
        return new BigDecimal(number * 1e6).setScale(0, RoundingMode.HALF_UP).toBigInteger();
    }
}
