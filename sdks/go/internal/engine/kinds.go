package engine

import (
	"crypto/md5"
	"crypto/sha1"
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
)

// hashKind is the method by which a unit is drawn: Bunting's own, or that of the service from which a flag was imported.
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

// hashKinds holds the kinds of a rule's hash; in_share also accepts Bunting's own.
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

// draw assigns each unit a whole number from 0 to of-1. Shares are ranges of these numbers.
type draw struct {
	kind hashKind
	salt string
	of   uint64
	// buckets and parts are for services that take a hash modulo buckets. Within a bucket the quotient tells units apart:
	// shares can be finer than a bucket, and a bucket's units stay together.
	buckets, parts uint64
	seed           uint32
}

// drawOf returns the draw of a rollout, or of a distribution whose weights add up to split; false if it cannot be computed.
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
	// Longer texts are rare, and are allocated.
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
		// The two largest absolute values belong to the last share.
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

// drawFlagsmith draws again for one hash in 9,999, which falls on the end of the range: over the text twice, then three
// times, and so on.
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

// appendCborHead appends the head of a CBOR text string.
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

// limitOf returns the first number outside a share of all that can be drawn, without intermediate rounding; false if the
// share cannot be computed.
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
