package main

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestOrdinaryLines reads what a program in C prints.
func TestOrdinaryLines(t *testing.T) {
	got, err := ordinaryLines([]byte(`{"what":"primal","ms":1.5,"min":1.4,"probe":7,"held":80}
{"what":"grad","ms":3,"min":2.9,"probe":-2.5,"held":80}
`))
	if err != nil || got.primal.ms != 1.5 || got.primal.probe != 7 || got.gradient.ms != 3 || got.gradient.probe != -2.5 || got.bytes != 80 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := ordinaryLines([]byte("Segmentation fault\n")); err == nil {
		t.Error("a line that is no JSON is read")
	}
}

// TestFixedArrays: arrays of a fixed size count, but no constants, nothing small, and nothing that is allocated.
func TestFixedArrays(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	dir := t.TempDir()
	source, binary := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	text := `#include <stdlib.h>
static const double c[1000] = {1}; static double a[1000], d[20] = {1, 2}; static int few[4]; static double *p;
int main(int n, char **v) { p = malloc(8000); a[n] = c[n] + d[n]; few[n] = 1; p[n] = a[2 * n]; return (int)(p[n] + a[3 * n] + d[4 * n] + few[2 * n]); }
`
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if msg, err := exec.Command("gcc", "-O0", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%s%v", msg, err)
	}
	if got, err := fixedArrays(binary); err != nil || got != 8*1020 {
		t.Errorf("%d bytes, %v", got, err)
	}
	if _, err := fixedArrays(source); err == nil {
		t.Error("a text is read as a program")
	}
}

// TestHasEntry finds entry points wherever they stand.
func TestHasEntry(t *testing.T) {
	const text = "entry primal_a (x: f64) = x\nentry primal_bc [n] (x: [n]f64) = x\n"
	for name, want := range map[string]bool{"primal_a": true, "primal_bc": true, "primal_b": false, "bc": false} {
		if hasEntry(text, name) != want {
			t.Errorf("%s: want %v", name, want)
		}
	}
}

// TestOrdinarySum sums up two programs: a form that fails counts much, and each bound counts who misses it.
func TestOrdinarySum(t *testing.T) {
	o := &ordinarySum{best: map[string]float64{}, worst: map[string]float64{}}
	c := pair{primal: figure{ms: 1}, gradient: figure{ms: 2}}
	o.add("a", figure{ms: 1}, figure{ms: 4, compile: 2500}, c, 3, false)
	o.add("a", figure{ms: 4}, figure{ms: 16}, c, 1, true)
	o.add("b", figure{ms: 2}, figure{ms: 1}, c, 0, false)
	if o.best["a"] != 2 || o.worst["a"] != 8 || o.wrong != 1 || o.slow != 1 || o.large != 1 || o.compiled != 1 {
		t.Errorf("%+v", o)
	}
	if got := geomean(o.forms); math.Abs(got-2) > 1e-12 {
		t.Errorf("geometric mean %v, want 2", got)
	}
	o.add("b", nothing, nothing, c, 0, true)
	if o.worst["b"] != unmade {
		t.Errorf("a form without a result counts %v", o.worst["b"])
	}
	var text strings.Builder
	tables = &text
	defer func() { tables = os.Stdout }()
	o.print()
	if !strings.HasPrefix(text.String(), "ordinary: 4 forms of 2 programs, 2 wrong; gradient / C: best form 1.00, ") {
		t.Error(text.String())
	}
}
