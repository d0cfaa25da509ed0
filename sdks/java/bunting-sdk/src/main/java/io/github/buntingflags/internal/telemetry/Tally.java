package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.internal.engine.evaluate.Outcome;
import java.util.ArrayDeque;

/**
 * Counts in place: memory grows with the number of different outcomes, never with the number of evaluations, even while
 * nothing can be sent. Counters only ever grow, and the count already taken is stored beside each, so concurrent
 * increments are never lost.
 */
final class Tally {
    /** Outcomes with counts that no batch has taken yet, oldest first. */
    private final ArrayDeque<Outcome> waiting = new ArrayDeque<>();

    void count(Outcome outcome) {
        outcome.count.increment();
        if (!outcome.isWaiting) add(outcome);
    }

    private void add(Outcome outcome) {
        synchronized (waiting) {
            if (outcome.isWaiting) return;
            outcome.isWaiting = true;
            waiting.add(outcome);
        }
    }

    /** Takes all outcomes for one batch; put back those that do not fit. */
    ArrayDeque<Outcome> takeAll() {
        synchronized (waiting) {
            ArrayDeque<Outcome> all = new ArrayDeque<>(waiting);
            waiting.clear();
            return all;
        }
    }

    /** Returns the count of an outcome that was taken. Further increments queue it again, so none is missed. */
    long release(Outcome outcome) {
        outcome.isWaiting = false;
        return left(outcome);
    }

    /** Makes outcomes that did not fit the oldest ones of the next batch. */
    void putBack(ArrayDeque<Outcome> others) {
        synchronized (waiting) {
            for (Outcome outcome; (outcome = others.pollLast()) != null; ) {
                // A released outcome may have been queued again meanwhile.
                waiting.remove(outcome);
                outcome.isWaiting = true;
                waiting.addFirst(outcome);
            }
        }
    }

    /** Queues a released outcome again if it has counts left. */
    void keep(Outcome outcome) {
        if (left(outcome) > 0) add(outcome);
    }

    private static long left(Outcome outcome) {
        return outcome.count.sum() - outcome.taken;
    }

    /** Returns the number of evaluations that wait. */
    long left() {
        synchronized (waiting) {
            return waiting.stream().mapToLong(Tally::left).sum();
        }
    }
}
