package bench

import (
	"context"
	"encoding/json"
	"testing"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

type buntingSDK struct {
	flags *bunting.Flags
	users []bunting.EvalContext
}

type object = map[string]any

func compare(attribute, operator string, value any) object {
	return object{"attribute": attribute, "operator": operator, "value": value}
}

func rule(id string, conditions ...any) object {
	if conditions == nil {
		conditions = []any{}
	}
	return object{"id": id, "name": "", "enabled": true, "conditionOperator": "AND", "conditions": conditions, "value": true}
}

func buntingFlag(kind, _ string) any {
	rules := []any{}
	switch kind {
	case "rules":
		rules = []any{
			rule("rule-1", compare("plan", "in", []string{"pro", "enterprise"}), compare("country", "equals", "US")),
			rule("rule-2", compare("country", "in", []string{"NL", "BE", "DE"}), compare("age", "gt", 65)),
			rule("rule-3", compare("plan", "equals", "pro"), compare("age", "gt", 18)),
		}
	case "rollout":
		some := rule("rule-1")
		some["rolloutPercentage"] = percentage
		rules = []any{some}
	}
	config := object{"version": 1, "enabled": true, "defaultValue": kind == "plain", "rules": rules}
	return object{"id": "flag_1", "type": "boolean", "clientSafe": false, "config": config}
}

func openBunting(tb testing.TB) contender {
	bundle, err := json.Marshal(object{"format": 2, "environmentId": "env_1", "revision": 1, "flags": text(tb, buntingFlag)})
	if err != nil {
		tb.Fatal(err)
	}
	opened := &buntingSDK{flags: bunting.Open(bunting.Options{Bootstrap: bundle})}
	for _, user := range users() {
		opened.users = append(opened.users, bunting.EvalContext{UserID: user.id, Attributes: user.attributes})
	}
	return opened
}

func (b *buntingSDK) isOn(key string, user int) bool { return b.flags.Bool(key, b.users[user], false) }
func (b *buntingSDK) close()                         { _ = b.flags.Close(context.Background()) }
