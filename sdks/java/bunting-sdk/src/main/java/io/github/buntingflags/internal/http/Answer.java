package io.github.buntingflags.internal.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** A response whose head has arrived. Its body is read under the deadline set by {@link #expect}. */
public final class Answer implements Closeable {
    private final int status;
    private final Map<String, String> headers;
    private final InputStream body;
    private final Deadline deadline;
    private final Closeable connection;

    Answer(Head head, InputStream body, Deadline deadline, Closeable connection) {
        status = head.status();
        headers = head.headers();
        this.body = body;
        this.deadline = deadline;
        this.connection = connection;
    }

    public int status() {
        return status;
    }

    public boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** Returns a header by its lowercase name; empty if it is missing. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** Sets the deadline, counted from now. */
    public void expect(long ms) {
        deadline.expect(ms);
    }

    /**
     * Returns the decompressed body as a stream. `onHeard` is called for everything that arrives, even if it does not
     * decompress to any bytes yet.
     */
    public InputStream stream(Runnable onHeard) throws IOException {
        InputStream heard = new HeardStream(body, onHeard);
        return header("content-encoding").equals("gzip") ? new GZIPInputStream(heard, 8_192) : heard;
    }

    public byte[] read() throws IOException {
        try (InputStream stream = new BufferedInputStream(stream(() -> {}))) {
            return stream.readAllBytes();
        } catch (IOException thrown) {
            throw new IOException(deadline.explain(thrown), thrown);
        }
    }

    /** Describes a failure, or the timeout that caused it. */
    public String explain(Throwable thrown) {
        return deadline.explain(thrown);
    }

    @Override
    public void close() throws IOException {
        deadline.close();
        connection.close();
    }
}
