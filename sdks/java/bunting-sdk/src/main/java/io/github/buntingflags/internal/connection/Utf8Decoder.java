package io.github.buntingflags.internal.connection;

import java.nio.charset.StandardCharsets;

/**
 * Decodes UTF-8 by the WHATWG Encoding standard. Java's own decoder replaces malformed input with a different number of
 * U+FFFD: one for an encoded surrogate, for which browsers have three.
 */
final class Utf8Decoder {
    private static final char REPLACEMENT = '\ufffd';

    private final byte[] bytes;
    private final StringBuilder text;
    private int at;

    private Utf8Decoder(byte[] bytes) {
        this.bytes = bytes;
        text = new StringBuilder(bytes.length);
    }

    static String decode(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : new Utf8Decoder(bytes).decodeSlowly();
    }

    private String decodeSlowly() {
        while (at < bytes.length) readPoint();
        return text.toString();
    }

    private void readPoint() {
        int first = bytes[at++] & 0xff;
        if (first < 0x80) {
            text.append((char) first);
            return;
        }
        int more = moreAfter(first);
        int point = first & 0x3f >> more;
        for (int part = 0; part < more; part++) {
            int next = at < bytes.length ? bytes[at] & 0xff : 0;
            if (next < leastAfter(first, part) || next > mostAfter(first, part)) {
                text.append(REPLACEMENT);
                return;
            }
            at++;
            point = point << 6 | next & 0x3f;
        }
        if (more == 0) text.append(REPLACEMENT);
        else text.appendCodePoint(point);
    }

    /** Returns the number of bytes that follow the first; 0 if it is not a valid first byte. */
    private static int moreAfter(int first) {
        if (first >= 0xc2 && first <= 0xdf) return 1;
        if (first >= 0xe0 && first <= 0xef) return 2;
        return first >= 0xf0 && first <= 0xf4 ? 3 : 0;
    }

    private static int leastAfter(int first, int part) {
        if (part > 0) return 0x80;
        if (first == 0xe0) return 0xa0;
        return first == 0xf0 ? 0x90 : 0x80;
    }

    private static int mostAfter(int first, int part) {
        if (part > 0) return 0xbf;
        if (first == 0xed) return 0x9f;
        return first == 0xf4 ? 0x8f : 0xbf;
    }
}
