package io.github.buntingflags.testservice;

import io.github.buntingflags.Flags;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Repeats an evaluation on many threads at once, for a while. */
final class Stress {
    private Stress() {}

    static long run(Flags flags, Fields asked) throws InterruptedException {
        LongAdder evaluations = new LongAdder();
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos((long) asked.number("ms", 0));
        Thread[] threads = new Thread[(int) asked.number("threads", 1)];
        for (int at = 0; at < threads.length; at++) {
            threads[at] = new Thread(() -> askUntil(until, flags, asked, evaluations), "stress");
            threads[at].start();
        }
        for (Thread thread : threads) thread.join();
        return evaluations.sum();
    }

    private static void askUntil(long until, Flags flags, Fields asked, LongAdder evaluations) {
        do {
            for (int turn = 0; turn < 100; turn++) Evaluate.answer(flags, asked);
            evaluations.add(100);
        } while (System.nanoTime() - until < 0);
    }
}
