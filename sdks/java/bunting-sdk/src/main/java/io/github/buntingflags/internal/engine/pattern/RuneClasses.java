package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.pattern.Instructions.Instruction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Maps each character to the positions that read it, by intervals of characters. */
final class RuneClasses {
    private final int[] bounds;
    private final long[][] masks;
    private final long[][] latin1 = new long[256][];

    RuneClasses(List<Instruction> positions) {
        int count = positions.size();
        Map<CharClass, long[]> readers = new HashMap<>();
        for (int position = 0; position < count; position++) {
            CharClass characters = positions.get(position).characters;
            Bits.add(readers.computeIfAbsent(characters, key -> Bits.empty(count)), position);
        }
        // The positions whose bits flip at each bound. A position has one class, so its bit flips at each of that
        // class's bounds.
        TreeMap<Integer, long[]> changes = new TreeMap<>();
        readers.forEach((characters, bits) -> {
            for (int at = 0; at < characters.bounds.length; at++) {
                int bound = characters.bounds[at] + at % 2;
                long[] changed = changes.computeIfAbsent(bound, key -> Bits.empty(count));
                for (int word = 0; word < bits.length; word++) changed[word] ^= bits[word];
            }
        });
        bounds = changes.keySet().stream().mapToInt(Integer::intValue).toArray();
        masks = new long[bounds.length + 1][];
        masks[0] = Bits.empty(count);
        for (int at = 0; at < bounds.length; at++) {
            masks[at + 1] = masks[at].clone();
            long[] changed = changes.get(bounds[at]);
            for (int word = 0; word < changed.length; word++) masks[at + 1][word] ^= changed[word];
        }
        for (int point = 0; point < latin1.length; point++) latin1[point] = masks[stretchOf(point)];
    }

    long[] maskOf(int point) {
        return point < latin1.length ? latin1[point] : masks[stretchOf(point)];
    }

    private int stretchOf(int point) {
        int found = Arrays.binarySearch(bounds, point);
        return found >= 0 ? found + 1 : -found - 1;
    }
}
