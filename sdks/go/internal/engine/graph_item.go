package engine

import "encoding/json"

// name is the unique name of a flag or a segment.
type name = reference

// item is a flag or a segment as the bundle has it.
type item struct {
	name    name
	isThere bool
	raw     json.RawMessage
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

func itemOf(name name, raw json.RawMessage, isKnownFormat bool) *item {
	made := &item{name: name, isThere: raw != nil, raw: raw}
	if raw == nil || (!name.isSegment && !isKnownFormat) {
		return made
	}
	made.read()
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
func (i *item) read() {
	var said any
	if json.Unmarshal(i.raw, &said) != nil {
		return
	}
	if i.name.isSegment {
		if segment, ok := readSegmentConfig(said); ok {
			i.segment = segment
		}
		return
	}
	object, _ := said.(fields)
	id, isFlag := object["id"].(string)
	if !isFlag {
		return
	}
	i.meta.ID = id
	i.meta.ClientSafe, _ = object["clientSafe"].(bool)
	flag, ok := readFlagConfig(object["config"], object["type"])
	if !ok {
		return
	}
	i.flag = flag
	i.meta.Version = flag.version
	i.meta.Experiment = readExperiment(object["experiment"], flag)
	i.meta.Static = flag.enabled && flag.prerequisites == nil
	for at := range flag.rules {
		i.meta.Static = i.meta.Static && !flag.rules[at].enabled
	}
}

func (i *item) forget() { i.flag, i.segment = nil, nil }
