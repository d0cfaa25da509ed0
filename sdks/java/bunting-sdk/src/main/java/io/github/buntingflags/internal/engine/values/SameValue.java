package io.github.buntingflags.internal.engine.values;

import java.util.List;
import java.util.Map;

/** Compares JSON values by content and type; the order of an object's members is ignored. */
public final class SameValue {
    private SameValue() {}

    public static boolean test(Object one, Object other) {
        if (one instanceof Map<?, ?> members) {
            return other instanceof Map<?, ?> others && members.size() == others.size() && areSame(members, others);
        }
        if (one instanceof List<?> elements) {
            return other instanceof List<?> others && elements.size() == others.size() && areSame(elements, others);
        }
        // 0 and -0 are equal.
        if (one instanceof Double number) return other instanceof Double wanted && number.doubleValue() == wanted;
        return one == null ? other == null : one.equals(other);
    }

    private static boolean areSame(Map<?, ?> members, Map<?, ?> others) {
        for (Map.Entry<?, ?> member : members.entrySet()) {
            if (!others.containsKey(member.getKey())) return false;
            if (!test(member.getValue(), others.get(member.getKey()))) return false;
        }
        return true;
    }

    private static boolean areSame(List<?> elements, List<?> others) {
        for (int at = 0; at < elements.size(); at++) if (!test(elements.get(at), others.get(at))) return false;
        return true;
    }
}
