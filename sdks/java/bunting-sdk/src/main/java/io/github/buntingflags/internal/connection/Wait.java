package io.github.buntingflags.internal.connection;

import java.util.concurrent.ThreadLocalRandom;

/** The wait before the next stream, after one that ended or could not be opened. */
final class Wait {
    /**
     * The longest wait after a failure. Together with an attempt it brings an application up to date within 5 s of
     * Bunting's return.
     */
    private static final double MAX_DELAY_MS = 1_500;

    private static final double FIRST_DELAY_MS = 100;
    /** The polling interval if no stream can be opened, as behind some proxies. */
    private static final double POLL_MS = 10_000;
    /** The interval for a refused key doubles each time, up to this. */
    private static final double MAX_POLL_MS = 300_000;
    /**
     * After more failures in a row than this, while polling works, the stream is tried only at the polling interval.
     */
    private static final int FEW_FAILURES = 4;
    /** A stream that ends sooner than this counts as failed. */
    static final double SHORT_MS = 1_000;
    /** The longest jitter of a wait: clients that were given the same wait return spread over this time. */
    private static final double MAX_SPREAD_MS = 5_000;

    /**
     * How a stream ended.
     *
     * @param failures the number of failures in a row; 0 after a stream that lasted
     * @param isGap whether it was closed because of a patch of another revision
     * @param refusals how often in a row the key was refused
     * @param isAnswered whether polling works
     * @param retryAfterMs the wait that `Retry-After` asks for; 0 without one
     */
    record Ended(int failures, double lastedMs, boolean isGap, int refusals, boolean isAnswered, long retryAfterMs) {}

    private Wait() {}

    static double ms(Ended ended) {
        // Jitter only ever adds: clients that were given the same second must not return in it together.
        double asked = ended.retryAfterMs + random() * Math.min(ended.retryAfterMs, MAX_SPREAD_MS);
        if (ended.refusals > 0 || (ended.isAnswered && ended.failures > FEW_FAILURES)) {
            double mean = Math.min(POLL_MS * Math.pow(2, Math.max(0, ended.refusals - 1)), MAX_POLL_MS);
            return Math.max(asked, mean * (0.75 + random() / 2));
        }
        if (ended.isGap && ended.failures < 2) return 0;
        // A server that shuts down ends all its streams at once: spread the reconnects.
        if (ended.failures == 0) return random() * MAX_DELAY_MS;
        // A failure that took long counts as part of the wait.
        return Math.max(asked, retryMs(ended.lastedMs < SHORT_MS ? ended.failures : 0));
    }

    /** Doubles each time, with jitter, so that clients do not reconnect together. */
    private static double retryMs(int attempt) {
        double max = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * Math.pow(2, attempt));
        return max / 2 + max / 2 * random();
    }

    private static double random() {
        return ThreadLocalRandom.current().nextDouble();
    }
}
