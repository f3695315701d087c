package main

import (
	"os"
	"strings"
	"testing"

	"raido/backend"
	"raido/tests/turns"
)

// TestMicros: the micro benchmarks and their gradients give on the device what the C programs give, in f32 and f64. What is measured does not
// count.
func TestMicros(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	var out strings.Builder
	tables = &out
	defer func() { tables = os.Stdout }()
	s := &settings{n: 20_011, runs: 1, backend: "opencl"}
	for _, m := range micros {
		if turns.Has(m.name) {
			s.only = append(s.only, m.name)
		}
	}
	if err := withPeers(s, "micro", func(eng backend.Engine, p *peers) error { return microTables(s, eng, p) }); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if strings.Contains(text, "absent: OpenCL") || strings.Contains(text, "absent: no gcc") {
		t.Skip(firstLine(strings.TrimSpace(text)))
	}
	rows := 0
	for _, line := range strings.Split(text, "\n") {
		switch f := strings.Fields(line); {
		case strings.Contains(line, "differs") || len(f) > 2 && f[2] == "-":
			t.Error(line)
		case len(f) > 2 && (f[1] == "f32" || f[1] == "f64"):
			rows++
		}
	}
	if rows != 2*len(s.only) || rows == 0 {
		t.Errorf("%d rows of %d programs:\n%s", rows, len(s.only), text)
	}
}
