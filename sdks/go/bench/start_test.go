package bench

import (
	"os"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	bunting "github.com/bunting-flags/bunting/sdks/go"
)

const bundleFile = "../dist/bundle.json"

// BenchmarkStart opens a bundle of 2,000 flags and 200 segments of 100, written by node ../../bench/bundle/write.ts
// dist/bundle.json.
func BenchmarkStart(b *testing.B) {
	if _, err := os.Stat(bundleFile); err != nil {
		b.Skip("no bundle to start with: ", err)
	}
	before := heapBytes()
	first, firstTook := start(b)
	kept := heapBytes() - before
	var took []float64
	for b.Loop() {
		flags, each := start(b)
		took = append(took, each)
		_ = flags.Close(b.Context())
	}
	slices.Sort(took)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(firstTook, "first-ms")
	b.ReportMetric(took[len(took)/2], "ms")
	b.ReportMetric(float64(kept)/1e6, "MB")
	_ = first.Close(b.Context())
}

// start reads the text again each time, as a network would deliver it: the part that the flags retain counts.
func start(b *testing.B) (*bunting.Flags, float64) {
	bundle, err := os.ReadFile(bundleFile)
	if err != nil {
		b.Fatal(err)
	}
	began := processorTime(b)
	flags := bunting.Open(bunting.Options{Bootstrap: bundle})
	return flags, float64((processorTime(b) - began).Microseconds()) / 1e3
}

// processorTime returns the processor time of the whole process, including the garbage collector: it does not depend on the
// load of the machine.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func heapBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
