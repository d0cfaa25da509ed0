package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.internal.engine.config.Condition.Comparison;
import io.github.buntingflags.internal.engine.config.ConfigLimits;
import io.github.buntingflags.internal.engine.evaluate.Countries;
import io.github.buntingflags.internal.engine.evaluate.Op;
import io.github.buntingflags.internal.engine.evaluate.Step;
import io.github.buntingflags.internal.engine.pattern.Pattern;
import io.github.buntingflags.internal.engine.text.FindTexts;
import io.github.buntingflags.internal.engine.text.Fold;
import io.github.buntingflags.internal.engine.values.IdSet;
import io.github.buntingflags.internal.engine.values.Instants;
import io.github.buntingflags.internal.engine.values.Numbers;
import io.github.buntingflags.internal.engine.values.Texts;
import io.github.buntingflags.internal.engine.values.Version;
import java.util.ArrayList;
import java.util.List;

/** Parses the values of conditions, for each operator. */
final class Prepare {
    /** The most values that are compared one by one: more are found faster in a set. */
    private static final int FEW = 8;

    private Prepare() {}

    static boolean one(Step step, Comparison condition) {
        step.text = textOf(condition.value(), condition);
        if (step.text == null) return false;
        step.text = step.text.intern();
        step.number = Numbers.read(step.text);
        step.isNumber =
                !Double.isNaN(step.number) && Numbers.textOf(step.number).equals(step.text);
        return true;
    }

    static boolean list(Step step, Comparison condition) {
        if (!(condition.value() instanceof List<?> values) || !isOfSize(values)) return false;
        List<String> wanted = new ArrayList<>(values.size());
        for (Object value : values) wanted.add(textOf(value, condition));
        if (wanted.contains(null)) return false;
        if (wanted.size() > FEW) {
            step.ids = new IdSet(wanted);
        } else {
            step.texts = wanted.stream().map(String::intern).toArray(String[]::new);
            step.hashes = wanted.stream().mapToInt(String::hashCode).toArray();
        }
        return true;
    }

    static boolean texts(Step step, Comparison condition) {
        List<?> values = condition.value() instanceof List<?> list ? list : List.of(orEmpty(condition.value()));
        if (!isOfSize(values)) return false;
        List<String> wanted = new ArrayList<>(values.size());
        for (Object value : values) {
            if (!(value instanceof String)) return false;
            wanted.add(textOf(value, condition));
        }
        step.found = new FindTexts(wanted, step.op == Op.CONTAINS || step.op == Op.NOT_CONTAINS);
        return true;
    }

    static boolean number(Step step, Comparison condition) {
        if (condition.value() instanceof Double number) step.number = number;
        else step.number = condition.value() instanceof String text ? Numbers.read(text) : Double.NaN;
        return !Double.isNaN(step.number);
    }

    static boolean instant(Step step, Comparison condition) {
        step.number = condition.value() instanceof String text ? Instants.read(text) : Double.NaN;
        return !Double.isNaN(step.number);
    }

    static boolean version(Step step, Comparison condition) {
        step.version = condition.value() instanceof String text ? Version.read(text) : null;
        return step.version != null;
    }

    static boolean none(Step step, Comparison condition) {
        return condition.value() == null;
    }

    static boolean pattern(Step step, Comparison condition) {
        step.pattern = condition.value() instanceof String text ? Pattern.compile(text) : null;
        return step.pattern != null;
    }

    static boolean countries(Step step, Comparison condition) {
        List<?> codes = condition.value() instanceof List<?> list ? list : List.of(orEmpty(condition.value()));
        step.countries = isOfSize(codes) ? Countries.of(codes) : null;
        return step.countries != null;
    }

    /** Replaces a missing value with one that is invalid for every operator. */
    private static Object orEmpty(Object value) {
        return value == null ? false : value;
    }

    private static boolean isOfSize(List<?> values) {
        return !values.isEmpty() && values.size() <= ConfigLimits.VALUES;
    }

    private static String textOf(Object value, Comparison condition) {
        String text = Texts.of(value);
        return text == null || !condition.ignoreCase() ? text : Fold.fold(text);
    }
}
