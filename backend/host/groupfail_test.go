package host

import (
	"errors"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// groupFailures divide by an element that is zero, each in a stage with barriers.
var groupFailures = []struct{ ret, body string }{
	{"(r: i64)", `
		let (d: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = div.i64 n x in (y))
		let (r: i64) = reduce n (d) (0i64) ` + addI + `
		in (r)`},
	{"(s: [n]i64)", `
		let (e: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = div.i64 n x in (y))
		let (s: [n]i64) = scan n (e) (0i64) ` + addI + `
		in (s)`},
	{"(h: [m]i64)", `
		let (z: [m]i64) = replicate [m] 5i64
		let (e: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = div.i64 n x in (y))
		let (h: [m]i64) = hist n (z) (is) (e) (0i64) ` + addI + `
		in (h)`},
	{"(r: [m]f64)", `
		let (io: [m]i64) = iota.i64 m 0i64 1i64
		let (r: [m]f64) = map m (io) (\(i: i64) : (f64) ->
			let (d: [n]f64) = map n (xs, fs) (\(x: i64) (f: f64) : (f64) ->
				let (y: i64) = div.i64 n x
				let (g: f64) = to_f64.i64 y
				let (w: f64) = mul.f64 g f
				in (w))
			let (s: f64) = reduce_comm n (d) (0.0f64) ` + addF + `
			in (s))
		in (r)`},
}

// TestGroupFailures: a failure of one item leaves no other waiting, and nothing behind.
func TestGroupFailures(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := inGroups(t)
	const n, m = 500, 3
	for _, f := range groupFailures {
		c, err := e.Compile(t.Context(), parse(t, program(f.ret, f.body)))
		if err != nil {
			t.Fatal(err)
		}
		form := forms(c.(*compiled))["parallel"]
		for _, bad := range []int64{0, 123, n - 1, -1} {
			xs := value.NewArray(prim.I64, n)
			for i := range int64(n) {
				if i != bad {
					copy(xs.Data[i*8:], toBytes(prim.Int(prim.I64, i+1)))
				}
			}
			args := []value.Value{i64(n), i64(m), i64(n * m), xs, floats(prim.F64, n), floats(prim.F64, n, m), indices(m, n)}
			_, err := runOn(e, form, args)
			var d *diag.Diag
			if bad < 0 && err != nil || bad >= 0 && (!errors.As(err, &d) || !strings.Contains(d.Msg, "division by zero: 500 / 0")) {
				t.Errorf("%s, element %d: error %v", f.ret, bad, err)
			}
		}
	}
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}
