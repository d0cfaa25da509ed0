package bunting

import "github.com/bunting-flags/bunting/sdks/go/internal/engine"

// newFaults returns the errors in what changed that were not reported before. before is nil for the first bundle.
func newFaults(live *liveBundle, before *head, snapshot *engine.Snapshot, keys []string) []*Error {
	now := &live.head
	if !engine.IsKnownFormat(now.format) {
		if before != nil && isSame(now.format, before.format) {
			return nil
		}
		return []*Error{failure(ErrorBadAnswer, "Bundles of format %s need a newer SDK: every flag gives its fallback.", now.others["format"])}
	}
	var faults []*Error
	for _, key := range keys {
		if flag := snapshot.Find(key); flag != nil && flag.Broken && !live.graph.IsHeld(key) {
			faults = append(faults, failure(ErrorBadAnswer, "The flag %q cannot be read.", key))
		}
	}
	return faults
}
