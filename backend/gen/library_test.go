package gen

import (
	"regexp"
	"slices"
	"testing"

	"raido/backend/seg"
	"raido/lang/prim"
)

// TestLibrary: every function of the library can be compiled at every type and for every number of lanes that it is there for, on CPUs
// and elsewhere.
func TestLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	for _, target := range []seg.Target{{CPU: true}, {}} {
		n := newDemands(target)
		for name, fs := range library {
			for _, f := range fs {
				if f.untyped() {
					n.constant(name)
				}
			}
			for _, ty := range prim.Types {
				for _, w := range []int{1, 2, 4, 8, 16} {
					if ty == prim.F16 || !slices.ContainsFunc(fs, func(f *function) bool { return f.fits(ty, w) }) {
						continue
					}
					if name != "to" {
						n.function(name, ty, w)
						continue
					}
					for _, to := range prim.Types {
						if to.IsInt() {
							n.function("to"+to.String(), ty, w)
						}
					}
				}
			}
		}
		n.double = true
		text := n.source("__kernel void k(__global int *out) { out[0] = rd_pages[0]; }\n")
		if left := regexp.MustCompile(`\$.`).FindString(text); left != "" {
			t.Errorf("the letter %s means nothing", left)
		}
		if buildText(t, text); target.CPU {
			buildLean(t, text, n.builtins)
		}
	}
}
