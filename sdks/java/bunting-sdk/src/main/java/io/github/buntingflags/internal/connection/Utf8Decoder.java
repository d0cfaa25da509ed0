package io.github.buntingflags.internal.connection;

import java.nio.charset.StandardCharsets;

/**
 * Reads UTF-8 as the WHATWG's standard does. Java's own decoder replaces what is none by other numbers of U+FFFD: half of a
 * surrogate pair is one to it, and three to all browsers.
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

    /** How many bytes belong to the first one; 0 where none may begin with it. */
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
