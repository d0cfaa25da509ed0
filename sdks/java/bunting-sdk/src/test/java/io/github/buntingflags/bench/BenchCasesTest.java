package io.github.buntingflags.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import io.github.buntingflags.internal.engine.lists.HashList;
import io.github.buntingflags.internal.engine.lists.HashedIds;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntPredicate;
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
        Context[] users = BenchCases.users(64);
        try (Flags flags = open(BenchCases.fewFlags())) {
            for (String kind : BenchCases.KINDS) {
                String key = kind + "-0";
                makesNothing(kind, at -> flags.bool(key, users[at % users.length], false));
            }
        }
    }

    @Test
    void aLookUpInALargeListMakesNothing() {
        byte[] salt = new byte[16];
        long[] hashes = BenchCases.audience().stream()
                .mapToLong(id -> HashedIds.hashOf(salt, id))
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(Long::longValue)
                .toArray();
        HashedIds ids = new HashedIds(salt, new HashList(hashes));
        Context[] users = BenchCases.users(64);
        makesNothing("a look-up", at -> ids.contains(users[at % users.length].userId()));
    }

    private static void makesNothing(String name, IntPredicate ask) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The first evaluations load classes, which allocates.
        count(ask, 2_000);
        long before = threads.getCurrentThreadAllocatedBytes();
        int on = count(ask, 10_000);
        long made = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(on > 0 && on <= 10_000, name + " is on " + on + " times");
        assertTrue(made < 10_000, name + " made " + made + " bytes in 10,000 evaluations");
    }

    private static int count(IntPredicate ask, int times) {
        int on = 0;
        for (int at = 0; at < times; at++) if (ask.test(at)) on++;
        return on;
    }
}
