package io.github.buntingflags.internal.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/** An answer whose head has come. Its body is read under the deadline of {@link #expect}. */
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

    /** By its name in small letters; empty where there is none. */
    public String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** How long may pass from now on. */
    public void expect(long ms) {
        deadline.expect(ms);
    }

    /** Reads the body as it comes, unpacked: `onHeard` is called for all that arrives, whether it has become bytes yet or not. */
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

    /** What became of it. */
    public String explain(Throwable thrown) {
        return deadline.explain(thrown);
    }

    @Override
    public void close() throws IOException {
        deadline.close();
        connection.close();
    }
}
