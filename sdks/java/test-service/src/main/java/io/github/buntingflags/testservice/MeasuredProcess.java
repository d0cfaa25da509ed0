package io.github.buntingflags.testservice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The resources that this process holds at the moment. */
final class MeasuredProcess {
    private static final double PAGE_BYTES = 4_096;

    private MeasuredProcess() {}

    static Map<String, Object> now() {
        return Map.of("threads", threads(), "fds", files(), "rss", residentBytes());
    }

    /** Counts Java threads, except those of the HTTP server. The JVM has others, which come and go by themselves. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().equals("service"))
                .count();
    }

    private static long files() {
        try (Stream<Path> found = Files.list(Path.of("/proc/self/fd"))) {
            return found.count();
        } catch (IOException notLinux) {
            return 0;
        }
    }

    private static double residentBytes() {
        try {
            return Double.parseDouble(
                            Files.readString(Path.of("/proc/self/statm")).split(" ")[1])
                    * PAGE_BYTES;
        } catch (IOException notLinux) {
            return 0;
        }
    }
}
