package engine

import "slices"

// words are the texts that the conditions of a program compare an attribute with, numbered from 1. The attribute's own text
// is looked up among them once, when it is read: each condition then tests a bit instead of comparing texts.
type words struct {
	texts []string
	// slots is a perfect hash of few words: it takes one comparison to find one, and no branch depends on which it is.
	slots  *[slotCount]uint8
	factor uint32
	// numbers is for words that have no such hash.
	numbers map[string]uint8
}

const (
	// maxWords is one less than a mask has bits: bit 0 stands for every other text.
	maxWords = 63
	// usualWords is how many an attribute has room for at first.
	usualWords = 4
	slotBits   = 5
	slotCount  = 1 << slotBits
)

// find returns the number of a text; 0 if it is not one of the words.
func (w *words) find(text string) uint8 {
	if w.slots == nil {
		return w.numbers[text]
	}
	number := w.slots[slotOf(text, w.factor)]
	if number == 0 || w.texts[number-1] != text {
		return 0
	}
	return number
}

func slotOf(text string, factor uint32) uint32 {
	if text == "" {
		return 0
	}
	ends := uint32(len(text))<<16 ^ uint32(text[0])<<8 ^ uint32(text[len(text)-1])
	return ends * factor >> (32 - slotBits)
}

// numberWords gives conditions masks in place of texts. A condition with too many texts goes on comparing them.
func (p *program) numberWords() {
	for at := range p.code {
		if in := &p.code[at]; in.op <= notIn {
			in.limit, in.hasMask = p.attributes[in.attribute].words.maskOf(in)
		}
	}
	for at := range p.attributes {
		p.attributes[at].words.arrange()
	}
}

// maskOf returns the bits of all texts that meet a condition.
func (w *words) maskOf(in *instruction) (mask uint64, ok bool) {
	mask, ok = w.bit(in.text)
	if operand := in.operand; operand != nil {
		if len(operand.texts)+len(operand.set) > maxWords {
			return 0, false
		}
		for _, text := range operand.texts {
			bit, isWord := w.bit(text)
			mask, ok = mask|bit, ok && isWord
		}
		for text := range operand.set {
			bit, isWord := w.bit(text)
			mask, ok = mask|bit, ok && isWord
		}
	}
	if in.every {
		mask = ^mask
	}
	return mask, ok
}

// bit returns the bit of a text, which becomes a word; false if there are too many.
func (w *words) bit(text string) (uint64, bool) {
	at := slices.Index(w.texts, text)
	if at < 0 {
		if len(w.texts) == maxWords {
			return 0, false
		}
		if at = len(w.texts); at == 0 {
			w.texts = make([]string, 0, usualWords)
		}
		w.texts = append(w.texts, text)
	}
	return 2 << at, true
}

// arrange makes the words ready to be found.
func (w *words) arrange() {
	if len(w.texts) == 0 || (len(w.texts) <= fewValues && w.hash()) {
		return
	}
	w.numbers = make(map[string]uint8, len(w.texts))
	for at, text := range w.texts {
		w.numbers[text] = uint8(at + 1)
	}
}

// hash tries a few factors. None will do if words are alike in their length and in both ends.
func (w *words) hash() bool {
	factor := uint32(0x9e3779b1)
	for range 16 {
		var slots [slotCount]uint8
		isPerfect := true
		for at, text := range w.texts {
			slot := &slots[slotOf(text, factor)]
			isPerfect = isPerfect && *slot == 0
			*slot = uint8(at + 1)
		}
		if isPerfect {
			w.slots, w.factor = &slots, factor
			return true
		}
		factor = factor*5 + 2
	}
	return false
}
