package io.github.buntingflags;

import java.net.ProxySelector;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** The settings of {@link Flags#open}. Only the URL and the key are required. */
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
    /** Scales all of the SDK's own waits; for its own tests. */
    double timing = 1;

    private Options(String url, String key) {
        // A null, such as from an unset environment variable, is reported like any other invalid address.
        this.url = url == null ? "" : url;
        this.key = key;
    }

    /**
     * Returns options for the flags of an environment.
     *
     * @param url the URL of the Delivery API, such as http://127.0.0.1:4001
     * @param key a server key: sk_…
     * @return the options, to which further settings can be added
     */
    public static Options of(String url, String key) {
        return new Options(url, key);
    }

    /**
     * Sets flags to begin with, until Bunting's arrive.
     *
     * @param bundle a bundle, as GET /v1/bundle returns it
     * @return these options
     */
    public Options bootstrap(String bundle) {
        bootstrap = bundle;
        return this;
    }

    /**
     * Caches the last bundle, so that an application that starts while Bunting is unreachable has flags.
     *
     * @param cache the cache, such as {@link FileCache#at(String)}
     * @return these options
     */
    public Options cache(Cache cache) {
        this.cache = cache;
        return this;
    }

    /**
     * Reports evaluations and tracked events to Bunting every 10 s.
     *
     * @param url the URL of the Management API, such as http://127.0.0.1:4000
     * @return these options
     */
    public Options telemetry(String url) {
        telemetryUrl = url;
        return this;
    }

    /**
     * Reports evaluations and tracked events to Bunting.
     *
     * @param url the URL of the Management API, such as http://127.0.0.1:4000
     * @param every how often to send them
     * @return these options
     */
    public Options telemetry(String url, Duration every) {
        telemetryUrl = url;
        flushEvery = every;
        return this;
    }

    /**
     * Adds a listener for all events from the beginning; {@link Flags#listen} adds others later.
     *
     * @param listener the listener; it is called on the SDK's own threads
     * @return these options
     */
    public Options listener(Listener listener) {
        this.listener = listener;
        return this;
    }

    /**
     * Uses an SSL context, such as one that trusts a company's own certificate authority, in place of the JVM's
     * default.
     *
     * @param context the SSL context of all requests
     * @return these options
     */
    public Options sslContext(SSLContext context) {
        sslContext = context;
        return this;
    }

    /**
     * Uses these proxies, in place of those of the JVM's properties and the environment.
     *
     * @param proxies selects the proxy of each request
     * @return these options
     */
    public Options proxies(ProxySelector proxies) {
        this.proxies = proxies;
        return this;
    }

    /**
     * Closes the flags when the JVM shuts down, so that the last evaluations are sent. It is not needed if the
     * application calls {@link Flags#close} itself, as Spring does for a bean.
     *
     * @param closes whether to add a shutdown hook
     * @return these options
     */
    public Options flushAtExit(boolean closes) {
        flushAtExit = closes;
        return this;
    }
}
