package io.github.buntingflags.internal.engine.evaluate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The classes of an attribute's values that a set of tests cannot distinguish. Immutable. */
final class Classes {
    private static final int MAX_TEXTS = 256;

    /** Stands for every text that no test names. */
    private static final Object OTHER_TEXT = new Object();

    private final boolean isOfNumbers;
    private final Map<String, Integer> texts = new HashMap<>();
    /** The class of the numbers just above a border. */
    private final TreeMap<Double, Integer> above = new TreeMap<>();

    private int missing;
    /** The class of texts that no test names, or of numbers below all borders. */
    private int others;

    private int count = 1;

    private Classes(boolean isOfNumbers) {
        this.isOfNumbers = isOfNumbers;
    }

    /** Returns whether a step is a test whose result depends only on the value of a plain attribute. */
    static boolean areKnownOf(Step step) {
        return (Op.comparesNumbers(step.op) || Op.comparesTexts(step.op) || Op.asksWhetherSet(step.op))
                && step.attribute.isPlain();
    }

    /** Returns null if there are too many classes. */
    static Classes by(Step first) {
        return new Classes(Op.comparesNumbers(first.op)).and(first);
    }

    int count() {
        return count;
    }

    /**
     * Returns the classes with one more test; null if they are too many, or the test compares texts and the others
     * numbers.
     */
    Classes and(Step step) {
        if (isOfNumbers ? Op.comparesTexts(step.op) : Op.comparesNumbers(step.op)) return null;
        if (texts.size() + step.namedTexts().size() > MAX_TEXTS) return null;
        Classes finer = new Classes(isOfNumbers);
        Splitter splitter = new Splitter(step);
        finer.missing = splitter.split(missing, null);
        if (isOfNumbers) splitNumbers(finer, step, splitter);
        else splitTexts(finer, step, splitter);
        finer.count = splitter.known.size();
        return finer;
    }

    private void splitTexts(Classes finer, Step step, Splitter splitter) {
        Map<String, Integer> named = new HashMap<>(texts);
        for (String text : step.namedTexts()) named.putIfAbsent(text, others);
        named.forEach((text, known) -> finer.texts.put(text, splitter.split(known, text)));
        finer.others = splitter.split(others, OTHER_TEXT);
    }

    private void splitNumbers(Classes finer, Step step, Splitter splitter) {
        TreeMap<Double, Integer> all = new TreeMap<>(above);
        if (Op.comparesNumbers(step.op)) {
            Map.Entry<Double, Integer> before = above.floorEntry(borderOf(step));
            all.putIfAbsent(borderOf(step), before == null ? others : before.getValue());
        }
        all.forEach((border, known) -> finer.above.put(border, splitter.split(known, Math.nextUp(border))));
        finer.others = splitter.split(others, all.firstKey());
    }

    /** Returns the number above which the result of the test changes. */
    private static double borderOf(Step step) {
        return step.op == Op.GT || step.op == Op.LTE ? step.number : Math.nextDown(step.number);
    }

    /** Splits classes by whether a test holds for their values. */
    private static final class Splitter {
        private final Step step;
        /**
         * Maps old classes to new ones, by two keys each: for the values for which the test holds, and for the others.
         */
        private final Map<Integer, Integer> known = new HashMap<>();

        Splitter(Step step) {
            this.step = step;
        }

        int split(int old, Object example) {
            int key = holds(step, example) ? 2 * old + 1 : 2 * old;
            known.putIfAbsent(key, known.size());
            return known.get(key);
        }
    }

    /** Returns whether a test holds for a class, by an example of its values. */
    static boolean holds(Step step, Object example) {
        if (example == OTHER_TEXT) return Op.isNegation(step.op) || step.op == Op.IS_SET;
        return Comparisons.test(step, example);
    }

    /** Returns one value of each class. */
    Object[] examples() {
        Object[] examples = new Object[count];
        texts.forEach((text, known) -> examples[known] = text);
        above.forEach((border, known) -> examples[known] = Math.nextUp(border));
        examples[others] = isOfNumbers ? above.firstKey() : OTHER_TEXT;
        examples[missing] = null;
        return examples;
    }

    /**
     * Returns the column of these classes in a decision table, in which the cells of consecutive classes are `apart`
     * cells apart.
     */
    Column column(String name, int apart) {
        if (isOfNumbers) {
            TreeMap<Double, Integer> offsets = new TreeMap<>(above);
            offsets.replaceAll((border, known) -> known * apart);
            return Column.ofNumbers(name, missing * apart, others * apart, offsets);
        }
        Map<String, Integer> offsets = new HashMap<>(texts);
        offsets.replaceAll((text, known) -> known * apart);
        return Column.ofTexts(name, missing * apart, others * apart, offsets);
    }
}
