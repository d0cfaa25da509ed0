package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.pattern.Instructions.Instruction;

/** Simulates a program with one bit for each instruction that reads a character, all bits of a word in parallel. */
final class Matcher {
    private final RuneClasses classes;
    /** The transitions for each pair of sides, at `4 * before + after`. */
    private final Transitions[] transitions = new Transitions[16];

    private final int words;
    /** Whether assertions depend on neighbouring characters, and not only on the ends of the text. */
    private final boolean seesSides;
    /** Whether a match can only begin at the start of the text: once all bits are clear, it cannot match any more. */
    private final boolean isAnchored;

    private Matcher(Instructions program) {
        Transitions.Walk walk = new Transitions.Walk(program);
        int asked = 0;
        for (Instruction instruction : program.all) asked |= instruction.assertion;
        seesSides = (asked & ~(Sides.BEGIN_TEXT | Sides.END_TEXT)) != 0;
        Transitions[] known = new Transitions[64];
        for (int at = 0; at < 16; at++) {
            int holds = Sides.assertionsBetween(at / 4, at % 4) & asked;
            if (known[holds] == null) known[holds] = walk.transitions(holds);
            transitions[at] = known[holds];
        }
        classes = new RuneClasses(walk.positions);
        words = transitions[0].start.length;
        isAnchored = !seesSides && cannotBegin(Sides.OTHER) && cannotBegin(Sides.NONE);
    }

    private boolean cannotBegin(int after) {
        Transitions between = transitions[4 * Sides.OTHER + after];
        return !between.startMatches && Bits.isEmpty(between.start);
    }

    static Matcher of(Instructions program) {
        return new Matcher(program);
    }

    boolean test(String text) {
        return words == 1 ? testWord(text) : testWords(text);
    }

    /** For patterns whose positions fit into one word, as nearly all do. */
    private boolean testWord(String text) {
        long bits = 0;
        int before = Sides.NONE;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            at += point > 0xffff ? 2 : 1;
            int after = seesSides ? Sides.of(point) : Sides.OTHER;
            Transitions between = transitions[4 * before + after];
            if (between.startMatches || (bits & between.matches[0]) != 0) return true;
            long reached = between.start[0] | bits << 1 & between.next[0] | bits & between.self[0];
            for (int jump = 0; jump < between.sources.length; jump++) {
                if ((bits & between.sources[jump][0]) != 0) reached |= between.targets[jump][0];
            }
            bits = reached & classes.maskOf(point)[0];
            if (bits == 0 && isAnchored) return false;
            before = after;
        }
        Transitions last = transitions[4 * before + Sides.NONE];
        return last.startMatches || (bits & last.matches[0]) != 0;
    }

    private boolean testWords(String text) {
        long[] bits = new long[words];
        long[] reached = new long[words];
        boolean isDead = true;
        int before = Sides.NONE;
        for (int at = 0; at < text.length(); ) {
            int point = text.codePointAt(at);
            at += point > 0xffff ? 2 : 1;
            int after = seesSides ? Sides.of(point) : Sides.OTHER;
            Transitions between = transitions[4 * before + after];
            if (between.startMatches || (!isDead && Bits.meet(bits, between.matches))) return true;
            System.arraycopy(between.start, 0, reached, 0, words);
            if (!isDead) step(between, bits, reached);
            isDead = !narrow(reached, classes.maskOf(point));
            if (isDead && isAnchored) return false;
            long[] spare = bits;
            bits = reached;
            reached = spare;
            before = after;
        }
        Transitions last = transitions[4 * before + Sides.NONE];
        return last.startMatches || (!isDead && Bits.meet(bits, last.matches));
    }

    private static void step(Transitions between, long[] bits, long[] reached) {
        long carried = 0;
        for (int word = 0; word < bits.length; word++) {
            reached[word] |= (bits[word] << 1 | carried) & between.next[word] | bits[word] & between.self[word];
            carried = bits[word] >>> 63;
        }
        for (int jump = 0; jump < between.sources.length; jump++) {
            if (!Bits.meet(bits, between.sources[jump])) continue;
            long[] targets = between.targets[jump];
            for (int word = 0; word < targets.length; word++) reached[word] |= targets[word];
        }
    }

    /** Returns whether any bit is left. */
    private static boolean narrow(long[] reached, long[] mask) {
        long any = 0;
        for (int word = 0; word < reached.length; word++) any |= reached[word] &= mask[word];
        return any != 0;
    }
}
