package dump

import (
	"io"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/lang/core"
)

// TestAfter: each pass has a name of its own, and a program is printed after it; what kernel passes give reads back.
func TestAfter(t *testing.T) {
	p, err := core.Parse("fun main (n: i64) (xs: [n]f64) : (r: f64) =\n  let (r: f64) = reduce_comm n (xs) (0.0f64) (\\(x: f64) (y: f64) : (f64) -> let (s: f64) = add.f64 x y in (s))\n  in (r)\n")
	if err != nil {
		t.Fatal(err)
	}
	seen, kernels := map[string]bool{}, false
	for _, name := range Names()[1:] {
		if seen[name] {
			t.Errorf("two forms are named %s", name)
		}
		seen[name] = true
		if strings.HasPrefix(name, "opencl") {
			continue // tests of the command have these, where a device is
		}
		var out strings.Builder
		if err := After(&out, p, name); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if kernels = kernels || name == "flat"; kernels {
			if _, err := seg.Parse(out.String()); err != nil {
				t.Errorf("%s: %v\n%s", name, err, out.String())
			}
		}
	}
	if err := After(io.Discard, p, "nosuch"); err == nil || !seen["flat"] {
		t.Errorf("a pass that is not there: %v", err)
	}
}
