package main

import (
	"bytes"
	"strings"
	"testing"

	"raido/backend"
)

// TestBar: the bar follows the loop that runs, and nothing of it is left.
func TestBar(t *testing.T) {
	var out bytes.Buffer
	b := &bar{w: &out, room: 60}
	last := func(s backend.Status) string {
		out.Reset()
		b.show(s)
		lines := strings.Split(strings.TrimSpace(out.String()), "\r")
		return lines[len(lines)-1]
	}
	for _, step := range []struct {
		s    backend.Status
		want []string
	}{
		{backend.Status{Compiling: true}, []string{"compiling"}},
		{backend.Status{Kernel: "map_1", Done: 50, Of: 100, Bytes: 2e6}, []string{"running, kernel map_1, iteration 50 of 100, 2.00 MB in use", "50%"}},
		{backend.Status{Done: 10, Of: 1000}, []string{"iteration 10 of 1000", "1%"}},
		{backend.Status{Done: 5, Of: 1000}, []string{"iteration 5 of 1000", "0%"}}, // the next loop
		{backend.Status{Done: 7, Of: -1}, []string{"iteration 7"}},
	} {
		got := last(step.s)
		for _, w := range step.want {
			if !strings.Contains(got, w) {
				t.Errorf("%+v shows %q, want %q", step.s, got, w)
			}
		}
	}
	out.Reset()
	b.clear()
	if got := out.String(); strings.Trim(got, " \r\x1b[2K") != "" {
		t.Errorf("leaves %q", got)
	}
}
