package bench

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/launchdarkly/go-sdk-common/v3/ldcontext"
	"github.com/launchdarkly/go-sdk-common/v3/ldlog"
	"github.com/launchdarkly/go-server-sdk-evaluation/v3/ldmodel"
	ld "github.com/launchdarkly/go-server-sdk/v7"
	"github.com/launchdarkly/go-server-sdk/v7/ldcomponents"
	"github.com/launchdarkly/go-server-sdk/v7/testhelpers/ldtestdata"
)

// launchDarklySDK sends no events: only then does it not allocate.
type launchDarklySDK struct {
	client *ld.LDClient
	users  []ldcontext.Context
}

func launchDarklyFlag(kind, key string) any {
	clause := func(attribute, operator string, values ...any) object {
		return object{"attribute": attribute, "op": operator, "values": values, "contextKind": "user"}
	}
	rule := func(id string, clauses ...any) object { return object{"id": id, "clauses": clauses, "variation": 0} }
	flag := object{"key": key, "version": 1, "on": true, "salt": "salt", "variations": []any{true, false}, "fallthrough": object{"variation": 1}, "offVariation": 1}
	switch kind {
	case "plain":
		flag["fallthrough"] = object{"variation": 0}
	case "rules":
		flag["rules"] = []any{
			rule("rule-1", clause("plan", "in", "pro", "enterprise"), clause("country", "in", "US")),
			rule("rule-2", clause("country", "in", "NL", "BE", "DE"), clause("age", "greaterThan", 65)),
			rule("rule-3", clause("plan", "in", "pro"), clause("age", "greaterThan", 18)),
		}
	case "rollout":
		flag["fallthrough"] = object{"rollout": object{"contextKind": "user", "variations": []any{
			object{"variation": 0, "weight": 1_000 * percentage}, object{"variation": 1, "weight": 100_000 - 1_000*percentage},
		}}}
	}
	return flag
}

func openLaunchDarkly(tb testing.TB) contender {
	source := ldtestdata.DataSource()
	for _, written := range text(tb, launchDarklyFlag) {
		var flag ldmodel.FeatureFlag
		if err := json.Unmarshal(written, &flag); err != nil {
			tb.Fatal(err)
		}
		source.UsePreconfiguredFlag(flag)
	}
	config := ld.Config{DataSource: source, Events: ldcomponents.NoEvents(), Logging: ldcomponents.Logging().MinLevel(ldlog.None)}
	client, err := ld.MakeCustomClient("sdk-key", config, 5*time.Second)
	if err != nil {
		tb.Fatal(err)
	}
	opened := &launchDarklySDK{client: client}
	for _, user := range users() {
		made := ldcontext.NewBuilder(user.id).
			SetString("country", user.attributes["country"].(string)).
			SetString("plan", user.attributes["plan"].(string)).
			SetInt("age", user.attributes["age"].(int)).
			SetBool("beta", user.attributes["beta"].(bool)).
			SetString("email", user.attributes["email"].(string)).
			Build()
		opened.users = append(opened.users, made)
	}
	return opened
}

func (l *launchDarklySDK) isOn(key string, user int) bool {
	value, _ := l.client.BoolVariation(key, l.users[user], false)
	return value
}
func (l *launchDarklySDK) close() { _ = l.client.Close() }
