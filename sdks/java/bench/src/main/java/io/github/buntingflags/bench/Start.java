package io.github.buntingflags.bench;

import com.sun.management.ThreadMXBean;
import io.github.buntingflags.Context;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/** Measures how long a bundle takes until its flags can be evaluated, in a fresh JVM, and how much heap it keeps. */
public final class Start {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 21;
    private static final double MAX_MB = 25;

    private Start() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        double before = heapMb();
        long began = THREADS.getCurrentThreadCpuTime();
        Flags flags = open(file);
        double firstMs = (THREADS.getCurrentThreadCpuTime() - began) / 1e6;
        double kept = heapMb() - before;
        int count = flags.all(Context.user("ada")).size();
        double[] ms = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            began = THREADS.getCurrentThreadCpuTime();
            open(file);
            ms[round] = (THREADS.getCurrentThreadCpuTime() - began) / 1e6;
        }
        Arrays.sort(ms);
        System.out.printf(
                Locale.ROOT,
                "%n%,d flags, 200 segments of 100 (%.1f MB of text): %.0f ms at first, %.1f ms later; %.1f MB (at most %.0f: %s).%n",
                count,
                Files.size(file) / 1e6,
                firstMs,
                ms[ROUNDS / 2],
                kept,
                MAX_MB,
                kept <= MAX_MB ? "yes" : "NO");
    }

    private static Flags open(Path file) throws IOException {
        Flags flags = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(Files.readString(file)));
        flags.close();
        return flags;
    }

    private static double heapMb() {
        for (int times = 0; times < 3; times++) System.gc();
        return (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) / 1e6;
    }
}
