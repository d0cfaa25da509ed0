package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Two hundred flags for one user, into a map. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class AllBench {
    private final Context[] users = BenchCases.users(BenchCases.USERS);
    private final Map<String, Function<Context, Details<Object>>> byHand =
            HandWritten.flags(BenchCases.manyFlags());
    private Flags flags;
    private int at;

    @Setup
    public void open() {
        flags = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(BenchCases.bundle(BenchCases.manyFlags())));
        flags.close();
    }

    @Benchmark
    public Object bunting() {
        return flags.all(users[at++ & BenchCases.USERS - 1]);
    }

    @Benchmark
    public Object byHand() {
        Context user = users[at++ & BenchCases.USERS - 1];
        Map<String, Details<Object>> all = new LinkedHashMap<>();
        byHand.forEach((key, flag) -> all.put(key, flag.apply(user)));
        return all;
    }
}
