package io.github.buntingflags.internal.connection;

import io.github.buntingflags.internal.http.Answer;

/** This machine's time, corrected if it is far from the service's, which rejects events from another hour. */
public final class ServiceClock {
    /** Dates in responses are in whole seconds and arrive late, so a smaller difference is not corrected. */
    private static final long TOLERANCE_MS = 10_000;

    private volatile long offsetMs;

    public long nowMs() {
        return System.currentTimeMillis() + offsetMs;
    }

    /** Compares this machine's clock with the date of a response. */
    public void hear(Answer answer) {
        double difference = HttpDates.read(answer.header("date")) - System.currentTimeMillis();
        if (!Double.isNaN(difference)) offsetMs = Math.abs(difference) > TOLERANCE_MS ? (long) difference : 0;
    }
}
