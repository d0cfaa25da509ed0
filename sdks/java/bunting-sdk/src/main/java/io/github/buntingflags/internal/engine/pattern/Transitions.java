package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.pattern.Instructions.Instruction;
import io.github.buntingflags.internal.engine.pattern.Instructions.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The positions that can be reached between two characters, given the assertions that hold there. */
final class Transitions {
    /** The positions that a match can begin with. */
    final long[] start;

    final boolean startMatches;
    /** The positions after which the pattern has matched. */
    final long[] matches;
    /** The positions that are reached from the position before them. */
    final long[] next;
    /** The positions that are reached from themselves. */
    final long[] self;
    /** All other transitions: the positions in `sources` lead to those in `targets` at the same index. */
    final long[][] sources;

    final long[][] targets;

    private Transitions(Reached start, long[] matches, long[] next, long[] self, Map<Key, long[]> jumps) {
        this.start = start.positions;
        startMatches = start.isMatch;
        this.matches = matches;
        this.next = next;
        this.self = self;
        targets = jumps.keySet().stream().map(Key::bits).toArray(long[][]::new);
        sources = jumps.values().toArray(new long[0][]);
    }

    private record Reached(long[] positions, boolean isMatch) {}

    private record Key(long[] bits) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && Arrays.equals(bits, key.bits);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bits);
        }
    }

    /** Follows the instructions that read no character. */
    static final class Walk {
        private final Instructions program;
        /**
         * The instructions that read a character. The program was built from its end, so they are reversed: consecutive
         * characters of a text then get consecutive positions.
         */
        final List<Instruction> positions = new ArrayList<>();

        private final int[] positionOf;

        Walk(Instructions program) {
            this.program = program;
            positionOf = new int[program.all.size()];
            for (int at = program.all.size() - 1; at >= 0; at--) {
                if (program.all.get(at).kind != Kind.READ) continue;
                positionOf[at] = positions.size();
                positions.add(program.all.get(at));
            }
        }

        Transitions transitions(int holds) {
            Reached[] known = new Reached[program.all.size()];
            int count = positions.size();
            long[] matches = Bits.empty(count);
            long[] next = Bits.empty(count);
            long[] self = Bits.empty(count);
            Map<Key, long[]> jumps = new LinkedHashMap<>();
            for (int position = 0; position < count; position++) {
                Reached reached = reach(positions.get(position).out, holds, known);
                if (reached.isMatch) Bits.add(matches, position);
                if (Bits.has(reached.positions, position)) Bits.add(self, position);
                if (Bits.has(reached.positions, position + 1)) Bits.add(next, position + 1);
                long[] further = reached.positions.clone();
                Bits.remove(further, position);
                Bits.remove(further, position + 1);
                if (Bits.isEmpty(further)) continue;
                Bits.add(jumps.computeIfAbsent(new Key(further), key -> Bits.empty(count)), position);
            }
            return new Transitions(reach(program.start, holds, known), matches, next, self, jumps);
        }

        /** Returns all positions that can be reached from an instruction, and whether a match can. */
        private Reached reach(int begin, int holds, Reached[] known) {
            if (known[begin] != null) return known[begin];
            boolean[] seen = new boolean[program.all.size()];
            ArrayDeque<Integer> open = new ArrayDeque<>(List.of(begin));
            long[] reached = Bits.empty(positions.size());
            boolean isMatch = false;
            while (!open.isEmpty()) {
                int at = open.pop();
                if (seen[at]) continue;
                seen[at] = true;
                Instruction instruction = program.all.get(at);
                switch (instruction.kind) {
                    case READ -> Bits.add(reached, positionOf[at]);
                    case MATCH -> isMatch = true;
                    case ASSERT -> {
                        if ((instruction.assertion & holds) != 0) open.push(instruction.out);
                    }
                    case SPLIT -> {
                        open.push(instruction.out);
                        open.push(instruction.other);
                    }
                }
            }
            known[begin] = new Reached(reached, isMatch);
            return known[begin];
        }
    }
}
