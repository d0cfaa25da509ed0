package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.config.Reference;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Node;
import io.github.buntingflags.internal.engine.lists.LargeList;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compiles the flags and segments of a bundle, and updates them: the cost of an update depends only on the items that
 * it affects. It is not thread-safe; its results are.
 */
public final class FlagGraph {
    /**
     * Changed flags and segments, as raw JSON. A malformed one breaks the flags that need it. Null values are removals.
     */
    public record Change(Map<String, String> flags, Map<String, String> segments) {}

    /** The flags after a change, and the keys of those that were recompiled or removed, in order. */
    public record Changed(Snapshot snapshot, List<String> keys) {}

    final Map<String, CompiledFlag> flags = new HashMap<>();
    final Map<String, Node> segments = new HashMap<>();
    private final Map<Reference, GraphItem> items = new HashMap<>();
    private final Dependents dependents = new Dependents();
    /**
     * The items that need a list that is not loaded. Each stays as it was, or broken if it is new: it is never
     * evaluated as if the list were empty.
     */
    final Set<Reference> held = new HashSet<>();

    final LargeList.Find findList;
    private final Map<String, LargeList> large = new HashMap<>();
    private Snapshot snapshot = Snapshot.NONE;

    public FlagGraph(LargeList.Find findList) {
        this.findList = findList;
    }

    /** Returns the large lists that segments name, by segment key. */
    public Map<String, LargeList> lists() {
        return Collections.unmodifiableMap(large);
    }

    /** Returns whether a segment's list is not loaded. Once it is, pass the same segment to {@link #change} again. */
    public boolean isWaiting(String segmentKey) {
        return large.containsKey(segmentKey) && held.contains(new Reference(true, segmentKey));
    }

    /** Returns whether a flag needs a list that is not loaded. */
    public boolean isHeld(String flagKey) {
        return held.contains(new Reference(false, flagKey));
    }

    /**
     * Returns whether a bundle's format is known; the first bundles had none, which is null. A bundle of any other
     * format may mean anything, so none of its flags can be read.
     */
    public static boolean isKnownFormat(Double format) {
        return format == null || format == 1 || format == 2;
    }

    /** Compiles changed items, and all that depend on them. */
    public Changed change(Change change, boolean isKnownFormat) {
        Map<Reference, GraphItem> next = new HashMap<>();
        change.segments.forEach((key, raw) -> put(next, new Reference(true, key), raw, isKnownFormat));
        change.flags.forEach((key, raw) -> put(next, new Reference(false, key), raw, isKnownFormat));
        Recompile made = new Recompile(this, next);
        made.compile(affectedBy(next));
        next.forEach((name, item) -> {
            dependents.replace(name, items.get(name), item);
            if (item.isThere) items.put(name, item);
            else items.remove(name);
            if (name.isSegment()) replace(large, name.key(), item.large);
            item.forget();
        });
        made.held.forEach((name, isHeld) -> {
            if (isHeld) held.add(name);
            else held.remove(name);
        });
        made.segments.forEach((key, segment) -> replace(segments, key, segment));
        Map<String, CompiledFlag> others = new HashMap<>();
        made.flags.forEach((key, flag) -> {
            if (flag != flags.get(key)) others.put(key, flag);
            replace(flags, key, flag);
        });
        snapshot = snapshot.with(others);
        return new Changed(snapshot, others.keySet().stream().sorted().toList());
    }

    private static void put(Map<Reference, GraphItem> into, Reference name, String raw, boolean isKnownFormat) {
        into.put(name, new GraphItem(name, raw, isKnownFormat));
    }

    private static <Value> void replace(Map<String, Value> into, String key, Value value) {
        if (value == null) into.remove(key);
        else into.put(key, value);
    }

    /**
     * Returns the items that a change affects, in their new state: those that changed, and all that depend on them,
     * directly or not. A cycle is affected as a whole or not at all.
     */
    private Map<Reference, GraphItem> affectedBy(Map<Reference, GraphItem> next) {
        Map<Reference, GraphItem> affected = new HashMap<>();
        Set<Reference> seen = new HashSet<>(next.keySet());
        ArrayDeque<Reference> open = new ArrayDeque<>(next.keySet());
        while (!open.isEmpty()) {
            Reference name = open.pop();
            for (Reference namer : dependents.of(name)) if (seen.add(namer)) open.push(namer);
            GraphItem item = next.containsKey(name) ? next.get(name) : items.get(name);
            if (item != null && item.isThere) affected.put(name, item);
        }
        return affected;
    }
}
