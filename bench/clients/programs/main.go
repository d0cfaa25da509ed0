// What people do with the client that openapi-generator makes for Go.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"example.com/clients/delivery"
	"example.com/clients/management"
)

func check(holds bool, what string) {
	if !holds {
		fmt.Println("not so: " + what)
		os.Exit(1)
	}
}

func must(err error) {
	if err != nil {
		var answered *management.GenericOpenAPIError
		if errors.As(err, &answered) {
			fmt.Println(string(answered.Body()))
		}
		fmt.Println(err)
		os.Exit(1)
	}
}

func main() {
	project, environment, key := os.Getenv("PROJECT_ID"), os.Getenv("ENVIRONMENT_ID"), os.Getenv("API_KEY")
	managementConfig := management.NewConfiguration()
	managementConfig.Servers = management.ServerConfigurations{{URL: os.Getenv("MANAGEMENT_URL")}}
	manage := management.NewAPIClient(managementConfig)
	deliveryConfig := delivery.NewConfiguration()
	deliveryConfig.Servers = delivery.ServerConfigurations{{URL: os.Getenv("DELIVERY_URL")}}
	deliver := delivery.NewAPIClient(deliveryConfig)
	ctx := context.WithValue(context.Background(), management.ContextAccessToken, key)

	for _, name := range []string{"go-a", "go-b", "go-c"} {
		body := management.NewCreateFlagRequest(name, name, "boolean")
		flag, _, err := manage.FlagsAPI.CreateFlag(ctx, project).CreateFlagRequest(*body).Execute()
		must(err)
		check(flag.Key == name && flag.ArchivedAt.Get() == nil && len(flag.Versions) == 0, "a new flag")
	}

	keys := []string{}
	request := manage.FlagsAPI.ListFlags(ctx, project).Limit(2).Archived(false).Search("go-")
	for {
		page, _, err := request.Execute()
		must(err)
		for _, flag := range page.Items {
			keys = append(keys, flag.Key)
		}
		if !page.HasMore {
			check(page.NextCursor.Get() == nil, "no cursor on the last page")
			break
		}
		request = request.Cursor(*page.NextCursor.Get())
	}
	check(len(keys) == 3, "three flags on two pages")

	rule := management.NewRuleBody()
	rule.SetValue(true)
	config := management.NewFlagVersionBody(1, true, false, []management.RuleBody{*rule})
	version, _, err := manage.FlagVersionsAPI.CreateFlagVersion(ctx, project, environment, "go-a").FlagVersionBody(*config).Execute()
	must(err)
	check(version.Version == 1 && version.Config.Rules[0].Value == true, "the config as it was sent")

	_, _, err = manage.FlagsAPI.CreateFlag(ctx, project).CreateFlagRequest(*management.NewCreateFlagRequest("no key", "", "boolean")).Execute()
	var refused *management.GenericOpenAPIError
	check(errors.As(err, &refused), "a refusal")
	problem, read := refused.Model().(management.Error)
	check(read && problem.Error.Code == "VALIDATION_ERROR" && len(problem.Error.Details) == 2, "what is wrong, in two details")

	evaluationContext := delivery.NewEvaluationContext()
	evaluationContext.SetUserId("user-1")
	evaluationContext.SetAttributes(map[string]interface{}{"age": 2147483648.5, "roles": []string{"a", "b"}})
	asked := delivery.NewEvaluateBody("go-a", *evaluationContext)
	deliveryCtx := context.WithValue(context.Background(), delivery.ContextAccessToken, key)
	result, _, err := deliver.EvaluationAPI.Evaluate(deliveryCtx).EvaluateBody(*asked).Execute()
	must(err)
	check(result.Reason == "RULE_MATCH" && result.Value == true && result.RuleId != nil, "the rule's value")
	asked.SetFlagKey("nobody")
	unknown, _, err := deliver.EvaluationAPI.Evaluate(deliveryCtx).EvaluateBody(*asked).Execute()
	must(err)
	check(unknown.Reason == "FLAG_NOT_FOUND" && unknown.Value == nil, "null for an unknown flag")
}
