package io.github.buntingflags.internal.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** A connection for one request. Any thread may close it at any time: a blocked connect, write or read then throws. */
final class Connection implements Closeable {
    private final Proxies.Way way;
    private Socket raw;
    private Socket socket;
    private boolean isClosed;

    Connection(Proxies.Way way) {
        this.way = way;
    }

    void open(URI uri, SSLContext sslContext) throws IOException {
        boolean isSecure = uri.getScheme().equals("https");
        String host = hostOf(uri);
        int port = portOf(uri);
        boolean isProxied = way.proxy().type() == Proxy.Type.HTTP;
        if (isProxied) {
            InetSocketAddress proxy = (InetSocketAddress) way.proxy().address();
            connect(proxy.getHostString(), proxy.getPort());
            if (isSecure) tunnel(host, port);
        } else {
            connect(host, port);
        }
        if (isSecure) secure(host, port, sslContext);
    }

    static String hostOf(URI uri) throws IOException {
        String host = uri.getHost();
        if (host == null) throw new IOException(uri + " has no host");
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    static int portOf(URI uri) {
        if (uri.getPort() >= 0) return uri.getPort();
        return uri.getScheme().equals("https") ? 443 : 80;
    }

    /** Returns whether the proxy needs the full URL. */
    boolean isForwarded(URI uri) {
        return way.proxy().type() == Proxy.Type.HTTP && !uri.getScheme().equals("https");
    }

    String proxyCredentials() {
        return way.credentials();
    }

    private void connect(String host, int port) throws IOException {
        if (way.proxy().type() == Proxy.Type.SOCKS) {
            begin(new Socket(way.proxy())).connect(InetSocketAddress.createUnresolved(host, port));
            return;
        }
        IOException failed = null;
        for (InetAddress address : InetAddress.getAllByName(host)) {
            try {
                begin(new Socket()).connect(new InetSocketAddress(address, port));
                raw.setTcpNoDelay(true);
                return;
            } catch (IOException thrown) {
                failed = thrown;
            }
        }
        throw new IOException(failed == null ? host + " has no address" : failed.getMessage(), failed);
    }

    private synchronized Socket begin(Socket next) throws IOException {
        if (raw != null) raw.close();
        raw = next;
        socket = next;
        if (!isClosed) return next;
        next.close();
        throw new IOException("it is closed");
    }

    private void tunnel(String host, int port) throws IOException {
        String target = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        String credentials = way.credentials() == null ? "" : "Proxy-Authorization: " + way.credentials() + "\r\n";
        String head = "CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\n" + credentials + "\r\n";
        raw.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
        // Unbuffered: the bytes that follow belong to the tunnel.
        Head answer = Head.read(raw.getInputStream());
        if (answer.status() / 100 != 2) throw new IOException("the proxy answered " + answer.status());
    }

    private void secure(String host, int port, SSLContext sslContext) throws IOException {
        SSLSocket secured = (SSLSocket) sslContext.getSocketFactory().createSocket(raw, host, port, true);
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        socket = secured;
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    InputStream in() throws IOException {
        return new BufferedInputStream(socket.getInputStream(), 16 * 1_024);
    }

    /** Closes the TCP connection directly: TLS would first send a close message to a peer that may be gone. */
    @Override
    public synchronized void close() throws IOException {
        isClosed = true;
        if (raw != null) raw.close();
    }
}
