package io.github.buntingflags.internal.engine.lists;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** 64-bit hashes in ascending unsigned order. */
public final class HashList {
    /** The number of hashes that are read or written at once: half a megabyte. */
    static final int PER_PART = 65_536;

    final long[] hashes;

    public HashList(long[] hashes) {
        this.hashes = hashes;
    }

    public int size() {
        return hashes.length;
    }

    public boolean has(long hash) {
        int at = placeOf(hash);
        return at < hashes.length && hashes[at] == hash;
    }

    /**
     * Returns the index of a hash, or where it would be inserted. Hashes are evenly distributed, so the value predicts
     * the index, usually to within the square root of the list's size. Within these bounds, or in the whole list if it
     * is skewed, the search is binary.
     */
    int placeOf(long hash) {
        int size = hashes.length;
        // An unsigned `multiplyHigh`.
        int guess = (int) (Math.multiplyHigh(hash, size) + (hash >> 63 & size));
        int reach = (int) (2 * Math.sqrt(size)) + 2;
        int from = Math.max(0, guess - reach);
        int to = Math.min(size, guess + reach);
        if (from > 0 && Long.compareUnsigned(hashes[from - 1], hash) >= 0) from = 0;
        if (to < size && Long.compareUnsigned(hashes[to], hash) < 0) to = size;
        while (from < to) {
            int middle = from + to >>> 1;
            if (Long.compareUnsigned(hashes[middle], hash) < 0) from = middle + 1;
            else to = middle;
        }
        return from;
    }

    /** Returns the SHA-256 of all hashes in order, in hexadecimal. */
    public String sha256() {
        MessageDigest digest = newSha256();
        ByteBuffer part = ByteBuffer.allocate(8 * Math.min(hashes.length, PER_PART));
        for (int at = 0; at < hashes.length; ) {
            at = fill(part, at);
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Fills a buffer with hashes beginning at an index, and returns the next index. */
    int fill(ByteBuffer part, int from) {
        part.clear();
        int at = from;
        while (at < hashes.length && part.hasRemaining()) part.putLong(hashes[at++]);
        part.flip();
        return at;
    }

    static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            // Every Java platform has it.
            throw new IllegalStateException(impossible);
        }
    }
}
