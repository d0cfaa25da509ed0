package bunting

import (
	"context"
	"log/slog"
	"strings"
)

// Open connects to Bunting and keeps an environment's flags in memory until [Flags.Close]. It returns immediately:
// [Flags.Ready] waits for the first flags, and until they arrive every evaluation returns its fallback.
func Open(options Options) *Flags {
	flags := newFlags(options.Logger)
	flags.Listen(options.Listener)
	client, closeIdle := newClient(options.Client)
	flags.closeIdle = closeIdle
	clock := &clock{}
	flags.telemetry = openTelemetry(options, client, clock, &flags.held)
	if flags.telemetry != nil {
		flags.running.Go(func() { flags.telemetry.run(flags.closing) })
	}
	var from *service
	if options.URL != "" {
		from = &service{strings.TrimRight(options.URL, "/"), options.Key, client, options.Timing, clock}
	}
	flags.held.lists = listsOf(options, flags, from)
	kept := &keptBundle{
		cache: options.Cache, fail: flags.held.fail, timing: options.Timing, closing: flags.closing, writers: &flags.running,
	}
	if options.Bootstrap != nil {
		bundle, err := parseBundle(options.Bootstrap)
		if err == nil {
			flags.held.begin(bundle)
		} else {
			flags.held.fail(asError(ErrorBadAnswer, "The bootstrap cannot be read", err))
		}
	}
	if options.Cache != nil {
		flags.running.Go(func() {
			if bundle := kept.read(); bundle != nil {
				flags.held.begin(bundle)
			}
		})
	}
	if from != nil {
		follower := &follower{service: from, on: &keeper{&flags.held, kept}}
		flags.running.Go(func() { follower.run(flags.closing) })
	}
	return flags
}

func newFlags(logger *slog.Logger) *Flags {
	if logger == nil {
		logger = slog.Default()
	}
	flags := &Flags{unknown: newUnknownFlags(), isDone: make(chan struct{}), closeIdle: func() {}}
	flags.held.logger = logger
	flags.held.status = StatusStarting
	flags.held.settled = make(chan struct{})
	flags.closing, flags.stop = context.WithCancel(context.Background())
	return flags
}

// keeper applies and caches what the service sends.
type keeper struct {
	held *heldFlags
	kept *keptBundle
}

func (k *keeper) onSent(text []byte) (bool, error) {
	sent, err := parseSent(text)
	if err != nil {
		return false, err
	}
	if !sent.isPatch {
		k.held.replace(sent)
		k.kept.keep(func() []byte { return text })
		return true, nil
	}
	if !k.held.patch(sent) {
		return false, nil
	}
	k.kept.keep(k.held.text)
	return true, nil
}

func (k *keeper) onCurrent() { k.held.current() }

func (k *keeper) onLost(err *Error) { k.held.lost(err) }

func listsOf(options Options, flags *Flags, from *service) *lists {
	cache, _ := options.Cache.(ListCache)
	kept := &keptLists{
		cache: cache, fail: flags.held.fail, timing: options.Timing, closing: flags.closing, writers: &flags.running,
		waiting: map[string]*knownList{},
	}
	return &lists{
		service: from, kept: kept, fail: flags.held.fail, closing: flags.closing, running: &flags.running, held: map[string]*heldList{},
	}
}
