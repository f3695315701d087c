package host

import (
	"fmt"
	"testing"

	"raido/lang/prim"
	"raido/lang/value"
)

// TestBulk fills and copies arrays that kernels move, of lengths that are no whole units.
func TestBulk(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	for _, elem := range []prim.Type{prim.F64, prim.F32, prim.I16, prim.Bool} {
		for _, n := range []int64{e.limits.BulkBytes / int64(elem.Size()), e.limits.BulkBytes + 77} {
			text := fmt.Sprintf(`fun main (n: i64) (x: %[1]s) (xs: [n]%[1]s) (m: i64) : (a: [n]%[1]s) (b: [n]%[1]s) (c: [m]%[1]s) =
  let (f: [n]%[1]s) = replicate [n] x
  let (d: [n]%[1]s) = copy xs
  let (e: [n]%[1]s) = d with [3i64] = x
  let (g: [m]%[1]s) = concat m (xs, f, xs)
  in (f, e, g)`, elem)
			x := ints(elem, n)
			if elem.IsFloat() {
				x = floats(elem, n)
			}
			args := []value.Value{i64(n), value.Scalar{Scalar: x.At(1)}, x, i64(3 * n)}
			if d := disagreement(e, parse(t, text), args); d != "" {
				t.Errorf("%s, %d: %.300s", elem, n, d)
			}
		}
	}
}
