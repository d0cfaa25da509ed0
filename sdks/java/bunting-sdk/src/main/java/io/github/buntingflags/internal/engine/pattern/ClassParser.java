package io.github.buntingflags.internal.engine.pattern;

import java.util.ArrayList;
import java.util.List;

/** Parses the character classes in a pattern. */
final class ClassParser {
    private final PatternText text;
    private final boolean ignoresCase;

    ClassParser(PatternText text, boolean ignoresCase) {
        this.text = text;
        this.ignoresCase = ignoresCase;
    }

    /** Parses `\d`, `\pL`, `\p{Greek}` and the like; null if there is none. */
    CharClass classEscape() throws BadPattern {
        int letter = text.peek(1);
        if (letter == 'p' || letter == 'P') return unicodeEscape();
        if (letter < 0 || letter >= 0x80) return null;
        CharClass found = CharClass.perl(Character.toString(Character.toLowerCase(letter)));
        if (found == null) return null;
        text.next();
        text.next();
        return classOf(found, Character.isUpperCase(letter));
    }

    private CharClass classOf(CharClass characters, boolean isNegated) {
        CharClass inCase = ignoresCase ? characters.inAnyCase() : characters;
        return isNegated ? inCase.negated() : inCase;
    }

    private CharClass unicodeEscape() throws BadPattern {
        text.next();
        boolean isNegated = text.next() == 'P';
        String name = className();
        if (name.startsWith("^")) {
            isNegated = !isNegated;
            name = name.substring(1);
        }
        CharClass characters = CharClass.unicode(name);
        if (characters == null) throw new BadPattern("invalid character class range");
        // `Assigned` is the complement of the unassigned characters, to which case folding does not apply.
        if (name.equals("Assigned")) return isNegated ? characters.negated() : characters;
        return classOf(characters, isNegated);
    }

    private String className() throws BadPattern {
        if (text.isOver()) throw new BadPattern("invalid character class range");
        if (!text.take("{")) return Character.toString(text.next());
        String name = text.takeUntil("}");
        if (name == null) throw new BadPattern("invalid character class range");
        return name;
    }

    /** Parses a class in brackets. */
    CharClass bracketed() throws BadPattern {
        text.next();
        boolean isNegated = text.take("^");
        List<CharClass> found = new ArrayList<>();
        for (boolean isFirst = true; isFirst || !text.isAt("]"); isFirst = false) found.add(element());
        text.next();
        CharClass characters = CharClass.union(found);
        return isNegated ? characters.negated() : characters;
    }

    private CharClass element() throws BadPattern {
        if (text.isAt("[:")) {
            CharClass posix = posixClass();
            if (posix != null) return posix;
        }
        CharClass escaped = text.isAt("\\") ? classEscape() : null;
        return escaped == null ? range() : escaped;
    }

    /** Returns null if the class is not closed: the bracket is then a literal. */
    private CharClass posixClass() throws BadPattern {
        String name = text.takePosixName();
        if (name == null) return null;
        boolean isNegated = name.startsWith("^");
        CharClass characters = CharClass.posix(isNegated ? name.substring(1) : name);
        if (characters == null) throw new BadPattern("invalid character class range");
        return classOf(characters, isNegated);
    }

    private CharClass range() throws BadPattern {
        int low = character();
        int high = low;
        if (text.isAt("-") && !text.isAt("-]")) {
            text.next();
            high = character();
            if (high < low) throw new BadPattern("invalid character class range");
        }
        CharClass characters = CharClass.of(low, high);
        return ignoresCase ? characters.inAnyCase() : characters;
    }

    private int character() throws BadPattern {
        if (text.isOver()) throw new BadPattern("missing closing ]");
        return text.isAt("\\") ? text.escaped() : text.next();
    }
}
