package engine

import (
	"slices"
	"strings"
	"unicode"
)

// properties are those of \p{…} beside categories and scripts, as sums of tables that Go has.
var properties = map[string][]*unicode.RangeTable{
	"Alphabetic":           {unicode.L, unicode.Nl, unicode.Other_Alphabetic},
	"Lowercase":            {unicode.Ll, unicode.Other_Lowercase},
	"Uppercase":            {unicode.Lu, unicode.Other_Uppercase},
	"Math":                 {unicode.Sm, unicode.Other_Math},
	"ASCII_Hex_Digit":      {unicode.ASCII_Hex_Digit},
	"Dash":                 {unicode.Dash},
	"Hex_Digit":            {unicode.Hex_Digit},
	"Quotation_Mark":       {unicode.Quotation_Mark},
	"Terminal_Punctuation": {unicode.Terminal_Punctuation},
	"White_Space":          {unicode.White_Space},
}

// classOf is whether Go knows a class by this name, or else what is in it; neither where there is no such class.
func classOf(name string) (isPlain bool, ranges [][2]rune) {
	if tables, ok := properties[name]; ok {
		return false, rangesOf(tables...)
	}
	if ranges, ok := emoji[name]; ok {
		return false, ranges
	}
	switch name {
	case "Any":
		return true, nil
	case "Assigned":
		return false, assigned()
	case "Unknown":
		return false, merged(append(complement(assigned()), rangesOf(unicode.Co, unicode.Cs)...))
	case "Cn":
		return false, complement(assigned())
	case "LC":
		return false, rangesOf(unicode.Lu, unicode.Ll, unicode.Lt)
	}
	if _, ok := unicode.Categories[name]; ok {
		return true, nil
	}
	if table, ok := unicode.Scripts[name]; ok {
		// Go leaves the underscores out of names that it is asked for, and finds none of those that have one.
		if strings.Contains(name, "_") {
			return false, rangesOf(table)
		}
		return true, nil
	}
	return false, nil
}

func assigned() [][2]rune {
	return rangesOf(unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z,
		unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs)
}

func rangesOf(tables ...*unicode.RangeTable) [][2]rune {
	var ranges [][2]rune
	add := func(low, high, stride rune) {
		if stride == 1 {
			ranges = append(ranges, [2]rune{low, high})
			return
		}
		for point := low; point <= high; point += stride {
			ranges = append(ranges, [2]rune{point, point})
		}
	}
	for _, table := range tables {
		for _, each := range table.R16 {
			add(rune(each.Lo), rune(each.Hi), rune(each.Stride))
		}
		for _, each := range table.R32 {
			add(rune(each.Lo), rune(each.Hi), rune(each.Stride))
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
