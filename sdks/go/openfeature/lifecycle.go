package openfeature

import (
	"context"
	"errors"
	"sync"

	bunting "github.com/bunting-flags/bunting/sdks/go"
	"github.com/open-feature/go-sdk/openfeature"
)

// Init waits for the first flags.
func (p *Provider) Init(who openfeature.EvaluationContext) error {
	return p.InitWithContext(context.Background(), who)
}

// InitWithContext waits for the first flags.
func (p *Provider) InitWithContext(ctx context.Context, _ openfeature.EvaluationContext) error {
	ctx, cancel := context.WithTimeout(ctx, p.timeout)
	defer cancel()
	isReady := p.flags.Ready(ctx)
	// The first ready event comes from OpenFeature itself, so events are passed on only from here.
	p.events.begin(p.flags)
	if isReady {
		return nil
	}
	var err *bunting.Error
	if errors.As(p.flags.Err(), &err) && err.Code == bunting.ErrorKeyRefused {
		return &openfeature.ProviderInitError{ErrorCode: openfeature.ProviderFatalCode, Message: "Bunting refuses the key."}
	}
	return &openfeature.ProviderInitError{ErrorCode: openfeature.ProviderNotReadyCode, Message: "Bunting has not sent any flags yet."}
}

// Shutdown closes the flags.
func (p *Provider) Shutdown() { _ = p.ShutdownWithContext(context.Background()) }

// ShutdownWithContext closes the flags.
func (p *Provider) ShutdownWithContext(ctx context.Context) error {
	p.events.end()
	return p.flags.Close(ctx)
}

// eventPump delivers events one at a time. It never blocks the flags' listeners, even if the events are not read.
type eventPump struct {
	out  chan openfeature.Event
	done chan struct{}

	mutex   sync.Mutex
	waiting []openfeature.Event
	more    chan struct{}
	stop    func()
	isOver  bool
	running sync.WaitGroup
}

func newEventPump() *eventPump {
	return &eventPump{out: make(chan openfeature.Event), done: make(chan struct{}), more: make(chan struct{}, 1)}
}

func (e *eventPump) begin(flags *bunting.Flags) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	if e.stop != nil || e.isOver {
		return
	}
	e.stop = flags.Listen(bunting.Listener{
		Ready: func(int64) { e.add(openfeature.ProviderReady, openfeature.ProviderEventDetails{}) },
		Stale: func(int64) { e.add(openfeature.ProviderStale, openfeature.ProviderEventDetails{}) },
		Changed: func(keys []string) {
			e.add(openfeature.ProviderConfigChange, openfeature.ProviderEventDetails{FlagChanges: keys})
		},
	})
	e.running.Go(e.run)
}

func (e *eventPump) add(name openfeature.EventType, details openfeature.ProviderEventDetails) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.waiting = append(e.waiting, openfeature.Event{ProviderName: "bunting", EventType: name, ProviderEventDetails: details})
	select {
	case e.more <- struct{}{}:
	default:
	}
}

func (e *eventPump) run() {
	for {
		select {
		case <-e.more:
		case <-e.done:
			return
		}
		e.mutex.Lock()
		events := e.waiting
		e.waiting = nil
		e.mutex.Unlock()
		for _, event := range events {
			select {
			case e.out <- event:
			case <-e.done:
				return
			}
		}
	}
}

func (e *eventPump) end() {
	e.mutex.Lock()
	isOver := e.isOver
	e.isOver = true
	stop := e.stop
	e.mutex.Unlock()
	if isOver {
		return
	}
	if stop != nil {
		stop()
	}
	close(e.done)
	e.running.Wait()
}
