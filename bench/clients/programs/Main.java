package example;

import example.delivery.api.EvaluationApi;
import example.delivery.model.EvaluateBody;
import example.delivery.model.Evaluation;
import example.delivery.model.EvaluationContext;
import example.management.ApiClient;
import example.management.ApiException;
import example.management.api.FlagVersionsApi;
import example.management.api.FlagsApi;
import example.management.auth.HttpBearerAuth;
import example.management.model.Condition;
import example.management.model.ConditionAnyOf;
import example.management.model.CreateFlagRequest;
import example.management.model.CreatedFlagVersion;
import example.management.model.Flag;
import example.management.model.FlagVersionBody;
import example.management.model.ListFlags200Response;
import example.management.model.RuleBody;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What people do with the client that openapi-generator makes for Java. */
public class Main {
    static void check(boolean holds, String what) {
        if (!holds) throw new IllegalStateException("not so: " + what);
    }

    static CreateFlagRequest flag(String key, String name) {
        return new CreateFlagRequest().key(key).name(name).type(CreateFlagRequest.TypeEnum.BOOLEAN);
    }

    public static void main(String[] args) throws Exception {
        String project = System.getenv("PROJECT_ID");
        String environment = System.getenv("ENVIRONMENT_ID");
        String key = System.getenv("API_KEY");
        ApiClient management = new ApiClient().setBasePath(System.getenv("MANAGEMENT_URL"));
        ((HttpBearerAuth) management.getAuthentication("apiKey")).setBearerToken(key);
        example.delivery.ApiClient delivery = new example.delivery.ApiClient().setBasePath(System.getenv("DELIVERY_URL"));
        ((example.delivery.auth.HttpBearerAuth) delivery.getAuthentication("apiKey")).setBearerToken(key);
        FlagsApi flags = new FlagsApi(management);

        for (String name : List.of("java-a", "java-b", "java-c")) {
            Flag made = flags.createFlag(project, flag(name, name));
            check(made.getKey().equals(name) && made.getArchivedAt() == null, "a new flag");
        }

        List<String> keys = new ArrayList<>();
        Long cursor = null;
        do {
            ListFlags200Response page = flags.listFlags(project, 2, cursor, false, "java-", null, null, null);
            page.getItems().forEach(one -> keys.add(one.getKey()));
            cursor = page.getNextCursor();
            check(page.getHasMore() == (cursor != null), "a cursor where there is more");
        } while (cursor != null);
        check(keys.size() == 3, "three flags on two pages");

        ConditionAnyOf listed = new ConditionAnyOf()
                .attribute("plan")
                .operator(ConditionAnyOf.OperatorEnum.IN)
                .value(List.of("pro", "team"));
        RuleBody rule = new RuleBody().value(true).addConditionsItem(new Condition(listed));
        FlagVersionBody config =
                new FlagVersionBody().version(1L).enabled(true).defaultValue(false).addRulesItem(rule);
        CreatedFlagVersion version =
                new FlagVersionsApi(management).createFlagVersion(project, environment, "java-a", config);
        Object saved = version.getConfig().getRules().get(0).getValue();
        check(version.getVersion() == 1 && saved.equals(true), "the config as it was sent");

        Condition condition = version.getConfig().getRules().get(0).getConditions().get(0);
        check(condition.getConditionAnyOf().getValue().equals(List.of("pro", "team")), "the list as it was sent");

        flags.createFlag(project, new CreateFlagRequest().key("java-json").name("Limits").type(CreateFlagRequest.TypeEnum.JSON));
        FlagVersionBody whole =
                new FlagVersionBody().version(1L).enabled(true).defaultValue(Map.of("burst", "many"));
        Object json = new FlagVersionsApi(management)
                .createFlagVersion(project, environment, "java-json", whole)
                .getConfig()
                .getDefaultValue();
        check(json.equals(Map.of("burst", "many")), "an object as it was sent");

        try {
            flags.createFlag(project, flag("no key", ""));
            check(false, "a refusal");
        } catch (ApiException refused) {
            check(refused.getCode() == 422, "a 422");
            example.management.model.Error problem = example.management.model.Error.fromJson(refused.getResponseBody());
            check(problem.getError().getCode().getValue().equals("VALIDATION_ERROR"), "what is wrong");
            check(problem.getError().getDetails().size() == 2, "what is wrong, in two details");
        }

        EvaluationApi evaluations = new EvaluationApi(delivery);
        EvaluationContext context = new EvaluationContext().userId("user-1");
        context.putAttributesItem("plan", "team");
        Evaluation result = evaluations.evaluate(new EvaluateBody().flagKey("java-a").context(context));
        check(result.getReason() == Evaluation.ReasonEnum.RULE_MATCH, "a rule that matches");
        check(result.getValue().equals(true) && result.getRuleId() != null, "the rule's value");
        Evaluation unknown = evaluations.evaluate(new EvaluateBody().flagKey("nobody").context(context));
        check(unknown.getReason() == Evaluation.ReasonEnum.FLAG_NOT_FOUND, "an unknown flag");
        check(unknown.getValue() == null, "null for an unknown flag");
        System.exit(0);
    }
}
