package wasm

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/enginetest"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"

	"raido/lang/core/coretest"
)

// TestSameBits: every operator gives, on scalars and in lanes, the bits that the interpreter gives (nan is nan), at random bits, random magnitudes, and special
// values; operands with which it would fail are replaced.
func TestSameBits(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	for _, lanes := range []int{0, 2, 4, 8, 16} {
		limits.Now = usual
		limits.Now.Lanes = lanes
		if lanes > 0 {
			limits.Now.TaskGrain = 0
		}
		e := opened(t)
		for _, ty := range prim.Types {
			for _, op := range prim.Ops {
				if !op.Class.Has(ty) || lanes > 0 && (ty == prim.F16 || op.ResultType(ty) == prim.F16) {
					continue
				}
				const n = 500
				args := []value.Value{coretest.I64(n)}
				operands := make([][]prim.Scalar, op.Arity)
				for i := range operands {
					operands[i] = sampled(op.OperandType(ty, i), n, uint64(i))
				}
				want := evaluated(op, ty, operands)
				var decls, names, params []string
				for i, a := range operands {
					u := op.OperandType(ty, i)
					args = append(args, value.FromScalars(u, []int64{n}, a))
					decls = append(decls, fmt.Sprintf("(a%d: [n]%s)", i, u))
					names = append(names, fmt.Sprintf("a%d", i))
					params = append(params, fmt.Sprintf("(x%d: %s)", i, u))
				}
				r := op.ResultType(ty)
				text := fmt.Sprintf("fun main (n: i64) %s : (r: [n]%s) = let (r: [n]%s) = map n (%s) (\\%s : (%s) -> let (y: %s) = %s.%s %s in (y)) in (r)",
					strings.Join(decls, " "), r, r, strings.Join(names, ", "), strings.Join(params, " "), r, r, op.Name, ty, strings.ReplaceAll(strings.Join(names, " "), "a", "x"))
				got, err := enginetest.Run(e, compiled(t, e, text), args)
				if err != nil {
					t.Errorf("%s.%s in %d lanes: %v", op.Name, ty, lanes, err)
					continue
				}
				for i, w := range want {
					if g := got[0].(*value.Array).At(int64(i)); g != w && !(r.IsFloat() && g.Float64() != g.Float64() && w.Float64() != w.Float64()) {
						t.Errorf("%s.%s in %d lanes of %v: %v, want %v", op.Name, ty, lanes, column(operands, i), g, w)
						break
					}
				}
			}
		}
	}
}

func column(operands [][]prim.Scalar, i int) []prim.Scalar {
	out := make([]prim.Scalar, len(operands))
	for k, a := range operands {
		out[k] = a[i]
	}
	return out
}

// evaluated is what the interpreter gives, with operands that it takes in the place of those that fail.
func evaluated(op *prim.Op, t prim.Type, operands [][]prim.Scalar) []prim.Scalar {
	var out []prim.Scalar
	for i := range operands[0] {
		x, err := op.Eval(t, column(operands, i))
		if err != nil {
			operands[1][i] = prim.One(operands[1][i].Type)
			x, _ = op.Eval(t, column(operands, i))
		}
		out = append(out, x)
	}
	return out
}

// sampled are operands of a type.
func sampled(t prim.Type, n int, seed uint64) []prim.Scalar {
	r := rand.New(rand.NewPCG(seed, uint64(t)))
	out := make([]prim.Scalar, n)
	for i := range out {
		bits := r.Uint64() >> r.IntN(64)
		switch {
		case t == prim.Bool:
			out[i] = prim.BoolOf(bits&1 != 0)
		case t.IsInt():
			out[i] = prim.Int(t, int64(bits)*int64(1-2*r.IntN(2)))
		case i%2 == 0:
			out[i] = prim.Float(t, r.NormFloat64()*float64(int64(1)<<r.IntN(12)))
		default:
			out[i] = prim.Float(t, prim.FloatFromBits(t, prim.ZeroExtend(t, r.Uint64())))
		}
	}
	return out
}
