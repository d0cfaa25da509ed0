package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.config.ConfigLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pattern in RE2's syntax, which the service also uses to validate patterns. java.util.regex has another syntax and
 * can take exponential time. Here a match takes time proportional to the length of the text times the size of the
 * pattern.
 */
public final class Pattern {
    private static final int MAX_KNOWN = 256;
    private static final Map<String, Pattern> KNOWN = new ConcurrentHashMap<>();

    private final Matcher matcher;

    private Pattern(Matcher matcher) {
        this.matcher = matcher;
    }

    /**
     * Returns null if the text is not a valid pattern. Patterns are cached, so conditions with the same one share it.
     */
    public static Pattern compile(String text) {
        Pattern known = KNOWN.get(text);
        if (known != null) return known;
        if (text.length() > ConfigLimits.PATTERN) return null;
        try {
            Pattern compiled = new Pattern(Matcher.of(Instructions.of(Parser.parse(text))));
            if (KNOWN.size() >= MAX_KNOWN) KNOWN.clear();
            KNOWN.put(text, compiled);
            return compiled;
        } catch (BadPattern bad) {
            return null;
        }
    }

    /** Returns whether the pattern matches anywhere in a text. */
    public boolean test(String text) {
        return matcher.test(text);
    }
}
