package io.github.buntingflags.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures all lanes in interleaved rounds, and in reverse order every other round, so that a change in the machine's
 * speed affects all alike.
 */
final class Rounds {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long ROUND_NS = 6_000_000;
    private static final int WARM_UPS = 20;

    /**
     * A contender in a case. Results are per evaluation: nanoseconds of processor time of this thread, and bytes
     * allocated.
     */
    static final class Lane {
        final String name;
        private final Run run;
        private final double[] ns;
        private final double[] bytes;
        private int fills;

        Lane(String name, Run run, int rounds) {
            this.name = name;
            this.run = run;
            ns = new double[rounds];
            bytes = new double[rounds];
        }

        /** Finds the number of evaluations that fill a round, by doubling it, which also warms the lane up. */
        private void fill() {
            for (int times = 64; ; times *= 2) {
                long began = THREADS.getCurrentThreadCpuTime();
                run.run(times);
                long took = THREADS.getCurrentThreadCpuTime() - began;
                if (took < ROUND_NS) continue;
                fills = (int) Math.max(1, times * ROUND_NS / took);
                return;
            }
        }

        private void measure(int round) {
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long began = THREADS.getCurrentThreadCpuTime();
            int on = run.run(fills);
            long took = THREADS.getCurrentThreadCpuTime() - began;
            long made = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            if (on < 0) throw new IllegalStateException("nobody can be on less than never");
            if (round < 0) return;
            ns[round] = (double) took / fills;
            bytes[round] = (double) made / fills;
        }

        double ns() {
            return median(ns);
        }

        /** Rounded down: the measurement itself allocates less than a byte per evaluation. */
        long bytes() {
            return (long) median(bytes);
        }

        /** Returns how many times as long this lane takes as the other: the median over all rounds. */
        double timesOf(Lane other) {
            double[] ratios = new double[ns.length];
            for (int round = 0; round < ratios.length; round++) ratios[round] = ns[round] / other.ns[round];
            return median(ratios);
        }
    }

    private Rounds() {}

    static void measure(List<List<Lane>> cases, int rounds) {
        for (List<Lane> lanes : cases) lanes.forEach(Lane::fill);
        for (int round = -WARM_UPS; round < rounds; round++) {
            for (List<Lane> lanes : cases) {
                List<Lane> order = new ArrayList<>(lanes);
                if (round % 2 != 0) java.util.Collections.reverse(order);
                for (Lane lane : order) lane.measure(round);
            }
        }
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) / 2];
    }
}
