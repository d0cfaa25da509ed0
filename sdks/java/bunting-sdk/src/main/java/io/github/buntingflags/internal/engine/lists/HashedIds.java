package io.github.buntingflags.internal.engine.lists;

import io.github.buntingflags.internal.engine.hash.Utf8;
import java.nio.ByteBuffer;
import java.security.DigestException;
import java.security.MessageDigest;

/** The units of a large list. Only their hashes are known. */
public final class HashedIds {
    /** A digest and buffers per thread, so that a lookup leaves no garbage. */
    private static final class Hasher {
        private static final ThreadLocal<Hasher> OWN = ThreadLocal.withInitial(Hasher::new);

        private final MessageDigest digest = HashList.newSha256();
        private final ByteBuffer sum = ByteBuffer.allocate(32);
        private byte[] bytes = new byte[512];

        long hash(byte[] salt, String unit) {
            // UTF-8 takes at most three bytes per UTF-16 code unit.
            if (bytes.length < salt.length + 3 * unit.length()) bytes = new byte[salt.length + 3 * unit.length()];
            System.arraycopy(salt, 0, bytes, 0, salt.length);
            int length = Utf8.write(unit, bytes, salt.length);
            digest.update(bytes, 0, length);
            try {
                digest.digest(sum.array(), 0, sum.capacity());
            } catch (DigestException impossible) {
                throw new IllegalStateException(impossible);
            }
            return sum.getLong(0);
        }
    }

    private final byte[] salt;
    private final HashList list;

    public HashedIds(byte[] salt, HashList list) {
        this.salt = salt;
        this.list = list;
    }

    public boolean contains(String unit) {
        return list.has(hashOf(salt, unit));
    }

    /** Returns the first 64 bits of the SHA-256 of the list's salt and the unit. */
    public static long hashOf(byte[] salt, String unit) {
        return Hasher.OWN.get().hash(salt, unit);
    }
}
