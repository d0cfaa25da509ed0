package io.github.buntingflags.internal.http;

import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Selects the proxy for a request: by the caller's selector, or else by the JVM's properties and, if they name none, by
 * the environment variables that programs in other languages use.
 */
public final class Proxies {
    /** A proxy, or none, with the credentials for it; null if it needs none. */
    record Way(Proxy proxy, String credentials) {
        static final Way DIRECT = new Way(Proxy.NO_PROXY, null);
    }

    private final ProxySelector given;
    private final Map<String, String> environment;

    /** `given` is null to use those of the JVM and the environment. */
    public Proxies(ProxySelector given, Map<String, String> environment) {
        this.given = given;
        this.environment = environment;
    }

    Way to(URI uri) {
        ProxySelector selector = given == null ? ProxySelector.getDefault() : given;
        List<Proxy> found = selector == null ? List.of() : selector.select(uri);
        if (found != null && !found.isEmpty() && found.get(0).type() != Proxy.Type.DIRECT) {
            return new Way(found.get(0), credentialsOf(found.get(0), uri));
        }
        return given == null ? fromEnvironment(uri) : Way.DIRECT;
    }

    /** Asks the application's own Authenticator. */
    private static String credentialsOf(Proxy proxy, URI uri) {
        if (proxy.type() != Proxy.Type.HTTP || !(proxy.address() instanceof InetSocketAddress at)) return null;
        try {
            PasswordAuthentication asked = Authenticator.requestPasswordAuthentication(
                    at.getHostString(),
                    at.getAddress(),
                    at.getPort(),
                    "http",
                    "",
                    "Basic",
                    uri.toURL(),
                    Authenticator.RequestorType.PROXY);
            return asked == null ? null : basic(asked.getUserName() + ":" + new String(asked.getPassword()));
        } catch (MalformedURLException impossible) {
            return null;
        }
    }

    private static String basic(String credentials) {
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    private Way fromEnvironment(URI uri) {
        // Only in lowercase: under CGI, HTTP_PROXY may hold a header of a request (httpoxy).
        String address = uri.getScheme().equals("https") ? variable("https_proxy") : environment.get("http_proxy");
        if (address == null || address.isEmpty() || isExempt(uri)) return Way.DIRECT;
        URI proxy = URI.create(address.contains("://") ? address : "http://" + address);
        int port = proxy.getPort() < 0 ? 80 : proxy.getPort();
        Proxy found = new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved(proxy.getHost(), port));
        return new Way(found, proxy.getUserInfo() == null ? null : basic(proxy.getUserInfo()));
    }

    private String variable(String name) {
        String value = environment.get(name);
        return value == null || value.isEmpty() ? environment.get(name.toUpperCase(Locale.ROOT)) : value;
    }

    private boolean isExempt(URI uri) {
        String list = variable("no_proxy");
        if (list == null) return false;
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        for (String each : list.toLowerCase(Locale.ROOT).split(",")) {
            String name = each.trim().replaceFirst("^\\*?\\.", "").replaceFirst(":[0-9]+$", "");
            if (name.equals("*")) return true;
            if (!name.isEmpty() && (host.equals(name) || host.endsWith("." + name))) return true;
        }
        return false;
    }
}
