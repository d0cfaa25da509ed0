package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.hash.HashKind;
import java.util.List;

/** A rule of a flag or a segment. Rules of segments only have an audience. Missing fields are null. */
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
