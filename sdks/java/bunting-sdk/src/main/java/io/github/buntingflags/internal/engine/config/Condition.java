package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.compile.Operator;
import io.github.buntingflags.internal.engine.hash.HashKind;
import java.util.List;

/** A condition of a rule. */
public sealed interface Condition {
    /** Compares an attribute. `value` is null if it is missing. */
    record Comparison(String attribute, Operator operator, Object value, boolean ignoreCase) implements Condition {}

    /** Tests whether the context is in any of the segments, or in none. */
    record Membership(List<String> segments, boolean negated) implements Condition {}

    /** Tests whether the draw of a unit is in a range. The unit is the user if `attribute` is null. */
    record UnitShare(String attribute, double from, double to, String salt, HashKind kind) implements Condition {}

    record Group(Kind kind, List<Condition> members) implements Condition {
        public enum Kind {
            ALL,
            ANY,
            NONE
        }
    }
}
