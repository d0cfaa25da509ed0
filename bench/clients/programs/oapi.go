// What people do with the client that oapi-codegen makes for Go.
package main

import (
	"context"
	"fmt"
	"net/http"
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
		fmt.Println(err)
		os.Exit(1)
	}
}

func authorize(_ context.Context, request *http.Request) error {
	request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
	return nil
}

func main() {
	ctx := context.Background()
	project, environment := os.Getenv("PROJECT_ID"), os.Getenv("ENVIRONMENT_ID")
	manage, err := management.NewClientWithResponses(os.Getenv("MANAGEMENT_URL"), management.WithRequestEditorFn(authorize))
	must(err)
	deliver, err := delivery.NewClientWithResponses(os.Getenv("DELIVERY_URL"), delivery.WithRequestEditorFn(authorize))
	must(err)

	for _, name := range []string{"oapi-a", "oapi-b", "oapi-c"} {
		body := management.CreateFlagJSONRequestBody{Key: name, Name: name, Type: "boolean"}
		created, err := manage.CreateFlagWithResponse(ctx, project, body)
		must(err)
		check(created.JSON201 != nil && created.JSON201.Key == name && created.JSON201.ArchivedAt == nil, "a new flag")
	}

	keys := []string{}
	limit, archived, search := 2, false, "oapi-"
	params := management.ListFlagsParams{Limit: &limit, Archived: &archived, Search: &search}
	for {
		page, err := manage.ListFlagsWithResponse(ctx, project, &params)
		must(err)
		check(page.JSON200 != nil, "a page")
		for _, flag := range page.JSON200.Items {
			keys = append(keys, flag.Key)
		}
		params.Cursor = page.JSON200.NextCursor
		if !page.JSON200.HasMore {
			check(params.Cursor == nil, "no cursor on the last page")
			break
		}
	}
	check(len(keys) == 3, "three flags on two pages")

	var on, off management.FlagValue = true, false
	config := management.FlagVersionBody{Version: 1, Enabled: true, DefaultValue: off, Rules: []management.RuleBody{{Value: &on}}}
	version, err := manage.CreateFlagVersionWithResponse(ctx, project, environment, "oapi-a", config)
	must(err)
	check(version.JSON201 != nil && version.JSON201.Version == 1 && len(version.JSON201.Config.Rules) == 1, "the config as it was sent")

	refused, err := manage.CreateFlagWithResponse(ctx, project, management.CreateFlagJSONRequestBody{Key: "no key", Type: "boolean"})
	must(err)
	check(refused.JSON422 != nil && refused.JSON422.Error.Code == "VALIDATION_ERROR", "what is wrong")
	check(len(*refused.JSON422.Error.Details) == 2, "what is wrong, in two details")

	user := "user-1"
	asked := delivery.EvaluateBody{FlagKey: "oapi-a", Context: delivery.EvaluationContext{UserId: &user}}
	result, err := deliver.EvaluateWithResponse(ctx, asked)
	must(err)
	check(result.JSON200 != nil && result.JSON200.Reason == "RULE_MATCH", "a rule that matches")
	check(result.JSON200.Value != nil && *result.JSON200.Value == true && result.JSON200.RuleId != nil, "the rule's value")
	asked.FlagKey = "nobody"
	unknown, err := deliver.EvaluateWithResponse(ctx, asked)
	must(err)
	check(unknown.JSON200 != nil && unknown.JSON200.Reason == "FLAG_NOT_FOUND" && unknown.JSON200.Value == nil, "null for an unknown flag")
}
