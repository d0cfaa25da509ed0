package io.github.buntingflags.bench;

import io.github.buntingflags.bench.Rounds.Lane;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Prints the results as a table, and whether they meet the targets. */
final class Report {
    private static final double OF_HAND_WRITTEN = 0.8;
    private static final double OF_FASTEST_PEER = 3;

    private Report() {}

    static void print(String title, Lane byHand, Lane own, List<Lane> peers) {
        say("%n## %s%n%n| | ns | of hand-written | Bunting is | bytes |%n|---|---|---|---|---|%n", title);
        printRow(byHand, byHand, own);
        printRow(own, byHand, own);
        for (Lane peer : peers) printRow(peer, byHand, own);
        double ofHand = byHand.timesOf(own);
        say("%nBunting: %.0f %% of hand-written (at least 80 %%: %s)", 100 * ofHand, verdict(ofHand, OF_HAND_WRITTEN));
        OptionalDouble ofPeer =
                peers.stream().mapToDouble(peer -> peer.timesOf(own)).min();
        ofPeer.ifPresent(
                times -> say("; %.1f times the fastest peer (at least 3: %s)", times, verdict(times, OF_FASTEST_PEER)));
        say(".%n");
    }

    private static void printRow(Lane lane, Lane byHand, Lane own) {
        String times = lane == own ? "" : String.format(Locale.ROOT, "%.2f×", lane.timesOf(own));
        say(
                "| %s | %.1f | %.0f %% | %s | %d |%n",
                lane.name, lane.ns(), 100 * byHand.timesOf(lane), times, lane.bytes());
    }

    private static String verdict(double is, double atLeast) {
        return is >= atLeast ? "yes" : "NO";
    }

    static void say(String format, Object... values) {
        System.out.printf(Locale.ROOT, format, values);
    }
}
