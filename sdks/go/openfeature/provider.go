// Package openfeature has Bunting's provider for OpenFeature's Go SDK.
//
//	flags := bunting.Open(bunting.Options{URL: "http://127.0.0.1:4001", Key: os.Getenv("BUNTING_KEY")})
//	err := openfeature.SetProviderAndWait(buntingof.NewProvider(flags))
//	client := openfeature.NewDefaultClient()
//	isOn, err := client.BooleanValue(ctx, "new-cart", false, openfeature.NewEvaluationContext("ada", nil))
//
// Shutting OpenFeature down closes the flags.
package openfeature

import (
	"context"
	"reflect"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/open-feature/go-sdk/openfeature"
)

// Provider answers OpenFeature's questions from Bunting's flags.
type Provider struct {
	flags   *bunting.Flags
	timeout time.Duration
	onTrack TrackFunc
	events  *eventPump
}

var (
	_ openfeature.FeatureProvider          = (*Provider)(nil)
	_ openfeature.ContextAwareStateHandler = (*Provider)(nil)
	_ openfeature.EventHandler             = (*Provider)(nil)
	_ openfeature.Tracker                  = (*Provider)(nil)
)

// TrackFunc is what client.Track is told.
type TrackFunc func(ctx context.Context, name string, who openfeature.EvaluationContext, details openfeature.TrackingEventDetails)

// Option is one of NewProvider's.
type Option func(*Provider)

// WithTimeout says how long the provider's initialization waits for the first flags; 10 s unless said otherwise.
func WithTimeout(timeout time.Duration) Option { return func(p *Provider) { p.timeout = timeout } }

// WithTrack says where tracked events go, too. Bunting keeps the name, the value and a hash of the user, and nothing else.
func WithTrack(track TrackFunc) Option { return func(p *Provider) { p.onTrack = track } }

// NewProvider makes a provider of flags, which it closes when it is shut down.
func NewProvider(flags *bunting.Flags, options ...Option) *Provider {
	made := &Provider{flags: flags, timeout: 10 * time.Second, events: newEventPump()}
	for _, option := range options {
		option(made)
	}
	return made
}

// Metadata names the provider.
func (p *Provider) Metadata() openfeature.Metadata { return openfeature.Metadata{Name: "bunting"} }

// Hooks are none.
func (p *Provider) Hooks() []openfeature.Hook { return nil }

// EventChannel has what the flags tell once the provider is initialized. It is never closed.
func (p *Provider) EventChannel() <-chan openfeature.Event { return p.events.out }

// Track tells Bunting, and what WithTrack named.
func (p *Provider) Track(ctx context.Context, name string, who openfeature.EvaluationContext, details openfeature.TrackingEventDetails) {
	flat := who.Attributes()
	flat[openfeature.TargetingKey] = who.TargetingKey()
	if hasValue(details) {
		p.flags.TrackValue(name, contextOf(flat), details.Value())
	} else {
		p.flags.Track(name, contextOf(flat))
	}
	if p.onTrack != nil {
		p.onTrack(ctx, name, who, details)
	}
}

// hasValue: OpenFeature's details have one, but for those that were never made.
func hasValue(details openfeature.TrackingEventDetails) bool {
	return !reflect.DeepEqual(details, openfeature.TrackingEventDetails{})
}

// BooleanEvaluation resolves a boolean flag.
func (p *Provider) BooleanEvaluation(_ context.Context, flag string, fallback bool, flat openfeature.FlattenedContext) openfeature.BoolResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.BoolDetails(flag, who, fallback), who)
}

// StringEvaluation resolves a string flag.
func (p *Provider) StringEvaluation(_ context.Context, flag string, fallback string, flat openfeature.FlattenedContext) openfeature.StringResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.StringDetails(flag, who, fallback), who)
}

// FloatEvaluation resolves a number flag.
func (p *Provider) FloatEvaluation(_ context.Context, flag string, fallback float64, flat openfeature.FlattenedContext) openfeature.FloatResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.NumberDetails(flag, who, fallback), who)
}

// IntEvaluation resolves a number flag whose answer is whole; any other is of the wrong type.
func (p *Provider) IntEvaluation(_ context.Context, flag string, fallback int64, flat openfeature.FlattenedContext) openfeature.IntResolutionDetail {
	who := contextOf(flat)
	read := resolutionOf(p, p.flags.IntDetails(flag, who, 0), who)
	value := int64(read.Value)
	if read.Error() != nil {
		value = fallback
	}
	return openfeature.IntResolutionDetail{Value: value, ProviderResolutionDetail: read.ProviderResolutionDetail}
}

// ObjectEvaluation resolves a json flag: an object or an array, which is not to be changed.
func (p *Provider) ObjectEvaluation(_ context.Context, flag string, fallback any, flat openfeature.FlattenedContext) openfeature.InterfaceResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.AnyDetails(flag, who, fallback), who)
}
