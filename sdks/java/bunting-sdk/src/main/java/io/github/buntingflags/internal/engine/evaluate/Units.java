package io.github.buntingflags.internal.engine.evaluate;

import io.github.buntingflags.Context;
import io.github.buntingflags.internal.engine.hash.Murmur3;

/** Draws units: decides which share each falls into. */
final class Units {
    private Units() {}

    static boolean isDrawn(Step step, Context context) {
        String unit = unitOf(step, context);
        if (unit == null) return false;
        long drawn = step.draw.draw(unit);
        return drawn >= step.from && drawn < step.limit;
    }

    private static String unitOf(Step step, Context context) {
        if (step.attribute == null) return context.unit();
        Object actual = step.attribute.read(context);
        return step.op == Op.DRAWN_SHARE ? Attribute.shareUnitOf(actual) : Attribute.unitOf(actual);
    }

    static Step share(Step step, String unit) {
        if (unit == null) return step.no;
        if (step.op == Op.DRAWN_SPLIT) return step.share(step.draw.draw(unit));
        return step.share(Integer.toUnsignedLong(Murmur3.hash(unit, step.seed)));
    }
}
