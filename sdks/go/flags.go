package bunting

import (
	"context"
	"sync"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// Flags are flags, evaluated in this process. A question is answered at once, from memory, and never panics: whatever is
// wrong, the fallback comes back. All methods may be called by any number of goroutines.
type Flags struct {
	held      heldFlags
	telemetry *telemetry
	unknown   *unknownFlags
	// untracked says once that events go nowhere.
	untracked sync.Once

	closing   context.Context
	stop      context.CancelFunc
	running   sync.WaitGroup
	closeIdle func()
	closed    sync.Once
	isDone    chan struct{}
}

// Bool gives what a boolean flag says, or the fallback.
func (f *Flags) Bool(key string, who EvalContext, fallback bool, options ...ReadOption) bool {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// String gives what a string flag says, or the fallback.
func (f *Flags) String(key string, who EvalContext, fallback string, options ...ReadOption) string {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// Number gives what a number flag says, or the fallback.
func (f *Flags) Number(key string, who EvalContext, fallback float64, options ...ReadOption) float64 {
	found := f.resolve(key, &who)
	value, ok := valueOf(f, found, fallback)
	f.used(found, ok, &who, options)
	return value
}

// Int gives what a number flag says where that is a whole number, or the fallback.
func (f *Flags) Int(key string, who EvalContext, fallback int, options ...ReadOption) int {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, whole)
	f.used(found, details.Error == "", &who, options)
	return details.Value
}

// BoolDetails gives what a boolean flag says, and why.
func (f *Flags) BoolDetails(key string, who EvalContext, fallback bool, options ...ReadOption) Details[bool] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[bool])
	f.used(found, details.Error == "", &who, options)
	return details
}

// StringDetails gives what a string flag says, and why.
func (f *Flags) StringDetails(key string, who EvalContext, fallback string, options ...ReadOption) Details[string] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[string])
	f.used(found, details.Error == "", &who, options)
	return details
}

// NumberDetails gives what a number flag says, and why.
func (f *Flags) NumberDetails(key string, who EvalContext, fallback float64, options ...ReadOption) Details[float64] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, plain[float64])
	f.used(found, details.Error == "", &who, options)
	return details
}

// IntDetails gives what a number flag says where that is a whole number, and why.
func (f *Flags) IntDetails(key string, who EvalContext, fallback int, options ...ReadOption) Details[int] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, whole)
	f.used(found, details.Error == "", &who, options)
	return details
}

// AnyDetails gives what a json flag says as encoding/json decodes an object or an array, and why. The value is the same for
// all callers, and not to be changed; [JSON] decodes it into a type of yours.
func (f *Flags) AnyDetails(key string, who EvalContext, fallback any, options ...ReadOption) Details[any] {
	found := f.resolve(key, &who)
	details := detailsOf(f, found, fallback, document)
	f.used(found, details.Error == "", &who, options)
	return details
}

// All gives what every flag says, all from the same bundle. Nothing is counted, and nobody is exposed to an experiment. JSON values are not to be changed.
func (f *Flags) All(who EvalContext) map[string]Details[any] { return f.all(&who, false) }

// AllClientSafe gives what the flags say that browsers may know, such as for a page that is rendered on the server.
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
			// An attribute that panics for one may do so for any.
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

// Ready waits until there are flags to answer with: from Bunting, the cache or the bootstrap. It is false where the context is
// done first, where Bunting refuses the key, and after Close.
func (f *Flags) Ready(ctx context.Context) bool { return f.held.wait(ctx) }

// Listen tells the listener what happens from now on, until `stop` is called.
func (f *Flags) Listen(listener Listener) (stop func()) { return f.held.listen(listener) }

// Status is how things stand.
func (f *Flags) Status() Status {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	return f.held.status
}

// Err is why Bunting cannot be asked at the moment; nil where it can, or was not asked yet.
func (f *Flags) Err() error {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	if f.held.lostTo == nil {
		return nil
	}
	return f.held.lostTo
}

// EnvironmentID is that of the flags; empty while there are none.
func (f *Flags) EnvironmentID() string { return f.held.environmentID() }

// Revision is that of the flags; false while there are none.
func (f *Flags) Revision() (int64, bool) {
	f.held.mutex.Lock()
	defer f.held.mutex.Unlock()
	if f.held.live == nil {
		return 0, false
	}
	return int64(f.held.live.head.revision), true
}

// Flush tells Bunting now what was counted and tracked, as before a function that is frozen between calls returns. It comes back when
// that is done, or has to wait for the next time.
func (f *Flags) Flush(ctx context.Context) {
	if f.telemetry != nil {
		f.telemetry.flush(ctx)
	}
}

// Close ends what Open began: it tells what was counted and tracked, writes the cache, and leaves no goroutine and no connection. Flags
// answer on, as they were. Where the context is done first it gives the context's error back, and what is left goes on in the
// background, for 5 s at most. Calling it again is fine.
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
