package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.text.Fold;
import io.github.buntingflags.internal.engine.text.Foldings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A set of characters, as sorted ranges that neither overlap nor touch. */
final class CharClass {
    static final int MAX_POINT = 0x10ffff;
    static final CharClass ANY = of(0, MAX_POINT);
    static final CharClass NOT_NEWLINE = of('\n', '\n').negated();

    private static final CharClass WORD = of('0', '9', 'A', 'Z', '_', '_', 'a', 'z');
    private static final CharClass ASCII = of(0, 127);

    private static final Map<String, CharClass> PERL =
            Map.of("d", of('0', '9'), "s", of(9, 10, 12, 13, 32, 32), "w", WORD);

    private static final Map<String, CharClass> POSIX = Map.ofEntries(
            Map.entry("alnum", of('0', '9', 'A', 'Z', 'a', 'z')),
            Map.entry("alpha", of('A', 'Z', 'a', 'z')),
            Map.entry("ascii", ASCII),
            Map.entry("blank", of(9, 9, 32, 32)),
            Map.entry("cntrl", of(0, 31, 127, 127)),
            Map.entry("digit", of('0', '9')),
            Map.entry("graph", of(33, 126)),
            Map.entry("lower", of('a', 'z')),
            Map.entry("print", of(32, 126)),
            Map.entry("punct", of(33, 47, 58, 64, 91, 96, 123, 126)),
            Map.entry("space", of(9, 13, 32, 32)),
            Map.entry("upper", of('A', 'Z')),
            Map.entry("word", WORD),
            Map.entry("xdigit", of('0', '9', 'A', 'F', 'a', 'f')));

    /** The first and last character of each range, alternating. */
    final int[] bounds;

    private CharClass(int[] bounds) {
        this.bounds = bounds;
    }

    /** Creates a class of sorted ranges. */
    static CharClass of(int... bounds) {
        return new CharClass(bounds);
    }

    /** Returns the class `d`, `s` or `w`; null for any other name. */
    static CharClass perl(String name) {
        return PERL.get(name);
    }

    static CharClass posix(String name) {
        return POSIX.get(name);
    }

    /** Returns a Unicode category, script or property; null if there is none of that name. */
    static CharClass unicode(String name) {
        switch (name) {
            case "Any":
                return ANY;
            case "Ascii":
                return ASCII;
            case "Assigned":
                return decoded(UnicodeClasses.of("Cn")).negated();
            case "LC", "Lc":
                return union(List.of(unicode("Ll"), unicode("Lt"), unicode("Lu")));
            default:
                if (name.length() != 1)
                    return UnicodeClasses.of(name) == null ? null : decoded(UnicodeClasses.of(name));
                List<CharClass> parts = new ArrayList<>();
                for (String category : UnicodeClasses.CATEGORIES) {
                    if (category.startsWith(name)) parts.add(decoded(UnicodeClasses.of(category)));
                }
                return parts.isEmpty() ? null : union(parts);
        }
    }

    /** Decodes the gap before each range and its length minus one, alternating. */
    private static CharClass decoded(String text) {
        int[] bounds = Arrays.stream(text.split(" "))
                .mapToInt(number -> Integer.parseInt(number, 36))
                .toArray();
        for (int at = 0, next = 0; at < bounds.length; at += 2) {
            bounds[at] += next;
            bounds[at + 1] += bounds[at];
            next = bounds[at + 1] + 1;
        }
        return new CharClass(bounds);
    }

    static CharClass union(List<CharClass> classes) {
        int count = classes.stream().mapToInt(each -> each.bounds.length / 2).sum();
        long[] ranges = new long[count];
        int to = 0;
        for (CharClass each : classes) {
            for (int at = 0; at < each.bounds.length; at += 2) {
                ranges[to++] = (long) each.bounds[at] << 32 | each.bounds[at + 1];
            }
        }
        Arrays.sort(ranges);
        int[] joined = new int[2 * count];
        int length = 0;
        for (long range : ranges) {
            int low = (int) (range >> 32);
            int high = (int) range;
            if (length > 0 && low <= joined[length - 1] + 1) {
                joined[length - 1] = Math.max(joined[length - 1], high);
            } else {
                joined[length++] = low;
                joined[length++] = high;
            }
        }
        return new CharClass(Arrays.copyOf(joined, length));
    }

    CharClass negated() {
        int[] others = new int[bounds.length + 2];
        int length = 0;
        int next = 0;
        for (int at = 0; at < bounds.length; at += 2) {
            if (next < bounds[at]) {
                others[length++] = next;
                others[length++] = bounds[at] - 1;
            }
            next = bounds[at + 1] + 1;
        }
        if (next <= MAX_POINT) {
            others[length++] = next;
            others[length++] = MAX_POINT;
        }
        return new CharClass(Arrays.copyOf(others, length));
    }

    /** Returns a class that also contains all characters that differ only in case. */
    CharClass inAnyCase() {
        List<CharClass> more = new ArrayList<>(List.of(this));
        if (bounds.length == 2 && bounds[0] == bounds[1]) {
            addAlike(more, bounds[0]);
        } else {
            for (int point : Orbits.BY_POINT.keySet()) if (has(point)) addAlike(more, point);
        }
        return more.size() == 1 ? this : union(more);
    }

    private static void addAlike(List<CharClass> to, int point) {
        for (int alike : Orbits.BY_POINT.getOrDefault(point, new int[0])) to.add(of(alike, alike));
    }

    private boolean has(int point) {
        int low = 0;
        int high = bounds.length / 2;
        while (low < high) {
            int middle = low + high >>> 1;
            if (bounds[2 * middle + 1] < point) low = middle + 1;
            else high = middle;
        }
        return 2 * low < bounds.length && bounds[2 * low] <= point;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CharClass characters && Arrays.equals(bounds, characters.bounds);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bounds);
    }

    /** For each character, all that differ from it only in case, including itself. */
    private static final class Orbits {
        static final Map<Integer, int[]> BY_POINT = byPoint();

        private static Map<Integer, int[]> byPoint() {
            Map<Integer, List<Integer>> byFolded = new HashMap<>();
            for (int[] folding : Foldings.all()) {
                for (int point = folding[0]; point <= folding[1]; point += folding[2]) {
                    int folded = Fold.foldPoint(point);
                    byFolded.computeIfAbsent(folded, first -> new ArrayList<>(List.of(first)))
                            .add(point);
                }
            }
            Map<Integer, int[]> byPoint = new HashMap<>();
            for (List<Integer> alike : byFolded.values()) {
                int[] points = alike.stream().mapToInt(Integer::intValue).toArray();
                for (int point : points) byPoint.put(point, points);
            }
            return byPoint;
        }
    }
}
