package io.github.buntingflags.internal.json;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Splits an object into its members without parsing their values: one that is malformed or nested too deeply does not
 * affect the others. The last member of a name wins.
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
