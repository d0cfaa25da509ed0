package engine

import "math/bits"

// murmur3 returns the MurmurHash3 (x86, 32-bit) of a text in UTF-8.
func murmur3(text string, seed uint32) uint32 { return murmur3Of(text, seed) }

// murmur3OfBytes is like murmur3 for bytes, which need not be UTF-8.
func murmur3OfBytes(bytes []byte, seed uint32) uint32 { return murmur3Of(bytes, seed) }

func murmur3Of[Text string | []byte](text Text, seed uint32) uint32 {
	hash := seed
	rest := text
	for len(rest) >= 4 {
		block := uint32(rest[0]) | uint32(rest[1])<<8 | uint32(rest[2])<<16 | uint32(rest[3])<<24
		hash = bits.RotateLeft32(hash^scramble(block), 13)*5 + 0xe6546b64
		rest = rest[4:]
	}
	var last uint32
	switch len(rest) {
	case 3:
		last = uint32(rest[2]) << 16
		fallthrough
	case 2:
		last |= uint32(rest[1]) << 8
		fallthrough
	case 1:
		last |= uint32(rest[0])
		hash ^= scramble(last)
	}
	hash ^= uint32(len(text))
	hash = (hash ^ hash>>16) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return hash ^ hash>>16
}

func scramble(block uint32) uint32 {
	return bits.RotateLeft32(block*0xcc9e2d51, 15) * 0x1b873593
}
