package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.pattern.Instructions.Instruction;
import io.github.buntingflags.internal.engine.pattern.Instructions.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What can be reached between two characters, where certain assertions hold there: sets of positions. */
final class Transitions {
    /** Positions that a match may begin with. */
    final long[] start;

    final boolean startMatches;
    /** Positions after which the pattern has matched. */
    final long[] matches;
    /** Positions that the one before them leads to. */
    final long[] next;
    /** Positions that lead to themselves. */
    final long[] self;
    /** Whatever else leads further: from which in one, and to which in the other. */
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

    /** Follows the instructions that read nothing. */
    static final class Walk {
        private final Instructions program;
        /**
         * The instructions that read. The program was made from its end: turned round, a text's characters are one after the
         * other.
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

        /** Every position that can be reached from an instruction, and whether a match can. */
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
