package io.github.buntingflags.openfeature;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.ErrorCode;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.MutableTrackingEventDetails;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.ProviderState;
import dev.openfeature.sdk.Value;
import dev.openfeature.sdk.exceptions.OpenFeatureError;
import io.github.buntingflags.FixedFlags;
import io.github.buntingflags.Flags;
import io.github.buntingflags.Options;
import io.github.buntingflags.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BuntingProviderTest {
    private static final String BUNDLE =
            """
            {"format":2,"environmentId":"env_1","revision":1,"flags":{
            "cart":{"id":"flag_1","type":"boolean","config":{"version":4,"enabled":true,"defaultValue":false,"rules":[
            {"id":"pros","enabled":true,"conditionOperator":"AND","conditions":[
            {"attribute":"plan","operator":"equals","value":"pro"}],"value":true}]}},
            "colour":{"id":"flag_2","type":"string","config":{"version":1,"enabled":true,"defaultValue":"red","rules":[],
            "variants":[{"key":"warm","value":"red"}]}},
            "limit":{"id":"flag_3","type":"number","config":{"version":1,"enabled":false,"defaultValue":7,"rules":[]}},
            "rate":{"id":"flag_4","type":"number","config":{"version":1,"enabled":true,"defaultValue":2.5,"rules":[]}},
            "theme":{"id":"flag_5","type":"json","config":{"version":1,"enabled":true,
            "defaultValue":{"accent":"blue","sizes":[1,null]},"rules":[]}}}}""";

    private static final ImmutableContext ADA = new ImmutableContext("ada", Map.of("plan", new Value("pro")));

    private final OpenFeatureAPI api = OpenFeatureAPI.createIsolated();

    @AfterEach
    void shutDown() {
        api.shutdown();
    }

    private Client clientOf(Flags flags) {
        api.setProviderAndWait(new BuntingProvider(flags));
        return api.getClient();
    }

    private Client clientOfBundle() {
        return clientOf(Flags.open(Options.of("http://127.0.0.1:9", "sk_test").bootstrap(BUNDLE)));
    }

    @Test
    void answersReasonsVariantsAndMetadataAreOpenFeatures() {
        Client client = clientOfBundle();
        FlagEvaluationDetails<Boolean> cart = client.getBooleanDetails("cart", false, ADA);
        assertEquals(true, cart.getValue());
        assertEquals("TARGETING_MATCH", cart.getReason());
        assertEquals("on", cart.getVariant());
        assertEquals(
                Map.of("contextId", "ada", "flagSetId", "env_1", "ruleId", "pros", "version", "4"),
                cart.getFlagMetadata().asUnmodifiableMap());
        FlagEvaluationDetails<String> colour = client.getStringDetails("colour", "");
        assertEquals(
                List.of("red", "STATIC", "warm"), List.of(colour.getValue(), colour.getReason(), colour.getVariant()));
        assertEquals("DISABLED", client.getIntegerDetails("limit", 1).getReason());
        FlagEvaluationDetails<String> none = client.getStringDetails("none", "mine");
        assertEquals("mine", none.getValue());
        assertEquals(ErrorCode.FLAG_NOT_FOUND, none.getErrorCode());
    }

    @Test
    void aWholeNumberIsAnIntegerAndAnyNumberADouble() {
        Client client = clientOfBundle();
        assertEquals(7, client.getIntegerValue("limit", 1));
        assertEquals(7.0, client.getDoubleValue("limit", 1.0));
        FlagEvaluationDetails<Integer> rate = client.getIntegerDetails("rate", 1);
        assertEquals(1, rate.getValue());
        assertEquals(ErrorCode.TYPE_MISMATCH, rate.getErrorCode());
    }

    @Test
    void anObjectIsAStructure() {
        Value theme = clientOfBundle().getObjectValue("theme", new Value());
        assertEquals("blue", theme.asStructure().getValue("accent").asString());
        assertEquals(2, theme.asStructure().getValue("sizes").asList().size());
    }

    @Test
    void changesAreToldAndShutdownClosesTheFlags() throws InterruptedException {
        FixedFlags fixed = FixedFlags.of(Map.of("cart", true));
        LinkedBlockingQueue<List<String>> changed = new LinkedBlockingQueue<>();
        clientOf(fixed.flags()).onProviderConfigurationChanged(details -> changed.add(details.getFlagsChanged()));
        fixed.set("cart", false);
        assertEquals(List.of("cart"), changed.take());
        api.shutdown();
        assertEquals(Status.CLOSED, fixed.flags().status());
    }

    @Test
    void withoutFlagsTheProviderIsInError() {
        Flags flags = Flags.open(Options.of("http://127.0.0.1:9", "sk_test"));
        BuntingProvider provider = new BuntingProvider(flags).timeout(Duration.ofMillis(10));
        assertThrows(OpenFeatureError.class, () -> api.setProviderAndWait(provider));
        assertEquals(ProviderState.ERROR, api.getClient().getProviderState());
        assertEquals("mine", api.getClient().getStringValue("colour", "mine"));
    }

    @Test
    void trackingGoesWhereItIsTold() {
        List<String> told = new CopyOnWriteArrayList<>();
        Flags flags = FixedFlags.of(Map.of()).flags();
        api.setProviderAndWait(new BuntingProvider(flags).tracker((name, context, details) -> told.add(name)));
        api.getClient().track("bought", ADA, new MutableTrackingEventDetails(1));
        assertEquals(List.of("bought"), told);
    }

    @Test
    void attributesOfEveryTypeReachTheRules() {
        Client client = clientOfBundle();
        List<Value> plans = List.of(new Value("free"), new Value("pro"));
        assertTrue(client.getBooleanValue("cart", false, new ImmutableContext(Map.of("plan", new Value(plans)))));
        Value tooLong = new Value(List.of(new Value("pro"), new Value("x".repeat(1_025))));
        assertEquals(false, client.getBooleanValue("cart", true, new ImmutableContext(Map.of("plan", tooLong))));
    }
}
