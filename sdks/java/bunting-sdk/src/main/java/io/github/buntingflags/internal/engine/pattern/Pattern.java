package io.github.buntingflags.internal.engine.pattern;

import io.github.buntingflags.internal.engine.config.ConfigLimits;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A pattern of RE2's dialect, as the service knows it when one is saved. java.util.regex is another dialect, and takes
 * exponential time; what a text costs here is its length times what the pattern has of positions and jumps.
 */
public final class Pattern {
    private static final int MAX_KNOWN = 256;
    private static final Map<String, Pattern> KNOWN = new ConcurrentHashMap<>();

    private final Matcher matcher;

    private Pattern(Matcher matcher) {
        this.matcher = matcher;
    }

    /** Null where the text is no pattern. The same one is compiled once, in however many conditions it is. */
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

    /** Whether a text has a match of the pattern in it. */
    public boolean test(String text) {
        return matcher.test(text);
    }
}
