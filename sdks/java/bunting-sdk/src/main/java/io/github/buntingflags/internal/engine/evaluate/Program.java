package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.hash.Murmur3;

/**
 * Runs a flag or a segment: tests in a row, each of which says where to go on. Nothing is made, so that an evaluation leaves no
 * work for the garbage collector, and nothing is called through an interface.
 */
final class Program {
    /** So many attributes of a program are looked up once, at its beginning; few have more. */
    static final int SLOTS = 4;

    // What is asked most, of an attribute that was looked up, is one jump away. Each has four numbers, one for each
    // slot.
    static final int EQUALS_IN_SLOT = 40;
    static final int IN_IN_SLOT = 44;
    static final int GT_IN_SLOT = 48;
    static final int OTHER_IN_SLOT = 52;

    private Program() {}

    /** The number that a step goes by here. */
    static int codeOf(Step step) {
        if (step.slot < 0 || step.op > Op.GEO_COUNTRY) return step.op;
        return step.slot
                + switch (step.op) {
                    case Op.EQUALS -> EQUALS_IN_SLOT;
                    case Op.IN -> IN_IN_SLOT;
                    case Op.GT -> GT_IN_SLOT;
                    default -> OTHER_IN_SLOT;
                };
    }

    /** The number of the outcome. */
    static int run(Node node, Context context, Memo memo) {
        String[] names = node.names;
        Object first = names.length > 0 ? context.attribute(names[0]) : null;
        Object second = names.length > 1 ? context.attribute(names[1]) : null;
        Object third = names.length > 2 ? context.attribute(names[2]) : null;
        Object fourth = names.length > 3 ? context.attribute(names[3]) : null;
        Step step = node.entry;
        for (; ; ) {
            boolean holds;
            switch (step.code) {
                case Op.END:
                    return step.outcome;
                case EQUALS_IN_SLOT:
                    holds = equals(step, first);
                    break;
                case EQUALS_IN_SLOT + 1:
                    holds = equals(step, second);
                    break;
                case EQUALS_IN_SLOT + 2:
                    holds = equals(step, third);
                    break;
                case EQUALS_IN_SLOT + 3:
                    holds = equals(step, fourth);
                    break;
                case IN_IN_SLOT:
                    holds = isIn(step, first);
                    break;
                case IN_IN_SLOT + 1:
                    holds = isIn(step, second);
                    break;
                case IN_IN_SLOT + 2:
                    holds = isIn(step, third);
                    break;
                case IN_IN_SLOT + 3:
                    holds = isIn(step, fourth);
                    break;
                case GT_IN_SLOT:
                    holds = isAbove(step, first);
                    break;
                case GT_IN_SLOT + 1:
                    holds = isAbove(step, second);
                    break;
                case GT_IN_SLOT + 2:
                    holds = isAbove(step, third);
                    break;
                case GT_IN_SLOT + 3:
                    holds = isAbove(step, fourth);
                    break;
                case OTHER_IN_SLOT:
                    holds = Comparisons.test(step, Plain.of(first));
                    break;
                case OTHER_IN_SLOT + 1:
                    holds = Comparisons.test(step, Plain.of(second));
                    break;
                case OTHER_IN_SLOT + 2:
                    holds = Comparisons.test(step, Plain.of(third));
                    break;
                case OTHER_IN_SLOT + 3:
                    holds = Comparisons.test(step, Plain.of(fourth));
                    break;
                case Op.IN_IDS:
                    String unit = unitOf(step, context);
                    holds = unit != null && step.ids.contains(unit);
                    break;
                case Op.IN_HASHES:
                    String hashed = unitOf(step, context);
                    holds = hashed != null && step.hashed.contains(hashed);
                    break;
                case Op.IN_ROLLOUT:
                    String drawn = unitOf(step, context);
                    holds = drawn != null && Integer.toUnsignedLong(Murmur3.hash(drawn, step.seed)) < step.limit;
                    break;
                case Op.DRAWN_BELOW, Op.DRAWN_SHARE:
                    holds = Units.isDrawn(step, context);
                    break;
                case Op.SPLIT, Op.DRAWN_SPLIT:
                    step = Units.share(step, unitOf(step, context));
                    continue;
                case Op.ASK:
                    holds = step.met[memo.ask(step.node, context)];
                    break;
                default:
                    holds = Comparisons.test(step, step.attribute.read(context));
            }
            step = holds ? step.yes : step.no;
        }
    }

    private static boolean equals(Step step, Object actual) {
        return actual instanceof String text ? text.equals(step.text) : Comparisons.test(step, Plain.of(actual));
    }

    private static boolean isIn(Step step, Object actual) {
        return actual instanceof String text
                ? Comparisons.isAmong(step, text)
                : Comparisons.test(step, Plain.of(actual));
    }

    private static boolean isAbove(Step step, Object actual) {
        return actual instanceof Integer number ? number > step.number : Comparisons.test(step, Plain.of(actual));
    }

    private static String unitOf(Step step, Context context) {
        return step.attribute == null ? context.unit() : Attribute.unitOf(step.attribute.read(context));
    }
}
