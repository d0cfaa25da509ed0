package io.github.buntingflags;

import java.net.ProxySelector;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Says where flags come from. Only the address and the key are needed. */
public final class Options {
    final String url;
    final String key;
    String bootstrap;
    Cache cache;
    String telemetryUrl;
    Duration flushEvery;
    Listener listener;
    SSLContext sslContext;
    ProxySelector proxies;
    boolean flushAtExit;
    /** Scales every wait of the SDK's own, for its own tests. */
    double timing = 1;

    private Options(String url, String key) {
        // A variable that is not set is told of, as any other address that is none.
        this.url = url == null ? "" : url;
        this.key = key;
    }

    /**
     * Flags of an environment.
     *
     * @param url where the Delivery API is, such as http://127.0.0.1:4001
     * @param key a server key: sk_…
     * @return options, to be added to
     */
    public static Options of(String url, String key) {
        return new Options(url, key);
    }

    /**
     * Flags to answer with until others arrive.
     *
     * @param bundle as GET /v1/bundle answers it
     * @return these options
     */
    public Options bootstrap(String bundle) {
        bootstrap = bundle;
        return this;
    }

    /**
     * Keeps the last bundle, so that an application that starts while Bunting is away has flags all the same.
     *
     * @param cache such as {@link FileCache#at(String)}
     * @return these options
     */
    public Options cache(Cache cache) {
        this.cache = cache;
        return this;
    }

    /**
     * Tells Bunting every 10 s which flags were evaluated, and how.
     *
     * @param url where the Management API is, such as http://127.0.0.1:4000
     * @return these options
     */
    public Options telemetry(String url) {
        telemetryUrl = url;
        return this;
    }

    /**
     * Tells Bunting which flags were evaluated, and how.
     *
     * @param url where the Management API is, such as http://127.0.0.1:4000
     * @param every how often
     * @return these options
     */
    public Options telemetry(String url, Duration every) {
        telemetryUrl = url;
        flushEvery = every;
        return this;
    }

    /**
     * Tells a listener what happens from the beginning; {@link Flags#listen} adds others later.
     *
     * @param listener told by the SDK's own threads
     * @return these options
     */
    public Options listener(Listener listener) {
        this.listener = listener;
        return this;
    }

    /**
     * Trusts who this trusts, such as a company's own certificate authority, in place of the JVM's default.
     *
     * @param context the SSL context of all requests
     * @return these options
     */
    public Options sslContext(SSLContext context) {
        sslContext = context;
        return this;
    }

    /**
     * Goes through these proxies, in place of those of the JVM's properties and of the environment.
     *
     * @param proxies asked for each request
     * @return these options
     */
    public Options proxies(ProxySelector proxies) {
        this.proxies = proxies;
        return this;
    }

    /**
     * Closes the flags when the JVM shuts down, so that the last evaluations are told. Applications that call {@link Flags#close}
     * themselves, as Spring does for a bean, need no such thing.
     *
     * @param closes whether to add a shutdown hook
     * @return these options
     */
    public Options flushAtExit(boolean closes) {
        flushAtExit = closes;
        return this;
    }
}
