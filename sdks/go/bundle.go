package bunting

import (
	"strings"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// bundle holds the flags and segments of an environment, or is a patch that turns one revision of them into a later one. A
// patch has null for everything that was removed.
type bundle struct {
	head
	flags, segments map[string]string
	isPatch         bool
	from            float64
}

// head holds the fields of a bundle other than its flags and segments.
type head struct {
	// format is nil if the bundle does not state one.
	format        *float64
	environmentID string
	revision      float64
	// others holds all of these fields as they were received.
	others map[string]string
}

// parseBundle fails if the text is not a bundle, such as half a file or a proxy's error page. Invalid flags and segments
// are found later, when they are compiled.
func parseBundle(text []byte) (*bundle, error) {
	parsed := parse(string(text))
	if parsed == nil {
		return nil, failure(ErrorBadAnswer, "This is not a bundle of flags.")
	}
	parsed.isPatch = false
	return parsed, nil
}

// parseSent parses what the service sends: a bundle or a patch.
func parseSent(text []byte) (*bundle, error) {
	parsed := parse(string(text))
	if parsed == nil {
		return nil, failure(ErrorBadAnswer, "This is neither a bundle of flags nor a patch of one.")
	}
	return parsed, nil
}

func parse(text string) *bundle {
	members, ok := jsontext.Members(text)
	if !ok {
		return nil
	}
	parsed := &bundle{}
	revision := numberIn(members["revision"])
	if revision == nil {
		return nil
	}
	parsed.revision = *revision
	if parsed.flags, ok = jsontext.Members(members["flags"]); !ok {
		return nil
	}
	if _, parsed.isPatch = members["from"]; parsed.isPatch {
		// A patch from a revision that is not a number applies to no bundle.
		parsed.from = -1
		if from := numberIn(members["from"]); from != nil {
			parsed.from = *from
		}
	}
	if segments, isThere := members["segments"]; isThere && segments != "null" {
		if parsed.segments, ok = jsontext.Members(segments); !ok && parsed.isPatch {
			return nil
		}
	}
	if raw, ok := members["format"]; ok {
		if parsed.format = numberIn(raw); parsed.format == nil {
			unknown := -1.0
			parsed.format = &unknown
		}
	}
	id, _ := jsontext.Read(members["environmentId"])
	environmentID, _ := id.(string)
	// A copy: the original would keep the whole text in memory.
	parsed.environmentID = strings.Clone(environmentID)
	delete(members, "flags")
	delete(members, "segments")
	parsed.others = members
	return parsed
}

// numberIn returns nil if a text is not a number.
func numberIn(text string) *float64 {
	number, ok := jsontext.Number(text)
	if !ok {
		return nil
	}
	return &number
}
