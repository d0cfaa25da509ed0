package io.github.buntingflags.internal.connection;

import java.util.concurrent.ThreadLocalRandom;

/** How long to wait before the next stream, after one that ended, or could not be had. */
final class Wait {
    /** Together with the time an attempt may take, this keeps an application current within 5 s of Bunting's return. */
    private static final double MAX_DELAY_MS = 1_500;

    private static final double FIRST_DELAY_MS = 100;
    /** How often to ask where there is no stream to be had, as behind some proxies. */
    private static final double POLL_MS = 10_000;
    /** A key that is refused is asked with half as often each time, and this often in the end. */
    private static final double MAX_POLL_MS = 300_000;
    /** A stream that failed more often in a row while asking works is not tried at every turn. */
    private static final int FEW_FAILURES = 4;
    /** One that ends sooner than this counts as failed. */
    static final double SHORT_MS = 1_000;
    /** Those who were told the same wait come back over this long at most. */
    private static final double MAX_SPREAD_MS = 5_000;

    /**
     * How a stream ended.
     *
     * @param failures in a row; 0 where the stream was open for a while
     * @param isGap it was left because of a patch of another revision
     * @param refusals how often in a row the key was refused
     * @param isAnswered asking works
     * @param retryAfterMs what `Retry-After` said; 0 where it said nothing
     */
    record Ended(int failures, double lastedMs, boolean isGap, int refusals, boolean isAnswered, long retryAfterMs) {}

    private Wait() {}

    static double ms(Ended ended) {
        // Never sooner: a fleet that was told the same second must not come back in the same second.
        double asked = ended.retryAfterMs + random() * Math.min(ended.retryAfterMs, MAX_SPREAD_MS);
        if (ended.refusals > 0 || (ended.isAnswered && ended.failures > FEW_FAILURES)) {
            double mean = Math.min(POLL_MS * Math.pow(2, Math.max(0, ended.refusals - 1)), MAX_POLL_MS);
            return Math.max(asked, mean * (0.75 + random() / 2));
        }
        if (ended.isGap && ended.failures < 2) return 0;
        // A server that stops ends all its streams at once.
        if (ended.failures == 0) return random() * MAX_DELAY_MS;
        // What took long to fail has waited enough.
        return Math.max(asked, retryMs(ended.lastedMs < SHORT_MS ? ended.failures : 0));
    }

    /** Doubled each time, and spread, so that clients do not return together. */
    private static double retryMs(int attempt) {
        double max = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * Math.pow(2, attempt));
        return max / 2 + max / 2 * random();
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
