package io.github.buntingflags.internal.engine.pattern;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The instructions of a pattern, each with its successors. */
final class Instructions {
    enum Kind {
        MATCH,
        ASSERT,
        SPLIT,
        READ
    }

    static final class Instruction {
        final Kind kind;
        /** The next instruction. */
        int out;
        /** For a split: the other successor. */
        final int other;
        /** For an assertion: the kind that must hold here. */
        final int assertion;
        /** For a read: the characters that it accepts. */
        final CharClass characters;

        private Instruction(Kind kind, int out, int other, int assertion, CharClass characters) {
            this.kind = kind;
            this.out = out;
            this.other = other;
            this.assertion = assertion;
            this.characters = characters;
        }
    }

    final List<Instruction> all = new ArrayList<>();
    int start;

    /** Compiles a pattern from its end, so that the successor of each part is known. */
    static Instructions of(Part pattern) {
        Instructions made = new Instructions();
        made.add(Kind.MATCH, -1, -1, 0, null);
        made.make(pattern);
        return made;
    }

    private int add(Kind kind, int out, int other, int assertion, CharClass characters) {
        all.add(new Instruction(kind, out, other, assertion, characters));
        return all.size() - 1;
    }

    /** A part that is being compiled: its progress, and its successor. */
    private static final class Open {
        final Part part;
        final int end;
        int following;
        int turn;
        int entry = -1;
        int loop = -1;

        Open(Part part, int following) {
            this.part = part;
            this.end = following;
            this.following = following;
        }
    }

    /**
     * Compiles nested parts iteratively, because the stack is limited. `made` is the entry of the last part that was
     * compiled.
     */
    private void make(Part pattern) {
        ArrayDeque<Open> open = new ArrayDeque<>();
        open.push(new Open(pattern, 0));
        int made = -1;
        while (!open.isEmpty()) {
            Open top = open.peek();
            Open next = advance(top, made);
            if (next == null) {
                open.pop();
                made = top.following;
            } else {
                open.push(next);
            }
        }
        start = made;
    }

    /** Returns the next inner part to compile; null if the part is finished, and its entry is `following`. */
    private Open advance(Open open, int made) {
        int turn = open.turn++;
        if (open.part instanceof Part.Reading reading) {
            open.following = add(Kind.READ, open.following, -1, 0, reading.characters());
            return null;
        }
        if (open.part instanceof Part.Assertion assertion) {
            open.following = add(Kind.ASSERT, open.following, -1, assertion.kind(), null);
            return null;
        }
        if (open.part instanceof Part.Sequence sequence) return advanceSequence(open, sequence.parts(), turn, made);
        if (open.part instanceof Part.Choice choice) return advanceChoice(open, choice.parts(), turn, made);
        return advanceRepetition(open, (Part.Repetition) open.part, turn, made);
    }

    private static Open advanceSequence(Open open, List<Part> parts, int turn, int made) {
        if (turn > 0) open.following = made;
        return turn == parts.size() ? null : new Open(parts.get(parts.size() - 1 - turn), open.following);
    }

    private Open advanceChoice(Open open, List<Part> parts, int turn, int made) {
        if (turn == 1) open.entry = made;
        if (turn > 1) open.entry = add(Kind.SPLIT, made, open.entry, 0, null);
        if (turn < parts.size()) return new Open(parts.get(parts.size() - 1 - turn), open.end);
        open.following = open.entry;
        return null;
    }

    private Open advanceRepetition(Open open, Part.Repetition repetition, int turn, int made) {
        boolean isEndless = repetition.most() < 0;
        int optional = isEndless ? 1 : repetition.most() - repetition.least();
        if (turn == 0 && isEndless) {
            open.loop = add(Kind.SPLIT, -1, open.end, 0, null);
            return new Open(repetition.part(), open.loop);
        }
        if (turn > 0 && turn <= optional) {
            if (isEndless) {
                all.get(open.loop).out = made;
                open.following = open.loop;
            } else {
                open.following = add(Kind.SPLIT, made, open.end, 0, null);
            }
        } else if (turn > optional) {
            open.following = made;
        }
        return turn == optional + repetition.least() ? null : new Open(repetition.part(), open.following);
    }
}
