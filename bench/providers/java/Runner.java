import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.Client;
import dev.openfeature.sdk.EvaluationContext;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.Value;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;

/** Answers each question on standard input as OpenFeature's Java SDK does: a line of JSON each. */
public class Runner {
  static final ObjectMapper json = new ObjectMapper();
  static final Map<String, Client> clients = new HashMap<>();

  static Client clientOf(String key) {
    return clients.computeIfAbsent(key, (domain) -> {
      var options = OfrepProviderOptions.builder()
          .baseUrl(System.getenv("OFREP_URL"))
          .headers(ImmutableMap.of("Authorization", ImmutableList.of("Bearer " + key)))
          .build();
      OpenFeatureAPI.getInstance().setProviderAndWait(domain, OfrepProvider.constructProvider(options));
      return OpenFeatureAPI.getInstance().getClient(domain);
    });
  }

  static EvaluationContext contextOf(JsonNode context) {
    var attributes = new HashMap<String, Value>();
    context.fields().forEachRemaining((field) -> attributes.put(field.getKey(), new Value(field.getValue().asText())));
    var targetingKey = attributes.remove("targetingKey");
    return targetingKey == null
        ? new ImmutableContext(attributes)
        : new ImmutableContext(targetingKey.asString(), attributes);
  }

  static FlagEvaluationDetails<?> evaluate(JsonNode question) {
    var client = clientOf(question.get("key").asText());
    var flag = question.get("flag").asText();
    var otherwise = question.get("default");
    var context = contextOf(question.get("context"));
    return switch (question.get("type").asText()) {
      case "boolean" -> client.getBooleanDetails(flag, otherwise.asBoolean(), context);
      case "string" -> client.getStringDetails(flag, otherwise.asText(), context);
      case "integer" -> client.getIntegerDetails(flag, otherwise.asInt(), context);
      default -> client.getDoubleDetails(flag, otherwise.asDouble(), context);
    };
  }

  public static void main(String[] arguments) throws Exception {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var details = evaluate(json.readTree(line));
      var answer = new HashMap<String, Object>();
      answer.put("value", details.getValue());
      answer.put("reason", details.getReason());
      answer.put("variant", details.getVariant());
      answer.put("errorCode", details.getErrorCode());
      System.out.println(json.writeValueAsString(answer));
    }
    System.exit(0);
  }
}
