package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.internal.engine.config.Condition.Comparison;
import io.github.buntingflags.internal.engine.evaluate.Op;
import io.github.buntingflags.internal.engine.evaluate.Step;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Every operator that compares an attribute: its op, whether it supports `ignoreCase`, and how it parses its value. */
public enum Operator {
    EQUALS(Op.EQUALS, true, Prepare::one),
    NOT_EQUALS(Op.NOT_EQUALS, true, Prepare::one),
    IN(Op.IN, true, Prepare::list),
    NOT_IN(Op.NOT_IN, true, Prepare::list),
    CONTAINS(Op.CONTAINS, true, Prepare::texts),
    NOT_CONTAINS(Op.NOT_CONTAINS, true, Prepare::texts),
    STARTS_WITH(Op.STARTS_WITH, true, Prepare::texts),
    ENDS_WITH(Op.ENDS_WITH, true, Prepare::texts),
    GT(Op.GT, false, Prepare::number),
    GTE(Op.GTE, false, Prepare::number),
    LT(Op.LT, false, Prepare::number),
    LTE(Op.LTE, false, Prepare::number),
    BEFORE(Op.BEFORE, false, Prepare::instant),
    AFTER(Op.AFTER, false, Prepare::instant),
    SEMVER_EQ(Op.SEMVER_EQ, false, Prepare::version),
    SEMVER_GT(Op.SEMVER_GT, false, Prepare::version),
    SEMVER_GTE(Op.SEMVER_GTE, false, Prepare::version),
    SEMVER_LT(Op.SEMVER_LT, false, Prepare::version),
    SEMVER_LTE(Op.SEMVER_LTE, false, Prepare::version),
    IS_SET(Op.IS_SET, false, Prepare::none),
    IS_NOT_SET(Op.IS_NOT_SET, false, Prepare::none),
    REGEX(Op.REGEX, false, Prepare::pattern),
    GEO_COUNTRY(Op.GEO_COUNTRY, false, Prepare::countries);

    /** Stores the parsed value in a step. Returns false if the value is invalid: the condition then never matches. */
    interface Preparation {
        boolean prepare(Step step, Comparison condition);
    }

    private static final Map<String, Operator> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Operator::named, Function.identity()));

    private final int op;
    private final boolean foldable;
    private final Preparation preparation;

    Operator(int op, boolean foldable, Preparation preparation) {
        this.op = op;
        this.foldable = foldable;
        this.preparation = preparation;
    }

    /** Returns null if there is no such operator. */
    public static Operator find(String name) {
        return BY_NAME.get(name);
    }

    /** Returns the name that configs use. */
    public String named() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether a condition may have `ignoreCase`. */
    public boolean foldable() {
        return foldable;
    }

    /** Returns null if the condition never matches. */
    Step prepare(Comparison condition, Step yes, Step no) {
        Step step = new Step(op, yes, no);
        return preparation.prepare(step, condition) ? step : null;
    }
}
