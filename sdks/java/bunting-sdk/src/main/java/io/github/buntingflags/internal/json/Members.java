package io.github.buntingflags.internal.json;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits an object into its members without making anything of them: what is too deep, or cannot be read, then harms nothing
 * beside it. Later members of the same name win.
 */
public final class Members {
    private Members() {}

    public static Map<String, String> of(String text) throws BadJson {
        Scanner scanner = new Scanner(text);
        Map<String, String> members = new LinkedHashMap<>();
        scanner.skipBlanks();
        scanner.expect('{');
        scanner.skipBlanks();
        if (!scanner.take('}')) {
            do {
                scanner.skipBlanks();
                String name = scanner.string();
                scanner.skipBlanks();
                scanner.expect(':');
                scanner.skipBlanks();
                int start = scanner.position();
                scanner.skipValue();
                members.put(name, text.substring(start, scanner.position()));
                scanner.skipBlanks();
            } while (scanner.take(','));
            scanner.expect('}');
        }
        scanner.skipBlanks();
        scanner.expectEnd();
        return members;
    }
}
