package io.github.buntingflags;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** A Delivery API whose bundle and status the test sets. */
final class Delivery implements AutoCloseable {
    record Asked(String path, Map<String, List<String>> headers, String body) {}

    final List<Asked> asked = new CopyOnWriteArrayList<>();
    volatile int status = 200;
    volatile int streamStatus = 200;
    volatile String retryAfter;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "delivery");
        thread.setDaemon(true);
        return thread;
    });
    private final List<HttpExchange> streams = new CopyOnWriteArrayList<>();
    private volatile String bundle = "{}";
    private volatile long revision;

    Delivery() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    static String flag(String type, String value) {
        return "{\"id\":\"flag_1\",\"type\":\"" + type + "\",\"clientSafe\":true,\"config\":"
                + "{\"version\":3,\"enabled\":true,\"defaultValue\":" + value + ",\"rules\":[]}}";
    }

    static String bundle(long revision, Map<String, String> flags) {
        return "{\"format\":2,\"environmentId\":\"env_1\",\"revision\":" + revision + ",\"flags\":" + object(flags)
                + ",\"segments\":{}}";
    }

    static String patch(long from, long revision, Map<String, String> flags) {
        return "{\"format\":2,\"environmentId\":\"env_1\",\"from\":" + from + ",\"revision\":" + revision
                + ",\"flags\":" + object(flags) + ",\"segments\":{}}";
    }

    private static String object(Map<String, String> members) {
        return members.entrySet().stream()
                .map(each -> "\"" + each.getKey() + "\":" + each.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Sets the bundle for further requests; nothing is sent on open streams. */
    void has(long next, Map<String, String> flags) {
        revision = next;
        bundle = bundle(next, flags);
    }

    /** Sends an event on every open stream. */
    void send(String type, long id, String data) throws IOException {
        for (HttpExchange stream : streams) write(stream, type, id, data);
    }

    private static void write(HttpExchange stream, String type, long id, String data) throws IOException {
        String event = "id: " + id + "\nevent: " + type + "\ndata: " + data + "\n\n";
        stream.getResponseBody().write(event.getBytes(StandardCharsets.UTF_8));
        stream.getResponseBody().flush();
    }

    int openStreams() {
        return streams.size();
    }

    /** Begins an outage: ends every stream, and refuses further requests. */
    void fail(int with) {
        status = with;
        endStreams();
    }

    private void endStreams() {
        streams.forEach(HttpExchange::close);
        streams.clear();
    }

    List<Asked> asked(String path) {
        return asked.stream().filter(one -> one.path.equals(path)).toList();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(new Asked(path, Map.copyOf(exchange.getRequestHeaders()), body));
        boolean isStream = path.equals("/v1/stream");
        int answer = isStream && status == 200 ? streamStatus : status;
        if (retryAfter != null) exchange.getResponseHeaders().set("Retry-After", retryAfter);
        if (answer == 200 && isStream) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(":\n\n".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            if (revision > 0) write(exchange, "bundle", revision, bundle);
            streams.add(exchange);
            // The outage began while this one was opened.
            if (status != 200) endStreams();
            return;
        }
        byte[] text = (answer == 200 ? bundle : "").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("ETag", "\"" + revision + "\"");
        exchange.sendResponseHeaders(answer, text.length == 0 ? -1 : text.length);
        if (text.length > 0) exchange.getResponseBody().write(text);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
