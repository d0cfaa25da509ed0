package io.github.buntingflags.bench;

import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One case alone in its JVM, for JMH's profilers. To compare contenders use {@link Main}, which interleaves them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EvaluateBench {
    @Param({"plain", "rules", "rollout", "segment", "nested", "chain", "groups"})
    public String kind;

    private final Context[] users = BenchCases.users(BenchCases.USERS);
    private final Map<String, Function<Context, Details<Object>>> byHand = HandWritten.flags(BenchCases.fewFlags());
    private String[] keys;
    private Flags flags;
    private int at;

    @Setup(Level.Trial)
    public void open() {
        keys = BenchCases.keysOf(kind);
        flags = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(BenchCases.bundle(BenchCases.fewFlags())));
        // No requests during the measurement.
        flags.close();
    }

    @Benchmark
    public boolean bunting() {
        boolean isOn = flags.bool(keys[at & keys.length - 1], users[at & users.length - 1], false);
        at++;
        return isOn;
    }

    @Benchmark
    public boolean byHand() {
        Details<Object> details = byHand.get(keys[at & keys.length - 1]).apply(users[at & users.length - 1]);
        at++;
        return (Boolean) details.value();
    }
}
