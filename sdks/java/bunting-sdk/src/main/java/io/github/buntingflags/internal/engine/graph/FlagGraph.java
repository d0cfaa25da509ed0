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
 * Compiles a bundle's flags, and each segment once, and keeps up with changes: what one costs depends on what it touches. It is
 * for one thread at a time; what it makes is for all.
 */
public final class FlagGraph {
    /**
     * What is said anew of flags and segments, as it came: what cannot be read breaks the flags that need it. Null is for what
     * is gone.
     */
    public record Change(Map<String, String> flags, Map<String, String> segments) {}

    /** The flags as they are then, and the keys of those that were compiled anew or are gone, in order. */
    public record Changed(Snapshot snapshot, List<String> keys) {}

    final Map<String, CompiledFlag> flags = new HashMap<>();
    final Map<String, Node> segments = new HashMap<>();
    private final Map<Reference, GraphItem> items = new HashMap<>();
    private final Dependents dependents = new Dependents();
    /**
     * All that needs a list that is not there. It is as it was before, or broken where there was none before: never as if no unit
     * were in the list.
     */
    final Set<Reference> held = new HashSet<>();

    final LargeList.Find findList;
    private final Map<String, LargeList> large = new HashMap<>();
    private Snapshot snapshot = Snapshot.NONE;

    public FlagGraph(LargeList.Find findList) {
        this.findList = findList;
    }

    /** The large lists that segments name, by the segments' keys. */
    public Map<String, LargeList> lists() {
        return Collections.unmodifiableMap(large);
    }

    /** Whether a segment's list is not there. Once it is, the same segment is said again. */
    public boolean isWaiting(String segmentKey) {
        return large.containsKey(segmentKey) && held.contains(new Reference(true, segmentKey));
    }

    /** Whether a flag needs a list that is not there. */
    public boolean isHeld(String flagKey) {
        return held.contains(new Reference(false, flagKey));
    }

    /**
     * Whether a bundle that says so can be read; the first ones said nothing, which is null. One of another format may mean
     * anything: none of its flags can be read.
     */
    public static boolean isKnownFormat(Double format) {
        return format == null || format == 1 || format == 2;
    }

    /** Compiles what is said anew, and whatever needs it. */
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
     * What a change touches, as it is after it: what is said anew, and all that need it, over however many others. Of a circle
     * that is all or nothing.
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
