package io.github.buntingflags.internal.engine.graph;

import io.github.buntingflags.internal.engine.config.Reference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Maps each name to the items that refer to it, whether it exists or not. */
final class Dependents {
    private final Map<Reference, Set<Reference>> byName = new HashMap<>();

    Set<Reference> of(Reference name) {
        return byName.getOrDefault(name, Set.of());
    }

    void replace(Reference namer, GraphItem before, GraphItem after) {
        if (before != null) {
            for (Reference name : before.names) {
                byName.computeIfPresent(name, (named, namers) -> {
                    namers.remove(namer);
                    return namers.isEmpty() ? null : namers;
                });
            }
        }
        for (Reference name : after.names) {
            byName.computeIfAbsent(name, named -> new HashSet<>()).add(namer);
        }
    }
}
