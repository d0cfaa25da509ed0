package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.compile.FlagCompiler;
import io.github.buntingflags.internal.engine.compile.SegmentCompiler;
import io.github.buntingflags.internal.engine.config.Reference;
import io.github.buntingflags.internal.engine.evaluate.CompiledFlag;
import io.github.buntingflags.internal.engine.evaluate.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Compiles what a change touches, each after all that it needs. It changes nothing itself. */
final class Recompile {
    /** What takes the place of what there is; null for what is gone, and for a segment that cannot be read. */
    final Map<String, CompiledFlag> flags = new HashMap<>();

    final Map<String, Node> segments = new HashMap<>();

    private final FlagGraph graph;
    private final Map<Reference, GraphItem> next;
    private final FlagCompiler.Finder find = new FlagCompiler.Finder(this::findSegment, this::findNode);

    Recompile(FlagGraph graph, Map<Reference, GraphItem> next) {
        this.graph = graph;
        this.next = next;
        for (Reference name : next.keySet()) (name.isSegment() ? segments : flags).put(name.key(), null);
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
        if (!next.containsKey(item.name) && isKept(item.name, needs, isReadable)) return;
        String key = item.name.key();
        if (item.name.isSegment()) {
            segments.put(key, isReadable ? SegmentCompiler.compile(item.segment(), needs, find.segment()) : null);
        } else {
            flags.put(
                    key,
                    isReadable
                            ? FlagCompiler.compile(key, item.meta(), item.flag(), needs, find)
                            : CompiledFlag.broken(key, item.meta()));
        }
        item.forget();
    }

    /** A flag that is not there does not hold; a segment that is not there is a fault. */
    private boolean isKnown(Reference name) {
        if (name.isSegment()) return findSegment(name.key()) != null;
        CompiledFlag flag = findFlag(name.key());
        return flag == null || !flag.isBroken;
    }

    /** Whether something stands as it is: a broken one whatever it needs, another where all that it needs is what it was. */
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
