package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.compile.FlagCompiler;
import io.github.buntingflags.internal.engine.compile.SegmentCompiler;
import io.github.buntingflags.internal.engine.config.Reference;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Node;
import io.github.buntingflags.internal.engine.lists.HashList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compiles all items that a change affects, dependencies first. It does not modify the graph. */
final class Recompile {
    /** The replacements; null for removed items and for malformed segments. */
    final Map<String, CompiledFlag> flags = new HashMap<>();

    final Map<String, Node> segments = new HashMap<>();
    /** True for items that now stay as they were because a list is missing, false for those that no longer do. */
    final Map<Reference, Boolean> held = new HashMap<>();

    private final FlagGraph graph;
    private final Map<Reference, GraphItem> next;
    private final FlagCompiler.Finder find = new FlagCompiler.Finder(this::findSegment, this::findFlag);

    Recompile(FlagGraph graph, Map<Reference, GraphItem> next) {
        this.graph = graph;
        this.next = next;
        next.forEach((name, item) -> {
            (name.isSegment() ? segments : flags).put(name.key(), null);
            if (!item.isThere) held.put(name, false);
        });
    }

    void compile(Map<Reference, GraphItem> affected) {
        TopologicalOrder.visit(affected, this::visit);
    }

    private CompiledFlag findFlag(String key) {
        return flags.containsKey(key) ? flags.get(key) : graph.flags.get(key);
    }

    private Node findSegment(String key) {
        return segments.containsKey(key) ? segments.get(key) : graph.segments.get(key);
    }

    private Node findNode(String key) {
        CompiledFlag flag = findFlag(key);
        return flag == null ? null : flag.node;
    }

    private void visit(GraphItem item, boolean isInCircle) {
        boolean isReadable =
                item.isReadable && !isInCircle && item.names.stream().allMatch(this::isKnown);
        List<Node> needs = new ArrayList<>(item.names.size());
        for (Reference name : item.names) {
            needs.add(name.isSegment() ? findSegment(name.key()) : findNode(name.key()));
        }
        boolean wasHeld = isHeld(item.name);
        HashList list = item.large == null ? null : graph.findList.find(item.large);
        boolean isList = item.large != null && list == null;
        boolean lacksList = isReadable && (isList || item.names.stream().anyMatch(this::isHeld));
        held.put(item.name, lacksList);
        if (lacksList) {
            hold(item);
            return;
        }
        if (!next.containsKey(item.name) && !wasHeld && isKept(item.name, needs, isReadable)) return;
        String key = item.name.key();
        if (item.name.isSegment()) {
            segments.put(key, isReadable ? SegmentCompiler.compile(item.segment(), list, needs, find.segment()) : null);
        } else {
            flags.put(
                    key,
                    isReadable
                            ? FlagCompiler.compile(key, item.meta(), item.flag(), needs, find)
                            : CompiledFlag.broken(key, item.meta()));
        }
        item.forget();
    }

    private boolean isHeld(Reference name) {
        return held.getOrDefault(name, graph.held.contains(name));
    }

    /** Keeps an item as it was until its list is loaded. A new flag is broken until then. */
    private void hold(GraphItem item) {
        String key = item.name.key();
        if (item.name.isSegment()) {
            segments.put(key, graph.segments.get(key));
        } else {
            CompiledFlag known = graph.flags.get(key);
            flags.put(key, known == null ? CompiledFlag.broken(key, item.meta()) : known);
        }
    }

    /**
     * Returns whether a dependency is usable. A missing flag is: the prerequisite just does not hold. A missing segment
     * is not. Items that wait for a list are.
     */
    private boolean isKnown(Reference name) {
        if (isHeld(name)) return true;
        if (name.isSegment()) return findSegment(name.key()) != null;
        CompiledFlag flag = findFlag(name.key());
        return flag == null || !flag.isBroken;
    }

    /** Returns whether an item can be kept: a broken one that still is, or one whose dependencies are unchanged. */
    private boolean isKept(Reference name, List<Node> needs, boolean isReadable) {
        Node known = name.isSegment() ? findSegment(name.key()) : intactNode(name.key());
        if (known == null || !isReadable) return (known == null) != isReadable;
        for (int at = 0; at < needs.size(); at++) {
            if (!Objects.equals(needs.get(at), known.needs.get(at))) return false;
        }
        return true;
    }

    private Node intactNode(String key) {
        CompiledFlag flag = findFlag(key);
        return flag == null || flag.isBroken ? null : flag.node;
    }
}
