package io.github.buntingflags.testservice;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.buntingflags.Version;
import io.github.buntingflags.internal.json.Json;
import io.github.buntingflags.internal.json.JsonText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lets the contract harness drive this SDK over HTTP, as described in harness/README.md. It prints its address on the
 * first line, and serves until its standard input ends or DELETE /.
 */
public final class Main {
    /** A status, and a body to write as JSON. */
    record Reply(int status, Object body) {}

    /**
     * The scenarios cause nearly every error that can be logged. Held in a field, because loggers are only weakly
     * referenced.
     */
    private static final Logger QUIET = Logger.getLogger("bunting");

    private final Clients clients;

    private Main(Clients clients) {
        this.clients = clients;
    }

    public static void main(String[] arguments) throws IOException, GeneralSecurityException {
        QUIET.setLevel(Level.OFF);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> new Thread(task, "service")));
        Main service = new Main(new Clients());
        server.createContext("/", service::handle);
        server.start();
        System.out.println("http://127.0.0.1:" + server.getAddress().getPort());
        System.in.transferTo(OutputStream.nullOutputStream());
        // Exits like an application that closes nothing.
        System.exit(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        Reply reply;
        try {
            String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            Object body = sent.isEmpty() ? Map.of() : Json.read(sent);
            reply = answer(exchange.getRequestMethod(), exchange, new Fields((Map<?, ?>) body));
        } catch (Exception thrown) {
            thrown.printStackTrace();
            reply = new Reply(500, Map.of("message", String.valueOf(thrown)));
        }
        byte[] text = JsonText.of(reply.body).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status, text.length);
        exchange.getResponseBody().write(text);
        exchange.close();
        if (isEnd(exchange)) System.exit(0);
    }

    private static boolean isEnd(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("DELETE")
                && exchange.getRequestURI().getPath().equals("/");
    }

    private Reply answer(String method, HttpExchange exchange, Fields body) throws Exception {
        String path = exchange.getRequestURI().getPath();
        String query = exchange.getRequestURI().getQuery();
        if (isEnd(exchange)) return new Reply(200, Map.of());
        switch (method + " " + path) {
            case "GET /":
                List<String> capabilities = List.of("openfeature");
                return new Reply(200, Map.of("sdk", "java", "version", Version.NUMBER, "capabilities", capabilities));
            case "GET /process":
                return new Reply(200, MeasuredProcess.now());
            case "POST /clients":
                return new Reply(201, Map.of("id", clients.open(body)));
            default:
                String[] parts = path.split("/");
                Client client = parts.length > 2 ? clients.find(parts[2]) : null;
                if (client == null) return new Reply(404, Map.of("message", path + " is nothing here"));
                return new Reply(200, client.answer(method, parts.length > 3 ? parts[3] : "", query, body));
        }
    }
}
