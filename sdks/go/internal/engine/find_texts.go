package engine

import (
	"slices"
	"strings"
)

// texts finds any of several texts in the text of an attribute.
type texts struct {
	few []string
	// For many texts at the start or end: they are looked up by length, so that the cost depends on the length of the text
	// and not on their number.
	many    map[string]struct{}
	lengths []int
	// For many texts anywhere.
	trie *trie
}

// fewTexts is the most texts that are compared one by one.
const fewTexts = 4

func textsOf(wanted []string, anywhere bool) *texts {
	if len(wanted) <= fewTexts {
		return &texts{few: wanted}
	}
	if anywhere {
		return &texts{trie: trieOf(wanted)}
	}
	made := &texts{many: make(map[string]struct{}, len(wanted))}
	for _, text := range wanted {
		made.many[text] = struct{}{}
		made.lengths = append(made.lengths, len(text))
	}
	slices.Sort(made.lengths)
	made.lengths = slices.Compact(made.lengths)
	return made
}

func (t *texts) anywhere(in string) bool {
	if t.trie != nil {
		return t.trie.finds(in)
	}
	for _, text := range t.few {
		if strings.Contains(in, text) {
			return true
		}
	}
	return false
}

func (t *texts) atStart(in string) bool {
	for _, text := range t.few {
		if strings.HasPrefix(in, text) {
			return true
		}
	}
	for _, length := range t.lengths {
		if length > len(in) {
			break
		}
		if _, ok := t.many[in[:length]]; ok {
			return true
		}
	}
	return false
}

func (t *texts) atEnd(in string) bool {
	for _, text := range t.few {
		if strings.HasSuffix(in, text) {
			return true
		}
	}
	for _, length := range t.lengths {
		if length > len(in) {
			break
		}
		if _, ok := t.many[in[len(in)-length:]]; ok {
			return true
		}
	}
	return false
}
