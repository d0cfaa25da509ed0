package bunting_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

type limits struct {
	PerMinute int `json:"perMinute"`
}

const flagsOfAda = `{"environmentId":"env_1","revision":1,"flags":{
	"cart":{"id":"flag_1","type":"boolean","config":{"version":1,"enabled":true,"defaultValue":false,"rules":[{"id":"pros","enabled":true,"conditionOperator":"AND","conditions":[{"attribute":"plan","operator":"in","value":["pro","team"]},{"attribute":"age","operator":"gt","value":17}],"value":true,"rolloutPercentage":100}]}},
	"banner":{"id":"flag_3","type":"string","experiment":{"ruleId":"half","exposure":"evaluation"},"config":{"version":1,"enabled":true,"defaultValue":"red","variants":[{"key":"on","value":"blue"}],"rules":[{"id":"half","enabled":true,"conditionOperator":"AND","conditions":[],"distribution":[{"variant":"on","weight":1}]}]}},
	"limits":{"id":"flag_2","type":"json","config":{"version":1,"enabled":true,"defaultValue":{"perMinute":5},"rules":[]}}}}`

// The test is in another package, as applications are: only there does the compiler decide what stays on their stack.
func TestAQuestionAllocatesNothing(t *testing.T) {
	service := httptest.NewServer(http.NotFoundHandler())
	defer service.Close()
	flags := bunting.Open(bunting.Options{Bootstrap: []byte(flagsOfAda), Telemetry: &bunting.Telemetry{URL: service.URL}})
	defer func() { _ = flags.Close(context.Background()) }()
	users := []bunting.EvalContext{
		{UserID: "ada", Attributes: map[string]any{"plan": "pro", "age": 36}},
		{UserID: "bob", Attributes: map[string]any{"plan": "free", "age": 3.5}},
	}
	turn := 0
	next := func() bunting.EvalContext {
		turn++
		return users[turn%len(users)]
	}
	for name, ask := range map[string]func(){
		"Bool":        func() { flags.Bool("cart", next(), false) },
		"BoolDetails": func() { flags.BoolDetails("cart", next(), false) },
		"Int":         func() { flags.Int("cart", next(), 0) },
		// A unit is reported only the first time that it is exposed.
		"experiment":  func() { flags.String("banner", next(), "") },
		"JSON":        func() { bunting.JSON(flags, "limits", next(), limits{}) },
		"JSONDetails": func() { bunting.JSONDetails(flags, "limits", next(), limits{}) },
	} {
		if allocations := testing.AllocsPerRun(1_000, ask); allocations != 0 {
			t.Errorf("%s: %v allocations", name, allocations)
		}
	}
	if !flags.Bool("cart", users[0], false) || flags.Bool("cart", users[1], true) {
		t.Error("the flag does not tell them apart")
	}
}
