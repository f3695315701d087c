package host

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/prim"
	"raido/lang/value"
)

// samples are operands of a type: borders, both signs, and ordinary numbers.
func samples(t prim.Type) []prim.Scalar {
	var out []prim.Scalar
	switch {
	case t == prim.Bool:
		return []prim.Scalar{prim.BoolOf(false), prim.BoolOf(true)}
	case t.IsInt():
		for _, v := range []int64{0, 1, -1, 2, 3, -7, 10, 100, -128, 127, 8, 31, 64} {
			out = append(out, prim.Int(t, v))
		}
		return append(out, prim.IntMin(t), prim.IntMax(t))
	}
	for _, v := range []float64{0, 0.5, 1, -1, 0.25, 2, -2.5, 3.7, 10.5, -0.75, 100, 1e-3, math.Inf(1), math.Inf(-1), math.NaN()} {
		out = append(out, prim.Float(t, v))
	}
	return out
}

// ulps is how far a device's function may be off, in units of the last place: what OpenCL 1.2 allows
// for those that need more than 4. Functions of two roundings have an absolute floor, see near.
var ulps = map[*prim.Op]float64{
	prim.Tan: 5, prim.Tanpi: 6, prim.Pow: 16, prim.Exp10: 4, prim.Gamma: 16, prim.Lgamma: 64, prim.Polygamma: 256, prim.Erf: 16, prim.Erfc: 16,
	prim.Atan2: 6, prim.Atan2pi: 6, prim.Asinpi: 5, prim.Acospi: 5, prim.Atanpi: 5, prim.Rsqrt: 2, prim.Asinh: 5, prim.Acosh: 5, prim.Atanh: 5, prim.Tanh: 5,
}

func near(op *prim.Op, t prim.Type, got, want prim.Scalar) bool {
	if !want.Type.IsFloat() {
		return got == want
	}
	x, y := got.Float64(), want.Float64()
	if x == y || x != x && y != y {
		return true
	}
	n, ok := ulps[op]
	if !ok {
		n = 4
	}
	eps := 0x1p-52
	switch want.Type {
	case prim.F32:
		eps = 0x1p-23
	case prim.F16: // computed in float, rounded once more
		n, eps = 1, 0x1p-10
	}
	return math.Abs(x-y) <= n*eps*math.Max(math.Abs(y), eps)
}

// operands are the arrays of operands of one type, by name: all pairs of samples, with a third operand
// that goes round. "safe" are second operands with which integer division and power do not fail.
type operands map[string][]prim.Scalar

func operandsOf(t prim.Type) operands {
	out := operands{}
	ss := samples(t)
	for i, a := range ss {
		for j, b := range ss {
			safe := b
			if t.IsInt() && (b.Bits == 0 || t.IsSigned() && b.Int64() < 0) {
				safe = prim.Int(t, int64(3+j%4))
			}
			out["a"], out["b"] = append(out["a"], a), append(out["b"], b)
			out["c"], out["safe"] = append(out["c"], ss[(i+2*j)%len(ss)]), append(out["safe"], safe)
			out["i32"] = append(out["i32"], prim.Int(prim.I32, int64(j-4)))
			if t.IsFloat() {
				bits, _ := prim.ToBits.Eval(t, []prim.Scalar{a})
				out["bits"] = append(out["bits"], bits)
			}
			if t.IsSigned() { // negative divisors, too
				neg := safe
				if j%2 == 1 {
					neg = prim.Int(t, -safe.Int64())
				}
				out["divisor"] = append(out["divisor"], neg)
			} else {
				out["divisor"] = append(out["divisor"], safe)
			}
		}
	}
	return out
}

// names are the operand arrays of an operator.
func (o operands) names(op *prim.Op, t prim.Type) []string {
	names := []string{"a", "b", "c"}[:op.Arity]
	switch {
	case op == prim.FromBits:
		names[0] = "bits"
	case op.Arity == 2 && op.OperandType(t, 1) != t:
		names[1] = "i32"
	case op == prim.Pow:
		names[1] = "safe"
	case op.Fails:
		names[1] = "divisor"
	}
	return names
}

// TestPrimRows runs every operator at every type on the device and compares with prim.Eval. There is one
// kernel for each type: the driver takes long for each.
func TestPrimRows(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	e := device(t)
	for _, ty := range prim.Types {
		var ops []*prim.Op
		for _, op := range prim.Ops {
			if op.Class.Has(ty) {
				ops = append(ops, op)
			}
		}
		tryOps(t, e, ty, ops)
	}
}

// tryOps makes an entry point that is one map with all operators.
func tryOps(t *testing.T, e *Engine, ty prim.Type, ops []*prim.Op) {
	data := operandsOf(ty)
	main := &core.Fun{Name: "main"}
	var args []value.Value
	var arrs []*core.Var
	place := map[string]int{}
	n := int64(len(data["a"]))
	for _, name := range []string{"a", "b", "c", "safe", "divisor", "i32", "bits"} {
		if data[name] == nil {
			continue
		}
		elem := data[name][0].Type
		arr := value.NewArray(elem, n)
		for j, s := range data[name] {
			copy(arr.Data[j*elem.Size():], toBytes(s))
		}
		place[name] = len(arrs)
		arrs, args = append(arrs, core.NewVar(name, core.Prim(elem).Of(core.IntC(n)))), append(args, arr)
	}
	main.Params = arrs
	b := &core.Builder{}
	out := b.Map(core.IntC(n), arrs, func(b *core.Builder, xs []*core.Var) []core.Atom {
		var res []core.Atom
		for _, op := range ops {
			var as []core.Atom
			for _, name := range data.names(op, ty) {
				as = append(as, xs[place[name]])
			}
			res = append(res, b.Prim(op, ty, as...))
		}
		return res
	})
	for _, v := range out {
		main.Ret = append(main.Ret, core.NewVar("r", v.Type))
	}
	main.Body = b.Body(core.Atoms(out)...)
	c, err := e.Compile(context.Background(), &core.Prog{Funs: []*core.Fun{main}})
	if err != nil {
		t.Fatalf("%s: %v", ty, err)
	}
	p := *c.(*compiled)
	p.task = nil
	got, err := runOn(e, &p, args)
	if err != nil {
		t.Fatalf("%s: %v", ty, err)
	}
	for k, op := range ops {
		compareOp(t, op, ty, data, got[k].(*value.Array))
	}
}

func compareOp(t *testing.T, op *prim.Op, ty prim.Type, data operands, got *value.Array) {
	bad := 0
	for j := range data["a"] {
		var r []prim.Scalar
		for _, name := range data.names(op, ty) {
			r = append(r, data[name][j])
		}
		want, err := op.Eval(ty, r)
		if err != nil {
			t.Fatal(err)
		}
		if x := got.At(int64(j)); !near(op, ty, x, want) {
			if bad++; bad <= 3 {
				t.Errorf("%s.%s %s is %s, want %s", op.Name, ty, strings.Trim(fmt.Sprint(r), "[]"), x, want)
			}
		}
	}
}
