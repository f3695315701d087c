package tests

import (
	"fmt"
	"testing"

	"raido/backend/engines"
	"raido/lang/limits"
	"raido/lang/value"
	"raido/tests/turns"
)

// overwritten are the entries of device/inplace.fut with the arrays that are there at once, but for small ones, in kernels and in one task: the
// argument, and operand and result, which are one where the kernel, or the nest of the task, writes in place. What goes around a circle is written by two loops in a
// task, and copied into the result.
var overwritten = []struct {
	name         string
	arrays, task int64
}{
	{"scaled", 2, 2}, {"softmax", 2, 2}, {"scanned", 2, 2}, {"chain", 2, 2}, {"triples", 1, 1},
	{"neighbours", 3, 4}, {"transposed", 3, 3}, {"mirrored", 3, 3}, {"below", 3, 3}, {"again", 4, 4}, {"reversed", 3, 3}, {"given", 2, 2},
	{"branches", 3, 4}, {"rooms", 3, 3},
}

// TestInPlace: a map takes over the memory of an array that it is the last to read, if each point reads only what it
// replaces. Results are the interpreter's, in both shapes, with one point or none as well as with many.
func TestInPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	interp, err := engines.Open("interp")
	if err != nil {
		t.Fatal(err)
	}
	plain := limits.Now
	t.Cleanup(func() { limits.Now = plain })
	for _, form := range []struct {
		shape string
		grain int64
	}{{"", 0}, {"", 1 << 30}, {"gpu", 0}} {
		shape := form.shape
		t.Setenv("RAIDO_SHAPE", shape)
		limits.Now.TaskGrain, limits.Now.GroupTaskGrain = form.grain, form.grain
		e, sizes := openDevice(t), []int64{301, 2, 1, 0}
		if shape != "" {
			sizes = []int64{33, 0}
		}
		for _, x := range overwritten {
			if !turns.Has(fmt.Sprint(x.name, form)) {
				continue
			}
			for _, n := range sizes {
				if n == 0 && x.name == "neighbours" { // no modulus
					continue
				}
				args := []value.Value{sized(n), square(n)}
				got, prof := deviceRun(t, e, "inplace.fut", x.name, args...)
				want, _ := deviceRun(t, interp, "inplace.fut", x.name, args...)
				for i := range want {
					if !closeTo(got[i], want[i]) {
						t.Errorf("%s%s: result %d differs for n = %d", shape, x.name, i, n)
					}
				}
				arrays := x.arrays
				if form.grain > 0 {
					arrays = x.task
				}
				if bytes := 8 * n * n; n > 100 && prof.PeakBytes > bytes*arrays+bytes/2 {
					t.Errorf("%s, grain %d: %d bytes at once, want %d arrays of %d", x.name, form.grain, prof.PeakBytes, arrays, bytes)
				}
			}
		}
	}
}
