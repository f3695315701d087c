package main

import (
	"strings"
	"testing"

	"raido/tests/golden"
)

// TestReport compares what is printed of the events in testdata, with -v and without.
func TestReport(t *testing.T) {
	of := func(verbose bool) func(*testing.T, *golden.Case) string {
		return func(t *testing.T, c *golden.Case) string {
			in, _ := c.Section("in")
			var out strings.Builder
			failed, err := run(strings.NewReader(in), &out, verbose)
			if fails := strings.Contains(in, `fail"`); err != nil || failed != fails {
				t.Errorf("failed: %v, want %v (%v)", failed, fails, err)
			}
			return out.String()
		}
	}
	golden.Cases(t, "testdata/*.txtar", golden.Made{Name: "out", Make: of(false)}, golden.Made{Name: "verbose", Make: of(true)})
}
