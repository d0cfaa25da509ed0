package io.github.buntingflags.internal.http;

import java.net.URI;
import java.util.Map;

/** What is asked. A body is null where there is none. */
public record Request(String method, URI uri, Map<String, String> headers, byte[] body) {}
