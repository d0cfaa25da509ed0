package io.github.buntingflags.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class BenchCasesTest {
    private static Flags open(Map<String, String> kinds) {
        return Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(BenchCases.bundle(kinds)));
    }

    @Test
    void handWrittenCodeAnswersTheSame() {
        List<Context> users = new ArrayList<>(List.of(BenchCases.users(4_096)));
        users.add(Context.empty());
        users.add(Context.anonymous(BenchCases.userId(4)));
        users.add(Context.empty().with(Map.of("plan", List.of("enterprise"), "country", "NL", "age", "70")));
        Map<String, Function<Context, Details<Object>>> byHand = HandWritten.flags(BenchCases.fewFlags());
        int on = 0;
        try (Flags flags = open(BenchCases.fewFlags())) {
            for (Context user : users) {
                for (Map.Entry<String, Function<Context, Details<Object>>> flag : byHand.entrySet()) {
                    Details<Boolean> details = flags.boolDetails(flag.getKey(), user, false);
                    assertEquals(flag.getValue().apply(user), details, flag.getKey() + " for " + user);
                    if (details.value()) on++;
                }
            }
        }
        assertTrue(on > 10_000);
    }

    @Test
    void anEvaluationMakesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Context[] users = BenchCases.users(64);
        try (Flags flags = open(BenchCases.fewFlags())) {
            for (String kind : BenchCases.KINDS) {
                String key = kind + "-0";
                // The first evaluations load classes.
                ask(flags, key, users, 2_000);
                long before = threads.getCurrentThreadAllocatedBytes();
                int on = ask(flags, key, users, 10_000);
                long made = threads.getCurrentThreadAllocatedBytes() - before;
                assertTrue(
                        made < 10_000, kind + " made " + made + " bytes in 10,000 evaluations, " + on + " of them on");
            }
        }
    }

    private static int ask(Flags flags, String key, Context[] users, int times) {
        int on = 0;
        for (int at = 0; at < times; at++) if (flags.bool(key, users[at % users.length], false)) on++;
        return on;
    }
}
