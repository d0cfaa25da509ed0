package engine

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"regexp"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// LargeList identifies a version of a list of units that is not part of the bundle.
type LargeList struct {
	List    string
	Version int64
	Size    int64
	Salt    [16]byte
	SHA256  string
}

// FindList finds a list in exactly the version that is named; false while it is not loaded.
type FindList func(named *LargeList) (HashList, bool)

var (
	listID     = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)
	listSHA256 = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

func readLargeList(object jsontext.Value) (*LargeList, bool) {
	if !hasOnly(object, "list", "version", "size", "salt", "sha256") {
		return nil, false
	}
	read := &LargeList{}
	read.List, _ = object.Get("list").Text()
	read.SHA256, _ = object.Get("sha256").Text()
	version, isVersion := readCount(object.Get("version"))
	size, isSize := readCount(object.Get("size"))
	read.Version, read.Size = version, size
	salt, _ := object.Get("salt").Text()
	bytes, err := base64.RawURLEncoding.Strict().DecodeString(salt)
	if err != nil || len(bytes) != len(read.Salt) {
		return nil, false
	}
	copy(read.Salt[:], bytes)
	return read, isVersion && isSize && listID.MatchString(read.List) && listSHA256.MatchString(read.SHA256)
}

func readCount(raw jsontext.Value) (int64, bool) {
	count, ok := raw.Number()
	return int64(count), ok && isSafeInteger(count) && count >= 0
}

// hashedIDs holds the units of a large list. Only their hashes are known.
type hashedIDs struct {
	salt [16]byte
	list HashList
}

// has hashes a unit as the list does: the first 64 bits of the SHA-256 of the salt and the unit.
func (h *hashedIDs) has(unit string) bool {
	return unit != "" && h.list.Has(unitHash(&h.salt, unit))
}

func unitHash(salt *[16]byte, unit string) uint64 {
	// Units of usual length need no allocation.
	var space [16 + 256]byte
	sum := sha256.Sum256(append(append(space[:0], salt[:]...), unit...))
	return binary.BigEndian.Uint64(sum[:])
}
