package io.github.buntingflags.testservice;

import io.github.buntingflags.FileCache;
import io.github.buntingflags.Options;
import io.github.buntingflags.TimedOptions;
import io.github.buntingflags.internal.json.JsonText;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;

/** The open clients, by id. */
final class Clients {
    /** An address at which nothing listens. */
    private static final String NOWHERE = "http://127.0.0.1:9";

    /**
     * Trusts the certificates of `SSL_CERT_FILE`, as a Java program does with an SSL context of its own; null if it is
     * not set.
     */
    private final SSLContext trusted;

    private final Map<String, Client> byId = new ConcurrentHashMap<>();
    private final AtomicInteger opened = new AtomicInteger();

    Clients() throws GeneralSecurityException, IOException {
        String file = System.getenv("SSL_CERT_FILE");
        trusted = file == null ? null : Certificates.in(file);
    }

    String open(Fields config) {
        String id = Integer.toString(opened.incrementAndGet());
        double timing = config.number("timing", 1);
        String url = config.text("url") == null ? NOWHERE : config.text("url");
        String key = config.text("key") == null ? "sk_test" : config.text("key");
        Options options = TimedOptions.scaled(Options.of(url, key), timing);
        if (config.get("bootstrap") != null) options.bootstrap(JsonText.of(config.get("bootstrap")));
        if (config.text("cacheFile") != null) options.cache(FileCache.at(config.text("cacheFile")));
        Fields telemetry = config.object("telemetry");
        if (telemetry.get("flushMs") != null) {
            Duration every = Duration.ofMillis((long) telemetry.number("flushMs", 0));
            options.telemetry(telemetry.text("url"), every);
        } else if (telemetry.text("url") != null) {
            options.telemetry(telemetry.text("url"));
        }
        if (trusted != null) options.sslContext(trusted);
        byId.put(id, new Client(options, "openfeature".equals(config.text("api")), timing));
        return id;
    }

    Client find(String id) {
        return byId.get(id);
    }
}
