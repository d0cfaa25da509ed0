package engine

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"reflect"
	"strconv"
	"testing"
	"testing/iotest"
)

// namedList is a version of a list, with its hashes in hexadecimal.
type namedList struct {
	List    string
	Version int64
	Hashes  []string
}

type knownLists []namedList

func (k *knownLists) find(named *LargeList) (HashList, bool) {
	for _, known := range *k {
		if known.List == named.List && known.Version == named.Version {
			return hashListOf(known.Hashes), true
		}
	}
	return nil, false
}

func hashListOf(texts []string) HashList {
	list := HashList{}
	for _, text := range texts {
		hash, err := strconv.ParseUint(text, 16, 64)
		if err != nil {
			panic(err)
		}
		list = append(list, hash)
	}
	return list
}

type largeSegments struct {
	Hashes []struct{ Salt, UTF8, Hash string }
	Lists  []struct {
		Name                string
		Hashes, Has, HasNot []string
		SHA256              string
	}
	Bytes []struct {
		Name   string
		Bytes  string
		Expect *struct {
			From, Version  int64
			Added, Removed []string
		}
		List    []string
		Becomes *[]string
		SHA256  string
	}
	Changes []struct {
		Name   string
		Bundle said
		Lists  []namedList
		Expect []answer
		Steps  []struct {
			Patch  *said
			Lists  []namedList
			Expect []answer
		}
	}
}

func readLargeSegments(t *testing.T) largeSegments {
	t.Helper()
	files(t)
	return read[largeSegments](t, "large-segments.json")
}

func TestConformanceOfUnitHashes(t *testing.T) {
	for _, one := range readLargeSegments(t).Hashes {
		salt, err := base64.RawURLEncoding.DecodeString(one.Salt)
		if err != nil {
			t.Fatal(err)
		}
		unit, _ := hex.DecodeString(one.UTF8)
		if got := unitHash((*[16]byte)(salt), string(unit)); got != hashListOf([]string{one.Hash})[0] {
			t.Errorf("%s of %s is %016x, want %s", one.UTF8, one.Salt, got, one.Hash)
		}
	}
}

func TestConformanceOfLists(t *testing.T) {
	for _, one := range readLargeSegments(t).Lists {
		list := hashListOf(one.Hashes)
		for _, hash := range hashListOf(one.Has) {
			if !list.Has(hash) {
				t.Errorf("%s: it lacks %016x", one.Name, hash)
			}
		}
		for _, hash := range hashListOf(one.HasNot) {
			if list.Has(hash) {
				t.Errorf("%s: it has %016x", one.Name, hash)
			}
		}
		if got := list.SHA256(); got != one.SHA256 {
			t.Errorf("%s: its sum is %s", one.Name, got)
		}
	}
}

func TestConformanceOfListBytes(t *testing.T) {
	for _, one := range readLargeSegments(t).Bytes {
		sent, _ := hex.DecodeString(one.Bytes)
		content, err := ReadList(iotest.OneByteReader(bytes.NewReader(sent)), 100)
		if one.Expect == nil {
			if err == nil {
				t.Errorf("%s: read as %+v", one.Name, content)
			}
			continue
		}
		want := &ListContent{one.Expect.From, one.Expect.Version, hashListOf(one.Expect.Added), hashListOf(one.Expect.Removed)}
		if err != nil || !reflect.DeepEqual(content, want) {
			t.Errorf("%s: got %+v, %v", one.Name, content, err)
			continue
		}
		if one.List == nil {
			continue
		}
		next, ok := hashListOf(one.List).Merge(content)
		if one.Becomes == nil {
			if ok {
				t.Errorf("%s: it becomes %x", one.Name, next)
			}
			continue
		}
		if !ok || !reflect.DeepEqual(next, hashListOf(*one.Becomes)) || next.SHA256() != one.SHA256 {
			t.Errorf("%s: it becomes %x", one.Name, next)
		}
		if content.From == 0 {
			var written bytes.Buffer
			if err := WriteList(&written, content.Version, content.Added); err != nil || !bytes.Equal(written.Bytes(), sent) {
				t.Errorf("%s: written as %x", one.Name, written.Bytes())
			}
		}
	}
}

func TestConformanceOfWaitingForLists(t *testing.T) {
	for _, one := range readLargeSegments(t).Changes {
		t.Run(one.Name, func(t *testing.T) {
			known := knownLists(one.Lists)
			graph := NewGraph(known.find)
			first := one.Bundle.change()
			segments := map[string]string{}
			put := func(change Change) {
				for key, raw := range change.Segments {
					segments[key] = raw
				}
			}
			put(first)
			snapshot, _ := graph.Change(first, true)
			check := func(answers []answer) {
				t.Helper()
				for _, each := range answers {
					if got := resultOf(snapshot.Find(each.FlagKey), contextOf(each.Context)); !reflect.DeepEqual(got, each.Result) {
						t.Errorf("%s for %v: got %v, want %v", each.FlagKey, each.Context, got, each.Result)
					}
				}
			}
			check(one.Expect)
			for _, step := range one.Steps {
				if step.Patch != nil {
					change := step.Patch.change()
					put(change)
					snapshot, _ = graph.Change(change, true)
				}
				known = append(known, step.Lists...)
				come := map[string]string{}
				for key := range graph.Lists() {
					if graph.IsWaiting(key) {
						come[key] = segments[key]
					}
				}
				snapshot, _ = graph.Change(Change{Segments: come}, true)
				check(step.Expect)
			}
		})
	}
}

func TestALookUpAllocatesNothing(t *testing.T) {
	ids := &hashedIDs{list: make(HashList, 1_000_000)}
	for at := range ids.list {
		ids.list[at] = uint64(at) << 44
	}
	unit := "a user with an id of some length"
	if allocations := testing.AllocsPerRun(100, func() { ids.has(unit) }); allocations != 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func BenchmarkLargeList(b *testing.B) {
	for _, size := range []int{1_000_000, 10_000_000} {
		b.Run(strconv.Itoa(size), func(b *testing.B) {
			ids := &hashedIDs{list: make(HashList, size)}
			for at := range ids.list {
				ids.list[at] = uint64(at) * (uint64(1<<63) / uint64(size) * 2)
			}
			units := make([]string, 1_000)
			for at := range units {
				units[at] = "user-" + strconv.Itoa(at*7919)
			}
			b.ReportAllocs()
			for at := 0; b.Loop(); at++ {
				ids.has(units[at%len(units)])
			}
		})
	}
}
