package io.github.buntingflags.internal.telemetry;

import io.github.buntingflags.internal.engine.evaluate.Outcome;
import java.util.ArrayDeque;

/**
 * Counts in place: what is kept grows with the number of different answers, never with the number of evaluations, also while
 * nothing can be sent. Counts only ever grow, and what was taken of them is remembered beside: so none is lost, whoever counts
 * meanwhile.
 */
final class Tally {
    /** What was counted and not taken yet, oldest first. */
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

    /** All that waits, for one batch; what does not fit is to be put back. */
    ArrayDeque<Outcome> takeAll() {
        synchronized (waiting) {
            ArrayDeque<Outcome> all = new ArrayDeque<>(waiting);
            waiting.clear();
            return all;
        }
    }

    /** How much there is of one that was taken. Whoever counts it from now on adds it again, so none is missed. */
    long release(Outcome outcome) {
        outcome.isWaiting = false;
        return left(outcome);
    }

    /** What did not fit is the oldest of the next batch. */
    void putBack(ArrayDeque<Outcome> others) {
        synchronized (waiting) {
            for (Outcome outcome; (outcome = others.pollLast()) != null; ) {
                // One that was released may have been added again meanwhile.
                waiting.remove(outcome);
                outcome.isWaiting = true;
                waiting.addFirst(outcome);
            }
        }
    }

    /** Of one that was released and has something left. */
    void keep(Outcome outcome) {
        if (left(outcome) > 0) add(outcome);
    }

    private static long left(Outcome outcome) {
        return outcome.count.sum() - outcome.taken;
    }

    /** How many evaluations wait. */
    long left() {
        synchronized (waiting) {
            return waiting.stream().mapToLong(Tally::left).sum();
        }
    }
}
