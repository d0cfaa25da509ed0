package main

import (
	"context"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

type question struct {
	FlagKey  any
	Type     any
	Context  any
	Fallback any
	// Hostile is throws if the context has an attribute that panics when it is read.
	Hostile string
	// Exposure is false if the evaluation exposes no unit.
	Exposure *bool
	// Contexts are OpenFeature's contexts other than the invocation's.
	Contexts map[string]map[string]any
}

// key returns an empty key for anything that is not a text: a Go program cannot pass anything else.
func (q *question) key() string {
	key, _ := q.FlagKey.(string)
	return key
}

func (q *question) options() []bunting.ReadOption {
	if q.Exposure != nil && !*q.Exposure {
		return []bunting.ReadOption{bunting.WithoutExposure}
	}
	return nil
}

func evaluate(c *client, r *http.Request) (any, error) {
	body, err := read[question](r)
	if err != nil {
		return nil, err
	}
	return c.answerTo(r.Context(), body)
}

func evaluateMany(c *client, r *http.Request) (any, error) {
	body, err := read[struct{ Cases []question }](r)
	if err != nil {
		return nil, err
	}
	results := make([]any, len(body.Cases))
	for at, each := range body.Cases {
		if results[at], err = c.answerTo(r.Context(), each); err != nil {
			return nil, err
		}
	}
	return map[string]any{"results": results}, nil
}

func all(c *client, r *http.Request) (any, error) {
	body, err := read[struct {
		Context    any
		ClientSafe bool
	}](r)
	if err != nil {
		return nil, err
	}
	ask := c.flags.All
	if body.ClientSafe {
		ask = c.flags.AllClientSafe
	}
	answers := map[string]any{}
	for key, details := range ask(contextOf(body.Context)) {
		answers[key] = answerOf(details)
	}
	return map[string]any{"flags": answers}, nil
}

func stress(c *client, r *http.Request) (any, error) {
	body, err := read[struct {
		question
		Threads int
		Ms      float64
	}](r)
	if err != nil {
		return nil, err
	}
	if _, err := answerTo(c.flags, body.question); err != nil {
		return nil, err
	}
	// Includes the evaluation above.
	evaluations := atomic.Int64{}
	evaluations.Store(1)
	until := time.Now().Add(time.Duration(body.Ms * float64(time.Millisecond)))
	var threads sync.WaitGroup
	for range body.Threads {
		threads.Go(func() {
			for time.Now().Before(until) {
				for range 100 {
					_, _ = answerTo(c.flags, body.question)
				}
				evaluations.Add(100)
			}
		})
	}
	threads.Wait()
	return map[string]int64{"evaluations": evaluations.Load()}, nil
}

func (c *client) answerTo(ctx context.Context, asked question) (any, error) {
	if c.openFeature != nil {
		return c.openFeature.answerTo(ctx, asked)
	}
	return answerTo(c.flags, asked)
}

// hostile is an attribute that panics when it is read.
type hostile struct{}

func (hostile) MarshalText() ([]byte, error) { panic("an attribute that cannot be read") }

// answerTo evaluates like an application with a variable of the type. A fallback of another type becomes the zero value.
func answerTo(flags *bunting.Flags, asked question) (any, error) {
	who := contextOf(asked.Context)
	if asked.Hostile == "throws" {
		who.Attributes["plan"] = hostile{}
	}
	switch asked.Type {
	case "boolean":
		fallback, _ := asked.Fallback.(bool)
		return answerOf(flags.BoolDetails(asked.key(), who, fallback, asked.options()...)), nil
	case "number":
		fallback, _ := asked.Fallback.(float64)
		return answerOf(flags.NumberDetails(asked.key(), who, fallback, asked.options()...)), nil
	case "json":
		return answerOf(flags.AnyDetails(asked.key(), who, asked.Fallback, asked.options()...)), nil
	}
	fallback, _ := asked.Fallback.(string)
	return answerOf(flags.StringDetails(asked.key(), who, fallback, asked.options()...)), nil
}

func answerOf[Value any](details bunting.Details[Value]) map[string]any {
	answer := map[string]any{"value": details.Value, "reason": details.Reason}
	for name, text := range map[string]string{
		"ruleId": details.RuleID, "variant": details.Variant, "prerequisite": details.Prerequisite, "errorCode": string(details.Error),
	} {
		if text != "" {
			answer[name] = text
		}
	}
	return answer
}

// contextOf accepts any JSON. In a Go context an empty id counts as missing, but to a condition it is a text, so it becomes
// an attribute.
func contextOf(raw any) bunting.EvalContext {
	fields, _ := raw.(map[string]any)
	attributes, _ := fields["attributes"].(map[string]any)
	who := bunting.EvalContext{Attributes: map[string]any{}}
	for name, value := range attributes {
		who.Attributes[name] = value
	}
	who.ProxyCountry, _ = fields["proxyCountry"].(string)
	for name, field := range map[string]*string{"userId": &who.UserID, "anonymousId": &who.AnonymousID} {
		if text, ok := fields[name].(string); ok {
			if *field = text; text == "" {
				who.Attributes[name] = ""
			}
		}
	}
	return who
}
