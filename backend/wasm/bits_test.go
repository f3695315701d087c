package wasm

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/enginetest"
	"raido/backend/fmath"
	"raido/backend/host"
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
	for _, lanes := range []int{0, 2, 4, 8, 16} {
		e := inLanes(t, lanes)
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
					if g := got[0].(*value.Array).At(int64(i)); !same(g, w) {
						t.Errorf("%s.%s in %d lanes of %v: %v, want %v", op.Name, ty, lanes, column(operands, i), g, w)
						break
					}
				}
			}
		}
	}
}

// TestManyAlive: an operator gives the interpreter's bits where registers are short: all of its results are used after the last one is computed.
func TestManyAlive(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all primitives")
	}
	for i, ty := range prim.Types {
		e := inLanes(t, 4*(i%2))
		for _, op := range prim.Ops {
			if _, call := fmath.Of(op, ty); !call && op.Class.Has(ty) && ty != prim.F16 && op.ResultType(ty) != prim.F16 {
				t.Run(op.Name+"."+ty.String(), func(t *testing.T) { manyAlive(t, e, op, ty) })
			}
		}
	}
}

// manyAlive computes 40 results of an operator, each of other operands.
func manyAlive(t *testing.T, e *host.Engine, op *prim.Op, ty prim.Type) {
	const n, alive = 11, 40
	each := []int{0, alive, 7, 4}[op.Arity] // so many parameters for each operand
	args, r := []value.Value{coretest.I64(n)}, op.ResultType(ty)
	var decls, names, params, lets, results, outs []string
	var columns [][]prim.Scalar
	for i := range each * op.Arity {
		u := op.OperandType(ty, i/each)
		columns = append(columns, sampled(u, n, uint64(i)))
		decls, names, params = append(decls, fmt.Sprintf("(a%d: [n]%s)", i, u)), append(names, fmt.Sprintf("a%d", i)), append(params, fmt.Sprintf("(x%d: %s)", i, u))
	}
	of := func(k int) (out []int) { // the parameters that are the operands of a result
		for i := range op.Arity {
			out = append(out, i*each+k%each)
			k /= each
		}
		return out
	}
	var want [][]prim.Scalar
	for range 2 { // the second time with operands that the interpreter takes
		want = nil
		for k := range alive {
			var operands [][]prim.Scalar
			for _, i := range of(k) {
				operands = append(operands, columns[i])
			}
			want = append(want, evaluated(op, ty, operands))
		}
	}
	for k := range alive {
		text := fmt.Sprintf("let (y%d: %s) = %s.%s", k, r, op.Name, ty)
		for _, i := range of(k) {
			text += fmt.Sprintf(" x%d", i)
		}
		lets, results, outs = append(lets, text), append(results, fmt.Sprintf("y%d", k)), append(outs, fmt.Sprintf("(r%d: [n]%s)", k, r))
	}
	for i, c := range columns {
		args = append(args, value.FromScalars(op.OperandType(ty, i/each), []int64{n}, c))
	}
	kinds := strings.TrimSuffix(strings.Repeat(r.String()+", ", alive), ", ")
	text := fmt.Sprintf("fun main (n: i64) %s : %s = let %s = map n (%s) (\\%s : (%s) -> %s in (%s)) in (%s)", strings.Join(decls, " "), strings.Join(outs, " "), strings.Join(outs, " "),
		strings.Join(names, ", "), strings.Join(params, " "), kinds, strings.Join(lets, " "), strings.Join(results, ", "), strings.ReplaceAll(strings.Join(results, ", "), "y", "r"))
	got, err := enginetest.Run(e, compiled(t, e, text), args)
	if err != nil {
		t.Fatalf("%s.%s: %v", op.Name, ty, err)
	}
	for k := range want {
		for i, w := range want[k] {
			if g := got[k].(*value.Array).At(int64(i)); !same(g, w) {
				t.Errorf("%s.%s of %v, number %d: %v, want %v", op.Name, ty, of(k), k, g, w)
				return
			}
		}
	}
}

// inLanes is an engine whose kernels go in so many lanes; 0 is one task.
func inLanes(t *testing.T, lanes int) *host.Engine {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	if limits.Now.Lanes = lanes; lanes > 0 {
		limits.Now.TaskGrain = 0
	} else {
		limits.Now.TaskGrain = limits.Normal.TaskGrain
	}
	return opened(t)
}

// same reports whether scalars have the same bits; nan is nan.
func same(a, b prim.Scalar) bool {
	return a == b || a.Type.IsFloat() && a.Float64() != a.Float64() && b.Float64() != b.Float64()
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
