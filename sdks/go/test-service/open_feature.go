package main

import (
	"context"
	"sync"
	"time"

	"github.com/bunting-flags/bunting/sdks/go/internal/timing"
	provider "github.com/bunting-flags/bunting/sdks/go/openfeature"
	"github.com/open-feature/go-sdk/openfeature"
)

// openFeature is the OpenFeature client of flags.
type openFeature struct {
	domain string
	client *openfeature.Client
	// set is closed when the provider is set, and isReady reports whether that succeeded.
	set     chan struct{}
	isReady bool
	merged  *mergedContext
}

// mergedContext records the last context that the provider received.
type mergedContext struct {
	*provider.Provider
	mutex sync.Mutex
	flat  openfeature.FlattenedContext
}

func (m *mergedContext) BooleanEvaluation(ctx context.Context, flag string, fallback bool, flat openfeature.FlattenedContext) openfeature.BoolResolutionDetail {
	m.mutex.Lock()
	m.flat = flat
	m.mutex.Unlock()
	return m.Provider.BooleanEvaluation(ctx, flag, fallback, flat)
}

func openOpenFeature(domain string, c *client, scale timing.Scale) *openFeature {
	opened := &openFeature{
		domain: domain, client: openfeature.NewClient(domain), set: make(chan struct{}),
		merged: &mergedContext{Provider: provider.NewProvider(c.flags, provider.WithTimeout(scale.Of(10*time.Second)))},
	}
	for _, name := range []openfeature.EventType{openfeature.ProviderReady, openfeature.ProviderConfigChange, openfeature.ProviderStale, openfeature.ProviderError} {
		tell := func(details openfeature.EventDetails) {
			c.tell(map[string]any{"type": name, "keys": details.FlagChanges})
		}
		opened.client.AddHandler(name, &tell)
	}
	go func() {
		defer close(opened.set)
		opened.isReady = openfeature.SetNamedProviderAndWait(domain, opened.merged) == nil
	}()
	return opened
}

// close shuts the provider down as an application does, which must close the flags.
func (o *openFeature) close() {
	_ = openfeature.SetNamedProviderAndWait(o.domain, openfeature.NoopProvider{})
}

// stages records which of a hook's methods are called.
type stages struct {
	openfeature.UnimplementedHook
	names  []string
	before map[string]any
}

func (s *stages) Before(context.Context, openfeature.HookContext, openfeature.HookHints) (*openfeature.EvaluationContext, error) {
	s.names = append(s.names, "before")
	merged := evaluationContext(s.before)
	return &merged, nil
}

func (s *stages) After(context.Context, openfeature.HookContext, openfeature.InterfaceEvaluationDetails, openfeature.HookHints) error {
	s.names = append(s.names, "after")
	return nil
}

func (s *stages) Error(context.Context, openfeature.HookContext, error, openfeature.HookHints) {
	s.names = append(s.names, "error")
}

func (s *stages) Finally(context.Context, openfeature.HookContext, openfeature.InterfaceEvaluationDetails, openfeature.HookHints) {
	s.names = append(s.names, "finally")
}

func evaluationContext(raw any) openfeature.EvaluationContext {
	fields, _ := raw.(map[string]any)
	attributes := map[string]any{}
	for name, value := range fields {
		attributes[name] = value
	}
	key, _ := attributes[openfeature.TargetingKey].(string)
	delete(attributes, openfeature.TargetingKey)
	return openfeature.NewEvaluationContext(key, attributes)
}

func (o *openFeature) track(ctx context.Context, name string, who any, value *float64) {
	var details openfeature.TrackingEventDetails
	if value != nil {
		details = openfeature.NewTrackingEventDetails(*value)
	}
	o.client.Track(ctx, name, evaluationContext(who), details)
}

func (o *openFeature) answerTo(ctx context.Context, asked question) (any, error) {
	hook := &stages{names: []string{}, before: asked.Contexts["before"]}
	openfeature.SetEvaluationContext(evaluationContext(asked.Contexts["api"]))
	o.client.SetEvaluationContext(evaluationContext(asked.Contexts["client"]))
	ctx = openfeature.WithTransactionContext(ctx, evaluationContext(asked.Contexts["transaction"]))
	who, key, hooks := evaluationContext(asked.Context), asked.key(), openfeature.WithHooks(hook)
	var answer map[string]any
	switch asked.Type {
	case "boolean":
		fallback, _ := asked.Fallback.(bool)
		details, _ := o.client.BooleanValueDetails(ctx, key, fallback, who, hooks)
		answer = shown(details.Value, details.EvaluationDetails)
	case "number", "float":
		fallback, _ := asked.Fallback.(float64)
		details, _ := o.client.FloatValueDetails(ctx, key, fallback, who, hooks)
		answer = shown(details.Value, details.EvaluationDetails)
	case "integer":
		fallback, _ := asked.Fallback.(float64)
		details, _ := o.client.IntValueDetails(ctx, key, int64(fallback), who, hooks)
		answer = shown(details.Value, details.EvaluationDetails)
	case "json":
		details, _ := o.client.ObjectValueDetails(ctx, key, asked.Fallback, who, hooks)
		answer = shown(details.Value, details.EvaluationDetails)
	default:
		fallback, _ := asked.Fallback.(string)
		details, _ := o.client.StringValueDetails(ctx, key, fallback, who, hooks)
		answer = shown(details.Value, details.EvaluationDetails)
	}
	o.merged.mutex.Lock()
	defer o.merged.mutex.Unlock()
	answer["stages"], answer["mergedContext"] = hook.names, o.merged.flat
	return answer, nil
}

func shown(value any, details openfeature.EvaluationDetails) map[string]any {
	answer := map[string]any{"value": value, "reason": details.Reason, "flagMetadata": details.FlagMetadata}
	if details.Variant != "" {
		answer["variant"] = details.Variant
	}
	if details.ErrorCode != "" {
		answer["errorCode"] = details.ErrorCode
	}
	if rule, ok := details.FlagMetadata["ruleId"]; ok {
		answer["ruleId"] = rule
	}
	return answer
}
