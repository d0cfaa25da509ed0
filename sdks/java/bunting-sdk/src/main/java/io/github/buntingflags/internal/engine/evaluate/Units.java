package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.hash.Murmur3;

/** What becomes of a unit: who is in a list, and who falls into which share. */
final class Units {
    private Units() {}

    static boolean test(Step step, Context context, Object actual) {
        String unit = step.attribute == null ? context.unit() : unitOf(step, actual);
        if (unit == null) return false;
        switch (step.op) {
            case Op.IN_IDS:
                return step.ids.contains(unit);
            case Op.IN_ROLLOUT:
                return hash(unit, step) < step.limit;
            default:
                long drawn = step.draw.draw(unit);
                return drawn >= step.from && drawn < step.limit;
        }
    }

    static Step share(Step step, Context context, Object actual) {
        String unit = step.attribute == null ? context.unit() : Attribute.unitOf(actual);
        if (unit == null) return step.no;
        return step.share(step.op == Op.SPLIT ? hash(unit, step) : step.draw.draw(unit));
    }

    private static String unitOf(Step step, Object actual) {
        return step.op == Op.DRAWN_SHARE ? Attribute.shareUnitOf(actual) : Attribute.unitOf(actual);
    }

    private static long hash(String unit, Step step) {
        return Integer.toUnsignedLong(Murmur3.hash(unit, step.seed));
    }
}
