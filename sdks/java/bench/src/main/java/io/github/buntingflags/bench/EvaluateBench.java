package io.github.buntingflags.bench;

import com.launchdarkly.sdk.LDContext;
import com.launchdarkly.sdk.server.LDClient;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One question of each kind: by this SDK as applications ask, by code that somebody wrote, and by LaunchDarkly's SDK. */
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
    private final Map<String, Function<Context, Details<Object>>> byHand =
            HandWritten.flags(BenchCases.fewFlags());
    private final String[] keys = new String[BenchCases.KEYS_IN_TURN];
    private Flags flags;
    private LDClient launchDarkly;
    private LDContext[] contexts;
    private int at;

    @Setup(Level.Trial)
    public void open() throws IOException {
        System.setProperty("java.util.logging.config.file", "/dev/null");
        for (int turn = 0; turn < keys.length; turn++) keys[turn] = kind + "-" + turn;
        flags = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(BenchCases.bundle(BenchCases.fewFlags())));
        // Nothing is asked of anybody while it is measured.
        flags.close();
        launchDarkly = LaunchDarklyCases.open();
        contexts = IntStream.range(0, BenchCases.USERS)
                .mapToObj(LaunchDarklyCases::user)
                .toArray(LDContext[]::new);
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        launchDarkly.close();
    }

    private String key() {
        return keys[at & BenchCases.KEYS_IN_TURN - 1];
    }

    @Benchmark
    public boolean bunting() {
        boolean isOn = flags.bool(key(), users[at & BenchCases.USERS - 1], false);
        at++;
        return isOn;
    }

    @Benchmark
    public boolean byHand() {
        boolean isOn = (Boolean) byHand.get(key()).apply(users[at & BenchCases.USERS - 1]).value();
        at++;
        return isOn;
    }

    /** Groups are nothing that its flags have: that case says how long it takes to find that out. */
    @Benchmark
    public boolean launchDarkly() {
        boolean isOn = launchDarkly.boolVariation(key(), contexts[at & BenchCases.USERS - 1], false);
        at++;
        return isOn;
    }
}
