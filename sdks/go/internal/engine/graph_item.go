package engine

import "github.com/bunting-flags/bunting/sdks/go/internal/jsontext"

// name is the unique name of a flag or a segment.
type name = reference

// item is a flag or a segment as the bundle has it.
type item struct {
	name    name
	isThere bool
	text    string
	// isReadable is false if it cannot be read: then it names nothing.
	isReadable bool
	// names holds what it needs: segments in the order of the rules, then flags.
	names []name

	// large is the list of a large segment.
	large *LargeList

	// The parsed config is dropped once it is compiled, and parsed again if a dependency changes.
	meta    FlagMeta
	flag    *flagConfig
	segment *segmentConfig
}

func itemOf(reader *jsontext.Reader, name name, text string, isKnownFormat bool) *item {
	made := &item{name: name, isThere: text != "", text: text}
	if text == "" || (!name.isSegment && !isKnownFormat) {
		return made
	}
	made.read(reader)
	switch {
	case made.flag != nil:
		made.isReadable = true
		made.names = referencesOf(made.flag.rules, made.flag.prerequisites)
	case made.segment != nil:
		made.isReadable = true
		made.large = made.segment.large
		made.names = referencesOf(made.segment.rules, nil)
	}
	return made
}

// read sets flag or segment if the item can be read.
func (i *item) read(reader *jsontext.Reader) {
	object, ok := reader.Read(i.text)
	if !ok {
		return
	}
	if i.name.isSegment {
		if segment, ok := readSegmentConfig(object); ok {
			i.segment = segment
		}
		return
	}
	id, isFlag := object.Get("id").Text()
	if !isFlag {
		return
	}
	i.meta.ID = id
	i.meta.ClientSafe, _ = object.Get("clientSafe").Bool()
	flag, ok := readFlagConfig(object.Get("config"), object.Get("type"))
	if !ok {
		return
	}
	i.flag = flag
	i.meta.Version = flag.version
	i.meta.Experiment = readExperiment(object.Get("experiment"), flag)
	i.meta.Static = flag.enabled && flag.prerequisites == nil
	for at := range flag.rules {
		i.meta.Static = i.meta.Static && !flag.rules[at].enabled
	}
}

func (i *item) forget() { i.flag, i.segment = nil, nil }
