package engine

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/bunting-flags/bunting/sdks/go/internal/jsontext"
)

// readIfThere skips the test, with a message, if the data has no such file yet.
func readIfThere[Data any](t *testing.T, file string) Data {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, file)); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("NOT RUN: %s is absent", filepath.Join(folder, file))
	}
	return read[Data](t, file)
}

func numberOf(t *testing.T, bits string) float64 {
	t.Helper()
	read, err := strconv.ParseUint(bits, 16, 64)
	if err != nil {
		t.Fatal(err)
	}
	return math.Float64frombits(read)
}

func TestConformanceOfNumbers(t *testing.T) {
	data := readIfThere[struct {
		Cases    []struct{ Bits, Text string }
		Readings []struct {
			Text string
			Bits *string
		}
	}](t, "numbers.json")
	for _, one := range data.Cases {
		if got := numberText(numberOf(t, one.Bits)); got != one.Text {
			t.Errorf("%s is %q, want %q", one.Bits, got, one.Text)
		}
	}
	for _, one := range data.Readings {
		got, ok := jsontext.Number(one.Text)
		if ok != (one.Bits != nil) || (ok && got != numberOf(t, *one.Bits)) {
			t.Errorf("%q reads as %v, %v", one.Text, got, ok)
		}
	}
}

func TestConformanceOfInstants(t *testing.T) {
	data := readIfThere[struct {
		Cases []struct {
			Text    string
			EpochMs *float64
		}
	}](t, "instants.json")
	for _, one := range data.Cases {
		got, ok := readIsoInstant(one.Text)
		if ok != (one.EpochMs != nil) || (ok && got != *one.EpochMs) {
			t.Errorf("%q reads as %v, %v", one.Text, got, ok)
		}
	}
}

func TestConformanceOfPatterns(t *testing.T) {
	data := readIfThere[struct {
		Cases []struct {
			Name, Pattern   string
			Accepted        bool
			Matches, Misses []string
			Unicode         float64
		}
	}](t, "patterns.json")
	for _, one := range data.Cases {
		// Unicode classes are our own, but case-insensitive matching uses Go's Unicode version.
		if one.Unicode > 15 && strings.Contains(one.Pattern, "(?i") && unicode.Version < "17" {
			t.Logf("NOT RUN: %q needs Unicode %v, and this Go has %s", one.Pattern, one.Unicode, unicode.Version)
			continue
		}
		compiled := compilePattern(one.Pattern)
		if (compiled != nil) != one.Accepted {
			t.Errorf("%s: %q is accepted: %v", one.Name, one.Pattern, compiled != nil)
			continue
		}
		for _, text := range one.Matches {
			if !compiled.MatchString(text) {
				t.Errorf("%s: %q does not match %q", one.Name, one.Pattern, text)
			}
		}
		for _, text := range one.Misses {
			if compiled.MatchString(text) {
				t.Errorf("%s: %q matches %q", one.Name, one.Pattern, text)
			}
		}
	}
}
