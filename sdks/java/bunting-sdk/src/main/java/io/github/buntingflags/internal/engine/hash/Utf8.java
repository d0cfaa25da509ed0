package io.github.buntingflags.internal.engine.hash;

/**
 * Encodes UTF-8 as JavaScript does: an unpaired surrogate becomes U+FFFD, whereas Java's own encoder writes a question
 * mark.
 */
public final class Utf8 {
    private static final int REPLACEMENT = 0xfffd;

    private Utf8() {}

    static int pointAt(String text, int at) {
        int point = text.codePointAt(at);
        return point >= 0xd800 && point <= 0xdfff ? REPLACEMENT : point;
    }

    static int lengthOf(int point) {
        if (point < 0x80) return 1;
        if (point < 0x800) return 2;
        return point < 0x10000 ? 3 : 4;
    }

    static int byteOf(int point, int part, int parts) {
        if (parts == 1) return point;
        int bits = point >> 6 * (parts - 1 - part);
        return part == 0 ? 0xf00 >> parts & 0xff | bits : 0x80 | bits & 0x3f;
    }

    static byte[] bytesOf(String text) {
        int length = 0;
        for (int at = 0; at < text.length(); ) {
            int point = pointAt(text, at);
            at += point > 0xffff ? 2 : 1;
            length += lengthOf(point);
        }
        byte[] bytes = new byte[length];
        write(text, bytes, 0);
        return bytes;
    }

    /** Writes a text at an offset, and returns the offset after it. */
    public static int write(String text, byte[] into, int from) {
        int to = from;
        for (int at = 0; at < text.length(); ) {
            int point = pointAt(text, at);
            at += point > 0xffff ? 2 : 1;
            for (int part = 0, parts = lengthOf(point); part < parts; part++) {
                into[to++] = (byte) byteOf(point, part, parts);
            }
        }
        return to;
    }
}
