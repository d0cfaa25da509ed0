package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.hash.HashKind;
import java.util.List;

/** One rule of a flag, or of a segment, whose rules have an audience alone. What is left out is null. */
public record Rule(
        String id,
        boolean enabled,
        boolean matchesAny,
        List<Condition> conditions,
        Object value,
        Double rolloutPercentage,
        List<Share> distribution,
        String bucketBy,
        Hash hash) {
    public record Share(String variant, double weight) {}

    public record Hash(HashKind kind, String salt, String splitSalt) {}

    public double totalWeight() {
        return distribution.stream().mapToDouble(Share::weight).reduce(0, Double::sum);
    }
}
