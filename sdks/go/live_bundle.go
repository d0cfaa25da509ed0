package bunting

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
)

// liveBundle becomes the next bundle whole or not at all: a change costs what changed. It is for one goroutine at a time; its
// snapshots are for all.
type liveBundle struct {
	head            head
	flags, segments map[string]json.RawMessage
	graph           *engine.Graph
	// lists is nil where there are no large ones.
	lists *lists
	// onList is told a segment whose list has come.
	onList func(segment string)
}

func newLiveBundle(lists *lists, onList func(segment string)) *liveBundle {
	var find engine.FindList
	if lists != nil {
		find = lists.find
	}
	return &liveBundle{
		flags:    map[string]json.RawMessage{},
		segments: map[string]json.RawMessage{},
		graph:    engine.NewGraph(find),
		lists:    lists,
		onList:   onList,
	}
}

// replace gives the flags as they are then, and the keys of those that were added, taken away or changed, or need something
// that was.
func (l *liveBundle) replace(next *bundle) (*engine.Snapshot, []string) {
	isReadOtherwise := engine.IsKnownFormat(next.format) != engine.IsKnownFormat(l.head.format)
	return l.take(next.head, engine.Change{
		Flags:    differenceOf(l.flags, next.flags, isReadOtherwise),
		Segments: differenceOf(l.segments, next.segments, false),
	})
}

// patch is false where the patch is not one of this bundle as it is.
func (l *liveBundle) patch(patch *bundle) (*engine.Snapshot, []string, bool) {
	if patch.from != l.head.revision || patch.environmentID != l.head.environmentID || !isSame(patch.format, l.head.format) {
		return nil, nil, false
	}
	next := l.head
	next.revision = patch.revision
	next.others = maps.Clone(next.others)
	next.others["revision"] = strconv.AppendFloat(nil, patch.revision, 'f', -1, 64)
	snapshot, keys := l.take(next, engine.Change{
		Flags:    saidIn(l.flags, patch.flags),
		Segments: saidIn(l.segments, patch.segments),
	})
	return snapshot, keys, true
}

func (l *liveBundle) take(next head, change engine.Change) (*engine.Snapshot, []string) {
	// Copies, since what came is one large text of which some entries stay for long.
	own(change.Flags)
	own(change.Segments)
	snapshot, keys := l.graph.Change(change, engine.IsKnownFormat(next.format))
	put(l.flags, change.Flags)
	put(l.segments, change.Segments)
	own(next.others)
	l.head = next
	l.followLists()
	return snapshot, keys
}

// followLists has the lists fetched that flags wait for.
func (l *liveBundle) followLists() {
	if l.lists == nil {
		return
	}
	named := map[string]struct{}{}
	for _, large := range l.graph.Lists() {
		named[large.List] = struct{}{}
	}
	l.lists.keepOnly(named)
	for segment, large := range l.graph.Lists() {
		if l.graph.IsWaiting(segment) {
			l.lists.want(large, func() { l.onList(segment) })
		}
	}
}

// takeList gives the flags as they are with a list that has come; false where no segment waits for it any more.
func (l *liveBundle) takeList(segment string) (*engine.Snapshot, []string, bool) {
	if !l.graph.IsWaiting(segment) {
		return nil, nil, false
	}
	change := engine.Change{Segments: map[string]json.RawMessage{segment: l.segments[segment]}}
	snapshot, keys := l.graph.Change(change, engine.IsKnownFormat(l.head.format))
	return snapshot, keys, true
}

// text is the whole bundle as a server would send it.
func (l *liveBundle) text() []byte {
	var text bytes.Buffer
	text.WriteByte('{')
	for _, name := range slices.Sorted(maps.Keys(l.head.others)) {
		writeMember(&text, name, l.head.others[name])
		text.WriteByte(',')
	}
	text.WriteString(`"flags":`)
	writeObject(&text, l.flags)
	text.WriteString(`,"segments":`)
	writeObject(&text, l.segments)
	text.WriteByte('}')
	return text.Bytes()
}

func writeObject(to *bytes.Buffer, members map[string]json.RawMessage) {
	to.WriteByte('{')
	for at, name := range slices.Sorted(maps.Keys(members)) {
		if at > 0 {
			to.WriteByte(',')
		}
		writeMember(to, name, members[name])
	}
	to.WriteByte('}')
}

func writeMember(to *bytes.Buffer, name string, value json.RawMessage) {
	quoted, _ := json.Marshal(name)
	to.Write(quoted)
	to.WriteByte(':')
	to.Write(value)
}

// differenceOf is what has to be said of what is there, for it to become another.
func differenceOf(before, after map[string]json.RawMessage, isEverything bool) map[string]json.RawMessage {
	said := map[string]json.RawMessage{}
	for key, raw := range after {
		if known, ok := before[key]; isEverything || !ok || !isSameJSON(known, raw) {
			said[key] = raw
		}
	}
	for key := range before {
		if _, ok := after[key]; !ok {
			said[key] = nil
		}
	}
	return said
}

// saidIn is what a patch says that was not so before; null is for what is gone.
func saidIn(before, patch map[string]json.RawMessage) map[string]json.RawMessage {
	said := map[string]json.RawMessage{}
	for key, raw := range patch {
		known, isThere := before[key]
		if isNull(raw) {
			if isThere {
				said[key] = nil
			}
		} else if !isThere || !isSameJSON(known, raw) {
			said[key] = raw
		}
	}
	return said
}

func isSameJSON(one, other json.RawMessage) bool {
	if bytes.Equal(one, other) {
		return true
	}
	var first, second any
	if json.Unmarshal(one, &first) != nil || json.Unmarshal(other, &second) != nil {
		return false
	}
	return engine.SameValue(first, second)
}

func isSame(one, other *float64) bool {
	if one == nil || other == nil {
		return one == other
	}
	return *one == *other
}

func own(said map[string]json.RawMessage) {
	for key, raw := range said {
		said[key] = bytes.Clone(raw)
	}
}

func put(into, said map[string]json.RawMessage) {
	for key, raw := range said {
		if raw == nil {
			delete(into, key)
		} else {
			into[key] = raw
		}
	}
}
