package io.github.buntingflags.testservice;

import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.FlagEvaluationOptions;
import dev.openfeature.sdk.Hook;
import dev.openfeature.sdk.HookContext;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.MutableTrackingEventDetails;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.ProviderEvent;
import dev.openfeature.sdk.ThreadLocalTransactionContextPropagator;
import dev.openfeature.sdk.Value;
import dev.openfeature.sdk.exceptions.OpenFeatureError;
import io.github.buntingflags.Flags;
import io.github.buntingflags.openfeature.BuntingProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Evaluates flags through OpenFeature's client. */
final class OpenFeatureClient {
    private final OpenFeatureAPI api = OpenFeatureAPI.createIsolated();
    private final dev.openfeature.sdk.Client client = api.getClient();
    private final CompletableFuture<Boolean> set;

    OpenFeatureClient(Flags flags, Client told, double timing) {
        api.setTransactionContextPropagator(new ThreadLocalTransactionContextPropagator());
        for (ProviderEvent event : ProviderEvent.values()) {
            client.on(event, details -> told.tell(event.name(), "keys", details.getFlagsChanged()));
        }
        BuntingProvider provider = new BuntingProvider(flags).timeout(Duration.ofMillis((long) (10_000 * timing)));
        set = CompletableFuture.supplyAsync(() -> {
            try {
                api.setProviderAndWait(provider);
                return true;
            } catch (OpenFeatureError notReady) {
                return false;
            }
        });
    }

    boolean ready(Duration timeout) throws Exception {
        try {
            return set.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return false;
        }
    }

    String status() {
        return client.getProviderState().name();
    }

    void track(Fields asked) {
        EvaluationContext who = contextOf(asked.get("context"));
        if (asked.get("value") instanceof Double value) {
            client.track(asked.text("name"), who, new MutableTrackingEventDetails(value));
        } else {
            client.track(asked.text("name"), who);
        }
    }

    /** Shuts the provider down, as an application does: this must close the flags. */
    void close() {
        set.join();
        api.shutdown();
    }

    /** Records which stages of a hook are called, and the context that reached the provider. */
    private static final class Stages implements Hook<Object> {
        private final List<String> names = new ArrayList<>();
        private final EvaluationContext before;
        private Map<String, Object> merged = Map.of();

        Stages(EvaluationContext before) {
            this.before = before;
        }

        @Override
        public Optional<EvaluationContext> before(HookContext<Object> context, Map<String, Object> hints) {
            names.add("before");
            return Optional.of(before);
        }

        @Override
        public void after(
                HookContext<Object> context, FlagEvaluationDetails<Object> details, Map<String, Object> hints) {
            names.add("after");
        }

        @Override
        public void error(HookContext<Object> context, Exception error, Map<String, Object> hints) {
            names.add("error");
        }

        @Override
        public void finallyAfter(
                HookContext<Object> context, FlagEvaluationDetails<Object> details, Map<String, Object> hints) {
            names.add("finally");
            merged = context.getCtx().asObjectMap();
        }
    }

    private static EvaluationContext contextOf(Object raw) {
        Map<String, Value> attributes = new HashMap<>();
        String key = null;
        for (Map.Entry<?, ?> each :
                new Fields(raw instanceof Map<?, ?> all ? all : Map.of()).all().entrySet()) {
            if (each.getKey().equals(EvaluationContext.TARGETING_KEY) && each.getValue() instanceof String text) {
                key = text;
            } else {
                attributes.put((String) each.getKey(), Value.objectToValue(each.getValue()));
            }
        }
        return key == null ? new ImmutableContext(attributes) : new ImmutableContext(key, attributes);
    }

    /** Synchronized, because the contexts of the API and the client are shared by all evaluations. */
    synchronized Map<String, Object> evaluate(Fields asked) {
        Fields contexts = asked.object("contexts");
        Stages stages = new Stages(contextOf(contexts.get("before")));
        api.setEvaluationContext(contextOf(contexts.get("api")));
        api.setTransactionContext(contextOf(contexts.get("transaction")));
        client.setEvaluationContext(contextOf(contexts.get("client")));
        FlagEvaluationOptions options =
                FlagEvaluationOptions.builder().hook(stages).build();
        FlagEvaluationDetails<?> details = details(asked, contextOf(asked.get("context")), options);
        Map<String, Object> answer = shown(details);
        answer.put("stages", stages.names);
        answer.put("mergedContext", stages.merged);
        return answer;
    }

    private FlagEvaluationDetails<?> details(Fields asked, EvaluationContext who, FlagEvaluationOptions options) {
        String key = String.valueOf(asked.text("flagKey"));
        double number = asked.number("fallback", 0);
        return switch (String.valueOf(asked.get("type"))) {
            case "boolean" -> client.getBooleanDetails(key, asked.truth("fallback"), who, options);
            case "number", "float" -> client.getDoubleDetails(key, number, who, options);
            case "integer" -> client.getIntegerDetails(key, (int) number, who, options);
            case "json" -> client.getObjectDetails(key, Value.objectToValue(asked.get("fallback")), who, options);
            default -> client.getStringDetails(key, asked.text("fallback"), who, options);
        };
    }

    private static Map<String, Object> shown(FlagEvaluationDetails<?> details) {
        Map<String, Object> answer = new LinkedHashMap<>();
        Object value = details.getValue();
        answer.put("value", value instanceof Value document ? plain(document) : value);
        answer.put("reason", details.getReason());
        if (details.getVariant() != null) answer.put("variant", details.getVariant());
        if (details.getErrorCode() != null)
            answer.put("errorCode", details.getErrorCode().name());
        Map<String, Object> metadata = details.getFlagMetadata().asUnmodifiableMap();
        answer.put("flagMetadata", metadata);
        if (metadata.containsKey("ruleId")) answer.put("ruleId", metadata.get("ruleId"));
        return answer;
    }

    private static Object plain(Value value) {
        if (value.isStructure()) return value.asStructure().asObjectMap();
        if (!value.isList()) return value.asObject();
        return value.asList().stream().map(OpenFeatureClient::plain).toList();
    }
}
