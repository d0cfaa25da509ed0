package io.github.buntingflags.internal.engine.compile;

import io.github.buntingflags.internal.engine.hash.Draw;

/** Computes the limits of shares. A flag with a limit that cannot be computed is broken. */
final class Limits {
    static final class Unreckonable extends RuntimeException {
        private static final long serialVersionUID = 1;

        Unreckonable() {
            super(null, null, false, false);
        }
    }

    private Limits() {}

    static long of(Draw draw, double part, double whole) {
        long limit = draw == null ? -1 : draw.limitOf(part, whole);
        if (limit < 0) throw new Unreckonable();
        return limit;
    }
}
