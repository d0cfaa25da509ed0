package io.github.buntingflags.internal.engine.pattern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Parses RE2's syntax. Groups are kept on an explicit stack, so that no pattern causes deep recursion. */
final class Parser {
    private static final int MAX_REPEAT = 1_000;

    /** The flags of `(?imsU)` that matter: `U` only affects which match is preferred, not whether there is one. */
    private record Flags(boolean i, boolean m, boolean s) {}

    /** A part, and the product of its nested repeat counts. */
    private record Counted(Part part, int repeats) {}

    /** An open group, and the flags to restore after it. */
    private static final class Group {
        final Flags flags;
        final List<Counted> choices = new ArrayList<>();
        List<Counted> parts = new ArrayList<>();

        Group(Flags flags) {
            this.flags = flags;
        }
    }

    private final PatternText text;
    private final ArrayDeque<Group> groups = new ArrayDeque<>();
    private final Set<String> names = new HashSet<>();
    private Flags flags = new Flags(false, false, false);

    private Parser(String pattern) {
        text = new PatternText(pattern);
        groups.push(new Group(flags));
    }

    static Part parse(String pattern) throws BadPattern {
        Parser parser = new Parser(pattern);
        boolean wasRepeated = false;
        while (!parser.text.isOver()) wasRepeated = parser.token(wasRepeated);
        if (parser.groups.size() != 1) throw new BadPattern("missing closing )");
        return closed(parser.groups.pop()).part;
    }

    /** Parses a token. Returns whether it is a repetition. */
    private boolean token(boolean wasRepeated) throws BadPattern {
        switch (text.peek()) {
            case '*':
                return repeat(0, -1, wasRepeated);
            case '+':
                return repeat(1, -1, wasRepeated);
            case '?':
                return repeat(0, 1, wasRepeated);
            case '{':
                int[] bounds = text.repetition();
                if (bounds != null) {
                    if (bounds[0] > MAX_REPEAT || bounds[1] > MAX_REPEAT || (bounds[1] >= 0 && bounds[0] > bounds[1])) {
                        throw new BadPattern("invalid repeat count");
                    }
                    return repeatBefore(bounds[0], bounds[1], wasRepeated);
                }
                add(literal(text.next()));
                return false;
            case '(':
                openGroup();
                return false;
            case '|':
                text.next();
                endChoice(groups.peek());
                return false;
            case ')':
                closeGroup();
                return false;
            case '[':
                add(new Part.Reading(new ClassParser(text, flags.i).bracketed()));
                return false;
            case '\\':
                escape();
                return false;
            default:
                add(plain(text.next()));
                return false;
        }
    }

    private Part plain(int point) {
        return switch (point) {
            case '^' -> new Part.Assertion(flags.m ? Sides.BEGIN_LINE : Sides.BEGIN_TEXT);
            case '$' -> new Part.Assertion(flags.m ? Sides.END_LINE : Sides.END_TEXT);
            case '.' -> new Part.Reading(flags.s ? CharClass.ANY : CharClass.NOT_NEWLINE);
            default -> literal(point);
        };
    }

    private void add(Part part) {
        add(part, 1);
    }

    private void add(Part part, int repeats) {
        groups.peek().parts.add(new Counted(part, repeats));
    }

    private Part literal(int point) {
        CharClass character = CharClass.of(point, point);
        return new Part.Reading(flags.i ? character.inAnyCase() : character);
    }

    private boolean repeat(int least, int most, boolean wasRepeated) throws BadPattern {
        text.next();
        return repeatBefore(least, most, wasRepeated);
    }

    private boolean repeatBefore(int least, int most, boolean wasRepeated) throws BadPattern {
        text.take("?");
        if (wasRepeated) throw new BadPattern("invalid nested repetition operator");
        List<Counted> parts = groups.peek().parts;
        if (parts.isEmpty()) throw new BadPattern("missing argument to repetition operator");
        Counted last = parts.remove(parts.size() - 1);
        int times = most < 0 ? least : most;
        // A part that is repeated zero times does not count.
        int repeats = most == 0 ? 1 : Math.max(1, times) * last.repeats;
        if (times >= 2 && repeats > MAX_REPEAT) throw new BadPattern("invalid repeat count");
        add(new Part.Repetition(last.part, least, most), repeats);
        return true;
    }

    private void openGroup() throws BadPattern {
        if (!text.isAt("(?")) {
            text.next();
            groups.push(new Group(flags));
        } else if (text.isAt("(?P<") || text.isAt("(?<")) {
            String name = text.groupName();
            if (!names.add(name)) throw new BadPattern("duplicate capture group name");
            groups.push(new Group(flags));
        } else {
            Flags before = flags;
            text.take("(?");
            if (readFlags()) groups.push(new Group(before));
        }
    }

    /** Parses the flags. Returns whether they open a group. */
    private boolean readFlags() throws BadPattern {
        boolean value = true;
        boolean isLacking = false;
        while (!text.isOver()) {
            int letter = text.next();
            if ((letter == ':' || letter == ')') && !isLacking) return letter == ':';
            if (letter == '-' && value) {
                value = false;
                isLacking = true;
                continue;
            }
            isLacking = false;
            switch (letter) {
                case 'i' -> flags = new Flags(value, flags.m, flags.s);
                case 'm' -> flags = new Flags(flags.i, value, flags.s);
                case 's' -> flags = new Flags(flags.i, flags.m, value);
                case 'U' -> {}
                default -> throw new BadPattern("invalid or unsupported Perl syntax");
            }
        }
        throw new BadPattern("invalid or unsupported Perl syntax");
    }

    private static void endChoice(Group group) {
        group.choices.add(joined(group.parts, true));
        group.parts = new ArrayList<>();
    }

    private static Counted closed(Group group) {
        endChoice(group);
        return joined(group.choices, false);
    }

    private static Counted joined(List<Counted> parts, boolean isSequence) {
        int repeats = parts.stream().mapToInt(Counted::repeats).max().orElse(1);
        if (parts.size() == 1) return parts.get(0);
        List<Part> plain = parts.stream().map(Counted::part).toList();
        return new Counted(isSequence ? new Part.Sequence(plain) : new Part.Choice(plain), repeats);
    }

    private void closeGroup() throws BadPattern {
        if (groups.size() == 1) throw new BadPattern("unexpected )");
        text.next();
        Group group = groups.pop();
        flags = group.flags;
        Counted closed = closed(group);
        add(closed.part, closed.repeats);
    }

    private void escape() throws BadPattern {
        int assertion = text.takeAssertion();
        if (assertion != 0) {
            add(new Part.Assertion(assertion));
        } else if (text.take("\\Q")) {
            for (int point : text.quoted()) add(literal(point));
        } else {
            CharClass characters = new ClassParser(text, flags.i).classEscape();
            add(characters == null ? literal(text.escaped()) : new Part.Reading(characters));
        }
    }
}
