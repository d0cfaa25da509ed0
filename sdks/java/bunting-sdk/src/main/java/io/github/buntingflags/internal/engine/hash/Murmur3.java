package io.github.buntingflags.internal.engine.hash;

/** MurmurHash3 (x86, 32 bit) of a text's UTF-8, which is hashed without being created, so that nothing is allocated. */
public final class Murmur3 {
    private Murmur3() {}

    public static int hash(String text, int seed) {
        int hash = seed;
        int at = 0;
        int length = text.length();
        for (; at + 4 <= length; at += 4) {
            char one = text.charAt(at);
            char two = text.charAt(at + 1);
            char three = text.charAt(at + 2);
            char four = text.charAt(at + 3);
            if ((one | two | three | four) >= 0x80) return hashFrom(text, at, hash, at);
            hash = mix(hash, one | two << 8 | three << 16 | four << 24);
        }
        int last = 0;
        for (int shift = 0; at < length; at++, shift += 8) {
            char unit = text.charAt(at);
            if (unit >= 0x80) return hashFrom(text, at - shift / 8, hash, at - shift / 8);
            last |= unit << shift;
        }
        return finish(hash ^ scramble(last), length);
    }

    /** Hashes the rest of a text that is not ASCII, byte by byte. */
    private static int hashFrom(String text, int from, int begun, int bytesBefore) {
        int hash = begun;
        int block = 0;
        int count = bytesBefore;
        for (int at = from; at < text.length(); ) {
            int point = Utf8.pointAt(text, at);
            at += point > 0xffff ? 2 : 1;
            for (int part = 0, parts = Utf8.lengthOf(point); part < parts; part++) {
                block |= Utf8.byteOf(point, part, parts) << (count % 4) * 8;
                if (++count % 4 == 0) {
                    hash = mix(hash, block);
                    block = 0;
                }
            }
        }
        return finish(hash ^ scramble(block), count);
    }

    /** Hashes bytes, which need not be UTF-8. */
    static int hashBytes(byte[] bytes) {
        int hash = 0;
        int block = 0;
        for (int at = 0; at < bytes.length; ) {
            block |= (bytes[at] & 0xff) << (at % 4) * 8;
            if (++at % 4 == 0) {
                hash = mix(hash, block);
                block = 0;
            }
        }
        return finish(hash ^ scramble(block), bytes.length);
    }

    private static int mix(int hash, int block) {
        return Integer.rotateLeft(hash ^ scramble(block), 13) * 5 + 0xe6546b64;
    }

    private static int scramble(int block) {
        return Integer.rotateLeft(block * 0xcc9e2d51, 15) * 0x1b873593;
    }

    private static int finish(int hash, int length) {
        int last = hash ^ length;
        last = (last ^ last >>> 16) * 0x85ebca6b;
        last = (last ^ last >>> 13) * 0xc2b2ae35;
        return last ^ last >>> 16;
    }
}
