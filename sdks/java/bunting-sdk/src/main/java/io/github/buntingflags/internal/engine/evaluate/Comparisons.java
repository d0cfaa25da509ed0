package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.internal.engine.values.Instants;
import io.github.buntingflags.internal.engine.values.Numbers;
import io.github.buntingflags.internal.engine.values.Texts;
import io.github.buntingflags.internal.engine.values.Version;
import java.util.List;

/** Tests conditions on attributes. */
final class Comparisons {
    private Comparisons() {}

    /** A condition holds for a list if it holds for any element; a negated one, if it holds for every element. */
    static boolean test(Step step, Object actual) {
        if (!(actual instanceof List<?> elements)) return holds(step, actual);
        boolean every = Op.isNegation(step.op);
        for (int at = 0, size = elements.size(); at < size; at++) {
            if (holds(step, elements.get(at)) != every) return !every;
        }
        // For `IS_NOT_SET` this is false: a list is set, whatever its elements are.
        return every;
    }

    private static boolean holds(Step step, Object actual) {
        if (actual == null) return step.op == Op.IS_NOT_SET;
        switch (step.op) {
            case Op.EQUALS:
                return isSame(step, actual);
            case Op.NOT_EQUALS:
                return !isSame(step, actual);
            case Op.IN:
                return isAmong(step, Texts.of(actual));
            case Op.NOT_IN:
                return !isAmong(step, Texts.of(actual));
            case Op.GT:
                return numberOf(actual) > step.number;
            case Op.GTE:
                return numberOf(actual) >= step.number;
            case Op.LT:
                return numberOf(actual) < step.number;
            case Op.LTE:
                return numberOf(actual) <= step.number;
            case Op.BEFORE:
                return instantOf(actual) < step.number;
            case Op.AFTER:
                return instantOf(actual) > step.number;
            case Op.IS_SET:
                return true;
            case Op.IS_NOT_SET:
                return false;
            case Op.GEO_COUNTRY:
                return actual instanceof String code && Countries.has(step.countries, code);
            case Op.SEMVER_EQ, Op.SEMVER_GT, Op.SEMVER_GTE, Op.SEMVER_LT, Op.SEMVER_LTE:
                return actual instanceof String text && isVersion(step, text);
            default:
                return isText(step, Texts.of(actual));
        }
    }

    private static boolean isText(Step step, String text) {
        return switch (step.op) {
            case Op.CONTAINS -> step.found.anywhere(text);
            case Op.NOT_CONTAINS -> !step.found.anywhere(text);
            case Op.STARTS_WITH -> step.found.atStart(text);
            case Op.ENDS_WITH -> step.found.atEnd(text);
            default -> step.pattern.test(text);
        };
    }

    /** Compares by text. A number is compared as a number if the text is one, so that no text has to be created. */
    private static boolean isSame(Step step, Object actual) {
        if (actual instanceof Number number) return step.isNumber && number.doubleValue() == step.number;
        return step.text.equals(Texts.of(actual));
    }

    static boolean isAmong(Step step, String text) {
        if (step.ids != null) return step.ids.contains(text);
        int hash = text.hashCode();
        int[] hashes = step.hashes;
        for (int at = 0; at < hashes.length; at++) {
            if (hashes[at] == hash && step.texts[at].equals(text)) return true;
        }
        return false;
    }

    /** Returns NaN, which no comparison matches, if it is not a number. */
    private static double numberOf(Object actual) {
        if (actual instanceof Number number) return number.doubleValue();
        return actual instanceof String text ? Numbers.read(text) : Double.NaN;
    }

    /** Returns epoch milliseconds; NaN if it is not an instant. */
    private static double instantOf(Object actual) {
        if (actual instanceof Number number) return number.doubleValue();
        return actual instanceof String text ? Instants.read(text) : Double.NaN;
    }

    private static boolean isVersion(Step step, String text) {
        Version version = Version.read(text);
        if (version == null) return false;
        int order = version.compare(step.version);
        return switch (step.op) {
            case Op.SEMVER_EQ -> order == 0;
            case Op.SEMVER_GT -> order > 0;
            case Op.SEMVER_GTE -> order >= 0;
            case Op.SEMVER_LT -> order < 0;
            default -> order <= 0;
        };
    }
}
