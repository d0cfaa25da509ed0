package io.github.buntingflags.internal.engine.hash;

/** FNV-1a, 32 bit. */
final class Fnv1a {
    static final int START = 0x811c9dc5;

    private static final int PRIME = 0x01000193;

    private Fnv1a() {}

    /** Hashes the UTF-16 code units of a text. */
    static int ofUnits(int begun, String text) {
        int hash = begun;
        for (int at = 0; at < text.length(); at++) hash = (hash ^ text.charAt(at)) * PRIME;
        return hash;
    }

    /** Hashes the UTF-8 of a text. */
    static int ofBytes(int begun, String text) {
        int hash = begun;
        for (byte each : Utf8.bytesOf(text)) hash = (hash ^ each & 0xff) * PRIME;
        return hash;
    }
}
