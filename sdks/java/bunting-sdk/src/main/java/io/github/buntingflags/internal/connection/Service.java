package io.github.buntingflags.internal.connection;

import io.github.buntingflags.ErrorCode;
import io.github.buntingflags.Version;
import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.LargeList;
import io.github.buntingflags.internal.engine.lists.ListContent;
import io.github.buntingflags.internal.http.Answer;
import io.github.buntingflags.internal.http.Http;
import io.github.buntingflags.internal.http.Request;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** The Delivery API, by its URL and key. */
public final class Service {
    public static final String USER_AGENT = "bunting-java/" + Version.NUMBER;

    /** The longest wait for the head of a response. */
    private static final long ANSWER_MS = 3_000;
    /** The longest silence of a stream, which sends a comment every 15 s. */
    private static final long IDLE_MS = 20_000;

    /** A revision, with the text of the bundle or patch; null if the known revision is still the current one. */
    record Received(String text, String revision) {}

    interface Stream {
        /** Called when the first bytes arrive. */
        void opened();

        void sent(Received received) throws Failure, Gap;
    }

    /** Thrown when a patch arrives for another revision than the one held. */
    static final class Gap extends Exception {
        private static final long serialVersionUID = 1;

        Gap() {
            super("a patch of another revision came", null, false, false);
        }
    }

    private final String url;
    private final String key;
    private final Http http;
    private final ServiceClock clock;
    /** Scales every wait. */
    final double timing;

    public Service(String url, String key, Http http, ServiceClock clock, double timing) {
        this.url = url.replaceFirst("/+$", "");
        this.key = key;
        this.http = http;
        this.clock = clock;
        this.timing = timing;
    }

    /** Scales a duration; at least 1 ms. */
    public long scaled(double ms) {
        return Math.max(1, (long) (ms * timing));
    }

    private Answer send(String path, String query, Map<String, String> more) throws IOException, Refused {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Authorization", "Bearer " + key);
        headers.put("User-Agent", USER_AGENT);
        headers.put("Accept-Encoding", "gzip");
        headers.putAll(more);
        Answer answer = http.send(new Request("GET", uriOf(path + "?" + query), headers, null), scaled(ANSWER_MS));
        clock.hear(answer);
        if (answer.isOk() || answer.status() == 304) return answer;
        answer.close();
        throw new Refused("GET " + path, answer.status(), HttpDates.retryAfterMs(answer));
    }

    /** The query that names the known revision, and declares that the SDK supports patches. */
    private static String fromKnown(String known) {
        return "from=" + URLEncoder.encode(known == null ? "" : known, StandardCharsets.UTF_8);
    }

    private URI uriOf(String path) throws IOException {
        URI uri;
        try {
            uri = URI.create(url + path);
        } catch (IllegalArgumentException bad) {
            throw new IOException(bad.getMessage(), bad);
        }
        boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
        if (!isHttp || uri.getHost() == null) throw new IOException(url + " is no address of a service");
        return uri;
    }

    /** `GET /v1/bundle`; without a text if the known revision is the current one. */
    Received fetchBundle(String known) throws IOException, Refused {
        Map<String, String> headers = known == null ? Map.of() : Map.of("If-None-Match", '"' + known + '"');
        try (Answer answer = send("/v1/bundle", fromKnown(known), headers)) {
            if (answer.status() == 304) return new Received(null, null);
            answer.expect(scaled(IDLE_MS));
            return new Received(Utf8Decoder.decode(answer.read()), revisionIn(answer.header("etag")));
        }
    }

    /**
     * `GET /v1/lists/{listId}`: fetches the version that the bundle names, or only what changed if an earlier version
     * is loaded. If the result does not have the right SHA-256, the whole list is fetched once more.
     */
    public KnownList fetchList(LargeList named, KnownList known) throws IOException, Failure {
        KnownList found = known == null ? null : tryList(named, known);
        if (found == null) found = tryList(named, null);
        if (found != null) return found;
        throw new Failure(ErrorCode.BAD_ANSWER, "GET /v1/lists answered with another list than " + named.list() + ".");
    }

    /** Returns null if the result is not the version that is named. */
    private KnownList tryList(LargeList named, KnownList known) throws IOException, Failure {
        ListContent sent = readList(named, known);
        if (sent.version() != named.version()) return null;
        HashList list = sent.added();
        if (sent.from() != 0) {
            if (known == null || sent.from() != known.named().version()) return null;
            list = sent.appliedTo(known.list());
        }
        KnownList made = list == null ? null : new KnownList(named, list);
        return made != null && made.is(named) ? made : null;
    }

    private ListContent readList(LargeList named, KnownList known) throws IOException, Failure {
        long from = known == null ? 0 : known.named().version();
        long most = Math.max(named.size(), known == null ? 0 : known.list().size());
        String query = "version=" + named.version() + "&from=" + from;
        try (Answer answer = send("/v1/lists/" + named.list(), query, Map.of())) {
            answer.expect(scaled(IDLE_MS));
            try (InputStream body =
                    new BufferedInputStream(answer.stream(() -> answer.expect(scaled(IDLE_MS))), 64 * 1_024)) {
                return ListContent.read(body, most);
            } catch (IOException broken) {
                throw new IOException(answer.explain(broken), broken);
            }
        }
    }

    private static String revisionIn(String etag) {
        String tag = etag.startsWith("W/") ? etag.substring(2) : etag;
        boolean isQuoted = tag.length() > 1 && tag.startsWith("\"") && tag.endsWith("\"");
        return isQuoted ? tag.substring(1, tag.length() - 1) : null;
    }

    /** `GET /v1/stream` until it ends. Throws if it cannot be opened, or breaks. */
    void readStream(String known, Stream stream) throws IOException, Failure, Gap {
        Map<String, String> headers = new LinkedHashMap<>(Map.of("Accept", "text/event-stream"));
        if (known != null) headers.put("Last-Event-ID", known);
        try (Answer answer = send("/v1/stream", fromKnown(known), headers)) {
            if (!answer.header("content-type").startsWith("text/event-stream")) {
                throw new Failure(ErrorCode.BAD_ANSWER, "GET /v1/stream answered with no stream.");
            }
            readEvents(answer, stream);
        }
    }

    private void readEvents(Answer answer, Stream stream) throws IOException, Failure, Gap {
        EventParser parser = new EventParser();
        byte[] chunk = new byte[64 * 1_024];
        boolean[] isOpen = {false};
        try (InputStream body = answer.stream(() -> {
            answer.expect(scaled(IDLE_MS));
            if (!isOpen[0]) stream.opened();
            isOpen[0] = true;
        })) {
            // Reads bytes: a character reader over a gzip stream blocks for more input although it has complete lines.
            for (int length; (length = body.read(chunk)) >= 0; ) {
                for (EventParser.Event event : parser.read(chunk, length)) take(event, stream);
            }
        } catch (IOException broken) {
            throw new IOException(answer.explain(broken), broken);
        }
    }

    private static void take(EventParser.Event event, Stream stream) throws Failure, Gap {
        switch (event.type()) {
            case "bundle", "patch" -> stream.sent(new Received(event.data(), event.id()));
                // The stream of a client key only reports changes. No flags would ever arrive.
            case "changed" -> throw new Failure(
                    ErrorCode.KEY_REFUSED, "GET /v1/stream has no flags: this is a client key.");
            default -> {
                // An event of a newer service.
            }
        }
    }
}
