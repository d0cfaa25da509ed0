package engine

import (
	"strings"
	"sync"
)

// fold applies Unicode's simple case folding: texts that differ only in case fold to the same one. The table is our own,
// because the Unicode version of Go's depends on its release.
func fold(text string) string {
	beyondAscii := false
	upper := false
	for at := range len(text) {
		char := text[at]
		beyondAscii = beyondAscii || char >= 0x80
		upper = upper || (char >= 'A' && char <= 'Z')
	}
	if beyondAscii {
		return strings.Map(foldPoint, text)
	}
	if upper {
		return strings.ToLower(text)
	}
	return text
}

func foldPoint(point rune) rune {
	page := foldPages()[uint32(point)>>8]
	if page == nil {
		return point
	}
	return point + page[point&0xff]
}

// foldPages holds the distance from each character to its folding, in pages of 256; a page is nil if its characters fold to
// themselves.
var foldPages = sync.OnceValue(func() *[0x1100]*[256]int32 {
	var pages [0x1100]*[256]int32
	for _, folding := range foldings {
		for point := folding.first; point <= folding.last; point += folding.step {
			if pages[point>>8] == nil {
				pages[point>>8] = new([256]int32)
			}
			pages[point>>8][point&0xff] = folding.offset
		}
	}
	return &pages
})
