package engine

import (
	"slices"
	"strings"
)

// texts are those that a condition looks for in an attribute's text.
type texts struct {
	few []string
	// Of many, at an end: by their lengths, so that looking costs what the text is long and not how many there are.
	many    map[string]struct{}
	lengths []int
	// Of many, anywhere.
	trie *trie
}

// fewTexts are looked for one by one.
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
