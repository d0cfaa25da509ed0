// Package openfeature implements a provider for OpenFeature's Go SDK with Bunting's flags.
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

// Provider evaluates Bunting's flags for OpenFeature.
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

// TrackFunc receives the arguments of client.Track.
type TrackFunc func(ctx context.Context, name string, who openfeature.EvaluationContext, details openfeature.TrackingEventDetails)

// Option is an option of [NewProvider].
type Option func(*Provider)

// WithTimeout sets how long initialization waits for the first flags; the default is 10 s.
func WithTimeout(timeout time.Duration) Option { return func(p *Provider) { p.timeout = timeout } }

// WithTrack also passes tracked events to a function of your own. Bunting keeps only the name, the value and a hash of the
// user.
func WithTrack(track TrackFunc) Option { return func(p *Provider) { p.onTrack = track } }

// NewProvider returns a provider for flags. Shutting it down closes them.
func NewProvider(flags *bunting.Flags, options ...Option) *Provider {
	made := &Provider{flags: flags, timeout: 10 * time.Second, events: newEventPump()}
	for _, option := range options {
		option(made)
	}
	return made
}

// Metadata returns the provider's name.
func (p *Provider) Metadata() openfeature.Metadata { return openfeature.Metadata{Name: "bunting"} }

// Hooks returns none.
func (p *Provider) Hooks() []openfeature.Hook { return nil }

// EventChannel returns the flags' events from initialization on. It is never closed.
func (p *Provider) EventChannel() <-chan openfeature.Event { return p.events.out }

// Track sends an event to Bunting, and to the function of [WithTrack].
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

// hasValue reports whether the details were created: only the zero value has no value.
func hasValue(details openfeature.TrackingEventDetails) bool {
	return !reflect.DeepEqual(details, openfeature.TrackingEventDetails{})
}

// BooleanEvaluation evaluates a boolean flag.
func (p *Provider) BooleanEvaluation(_ context.Context, flag string, fallback bool, flat openfeature.FlattenedContext) openfeature.BoolResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.BoolDetails(flag, who, fallback), who)
}

// StringEvaluation evaluates a string flag.
func (p *Provider) StringEvaluation(_ context.Context, flag string, fallback string, flat openfeature.FlattenedContext) openfeature.StringResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.StringDetails(flag, who, fallback), who)
}

// FloatEvaluation evaluates a number flag.
func (p *Provider) FloatEvaluation(_ context.Context, flag string, fallback float64, flat openfeature.FlattenedContext) openfeature.FloatResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.NumberDetails(flag, who, fallback), who)
}

// IntEvaluation evaluates a number flag. A value that is not a whole number is a type mismatch.
func (p *Provider) IntEvaluation(_ context.Context, flag string, fallback int64, flat openfeature.FlattenedContext) openfeature.IntResolutionDetail {
	who := contextOf(flat)
	read := resolutionOf(p, p.flags.IntDetails(flag, who, 0), who)
	value := int64(read.Value)
	if read.Error() != nil {
		value = fallback
	}
	return openfeature.IntResolutionDetail{Value: value, ProviderResolutionDetail: read.ProviderResolutionDetail}
}

// ObjectEvaluation evaluates a json flag: an object or an array, which must not be modified.
func (p *Provider) ObjectEvaluation(_ context.Context, flag string, fallback any, flat openfeature.FlattenedContext) openfeature.InterfaceResolutionDetail {
	who := contextOf(flat)
	return resolutionOf(p, p.flags.AnyDetails(flag, who, fallback), who)
}
