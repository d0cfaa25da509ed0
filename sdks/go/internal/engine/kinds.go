package engine

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
)

// hashKind is how a unit is drawn: as Bunting does, or as the service does that a flag came from.
type hashKind uint8

const (
	byBunting hashKind = iota
	byLaunchDarkly
	byUnleash
	byUnleash4
	byFlagsmith
	byGrowthBook1
	byGrowthBook2
	byFlagd1
	byFlagd2
	byFlagd3
	byFlagd3Pair
	byGoff
)

// hashKinds has those of a rule's `hash`; `in_share` also has Bunting's own.
var hashKinds = map[string]hashKind{
	"launchdarkly": byLaunchDarkly,
	"unleash":      byUnleash,
	"unleash4":     byUnleash4,
	"flagsmith":    byFlagsmith,
	"growthbook1":  byGrowthBook1,
	"growthbook2":  byGrowthBook2,
	"flagd1":       byFlagd1,
	"flagd2":       byFlagd2,
	"flagd3":       byFlagd3,
	"flagd3pair":   byFlagd3Pair,
	"goff":         byGoff,
}

const (
	two32            = 1 << 32
	flagsmithBuckets = 9_998
	flagd1Buckets    = math.MaxInt32
	unleashSplitSeed = 86_028_157
)

// draw gives each unit one of `of` whole numbers, from 0 on. Shares are ranges of them.
type draw struct {
	kind hashKind
	salt string
	of   uint64
	// buckets and parts are of services that take a hash modulo `buckets`: within one, what the hash has left tells units
	// apart, so that shares finer than a bucket work too, and a bucket's units stay together.
	buckets, parts uint64
	seed           uint32
}

// drawOf is the draw of a rollout, or of a distribution whose weights have the sum `split`; false where it cannot be made.
func drawOf(kind hashKind, salt string, split float64) (draw, bool) {
	made := draw{kind: kind, salt: salt, of: two32}
	isSplit := split > 0
	switch kind {
	case byBunting:
		made.seed = murmur3(salt, 0)
	case byLaunchDarkly:
		made.of = 1 << 52
	case byUnleash, byUnleash4:
		made.buckets = 100
		if isSplit {
			if !isSafeInteger(split) {
				return made, false
			}
			made.buckets = uint64(split)
			if kind == byUnleash {
				made.seed = unleashSplitSeed
			}
		}
	case byFlagsmith:
		made.of = flagsmithBuckets
	case byGrowthBook1:
		made.buckets = 1_000
	case byGrowthBook2:
		made.buckets = 10_000
	case byFlagd1:
		made.of = flagd1Buckets
	case byGoff:
		made.of = 100_000
		if isSplit {
			of := roundHalfUp(1_000 * split)
			if of < 1 || !isSafeInteger(of) {
				return made, false
			}
			made.of = uint64(of)
		}
	}
	if made.buckets > 0 {
		made.parts = (two32 + made.buckets - 1) / made.buckets
		made.of = made.buckets * made.parts
	}
	return made, true
}

func (d *draw) draw(unit string) uint64 {
	// Longer texts than this are rare, and get memory of their own.
	var buffer [256]byte
	switch d.kind {
	case byBunting:
		return uint64(murmur3(unit, d.seed))
	case byLaunchDarkly:
		sum := sha1.Sum(append(append(buffer[:0], d.salt...), unit...))
		return binary.BigEndian.Uint64(sum[:8]) >> 12
	case byUnleash, byUnleash4:
		return d.finer(murmur3OfBytes(append(append(buffer[:0], d.salt...), unit...), d.seed))
	case byFlagsmith:
		return drawFlagsmith(append(append(buffer[:0], d.salt...), unit...))
	case byGrowthBook1:
		return d.finer(fnv1aOfUnits(fnv1aOfUnits(fnvStart, unit), d.salt))
	case byGrowthBook2:
		first := fnv1aOfUnits(fnv1aOfUnits(fnvStart, d.salt), unit)
		return d.finer(fnv1aOfBytes(fnvStart, string(strconv.AppendUint(buffer[:0], uint64(first), 10))))
	case byFlagd1:
		hash := int64(int32(murmur3OfBytes(append(append(buffer[:0], d.salt...), unit...), 0)))
		// The two hashes at the very end belong to the last share.
		return uint64(min(max(hash, -hash), flagd1Buckets-1))
	case byFlagd2:
		return uint64(murmur3OfBytes(append(append(buffer[:0], d.salt...), unit...), 0))
	case byFlagd3:
		text := appendCborHead(buffer[:0], len(d.salt)+len(unit))
		return uint64(murmur3OfBytes(append(append(text, d.salt...), unit...), 0))
	case byFlagd3Pair:
		text := append(appendCborHead(append(buffer[:0], 0x82), len(d.salt)), d.salt...)
		return uint64(murmur3OfBytes(append(appendCborHead(text, len(unit)), unit...), 0))
	case byGoff:
		return uint64(fnv1aOfBytes(fnv1aOfBytes(fnvStart, d.salt), unit)) % d.of
	}
	return 0
}

func (d *draw) finer(hash uint32) uint64 {
	return uint64(hash)%d.buckets*d.parts + uint64(hash)/d.buckets
}

// drawFlagsmith draws one in 9,999 again, over the text twice, three times…: that falls on the end of the range.
func drawFlagsmith(text []byte) uint64 {
	once := len(text)
	for {
		sum := md5.Sum(text)
		var rest uint64
		for at := 0; at < len(sum); at += 4 {
			rest = (rest<<32 + uint64(binary.BigEndian.Uint32(sum[at:]))) % (flagsmithBuckets + 1)
		}
		if rest < flagsmithBuckets {
			return rest
		}
		text = append(append(text, ','), text[:once]...)
	}
}

// appendCborHead begins a text in CBOR.
func appendCborHead(to []byte, length int) []byte {
	switch {
	case length < 24:
		return append(to, byte(0x60+length))
	case length < 0x100:
		return append(to, 0x78, byte(length))
	}
	return append(to, 0x79, byte(length>>8), byte(length))
}

const decimals = 1_000_000

// limitOf is the first number that is not in a share of all that can be drawn, without rounding in between; false where the
// share cannot be reckoned.
func limitOf(of uint64, part, whole float64) (uint64, bool) {
	numerator, denominator := bigOf(part*decimals), bigOf(whole*decimals)
	if numerator == nil || denominator == nil || denominator.Sign() == 0 {
		return 0, false
	}
	limit := numerator.Mul(numerator, new(big.Int).SetUint64(of))
	limit.Add(limit, denominator).Sub(limit, big.NewInt(1)).Quo(limit, denominator)
	return limit.Uint64(), limit.IsUint64()
}

func bigOf(number float64) *big.Int {
	if math.IsInf(number, 0) || math.IsNaN(number) {
		return nil
	}
	whole, _ := big.NewFloat(roundHalfUp(number)).Int(nil)
	return whole
}
