package io.github.buntingflags.internal.connection;

import io.github.buntingflags.internal.http.Answer;

/** This machine's time, corrected where it is far from the service's: events from another hour are refused there. */
public final class ServiceClock {
    /** Answers say whole seconds, and take a while to come: a clock that differs by less is right. */
    private static final long TOLERANCE_MS = 10_000;

    private volatile long offsetMs;

    public long nowMs() {
        return System.currentTimeMillis() + offsetMs;
    }

    /** Learns from an answer what time it is where it came from. */
    public void hear(Answer answer) {
        double difference = HttpDates.read(answer.header("date")) - System.currentTimeMillis();
        if (!Double.isNaN(difference)) offsetMs = Math.abs(difference) > TOLERANCE_MS ? (long) difference : 0;
    }
}
