package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/bits"
)

// HashList holds 64-bit hashes, in ascending order as unsigned numbers.
type HashList []uint64

// Has reports whether a hash is in the list.
func (l HashList) Has(hash uint64) bool {
	at := l.placeOf(hash)
	return at < len(l) && l[at] == hash
}

// placeOf returns the index of a hash, or the index to insert it at. Hashes are spread evenly, so that a hash predicts its
// index, usually within the square root of the list's size. A binary search follows, within these bounds or, if the list is
// spread unevenly, beyond them.
func (l HashList) placeOf(hash uint64) int {
	size := len(l)
	high, _ := bits.Mul64(hash, uint64(size))
	guess, reach := int(high), int(2*math.Sqrt(float64(size)))+2
	from, to := max(0, guess-reach), min(size, guess+reach)
	if from > 0 && l[from-1] >= hash {
		from = 0
	}
	if to < size && l[to] < hash {
		to = size
	}
	for from < to {
		middle := (from + to) / 2
		if l[middle] < hash {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from
}

// SHA256 returns the SHA-256 of all hashes in order, in hexadecimal.
func (l HashList) SHA256() string {
	sum := sha256.New()
	var part [partSize]byte
	for rest := l; len(rest) > 0; {
		count := min(len(rest), len(part)/8)
		sum.Write(appendHashes(part[:0], rest[:count]))
		rest = rest[count:]
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// partSize is the number of bytes of a list that are read or written at once.
const partSize = 64 << 10

func appendHashes(to []byte, hashes HashList) []byte {
	for _, hash := range hashes {
		to = binary.BigEndian.AppendUint64(to, hash)
	}
	return to
}
