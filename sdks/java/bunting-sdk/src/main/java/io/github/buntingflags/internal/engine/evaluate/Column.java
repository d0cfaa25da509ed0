package io.github.buntingflags.internal.engine.evaluate;

import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;

/**
 * An attribute in a decision table. Its values fall into classes: all values of a class give the same result in every
 * test of the table. A class is stored as its offset; the offsets of all columns add up to the index of a cell.
 */
final class Column {
    /** So small that any sum of offsets with it is negative, however many columns there are. */
    static final int NO_CLASS = Integer.MIN_VALUE / 128;

    private static final int MIN_BORDERS = 2;

    private final String name;
    private final int spread;
    private final int missing;

    /**
     * The texts that tests name, in a perfect hash table: with this factor no two of them collide. Free slots repeat
     * any of them. Null in a column of numbers.
     */
    private final String[] texts;

    /** The hashes of the texts, so that most other texts are told apart without a comparison. */
    private final int[] hashes;

    private final int factor;
    private final int shift;

    /** The offset of the text in the same slot; in a column of numbers, of the interval between two borders. */
    private final int[] offsets;

    /** The offsets of texts that no test names, and of the texts of booleans. */
    private final int otherText;

    private final int trueText;
    private final int falseText;

    /**
     * In ascending order: the index of a number's interval is the number of borders below it. Null in a column of
     * texts.
     */
    private final double[] borders;

    private Column(String name, int missing, Texts texts, int otherText, double[] borders, int[] offsets) {
        this.name = name;
        spread = AttributeTable.spread(name);
        this.missing = missing;
        this.texts = texts == null ? null : texts.places;
        hashes = texts == null
                ? null
                : Arrays.stream(texts.places).mapToInt(String::hashCode).toArray();
        factor = texts == null ? 0 : texts.factor;
        shift = texts == null ? 0 : texts.shift;
        this.offsets = offsets;
        this.otherText = otherText;
        this.borders = borders;
        trueText = texts == null ? NO_CLASS : offsetOfText("true");
        falseText = texts == null ? NO_CLASS : offsetOfText("false");
    }

    /** Returns null if no perfect hash is found. */
    static Column ofTexts(String name, int missing, int otherText, Map<String, Integer> offsetOf) {
        Texts texts = Texts.of(offsetOf.keySet().toArray(new String[0]));
        if (texts == null) return null;
        int[] offsets = Arrays.stream(texts.places)
                .mapToInt(text -> offsetOf.getOrDefault(text, otherText))
                .toArray();
        return new Column(name, missing, texts, otherText, null, offsets);
    }

    /** `above` maps each border to the offset of the numbers just above it. */
    static Column ofNumbers(String name, int missing, int below, SortedMap<Double, Integer> above) {
        double[] borders = new double[Math.max(MIN_BORDERS, above.size())];
        Arrays.fill(borders, Double.POSITIVE_INFINITY);
        int[] offsets = new int[borders.length + 1];
        offsets[0] = below;
        int at = 0;
        for (Map.Entry<Double, Integer> border : above.entrySet()) {
            borders[at++] = border.getKey();
            offsets[at] = border.getValue();
        }
        return new Column(name, missing, null, NO_CLASS, borders, offsets);
    }

    /**
     * Returns a negative number if the value is of a type that has no class here: the tests must then be run one by
     * one.
     */
    int offsetIn(Object[] attributes) {
        Object actual = AttributeTable.find(attributes, name, spread);
        if (actual instanceof String text) return texts == null ? NO_CLASS : offsetOfText(text);
        if (actual instanceof Integer number) return borders == null ? NO_CLASS : offsetOfNumber(number);
        return actual == null ? missing : offsetOfOther(actual);
    }

    private int offsetOfOther(Object actual) {
        if (actual instanceof Boolean truth) return truth ? trueText : falseText;
        if (borders == null) return NO_CLASS;
        if (actual instanceof Long number) return offsetOfNumber(number);
        return actual instanceof Double number && Double.isFinite(number) ? offsetOfNumber(number) : NO_CLASS;
    }

    private int offsetOfText(String text) {
        int wanted = text.hashCode();
        int at = wanted * factor >>> shift;
        String known = texts[at];
        // Most texts that tests name are literals, too.
        boolean isNamed = known == text || (hashes[at] == wanted && known.equals(text));
        return isNamed ? offsets[at] : otherText;
    }

    private int offsetOfNumber(double number) {
        int at = isBelow(borders[0], number) + isBelow(borders[1], number);
        return offsets[borders.length == MIN_BORDERS ? at : placeAmongMany(at, number)];
    }

    private int placeAmongMany(int begun, double number) {
        int at = begun;
        for (int next = MIN_BORDERS; next < borders.length; next++) at += isBelow(borders[next], number);
        return at;
    }

    /**
     * Returns 1 or 0, by the sign of the difference: a comparison could be compiled to a branch that is hard to
     * predict.
     */
    private static int isBelow(double border, double number) {
        return (int) (Double.doubleToRawLongBits(border - number) >>> 63);
    }

    /** Texts in the slots of a perfect hash table. */
    private record Texts(String[] places, int factor, int shift) {
        private static final int MAX_TRIES = 64;
        private static final int MAX_BITS = 12;

        static Texts of(String[] texts) {
            if (texts.length == 0) return new Texts(new String[] {"", ""}, 0, 31);
            int fewestBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(texts.length));
            for (int bits = fewestBits; bits <= MAX_BITS; bits++) {
                int factor = 0x9e3779b9;
                for (int tries = 0; tries < MAX_TRIES; tries++, factor = factor * 0x2c1b3c6d | 1) {
                    String[] places = place(texts, factor, bits);
                    if (places != null) return new Texts(places, factor, 32 - bits);
                }
            }
            return null;
        }

        private static String[] place(String[] texts, int factor, int bits) {
            String[] places = new String[1 << bits];
            for (String text : texts) {
                int at = text.hashCode() * factor >>> 32 - bits;
                if (places[at] != null) return null;
                places[at] = text;
            }
            for (int at = 0; at < places.length; at++) if (places[at] == null) places[at] = texts[0];
            return places;
        }
    }
}
