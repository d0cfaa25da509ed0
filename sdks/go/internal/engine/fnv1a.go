package engine

import "unicode/utf16"

const (
	fnvStart uint32 = 0x811c9dc5
	fnvPrime uint32 = 0x01000193
)

// fnv1aOfUnits returns the 32-bit FNV-1a hash of the UTF-16 code units of a text.
func fnv1aOfUnits(hash uint32, text string) uint32 {
	for _, point := range text {
		if point > 0xffff {
			high, low := utf16.EncodeRune(point)
			hash = (hash ^ uint32(high)) * fnvPrime
			point = low
		}
		hash = (hash ^ uint32(point)) * fnvPrime
	}
	return hash
}

// fnv1aOfBytes returns the 32-bit FNV-1a hash of the bytes of a text.
func fnv1aOfBytes(hash uint32, text string) uint32 {
	for at := range len(text) {
		hash = (hash ^ uint32(text[at])) * fnvPrime
	}
	return hash
}
