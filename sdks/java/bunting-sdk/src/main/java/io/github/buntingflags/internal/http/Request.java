package io.github.buntingflags.internal.http;

import java.net.URI;
import java.util.Map;

/** A request. `body` is null if there is none. */
public record Request(String method, URI uri, Map<String, String> headers, byte[] body) {}
