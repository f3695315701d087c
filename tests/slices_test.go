package tests

import (
	"context"
	"slices"
	"testing"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/engines"
	"raido/lang/prim"
	"raido/lang/value"
)

// taken is what a[i:j:s] takes of an array of n: the positions i, i+s, ... before j, all of which must be there.
// One that takes nothing begins and ends at one place, which is in the array or beside it.
func taken(n, i, j, s int64) (at []int64, ok bool) {
	switch {
	case s == 0, s > 0 && i > j, s < 0 && i < j:
		return nil, false
	case i == j && s > 0:
		return nil, 0 <= i && i <= n
	case i == j:
		return nil, -1 <= i && i < n
	}
	for p := i; s > 0 && p < j || s < 0 && p > j; p += s {
		if p < 0 || p >= n {
			return nil, false
		}
		at = append(at, p)
	}
	return at, true
}

// TestSlices compares slices and updates of slices on all engines with the model, wherever they begin and end: also where the
// end lies beyond the array, but no element does.
func TestSlices(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	strides := map[string][]int64{"plain": {1}, "twos": {2}, "threes": {3}, "back": {-1}, "backtwos": {-2},
		"any": {-3, -2, -1, 0, 1, 2, 3, 1 << 62, -1 << 62}, "update": {-2, 0, 1, 3}}
	names := []string{"interp", "dual"}
	if cl.Available() == nil {
		names = append(names, "opencl")
	}
	for _, name := range names {
		e, err := engines.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		for entry, by := range strides {
			p := deviceProgram(t, e, "slices.fut", entry)
			for n := range int64(5) {
				for i := int64(-2); i <= n+2; i++ {
					for j := int64(-4); j <= n+4; j++ {
						for _, s := range by {
							if name == "opencl" && (i+2*j+s)%3 != 0 {
								continue
							}
							at, ok := taken(n, i, j, s)
							got, err := slicedBy(e, p, n, i, j, s)
							want := at
							if entry == "update" {
								want = counting(n)
								for _, x := range at {
									want[x] = -1
								}
							}
							if ok != (err == nil) || ok && !slices.Equal(got, want) {
								t.Fatalf("%s, %s: [%d:%d:%d] of %d is %v (%v), want %v (%v)", name, entry, i, j, s, n, got, err, want, ok)
							}
						}
					}
				}
			}
		}
	}
}

func counting(n int64) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = int64(i)
	}
	return out
}

// slicedBy runs an entry of device/slices.fut on the numbers from 0 to n-1.
func slicedBy(e backend.Engine, p backend.Program, n, i, j, s int64) ([]int64, error) {
	ctx := context.Background()
	var in []backend.Value
	for _, a := range []value.Value{sized(n), value.FromSlice(prim.I64, counting(n)), sized(i), sized(j), sized(s)} {
		v, err := e.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		in = append(in, v)
		defer v.Release()
	}
	out, _, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	for _, o := range out {
		defer o.Release()
	}
	v, err := out[len(out)-1].Host(ctx) // after its size
	if err != nil {
		return nil, err
	}
	var data []int64
	a := v.(*value.Array)
	for k := range a.Shape[0] {
		data = append(data, a.At(k).Int64())
	}
	return data, nil
}
