package bunting

import (
	"context"
	"sync"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// Flags evaluates flags in this process. Evaluations read memory only and never panic: whatever goes wrong, they return the
// fallback. All methods are safe for concurrent use.
type Flags struct {
	held      heldFlags
	telemetry *telemetry
	unknown   *unknownFlags
	// untracked reports once that Track has no telemetry to send events with.
	untracked sync.Once

	closing   context.Context
	stop      context.CancelFunc
	running   sync.WaitGroup
	closeIdle func()
	closed    sync.Once
	isDone    chan struct{}
}

// Bool evaluates a boolean flag. It returns fallback if the flag cannot be evaluated.
func (f *Flags) Bool(key string, who EvalContext, fallback bool, options ...ReadOption) bool {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// String evaluates a string flag. It returns fallback if the flag cannot be evaluated.
func (f *Flags) String(key string, who EvalContext, fallback string, options ...ReadOption) string {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// Number evaluates a number flag. It returns fallback if the flag cannot be evaluated.
func (f *Flags) Number(key string, who EvalContext, fallback float64, options ...ReadOption) float64 {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// Int evaluates a number flag. It returns fallback if the flag cannot be evaluated or its value is not a whole number.
func (f *Flags) Int(key string, who EvalContext, fallback int, options ...ReadOption) int {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, whole)
	f.used(found, details.Error == "", &who, options)
	return details.Value
}

// BoolDetails evaluates a boolean flag like [Flags.Bool], and also returns the reason.
func (f *Flags) BoolDetails(key string, who EvalContext, fallback bool, options ...ReadOption) Details[bool] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[bool])
	f.used(found, details.Error == "", &who, options)
	return details
}

// StringDetails evaluates a string flag like [Flags.String], and also returns the reason.
func (f *Flags) StringDetails(key string, who EvalContext, fallback string, options ...ReadOption) Details[string] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[string])
	f.used(found, details.Error == "", &who, options)
	return details
}

// NumberDetails evaluates a number flag like [Flags.Number], and also returns the reason.
func (f *Flags) NumberDetails(key string, who EvalContext, fallback float64, options ...ReadOption) Details[float64] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[float64])
	f.used(found, details.Error == "", &who, options)
	return details
}

// IntDetails evaluates a number flag like [Flags.Int], and also returns the reason.
func (f *Flags) IntDetails(key string, who EvalContext, fallback int, options ...ReadOption) Details[int] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, whole)
	f.used(found, details.Error == "", &who, options)
	return details
}

// AnyDetails evaluates a json flag and returns its value, an object or an array as encoding/json decodes it, or fallback,
// with the reason. All callers share the value and must not modify it; [JSON] decodes it into a type of your own.
func (f *Flags) AnyDetails(key string, who EvalContext, fallback any, options ...ReadOption) Details[any] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, document)
	f.used(found, details.Error == "", &who, options)
	return details
}

// All evaluates every flag of one bundle and returns the results by key. These evaluations are not counted and cause no
// exposures. Values of json flags must not be modified.
func (f *Flags) All(who EvalContext) map[string]Details[any] { return f.all(&who, false) }

// AllClientSafe is like All for the flags that browsers may see, for example to render a page on the server.
func (f *Flags) AllClientSafe(who EvalContext) map[string]Details[any] { return f.all(&who, true) }

func (f *Flags) all(who *EvalContext, isForBrowsers bool) map[string]Details[any] {
	snapshot := f.held.snapshot.Load()
	if snapshot == nil {
		return map[string]Details[any]{}
	}
	isShown := func(flag *engine.Flag) bool { return !isForBrowsers || (flag != nil && flag.Meta.ClientSafe) }
	flags := snapshot.All()
	all := make(map[string]Details[any], len(flags))
	for _, flag := range flags {
		if flag.Broken || !isShown(flag) {
			continue
		}
		outcome := evaluate(flag, who)
		if outcome == nil {
			// An attribute that panics for one flag may panic for all.
			return map[string]Details[any]{}
		}
		details := detailsFrom(outcome, outcome.Value)
		if details.Prerequisite != "" && !isShown(snapshot.Find(details.Prerequisite)) {
			details.Prerequisite = ""
		}
		all[flag.Key] = details
	}
	return all
}

// Ready waits for the first flags, from Bunting, the cache or Options.Bootstrap. It returns false if there are none when
// ctx is done, Bunting refuses the key, or Close is called.
func (f *Flags) Ready(ctx context.Context) bool { return f.held.wait(ctx) }

// Listen adds a listener; stop removes it.
func (f *Flags) Listen(listener Listener) (stop func()) { return f.held.listen(listener) }

// Status returns whether there are flags, and whether they are current.
func (f *Flags) Status() Status {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	return f.held.status
}

// Err returns the error because of which Bunting cannot be reached; nil if it can be, or no attempt has failed yet.
func (f *Flags) Err() error {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	if f.held.lostTo == nil {
		return nil
	}
	return f.held.lostTo
}

// EnvironmentID returns the id of the flags' environment; empty until there are flags.
func (f *Flags) EnvironmentID() string { return f.held.environmentID() }

// Revision returns the revision of the flags; false until there are flags.
func (f *Flags) Revision() (int64, bool) {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	if f.held.live == nil {
		return 0, false
	}
	return int64(f.held.live.head.revision), true
}

// Flush sends the evaluations and events recorded since the last report. Call it before a serverless function returns: the
// process may be frozen afterwards. Flush returns when they are sent, have to wait for a later attempt, or ctx is done.
func (f *Flags) Flush(ctx context.Context) {
	if f.telemetry != nil {
		f.telemetry.flush(ctx)
	}
}

// Close stops following changes, sends the remaining telemetry, writes the cache, and leaves no goroutine and no connection
// behind. Evaluations go on with the last flags. If ctx is done first, Close returns its error, and the rest continues in
// the background for at most 5 s. It is safe to call Close again.
func (f *Flags) Close(ctx context.Context) error {
	f.closed.Do(func() {
		f.held.close()
		f.stop()
		go func() {
			defer close(f.isDone)
			telling, cancel := context.WithTimeout(context.Background(), telemetryTimeout)
			defer cancel()
			f.running.Wait()
			if f.telemetry != nil {
				f.telemetry.close(telling)
			}
			f.closeIdle()
		}()
	})
	select {
	case <-f.isDone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
