package io.github.buntingflags.internal.engine.config;

import io.github.buntingflags.internal.engine.compile.Operator;
import io.github.buntingflags.internal.engine.hash.HashKind;
import java.util.List;

/** What a rule asks. */
public sealed interface Condition {
    /** On an attribute. `value` is null where there is none. */
    record Comparison(String attribute, Operator operator, Object value, boolean ignoreCase) implements Condition {}

    /** On segments: in any of them, or in none. */
    record Membership(List<String> segments, boolean negated) implements Condition {}

    /** On a draw; the unit is the user where `attribute` is null. */
    record UnitShare(String attribute, double from, double to, String salt, HashKind kind) implements Condition {}

    record Group(Kind kind, List<Condition> members) implements Condition {
        public enum Kind {
            ALL,
            ANY,
            NONE
        }
    }
}
