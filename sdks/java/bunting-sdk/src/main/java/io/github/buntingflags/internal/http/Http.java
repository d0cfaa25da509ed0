package io.github.buntingflags.internal.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLContext;

/**
 * An HTTP/1.1 client with one connection per request, on the calling thread. The JDK's own client repeats a GET if a
 * connection breaks, regardless of the SDK's retry policy, and before Java 21 its thread and connections live until
 * they are garbage collected. Redirects are not followed: they are responses like any other.
 */
public final class Http implements Closeable {
    private final SSLContext sslContext;
    private final Proxies proxies;
    private final Set<Connection> open = ConcurrentHashMap.newKeySet();
    private volatile boolean isClosed;

    /** `sslContext` is null to use the JVM's default. */
    public Http(SSLContext sslContext, Proxies proxies) {
        this.sslContext = sslContext;
        this.proxies = proxies;
    }

    /** Sends a request and returns once the head of the response has arrived, which must be within `answerMs`. */
    public Answer send(Request request, long answerMs) throws IOException {
        Connection connection;
        try {
            connection = new Connection(proxies.to(request.uri()));
        } catch (IllegalArgumentException bad) {
            throw new IOException(bad.getMessage(), bad);
        }
        Deadline deadline = new Deadline(answerMs, () -> closeQuietly(connection));
        try {
            open.add(connection);
            if (isClosed) throw new IOException("it is closed");
            connection.open(request.uri(), contextOf(request.uri()));
            write(request, connection);
            InputStream in = connection.in();
            Head head = Head.read(in);
            return new Answer(head, Body.of(head, in), deadline, () -> end(connection));
        } catch (IOException | RuntimeException thrown) {
            deadline.close();
            end(connection);
            throw new IOException(deadline.explain(thrown), thrown);
        }
    }

    private SSLContext contextOf(URI uri) throws IOException {
        if (sslContext != null || !uri.getScheme().equals("https")) return sslContext;
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException missing) {
            throw new IOException(missing);
        }
    }

    private void end(Connection connection) {
        open.remove(connection);
        closeQuietly(connection);
    }

    private static void closeQuietly(Closeable connection) {
        try {
            connection.close();
        } catch (IOException gone) {
            // Closed in any case.
        }
    }

    private static void write(Request request, Connection connection) throws IOException {
        URI uri = request.uri();
        String target = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        StringBuilder head = new StringBuilder(request.method()).append(' ');
        if (connection.isForwarded(uri)) head.append("http://").append(uri.getRawAuthority());
        head.append(target).append(" HTTP/1.1\r\n");
        add(head, "Host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        add(head, "Connection", "close");
        if (connection.isForwarded(uri) && connection.proxyCredentials() != null) {
            add(head, "Proxy-Authorization", connection.proxyCredentials());
        }
        for (Map.Entry<String, String> each : request.headers().entrySet()) add(head, each.getKey(), each.getValue());
        if (request.body() != null) add(head, "Content-Length", Integer.toString(request.body().length));
        head.append("\r\n");
        OutputStream out = connection.out();
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (request.body() != null) out.write(request.body());
        out.flush();
    }

    private static void add(StringBuilder head, String name, String value) throws IOException {
        if (value.chars().anyMatch(unit -> unit < ' ' || unit > '~')) throw new IOException(name + " cannot be sent");
        head.append(name).append(": ").append(value).append("\r\n");
    }

    /** Cuts off all requests in flight, and refuses new ones. */
    @Override
    public void close() {
        isClosed = true;
        open.forEach(Http::closeQuietly);
    }
}
