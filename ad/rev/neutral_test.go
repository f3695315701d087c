package rev_test

import (
	"fmt"
	"testing"

	"raido/lang/core/coretest"
	"raido/lang/value"
)

const (
	moreOp = `(\(x: f64) (y: f64) : (f64) ->
    let (s: f64) = add.f64 x y
    let (p: f64) = mul.f64 x y
    let (q: f64) = mul.f64 p c
    let (z: f64) = add.f64 s q
    in (z))`
	affineOp = `(\(x0: f64) (x1: f64) (y0: f64) (y1: f64) : (f64, f64) ->
    let (p: f64) = mul.f64 x0 y0
    let (q: f64) = mul.f64 y0 x1
    let (s: f64) = add.f64 q y1
    in (p, s))`
	rowsOp = `(\(x: [2]f64) (y: [2]f64) : ([2]f64) -> let (z: [2]f64) = map 2 (x, y) %s in (z))`
	turnOp = `(\(x: [2]f64) (y: [2]f64) : ([2]f64) ->
    let (a: f64) = x[0]
    let (b: f64) = y[1]
    let (p: f64) = mul.f64 a b
    let (z: [2]f64) = map 2 (x, y) (\(u: f64) (v: f64) : (f64) ->
      let (w: f64) = mul.f64 u v
      let (t: f64) = add.f64 w p
      in (t))
    in (z))`
)

// neutralOps are operators with the type of their elements; affine is one on pairs.
var neutralOps = []struct{ name, elem, op string }{
	{"add", "f64", addOp}, {"mul", "f64", mulOp}, {"min", "f64", minOp}, {"max", "f64", maxOp}, {"more", "f64", moreOp},
	{"addRows", "[2]f64", fmt.Sprintf(rowsOp, addOp)}, {"mulRows", "[2]f64", fmt.Sprintf(rowsOp, mulOp)},
	{"turn", "[2]f64", turnOp}, {"affine", "f64", affineOp},
}

// TestActiveNeutral: a neutral element that depends on the arguments has an adjoint, also if it is not neutral, which
// only parallel execution needs.
func TestActiveNeutral(t *testing.T) {
	for _, soac := range []string{"reduce", "scan"} {
		for _, op := range neutralOps {
			t.Run(soac+"/"+op.name, func(t *testing.T) {
				res := op.elem
				dims := map[string]string{"f64": "[n]f64", "[2]f64": "[n][2]f64"}[op.elem]
				if soac == "scan" {
					res = dims
				}
				text := fmt.Sprintf("fun main (n: i64) (c: f64) (e: %s) (xs: %s) : (r: %s) =\n  let (r: %s) = %s n (xs) (e) %s\n  in (r)",
					op.elem, dims, res, res, soac, op.op)
				if op.name == "affine" {
					text = fmt.Sprintf("fun main (n: i64) (c: f64) (e: f64) (d: f64) (xs: [n]f64) (ys: [n]f64) : (r: %s) (s: %s) =\n"+
						"  let (r: %s) (s: %s) = %s n (xs, ys) (e, d) %s\n  in (r, s)", res, res, res, res, soac, op.op)
				}
				p := coretest.Parse(t, text)
				q := vjp(t, p)
				for _, n := range []int{0, 1, 5} {
					args := neutralArgs(op.name, op.elem, n)
					checkRules(t, p, q, vjpGeneral(t, p), args)
					checkDiff(t, p, args, 1e-4)
					checkDiff(t, q, seeded(t, p, args), 1e-3)
				}
			})
		}
	}
}

func neutralArgs(name, elem string, n int) []value.Value {
	xs := []float64{0.7, 1.6, 0.3, 2.1, 1.2, 0.9, 1.9, 0.2, 1.1, 0.4}
	switch {
	case name == "affine":
		return []value.Value{coretest.I64(int64(n)), coretest.F64(0.3), coretest.F64(1.4), coretest.F64(0.6), coretest.F64s(xs[:n]...), coretest.F64s(xs[5 : 5+n]...)}
	case elem == "f64":
		return []value.Value{coretest.I64(int64(n)), coretest.F64(0.3), coretest.F64(1.4), coretest.F64s(xs[:n]...)}
	}
	return []value.Value{coretest.I64(int64(n)), coretest.F64(0.3), coretest.F64s(1.4, 0.6), shaped(coretest.F64s(xs[:2*n]...), int64(n), 2)}
}
