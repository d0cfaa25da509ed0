package io.github.buntingflags.bench;

import com.launchdarkly.sdk.LDContext;
import com.launchdarkly.sdk.server.LDClient;
import io.github.buntingflags.Context;
import io.github.buntingflags.Details;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import io.github.buntingflags.bench.Rounds.Lane;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Measures the eight cases of bench/engine: this SDK as applications use it, hand-written code, and LaunchDarkly's SDK.
 * Arguments are the names of the cases to measure, and `--rounds=31`.
 */
public final class Main {
    private static final Map<String, String> FEW = BenchCases.fewFlags();
    private static final Map<String, String> MANY = BenchCases.manyFlags();

    /** A case and its contenders. */
    private record Case(String title, Lane byHand, Lane own, List<Lane> peers) {
        List<Lane> lanes() {
            List<Lane> lanes = new ArrayList<>(List.of(byHand, own));
            lanes.addAll(peers);
            return lanes;
        }
    }

    private final Context[] users = BenchCases.users(BenchCases.USERS);
    private final LDContext[] theirUsers = IntStream.range(0, BenchCases.USERS)
            .mapToObj(LaunchDarklyCases::user)
            .toArray(LDContext[]::new);
    private final Map<String, Function<Context, Details<Object>>> byHand = HandWritten.flags(FEW);
    private final Flags flags = open(FEW);
    private final LDClient few = LaunchDarklyCases.open(FEW);
    private final LDClient many = LaunchDarklyCases.open(MANY);
    private final int rounds;

    private Main(int rounds) throws IOException {
        this.rounds = rounds;
    }

    public static void main(String[] arguments) throws IOException {
        List<String> named = new ArrayList<>(Arrays.asList(arguments));
        named.removeIf(argument -> argument.startsWith("--"));
        int rounds = Arrays.stream(arguments)
                .filter(argument -> argument.startsWith("--rounds="))
                .mapToInt(argument -> Integer.parseInt(argument.substring("--rounds=".length())))
                .findFirst()
                .orElse(121);
        Main main = new Main(rounds);
        List<Case> cases = main.cases(named);
        Rounds.measure(cases.stream().map(Case::lanes).toList(), rounds);
        Report.say(
                "# SDK for Java%n%nOne evaluation, by key; medians and ratios of interleaved rounds, in this thread's");
        Report.say(" processor time. Java %s.%n", System.getProperty("java.version"));
        for (Case each : cases) Report.print(each.title, each.byHand, each.own, each.peers);
        main.few.close();
        main.many.close();
    }

    private List<Case> cases(List<String> named) {
        List<Case> cases = new ArrayList<>();
        BenchCases.TITLES.forEach((name, title) -> {
            if (!named.isEmpty() && !named.contains(name)) return;
            cases.add(name.equals("all") ? all(title) : one(name, title));
        });
        return cases;
    }

    private Case one(String kind, String title) {
        String[] keys = BenchCases.keysOf(kind);
        Run written = OwnCode.of(ByHandLoop.class, byHand, keys, users);
        Run own = OwnCode.of(BuntingLoop.class, flags, keys, users);
        Run peer = OwnCode.of(LaunchDarklyLoop.class, few, keys, theirUsers);
        // LaunchDarkly has no groups of conditions.
        return new Case(
                title, lane("by hand", written), lane("Bunting", own), kind.equals("groups") ? List.of() : peers(peer));
    }

    private Case all(String title) {
        Run written = OwnCode.of(AllByHandLoop.class, HandWritten.flags(MANY), users);
        Run own = OwnCode.of(AllBuntingLoop.class, open(MANY), users);
        Run peer = OwnCode.of(AllLaunchDarklyLoop.class, many, theirUsers);
        return new Case(title, lane("by hand", written), lane("Bunting", own), peers(peer));
    }

    private List<Lane> peers(Run launchDarkly) {
        return List.of(lane("LaunchDarkly", launchDarkly));
    }

    private Lane lane(String name, Run run) {
        return new Lane(name, run, rounds);
    }

    private static Flags open(Map<String, String> kinds) {
        Flags flags = Flags.open(Options.of("http://127.0.0.1:9", "sk").bootstrap(BenchCases.bundle(kinds)));
        // No requests during the measurement.
        flags.close();
        return flags;
    }
}
