package bunting

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bunting-flags/bunting/sdks/go/internal/engine"
	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// liveBundle is updated in place, completely or not at all, at the cost of what changed. It is not safe for concurrent use;
// its snapshots are.
type liveBundle struct {
	head            head
	flags, segments map[string]string
	graph           *engine.Graph
	// lists is nil if there are no large lists.
	lists *lists
	// onList is called with a segment when its list is loaded.
	onList func(segment string)
}

func newLiveBundle(lists *lists, onList func(segment string)) *liveBundle {
	var find engine.FindList
	if lists != nil {
		find = lists.find
	}
	return &liveBundle{
		flags:    map[string]string{},
		segments: map[string]string{},
		graph:    engine.NewGraph(find),
		lists:    lists,
		onList:   onList,
	}
}

// replace returns the new snapshot, and the keys of the flags that were added, removed or changed, or that need a flag or
// segment that was.
func (l *liveBundle) replace(next *bundle) (*engine.Snapshot, []string) {
	isReadOtherwise := engine.IsKnownFormat(next.format) != engine.IsKnownFormat(l.head.format)
	return l.take(next.head, engine.Change{
		Flags:    differenceOf(l.flags, next.flags, isReadOtherwise),
		Segments: differenceOf(l.segments, next.segments, false),
	})
}

// patch returns false if the patch is not of this bundle's current revision.
func (l *liveBundle) patch(patch *bundle) (*engine.Snapshot, []string, bool) {
	if patch.from != l.head.revision || patch.environmentID != l.head.environmentID || !isSame(patch.format, l.head.format) {
		return nil, nil, false
	}
	next := l.head
	next.revision = patch.revision
	next.others = maps.Clone(next.others)
	next.others["revision"] = strconv.FormatFloat(patch.revision, 'f', -1, 64)
	snapshot, keys := l.take(next, engine.Change{
		Flags:    saidIn(l.flags, patch.flags),
		Segments: saidIn(l.segments, patch.segments),
	})
	return snapshot, keys, true
}

func (l *liveBundle) take(next head, change engine.Change) (*engine.Snapshot, []string) {
	// Copies: the originals are parts of one large text, which a few long-lived entries would keep in memory.
	own(change.Flags)
	own(change.Segments)
	snapshot, keys := l.graph.Change(change, engine.IsKnownFormat(next.format))
	l.flags = with(l.flags, change.Flags)
	l.segments = with(l.segments, change.Segments)
	own(next.others)
	l.head = next
	l.followLists()
	return snapshot, keys
}

// followLists fetches the lists that flags wait for, and drops those that are no longer named.
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

// takeList returns the snapshot with a list that was loaded; false if the segment no longer waits for it.
func (l *liveBundle) takeList(segment string) (*engine.Snapshot, []string, bool) {
	if !l.graph.IsWaiting(segment) {
		return nil, nil, false
	}
	change := engine.Change{Segments: map[string]string{segment: l.segments[segment]}}
	snapshot, keys := l.graph.Change(change, engine.IsKnownFormat(l.head.format))
	return snapshot, keys, true
}

// text returns the whole bundle, as a server would send it.
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

func writeObject(to *bytes.Buffer, members map[string]string) {
	to.WriteByte('{')
	for at, name := range slices.Sorted(maps.Keys(members)) {
		if at > 0 {
			to.WriteByte(',')
		}
		writeMember(to, name, members[name])
	}
	to.WriteByte('}')
}

func writeMember(to *bytes.Buffer, name, value string) {
	quoted, _ := json.Marshal(name)
	to.Write(quoted)
	to.WriteByte(':')
	to.WriteString(value)
}

// differenceOf returns the changes that turn before into after; an empty text stands for a removal.
func differenceOf(before, after map[string]string, isEverything bool) map[string]string {
	if len(before) == 0 {
		return after
	}
	said := map[string]string{}
	for key, text := range after {
		if known, ok := before[key]; isEverything || !ok || !isSameJSON(known, text) {
			said[key] = text
		}
	}
	for key := range before {
		if _, ok := after[key]; !ok {
			said[key] = ""
		}
	}
	return said
}

// saidIn returns the entries of a patch that differ from before; an empty text stands for a removal.
func saidIn(before, patch map[string]string) map[string]string {
	said := map[string]string{}
	for key, text := range patch {
		known, isThere := before[key]
		if text == "null" {
			if isThere {
				said[key] = ""
			}
		} else if !isThere || !isSameJSON(known, text) {
			said[key] = text
		}
	}
	return said
}

func isSameJSON(one, other string) bool {
	if one == other {
		return true
	}
	first, isRead := jsontext.Read(one)
	second, isOtherRead := jsontext.Read(other)
	return isRead && isOtherRead && engine.SameValue(first, second)
}

func isSame(one, other *float64) bool {
	if one == nil || other == nil {
		return one == other
	}
	return *one == *other
}

func own(said map[string]string) {
	for key, text := range said {
		said[key] = strings.Clone(text)
	}
}

// with applies changes to before, if there is anything: the first bundle is not copied.
func with(before, said map[string]string) map[string]string {
	if len(before) == 0 {
		return said
	}
	for key, text := range said {
		if text == "" {
			delete(before, key)
		} else {
			before[key] = text
		}
	}
	return before
}
