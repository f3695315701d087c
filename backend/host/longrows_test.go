package host

import (
	"strings"
	"testing"

	"raido/backend"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestLongRows: rows go side by side in lanes where they are short, one after the other where they are long.
func TestLongRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	e.limits.LaneWork, e.target.Lanes = 0, 0
	c, err := e.Compile(t.Context(), parse(t, program("(r: [n][m]f64)", `
		let (r: [n][m]f64) = map n (mat) (\(row: [m]f64) : ([m]f64) ->
			let (s: f64) = reduce_comm m (row) (0.0f64) `+addF+`
			let (ys: [m]f64) = map m (row) (\(x: f64) : (f64) ->
				let (d: f64) = sub.f64 x s
				let (e: f64) = exp.f64 d
				in (e))
			in (ys))
		in (r)`)))
	if err != nil {
		t.Fatal(err)
	}
	form := forms(c.(*compiled))["parallel"]
	for _, run := range []struct {
		m     int64
		lanes bool
	}{{5, true}, {31, true}, {1000, false}} {
		const n = 24
		var in []backend.Value
		for _, a := range []value.Value{i64(n), i64(run.m), i64(n * run.m), ints(prim.I64, n), floats(prim.F64, n), floats(prim.F64, n, run.m), indices(run.m, n)} {
			v, err := e.Upload(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			in = append(in, v)
		}
		out, prof, err := form.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(prof.Kernels[0].Name, "_lanes"); got != run.lanes {
			t.Errorf("rows of %d: in lanes %v: %s", run.m, got, prof.Kernels[0].Name)
		}
		backend.ReleaseAll(out)
		backend.ReleaseAll(in)
	}
}
