package io.github.buntingflags.internal.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The status line and headers of a response. Header names are in lowercase. */
record Head(int status, Map<String, String> headers) {
    /** More than any server sends. */
    private static final int MAX_LENGTH = 64 * 1_024;

    /** Reads the head of the final response, and skips informational ones (1xx). */
    static Head read(InputStream in) throws IOException {
        Head head = readOne(in);
        while (head.status >= 100 && head.status < 200) head = readOne(in);
        return head;
    }

    private static Head readOne(InputStream in) throws IOException {
        int left = MAX_LENGTH;
        String first = readLine(in, left);
        String[] parts = first.split(" ", 3);
        if (!first.startsWith("HTTP/1.") || parts.length < 2 || !parts[1].matches("[0-9]{3}")) {
            throw new IOException("the answer is not HTTP");
        }
        Map<String, String> headers = new HashMap<>();
        for (; ; ) {
            String line = readLine(in, left);
            left -= line.length() + 2;
            if (line.isEmpty()) return new Head(Integer.parseInt(parts[1]), headers);
            int colon = line.indexOf(':');
            if (colon <= 0) throw new IOException("the answer has a header without a name");
            String name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
            headers.merge(name, line.substring(colon + 1).trim(), (one, other) -> one + ", " + other);
        }
    }

    static String readLine(InputStream in, int most) throws IOException {
        StringBuilder line = new StringBuilder();
        for (; ; ) {
            int next = in.read();
            if (next < 0) throw new EOFException("the connection ended before the answer did");
            if (next == '\n') break;
            if (line.length() >= most) throw new IOException("the answer's head is too long");
            line.append((char) next);
        }
        int length = line.length();
        if (length > 0 && line.charAt(length - 1) == '\r') line.setLength(length - 1);
        return line.toString();
    }
}
