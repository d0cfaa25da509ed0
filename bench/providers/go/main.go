// Answers each question on standard input as OpenFeature's Go SDK does: a line of JSON each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

type question struct {
	Type    string         `json:"type"`
	Flag    string         `json:"flag"`
	Key     string         `json:"key"`
	Default any            `json:"default"`
	Context map[string]any `json:"context"`
}

type answer struct {
	Value     any    `json:"value"`
	Reason    string `json:"reason"`
	Variant   string `json:"variant"`
	ErrorCode string `json:"errorCode"`
}

var clients = map[string]*openfeature.Client{}

func clientOf(key string) *openfeature.Client {
	if client, ok := clients[key]; ok {
		return client
	}
	provider := ofrep.NewProvider(os.Getenv("OFREP_URL"), ofrep.WithBearerToken(key))
	if err := openfeature.SetNamedProviderAndWait(key, provider); err != nil {
		panic(err)
	}
	clients[key] = openfeature.NewClient(key)
	return clients[key]
}

func evaluate(asked question) answer {
	targetingKey, _ := asked.Context["targetingKey"].(string)
	delete(asked.Context, "targetingKey")
	evaluated := openfeature.NewEvaluationContext(targetingKey, asked.Context)
	client, ctx := clientOf(asked.Key), context.Background()
	told := func(value any, details openfeature.ResolutionDetail) answer {
		return answer{value, string(details.Reason), details.Variant, string(details.ErrorCode)}
	}
	// What went wrong is in the details too.
	switch asked.Type {
	case "boolean":
		details, _ := client.BooleanValueDetails(ctx, asked.Flag, asked.Default.(bool), evaluated)
		return told(details.Value, details.ResolutionDetail)
	case "string":
		details, _ := client.StringValueDetails(ctx, asked.Flag, asked.Default.(string), evaluated)
		return told(details.Value, details.ResolutionDetail)
	case "integer":
		details, _ := client.IntValueDetails(ctx, asked.Flag, int64(asked.Default.(float64)), evaluated)
		return told(details.Value, details.ResolutionDetail)
	default:
		details, _ := client.FloatValueDetails(ctx, asked.Flag, asked.Default.(float64), evaluated)
		return told(details.Value, details.ResolutionDetail)
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := answers.Encode(evaluate(asked)); err != nil {
			panic(err)
		}
	}
}
