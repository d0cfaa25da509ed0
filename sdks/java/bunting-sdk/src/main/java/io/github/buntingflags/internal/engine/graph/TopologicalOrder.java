package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.config.Reference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Visits items after all that they depend on. It is iterative, because chains can be long. */
final class TopologicalOrder {
    interface Visitor {
        void visit(GraphItem item, boolean isInCircle);
    }

    private TopologicalOrder() {}

    /** Items in a cycle, and those that depend on one, come last. */
    static void visit(Map<Reference, GraphItem> items, Visitor visitor) {
        Map<Reference, Integer> missing = new HashMap<>();
        Map<Reference, List<GraphItem>> waiting = new HashMap<>();
        ArrayDeque<GraphItem> ready = new ArrayDeque<>();
        for (GraphItem item : items.values()) {
            int open = 0;
            for (Reference needed : item.names) {
                if (!items.containsKey(needed)) continue;
                open++;
                waiting.computeIfAbsent(needed, name -> new ArrayList<>()).add(item);
            }
            if (open == 0) ready.add(item);
            else missing.put(item.name, open);
        }
        while (!ready.isEmpty()) {
            GraphItem item = ready.pop();
            visitor.visit(item, false);
            for (GraphItem other : waiting.getOrDefault(item.name, List.of())) {
                Integer left = missing.computeIfPresent(other.name, (name, count) -> count == 1 ? null : count - 1);
                if (left == null) ready.push(other);
            }
        }
        for (Reference name : missing.keySet()) visitor.visit(items.get(name), true);
    }
}
