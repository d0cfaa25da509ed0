package io.github.buntingflags.testservice;

import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.FlagsError;
import io.github.buntingflags.Listener;
import io.github.buntingflags.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A `Flags` instance, and the events that it emitted. */
final class Client implements Listener {
    private final Flags flags;
    /** Null if the SDK is used directly. */
    private final OpenFeatureClient openFeature;

    private final List<Map<String, Object>> events = new ArrayList<>();

    Client(Options options, boolean isOpenFeature, double timing) {
        // Listen from the beginning: a listener that is added later misses the first events.
        flags = Flags.open(options.listener(this));
        openFeature = isOpenFeature ? new OpenFeatureClient(flags, this, timing) : null;
    }

    Object answer(String method, String verb, String query, Fields body) throws Exception {
        return switch (method + " " + verb) {
            case "POST ready" -> Map.of("ready", awaitReady((long) body.number("timeoutMs", 10_000)));
            case "POST evaluate" -> evaluate(body);
            case "POST evaluate-many" -> Map.of("results", evaluateMany((List<?>) body.get("cases")));
            case "POST all" -> Map.of("flags", all(body));
            case "POST track" -> track(body);
            case "POST flush" -> flush();
            case "POST stress" -> Map.of("evaluations", Stress.run(flags, body));
            case "GET state" -> state();
            case "GET events" -> Map.of("events", eventsAfter(query));
            case "DELETE " -> Map.of("ms", close());
            default -> throw new IllegalArgumentException(method + " " + verb + " is nothing here");
        };
    }

    private boolean awaitReady(long timeoutMs) throws Exception {
        Duration timeout = Duration.ofMillis(timeoutMs);
        return openFeature == null ? flags.ready(timeout) : openFeature.ready(timeout);
    }

    private Object evaluate(Fields asked) {
        return openFeature == null ? Evaluate.answer(flags, asked) : openFeature.evaluate(asked);
    }

    private List<Object> evaluateMany(List<?> cases) {
        List<Object> results = new ArrayList<>();
        for (Object one : cases) results.add(evaluate(new Fields((Map<?, ?>) one)));
        return results;
    }

    private Map<String, Object> all(Fields asked) {
        Map<String, Details<Object>> answers = asked.truth("clientSafe")
                ? flags.allClientSafe(Evaluate.contextOf(asked.get("context")))
                : flags.all(Evaluate.contextOf(asked.get("context")));
        Map<String, Object> shown = new LinkedHashMap<>();
        answers.forEach((key, details) -> shown.put(key, Evaluate.shown(details)));
        return shown;
    }

    private Object track(Fields asked) {
        for (int time = 0; time < asked.number("times", 1); time++) {
            if (openFeature == null) Evaluate.track(flags, asked);
            else openFeature.track(asked);
        }
        return Map.of();
    }

    private Object flush() {
        flags.flush();
        return Map.of();
    }

    private Map<String, Object> state() {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("status", flags.status().name().toLowerCase(Locale.ROOT));
        flags.revision().ifPresent(revision -> state.put("revision", revision));
        if (openFeature != null) state.put("providerStatus", openFeature.status());
        return state;
    }

    private double close() {
        long began = System.nanoTime();
        if (openFeature == null) flags.close();
        else openFeature.close();
        return (System.nanoTime() - began) / 1e6;
    }

    void tell(String type, String name, Object value) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", type);
        if (value != null) event.put(name, value);
        add(event);
    }

    private synchronized void add(Map<String, Object> event) {
        event.put("n", events.size() + 1);
        events.add(event);
    }

    private synchronized List<Map<String, Object>> eventsAfter(String query) {
        int after = query == null ? 0 : Integer.parseInt(query.replaceFirst("^after=", ""));
        return List.copyOf(events.subList(Math.min(after, events.size()), events.size()));
    }

    @Override
    public void ready(long revision) {
        tell("ready", "revision", revision);
    }

    @Override
    public void changed(List<String> keys) {
        tell("changed", "keys", keys);
    }

    @Override
    public void stale(long revision) {
        tell("stale", "revision", revision);
    }

    @Override
    public void error(FlagsError error) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("type", "error");
        event.put("code", error.code().name());
        event.put("message", error.message());
        add(event);
    }
}
