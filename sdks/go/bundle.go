package bunting

import (
	"bytes"
	"encoding/json"
)

// bundle is everything that an environment's flags say, or a patch of that: what a bundle has to be told to become that of
// a later revision. Of what is gone a patch has null.
type bundle struct {
	head
	flags, segments map[string]json.RawMessage
	isPatch         bool
	from            float64
}

// head is what a bundle says beside its flags and segments.
type head struct {
	// format is nil where it says nothing.
	format        *float64
	environmentID string
	revision      float64
	// others is all of it, as it came.
	others map[string]json.RawMessage
}

// parseBundle fails where the text is no bundle: half a file, or a proxy's page. What its flags and segments hold shows when
// they are compiled.
func parseBundle(text []byte) (*bundle, error) {
	parsed := parse(text)
	if parsed == nil {
		return nil, failure(ErrorBadAnswer, "This is not a bundle of flags.")
	}
	parsed.isPatch = false
	return parsed, nil
}

// parseSent reads what the service sends: a bundle, or a patch of one.
func parseSent(text []byte) (*bundle, error) {
	parsed := parse(text)
	if parsed == nil {
		return nil, failure(ErrorBadAnswer, "This is neither a bundle of flags nor a patch of one.")
	}
	return parsed, nil
}

func parse(text []byte) *bundle {
	members, err := membersOf(text, false)
	if err != nil {
		return nil
	}
	parsed := &bundle{}
	revision := numberIn(members["revision"])
	if revision == nil {
		return nil
	}
	parsed.revision = *revision
	if parsed.flags, err = membersOf(members["flags"], true); err != nil {
		return nil
	}
	if _, parsed.isPatch = members["from"]; parsed.isPatch {
		// A patch from something that is no number fits nothing.
		parsed.from = -1
		if from := numberIn(members["from"]); from != nil {
			parsed.from = *from
		}
	}
	if segments := members["segments"]; segments != nil && !isNull(segments) {
		if parsed.segments, err = membersOf(segments, true); err != nil && parsed.isPatch {
			return nil
		}
	}
	if raw, ok := members["format"]; ok {
		if parsed.format = numberIn(raw); parsed.format == nil {
			unknown := -1.0
			parsed.format = &unknown
		}
	}
	_ = json.Unmarshal(members["environmentId"], &parsed.environmentID)
	delete(members, "flags")
	delete(members, "segments")
	parsed.others = members
	return parsed
}

func isNull(raw json.RawMessage) bool { return bytes.Equal(raw, []byte("null")) }

func numberIn(raw json.RawMessage) *float64 {
	var number *float64
	if json.Unmarshal(raw, &number) != nil {
		return nil
	}
	return number
}
