package io.github.buntingflags.internal.json;

import io.github.buntingflags.internal.engine.values.Numbers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses JSON: objects as unmodifiable maps in order, arrays as unmodifiable lists, numbers as doubles. An unpaired
 * surrogate is kept as it is.
 */
public final class Json {
    /** Deeper than any config. Deeper input is rejected, so that it cannot overflow the stack. */
    private static final int MAX_DEPTH = 256;

    private final Scanner scanner;

    private Json(String text) {
        scanner = new Scanner(text);
    }

    public static Object read(String text) throws BadJson {
        Json reader = new Json(text);
        Object value = reader.value(0);
        reader.scanner.skipBlanks();
        reader.scanner.expectEnd();
        return value;
    }

    private Object value(int depth) throws BadJson {
        scanner.skipBlanks();
        switch (scanner.peek()) {
            case '{':
                return object(depth + 1);
            case '[':
                return array(depth + 1);
            case '"':
                return scanner.string();
            case 't':
                scanner.word("true");
                return true;
            case 'f':
                scanner.word("false");
                return false;
            case 'n':
                scanner.word("null");
                return null;
            default:
                return number();
        }
    }

    private Double number() throws BadJson {
        return Numbers.parse(scanner.number());
    }

    private Map<String, Object> object(int depth) throws BadJson {
        scanner.enter(depth, MAX_DEPTH);
        Map<String, Object> members = new LinkedHashMap<>();
        scanner.skipBlanks();
        if (scanner.take('}')) return Collections.unmodifiableMap(members);
        do {
            scanner.skipBlanks();
            String name = scanner.string();
            scanner.skipBlanks();
            scanner.expect(':');
            members.put(name, value(depth));
            scanner.skipBlanks();
        } while (scanner.take(','));
        scanner.expect('}');
        return Collections.unmodifiableMap(members);
    }

    private List<Object> array(int depth) throws BadJson {
        scanner.enter(depth, MAX_DEPTH);
        List<Object> elements = new ArrayList<>();
        scanner.skipBlanks();
        if (scanner.take(']')) return Collections.unmodifiableList(elements);
        do {
            elements.add(value(depth));
            scanner.skipBlanks();
        } while (scanner.take(','));
        scanner.expect(']');
        return Collections.unmodifiableList(elements);
    }
}
