package engine

import (
	"encoding/binary"
	"errors"
	"io"
)

// ListContent is a list, or the changes to one. In a whole list From is 0, and Removed is empty.
type ListContent struct {
	From, Version  int64
	Added, Removed HashList
}

const listHeadSize = 40

var listMagic = [8]byte{'B', 'L', 'S', 'T', 1}

var (
	errNoList       = errors.New("these are not the bytes of a list")
	errTooMany      = errors.New("it has too many hashes")
	errOutOfOrder   = errors.New("its hashes are not in order")
	errMoreThanSaid = errors.New("there are more bytes than its head says")
)

// ReadList reads a list. most limits the number of added and of removed hashes: nothing is allocated for more, whatever the
// head claims.
func ReadList(from io.Reader, most int) (*ListContent, error) {
	var head [listHeadSize]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return nil, brokenOff(err)
	}
	if [8]byte(head[:8]) != listMagic {
		return nil, errNoList
	}
	var numbers [4]uint64
	for at := range numbers {
		numbers[at] = binary.BigEndian.Uint64(head[8+8*at:])
	}
	const maxVersion = 1<<53 - 1
	if numbers[0] > maxVersion || numbers[1] > maxVersion {
		return nil, errNoList
	}
	if numbers[2] > uint64(most) || numbers[3] > uint64(most) {
		return nil, errTooMany
	}
	content := &ListContent{From: int64(numbers[0]), Version: int64(numbers[1])}
	var err error
	if content.Added, err = readHashes(from, int(numbers[2])); err != nil {
		return nil, err
	}
	if content.Removed, err = readHashes(from, int(numbers[3])); err != nil {
		return nil, err
	}
	if count, err := io.ReadFull(from, head[:1]); count > 0 {
		return nil, errMoreThanSaid
	} else if err != io.EOF {
		return nil, err
	}
	return content, nil
}

func readHashes(from io.Reader, count int) (HashList, error) {
	hashes := make(HashList, 0, count)
	var part [partSize]byte
	for len(hashes) < count {
		bytes := part[:min(len(part), 8*(count-len(hashes)))]
		if _, err := io.ReadFull(from, bytes); err != nil {
			return nil, brokenOff(err)
		}
		for at := 0; at < len(bytes); at += 8 {
			hash := binary.BigEndian.Uint64(bytes[at:])
			if len(hashes) > 0 && hashes[len(hashes)-1] >= hash {
				return nil, errOutOfOrder
			}
			hashes = append(hashes, hash)
		}
	}
	return hashes, nil
}

// brokenOff turns an early end into an error.
func brokenOff(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// WriteList writes a whole list.
func WriteList(to io.Writer, version int64, list HashList) error {
	part := make([]byte, 0, partSize)
	part = append(part, listMagic[:]...)
	for _, number := range []uint64{0, uint64(version), uint64(len(list)), 0} {
		part = binary.BigEndian.AppendUint64(part, number)
	}
	for {
		count := min(len(list), (partSize-len(part))/8)
		part = appendHashes(part, list[:count])
		if _, err := to.Write(part); err != nil {
			return err
		}
		list, part = list[count:], part[:0]
		if len(list) == 0 {
			return nil
		}
	}
}
