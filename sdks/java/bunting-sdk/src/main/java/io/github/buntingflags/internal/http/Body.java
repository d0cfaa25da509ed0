package io.github.buntingflags.internal.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of a response: of a known length, chunked, or up to the end of the connection. It is not buffered. */
final class Body extends InputStream {
    private final InputStream in;
    private final boolean isChunked;
    /** The bytes left of the current chunk, or of the whole body; -1 if the connection ends it. */
    private long left;

    private boolean isBegun;
    private boolean isOver;

    private Body(InputStream in, boolean isChunked, long left) {
        this.in = in;
        this.isChunked = isChunked;
        this.left = left;
        isOver = !isChunked && left == 0;
    }

    static Body of(Head head, InputStream in) throws IOException {
        if (head.status() == 204 || head.status() == 304) return new Body(in, false, 0);
        String coding = head.headers().getOrDefault("transfer-encoding", "");
        if (coding.equalsIgnoreCase("chunked")) return new Body(in, true, 0);
        if (!coding.isEmpty()) throw new IOException("the answer is " + coding + ", which nobody asked for");
        String length = head.headers().get("content-length");
        if (length == null) return new Body(in, false, -1);
        if (!length.matches("[0-9]{1,18}")) throw new IOException("the answer has no length");
        return new Body(in, false, Long.parseLong(length));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) return 0;
        if (isChunked && left == 0 && !isOver) beginChunk();
        if (isOver) return -1;
        int most = left < 0 ? length : (int) Math.min(length, left);
        int count = in.read(into, from, most);
        if (count < 0) {
            if (left >= 0) throw new EOFException("the connection ended before the answer did");
            isOver = true;
            return -1;
        }
        if (left > 0) left -= count;
        if (left == 0 && !isChunked) isOver = true;
        return count;
    }

    private void beginChunk() throws IOException {
        // The line break that ends the previous chunk.
        if (isBegun && !Head.readLine(in, 2).isEmpty()) throw new IOException("a chunk is longer than it says");
        isBegun = true;
        String size = Head.readLine(in, 1_024).replaceFirst(";.*", "").trim();
        if (!size.matches("[0-9a-fA-F]{1,15}")) throw new IOException("a chunk has no length");
        left = Long.parseLong(size, 16);
        if (left > 0) return;
        isOver = true;
        while (!Head.readLine(in, 8_192).isEmpty()) {
            // Skip the trailers.
        }
    }
}
