package io.github.buntingflags.internal.engine.pattern;

/** Bit sets of positions, 64 per word. */
final class Bits {
    private Bits() {}

    static long[] empty(int count) {
        return new long[Math.max(1, (count + 63) / 64)];
    }

    static void add(long[] bits, int at) {
        bits[at / 64] |= 1L << at;
    }

    static boolean has(long[] bits, int at) {
        return at >= 0 && at / 64 < bits.length && (bits[at / 64] & 1L << at) != 0;
    }

    static void remove(long[] bits, int at) {
        if (at / 64 < bits.length) bits[at / 64] &= ~(1L << at);
    }

    static boolean isEmpty(long[] bits) {
        for (long word : bits) if (word != 0) return false;
        return true;
    }

    static boolean meet(long[] one, long[] other) {
        for (int word = 0; word < one.length; word++) if ((one[word] & other[word]) != 0) return true;
        return false;
    }
}
