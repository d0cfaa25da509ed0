package io.github.buntingflags;

import static io.github.buntingflags.Delivery.flag;
import static io.github.buntingflags.Heard.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlagsTest {
    private static final Context ADA = Context.user("ada");
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Map<String, String> OFF = Map.of("cart", flag("boolean", "false"));
    private static final Map<String, String> ON = Map.of("cart", flag("boolean", "true"));

    private static Options options(String url) {
        return Options.of(url, "sk_test");
    }

    /** For tests that wait for several retries. Timeouts are shortened too, so other tests use the usual options. */
    private static Options quick(String url) {
        Options options = options(url);
        options.timing = 0.2;
        return options;
    }

    @Test
    void flagsFollowTheService() throws IOException {
        Heard heard = new Heard();
        try (Delivery service = new Delivery()) {
            service.has(1, Map.of("cart", flag("boolean", "true"), "colour", flag("string", "\"red\"")));
            try (Flags flags = Flags.open(options(service.url() + "//").listener(heard))) {
                assertTrue(flags.ready(LONG));
                assertTrue(flags.bool("cart", ADA, false));
                assertEquals("red", flags.string("colour", ADA, ""));
                assertEquals("env_1", flags.environmentId().orElseThrow());
                Details<Boolean> details = flags.boolDetails("cart", ADA, false);
                assertEquals(new Details<>(true, Reason.DEFAULT, null, null, null, 3, true, null), details);

                until(() -> service.openStreams() == 1);
                service.has(2, OFF);
                service.send(
                        "patch", 2, Delivery.patch(1, 2, Map.of("cart", flag("boolean", "false"), "colour", "null")));
                until(() -> heard.events.contains("changed [cart, colour]"));
                assertFalse(flags.bool("cart", ADA, true));
                assertEquals(
                        EvaluationError.FLAG_NOT_FOUND,
                        flags.stringDetails("colour", ADA, "blue").error());
                assertEquals(2, flags.revision().orElseThrow());
            }
            Delivery.Asked first = service.asked("/v1/stream").get(0);
            assertEquals(List.of("Bearer sk_test"), first.headers().get("Authorization"));
            assertEquals(
                    List.of("bunting-java/" + Version.NUMBER), first.headers().get("User-agent"));
        }
    }

    @Test
    void withoutFlagsThereAreFallbacks() {
        try (Flags flags = Flags.open(options("http://127.0.0.1:9"))) {
            assertFalse(flags.ready(Duration.ofMillis(50)));
            Details<Double> details = flags.numberDetails("limit", ADA, 7);
            assertEquals(Details.fallback(7.0, EvaluationError.NOT_READY), details);
            assertEquals(Status.STARTING, flags.status());
            assertEquals(Map.of(), flags.all(ADA));
        }
    }

    @Test
    void anAddressThatIsNoneIsToldAndThrowsNothing() {
        for (String url : List.of("", "nonsense", "ftp://shop", "http://", "http://a b")) {
            Heard heard = new Heard();
            try (Flags flags = Flags.open(options(url).listener(heard))) {
                until(() -> !heard.errors.isEmpty());
                assertEquals(ErrorCode.UNREACHABLE, heard.errors.get(0).code());
                assertTrue(flags.error().isPresent());
            }
        }
    }

    @Test
    void anOutageIsToldOnceAndEndsByItself() throws IOException {
        Heard heard = new Heard();
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            try (Flags flags = Flags.open(quick(service.url()).listener(heard))) {
                assertTrue(flags.ready(LONG));
                service.fail(503);
                until(() -> flags.status() == Status.STALE);
                int before = service.asked.size();
                until(() -> service.asked.size() > before + 6);
                assertTrue(flags.bool("cart", ADA, false));
                assertEquals(
                        heard.errors.stream()
                                .map(FlagsError::message)
                                .distinct()
                                .count(),
                        heard.errors.size());
                service.status = 200;
                until(() -> flags.status() == Status.READY && flags.error().isEmpty());
            }
        }
    }

    @Test
    void whereThereAreNoStreamsFlagsArePolled() throws IOException {
        try (Delivery service = new Delivery()) {
            service.streamStatus = 404;
            service.has(1, OFF);
            try (Flags flags = Flags.open(options(service.url()))) {
                assertTrue(flags.ready(LONG));
                service.has(2, ON);
                until(() -> flags.bool("cart", ADA, false));
            }
        }
    }

    @Test
    void aRefusedKeyEndsTheWaitAtOnceAndIsToldOnce() throws IOException {
        Heard heard = new Heard();
        try (Delivery service = new Delivery()) {
            service.status = 401;
            service.has(1, ON);
            try (Flags flags = Flags.open(quick(service.url()).listener(heard))) {
                assertFalse(flags.ready(Duration.ofDays(365_000)));
                assertFalse(flags.readyAsync().join());
                until(() -> service.asked("/v1/stream").size() > 1);
                assertEquals(
                        List.of(ErrorCode.KEY_REFUSED),
                        heard.errors.stream().map(FlagsError::code).toList());
                service.status = 200;
                until(() -> flags.bool("cart", ADA, false));
            }
        }
    }

    @Test
    void theCacheAnswersWhileTheServiceIsAway(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("deep").resolve("flags.json");
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            try (Flags flags = Flags.open(options(service.url()).cache(FileCache.at(file)))) {
                flags.ready(LONG);
            }
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        try (Flags flags = Flags.open(options("http://127.0.0.1:9").cache(FileCache.at(file)))) {
            assertTrue(flags.ready(LONG));
            assertTrue(flags.bool("cart", ADA, false));
            until(() -> flags.status() == Status.STALE);
        }
        Heard heard = new Heard();
        Files.writeString(file, "{\"revision\":1,\"fl");
        try (Flags flags = Flags.open(
                options("http://127.0.0.1:9").cache(FileCache.at(file)).listener(heard))) {
            assertFalse(flags.ready(Duration.ofMillis(1)));
            until(() -> heard.errors.stream().anyMatch(error -> error.code() == ErrorCode.BAD_ANSWER));
        }
    }

    @Test
    void evaluationsAreTold() throws IOException {
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            try (Flags flags = Flags.open(options(service.url()).telemetry(service.url(), Duration.ofDays(1)))) {
                flags.ready(LONG);
                for (int turn = 0; turn < 3; turn++) flags.bool("cart", ADA, false);
                flags.string("cart", ADA, "");
                flags.string("none", ADA, "");
            }
            String body = service.asked("/v1/telemetry/events").get(0).body();
            assertTrue(body.contains("\"value\":true,\"reason\":\"DEFAULT\""), body);
            assertTrue(body.contains("\"count\":3"), body);
            assertTrue(body.contains("\"flagKey\":\"none\",\"environmentId\":\"env_1\",\"value\":null"), body);
            assertTrue(body.contains("\"sdkVersion\":\"java-" + Version.NUMBER + "\""), body);
        }
    }

    @Test
    void aBatchThatWasNotAnsweredIsSentAgainAsItWas() throws IOException {
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            Options options = options(service.url()).telemetry(service.url(), Duration.ofDays(1));
            try (Flags flags = Flags.open(options)) {
                flags.ready(LONG);
                flags.bool("cart", ADA, false);
                service.status = 503;
                flags.flush();
                flags.bool("cart", ADA, false);
                flags.flush();
                service.status = 200;
                flags.flush();
            }
            List<Delivery.Asked> sent = service.asked("/v1/telemetry/events");
            assertEquals(4, sent.size());
            for (int at = 0; at < 3; at++) {
                assertEquals(sent.get(0).body(), sent.get(at).body());
                assertEquals(
                        sent.get(0).headers().get("Idempotency-key"),
                        sent.get(at).headers().get("Idempotency-key"));
            }
            assertTrue(sent.get(3).body().contains("\"count\":1"));
        }
    }

    @Test
    void closingLeavesNoThreadAndFlagsAnswerOn() throws IOException {
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            Flags flags = Flags.open(options(service.url()));
            flags.ready(LONG);
            assertTrue(threads() >= 1);
            flags.close();
            flags.close();
            assertEquals(0, threads());
            assertEquals(Status.CLOSED, flags.status());
            assertTrue(flags.bool("cart", ADA, false));
            assertTrue(flags.ready(Duration.ZERO));
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("bunting-"))
                .peek(thread -> assertTrue(thread.isDaemon()))
                .count();
    }

    @Test
    void aListenerMayCloseTheFlags() throws IOException {
        try (Delivery service = new Delivery()) {
            service.has(1, ON);
            CompletableFuture<Flags> opened = new CompletableFuture<>();
            Flags flags = Flags.open(options(service.url()).listener(new Listener() {
                @Override
                public void ready(long revision) {
                    opened.join().close();
                }
            }));
            opened.complete(flags);
            until(() -> flags.status() == Status.CLOSED && threads() == 0);
        }
    }

    @Test
    void aListenerThatThrowsIsToldAndHarmsNobody() {
        Heard heard = new Heard();
        FixedFlags fixed = FixedFlags.of(Map.of("cart", true));
        fixed.flags().listen(new Listener() {
            @Override
            public void changed(List<String> keys) {
                throw new IllegalStateException("a listener's own");
            }
        });
        Runnable stop = fixed.flags().listen(heard);
        fixed.set("cart", false);
        assertEquals(List.of("changed [cart]"), heard.events);
        assertEquals(ErrorCode.LISTENER, heard.errors.get(0).code());
        stop.run();
        fixed.set("cart", true);
        assertEquals(1, heard.events.size());
    }

    record Limits(int perMinute) {}

    @Test
    void jsonIsReadOncePerValue() {
        FixedFlags fixed = FixedFlags.of(Map.of("limits", Map.of("perMinute", 5), "cart", true));
        Flags flags = fixed.flags();
        Function<Object, Limits> read = value -> new Limits(((Number) ((Map<?, ?>) value).get("perMinute")).intValue());
        Limits first = flags.json("limits", ADA, new Limits(60), read);
        assertEquals(new Limits(5), first);
        assertSame(first, flags.json("limits", ADA, new Limits(60), read));
        fixed.set("limits", Map.of("perHour", 5));
        Details<Limits> details = flags.jsonDetails("limits", ADA, new Limits(60), read);
        assertEquals(Details.fallback(new Limits(60), EvaluationError.TYPE_MISMATCH), details);
        assertThrows(UnsupportedOperationException.class, () -> ((Map<?, ?>) flags.json("limits", ADA, null)).clear());
        assertEquals("mine", flags.json("cart", ADA, "mine"));
    }

    @Test
    void aWholeNumberIsAnInt() {
        Flags flags =
                FixedFlags.of(Map.of("whole", 7, "part", 7.5, "large", 1e12)).flags();
        assertEquals(7, flags.integer("whole", ADA, 1));
        assertEquals(
                EvaluationError.TYPE_MISMATCH,
                flags.integerDetails("part", ADA, 1).error());
        assertEquals(
                EvaluationError.TYPE_MISMATCH,
                flags.integerDetails("large", ADA, 1).error());
        assertEquals(7.5, flags.number("part", ADA, 1));
    }

    @Test
    void aFlagThatCannotBeReadKeepsNobodyFromTheOthers() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);
        String bundle = Delivery.bundle(1, Map.of("cart", flag("boolean", "true"), "deep", flag("json", deep)));
        Heard heard = new Heard();
        try (Flags flags =
                Flags.open(options("http://127.0.0.1:9").bootstrap(bundle).listener(heard))) {
            assertTrue(flags.bool("cart", ADA, false));
            assertEquals(
                    EvaluationError.GENERAL,
                    flags.jsonDetails("deep", ADA, null).error());
            assertEquals(
                    "The flag \"deep\" cannot be read.", heard.errors.get(0).message());
        }
    }

    @Test
    void fixedFlagsAnswerWhatATestSays() {
        FixedFlags fixed = FixedFlags.of(Map.of("cart", true));
        assertTrue(fixed.flags().ready(Duration.ZERO));
        assertTrue(fixed.flags().bool("cart", ADA, false));
        fixed.set("colour", "red");
        assertEquals("red", fixed.flags().string("colour", null, ""));
        assertThrows(IllegalArgumentException.class, () -> fixed.set("cart", new Object()));
        assertThrows(IllegalArgumentException.class, () -> FixedFlags.of(Map.of("cart", new int[0])));
    }
}
