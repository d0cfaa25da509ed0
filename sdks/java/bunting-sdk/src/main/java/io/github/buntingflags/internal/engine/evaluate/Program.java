package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;

/**
 * Runs a flag or a segment: tests in a row, each of which says where to go on. Nothing is made, so that an evaluation leaves no
 * work for the garbage collector, and nothing is called through an interface.
 */
final class Program {
    /** What stands where an attribute was not read yet: null is one that is missing. */
    private static final Object UNREAD = new Object();

    private Program() {}

    /** The number of the outcome. The first attributes of a program are read once, into variables; few have more. */
    static int run(Step entry, Context context, Memo memo) {
        Object first = UNREAD;
        Object second = UNREAD;
        Object third = UNREAD;
        Object fourth = UNREAD;
        Step step = entry;
        for (; ; ) {
            Object actual;
            switch (step.slot) {
                case -1:
                    actual = null;
                    break;
                case 0:
                    if (first == UNREAD) first = step.attribute.read(context);
                    actual = first;
                    break;
                case 1:
                    if (second == UNREAD) second = step.attribute.read(context);
                    actual = second;
                    break;
                case 2:
                    if (third == UNREAD) third = step.attribute.read(context);
                    actual = third;
                    break;
                case 3:
                    if (fourth == UNREAD) fourth = step.attribute.read(context);
                    actual = fourth;
                    break;
                default:
                    actual = step.attribute.read(context);
            }
            boolean holds;
            switch (step.op) {
                case Op.END:
                    return step.outcome;
                case Op.EQUALS:
                    holds = actual instanceof String text ? text.equals(step.text) : Comparisons.test(step, actual);
                    break;
                case Op.IN:
                    holds = actual instanceof String text
                            ? Comparisons.isAmong(step, text)
                            : Comparisons.test(step, actual);
                    break;
                case Op.GT:
                    holds = actual instanceof Integer number ? number > step.number : Comparisons.test(step, actual);
                    break;
                case Op.IN_IDS, Op.IN_ROLLOUT, Op.DRAWN_BELOW, Op.DRAWN_SHARE:
                    holds = Units.test(step, context, actual);
                    break;
                case Op.SPLIT, Op.DRAWN_SPLIT:
                    step = Units.share(step, context, actual);
                    continue;
                case Op.ASK:
                    holds = step.met[memo.ask(step.node, context)];
                    break;
                default:
                    holds = Comparisons.test(step, actual);
            }
            step = holds ? step.yes : step.no;
        }
    }
}
