package bench

import (
	"context"
	"encoding/json"
	"maps"
	"testing"

	growthbook "github.com/growthbook/growthbook-golang"
)

// growthBookSDK has one client per user, as its documentation recommends one per request.
type growthBookSDK struct {
	client *growthbook.Client
	users  []*growthbook.Client
}

func growthBookFlag(kind, _ string) any {
	switch kind {
	case "rules":
		force := func(condition object) object { return object{"condition": condition, "force": true} }
		return object{"defaultValue": false, "rules": []any{
			force(object{"plan": object{"$in": []string{"pro", "enterprise"}}, "country": "US"}),
			force(object{"country": object{"$in": []string{"NL", "BE", "DE"}}, "age": object{"$gt": 65}}),
			force(object{"plan": "pro", "age": object{"$gt": 18}}),
		}}
	case "rollout":
		return object{"defaultValue": false, "rules": []any{object{"force": true, "coverage": 0.25, "hashAttribute": "id", "hashVersion": 2}}}
	}
	return object{"defaultValue": true}
}

func openGrowthBook(tb testing.TB) contender {
	features, err := json.Marshal(text(tb, growthBookFlag))
	if err != nil {
		tb.Fatal(err)
	}
	client, err := growthbook.NewClient(context.Background(), growthbook.WithJsonFeatures(string(features)))
	if err != nil {
		tb.Fatal(err)
	}
	opened := &growthBookSDK{client: client}
	for _, user := range users() {
		attributes := growthbook.Attributes{"id": user.id}
		maps.Copy(attributes, user.attributes)
		own, err := client.WithAttributes(attributes)
		if err != nil {
			tb.Fatal(err)
		}
		opened.users = append(opened.users, own)
	}
	return opened
}

func (g *growthBookSDK) isOn(key string, user int) bool {
	return g.users[user].EvalFeature(context.Background(), key).On
}
func (g *growthBookSDK) close() { _ = g.client.Close() }
