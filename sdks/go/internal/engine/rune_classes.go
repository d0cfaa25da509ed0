package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// classOf returns the ranges of a Unicode category, script or property; nil if the name is unknown. The tables are our own,
// because Go's depend on its release and have fewer names.
func classOf(name string) [][2]rune {
	switch name {
	case "Any":
		return [][2]rune{{0, unicode.MaxRune}}
	case "Ascii":
		return [][2]rune{{0, unicode.MaxASCII}}
	case "Assigned":
		return complement(rangesOf("Cn"))
	case "LC", "Lc":
		return rangesOf("Lu", "Ll", "Lt")
	case "C", "L", "M", "N", "P", "S", "Z":
		return rangesOf(categoriesOf(name)...)
	}
	return rangesOf(name)
}

// categoriesOf returns the two-letter categories that make up a one-letter one.
func categoriesOf(letter string) []string {
	var names []string
	for name := range unicodeClasses {
		if len(name) == 2 && name[:1] == letter {
			names = append(names, name)
		}
	}
	return names
}

func rangesOf(names ...string) [][2]rune {
	var ranges [][2]rune
	for _, name := range names {
		at := rune(0)
		isRange := false
		for text := range strings.FieldsSeq(unicodeClasses[name]) {
			number, _ := strconv.ParseInt(text, 36, 32)
			if isRange {
				ranges = append(ranges, [2]rune{at, at + rune(number)})
				at++
			}
			at += rune(number)
			isRange = !isRange
		}
	}
	return merged(ranges)
}

func merged(ranges [][2]rune) [][2]rune {
	slices.SortFunc(ranges, func(one, other [2]rune) int { return int(one[0] - other[0]) })
	var joined [][2]rune
	for _, each := range ranges {
		if last := len(joined) - 1; last >= 0 && each[0] <= joined[last][1]+1 {
			joined[last][1] = max(joined[last][1], each[1])
		} else {
			joined = append(joined, each)
		}
	}
	return joined
}

func complement(ranges [][2]rune) [][2]rune {
	var others [][2]rune
	next := rune(0)
	for _, each := range ranges {
		if each[0] > next {
			others = append(others, [2]rune{next, each[0] - 1})
		}
		next = each[1] + 1
	}
	if next <= unicode.MaxRune {
		others = append(others, [2]rune{next, unicode.MaxRune})
	}
	return others
}
