package io.github.buntingflags;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class HostileCallersTest {
    private static final String RULE = "{\"id\":\"r\",\"enabled\":true,\"conditionOperator\":\"AND\",\"value\":true,"
            + "\"conditions\":[{\"attribute\":\"plan\",\"operator\":\"equals\",\"value\":\"pro\"}]}";
    private static final String FLAG = "{\"id\":\"flag_1\",\"type\":\"boolean\",\"clientSafe\":true,\"config\":"
            + "{\"version\":1,\"enabled\":true,\"defaultValue\":true,\"rules\":[" + RULE + "]}}";

    /** A text whose content comes from the caller's own code. */
    private record Written(Supplier<String> by) implements CharSequence {
        @Override
        public int length() {
            return 3;
        }

        @Override
        public char charAt(int at) {
            return 'x';
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            return this;
        }

        @Override
        public String toString() {
            return by.get();
        }
    }

    /** Throws a checked exception without declaring it, as code in Kotlin does. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> String raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    private static final List<Supplier<String>> THROWING = List.of(
            () -> HostileCallersTest.<RuntimeException>raise(new IllegalStateException()),
            () -> HostileCallersTest.<RuntimeException>raise(new IOException()),
            () -> HostileCallersTest.<RuntimeException>raise(new AssertionError()),
            () -> HostileCallersTest.<RuntimeException>raise(new NoClassDefFoundError()),
            () -> HostileCallersTest.<RuntimeException>raise(new StackOverflowError()));

    @Test
    void whateverAnAttributeThrowsGivesTheFallback() {
        String bundle = Delivery.bundle(1, Map.of("cart", FLAG));
        Options options = Options.of("http://127.0.0.1:9", "sk_test").bootstrap(bundle);
        try (Flags flags = Flags.open(options.telemetry("http://127.0.0.1:9"))) {
            for (Supplier<String> throwing : THROWING) {
                Context context = Context.user("ada").with("plan", new Written(throwing));
                assertFalse(flags.bool("cart", context, false));
                Details<Boolean> details = flags.boolDetails("cart", context, false);
                assertEquals(Details.fallback(false, EvaluationError.GENERAL), details);
                assertEquals(Map.of(), flags.all(context));
                flags.track("bought", context);
            }
        }
    }

    @Test
    void whateverAReaderThrowsGivesTheFallback() {
        Flags flags = FixedFlags.of(Map.of("limits", Map.of("perMinute", 5))).flags();
        for (Supplier<String> throwing : THROWING) {
            assertEquals("mine", flags.json("limits", Context.empty(), "mine", value -> throwing.get()));
        }
        assertEquals("mine", flags.json("limits", Context.empty(), "mine", null));
    }

    @Test
    void anAddressThatIsNotSetIsToldOf() throws IOException {
        Heard heard = new Heard();
        try (Flags flags = Flags.open(Options.of(null, null).listener(heard))) {
            Heard.until(() -> !heard.errors.isEmpty());
            assertEquals(ErrorCode.UNREACHABLE, heard.errors.get(0).code());
            assertFalse(flags.ready(Duration.ZERO));
            assertTrue(flags.bool("cart", Context.user("ada").with((Map<String, ?>) null), true));
        }
    }
}
