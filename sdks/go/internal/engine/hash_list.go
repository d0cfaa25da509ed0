package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/bits"
)

// HashList has hashes of 64 bits, ascending as unsigned numbers.
type HashList []uint64

// Has tells whether a hash is in the list.
func (l HashList) Has(hash uint64) bool {
	at := l.placeOf(hash)
	return at < len(l) && l[at] == hash
}

// placeOf is where a hash is, or would be. Hashes are spread evenly, so that a hash itself says about where: as a rule within the
// root of the list's size. Between the bounds that follow, and in a list that is spread otherwise, it halves.
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

// SHA256 is over all hashes in order, in hexadecimal.
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

// partSize is how many bytes of a list are read or written at once.
const partSize = 64 << 10

func appendHashes(to []byte, hashes HashList) []byte {
	for _, hash := range hashes {
		to = binary.BigEndian.AppendUint64(to, hash)
	}
	return to
}
