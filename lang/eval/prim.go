package eval

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// fastKey is an operator at a type.
type fastKey struct {
	op *prim.Op
	t  prim.Type
}

// fast1 and fast2 make closures for operators that have a direct form: result slot, operand slots.
var (
	fast1 = map[fastKey]func(d, x int) op{}
	fast2 = map[fastKey]func(d, x, y int) op{}
)

func init() {
	fastInts[int8](prim.I8)
	fastInts[int16](prim.I16)
	fastInts[int32](prim.I32)
	fastInts[int64](prim.I64)
	fastInts[uint8](prim.U8)
	fastInts[uint16](prim.U16)
	fastInts[uint32](prim.U32)
	fastInts[uint64](prim.U64)
	fastFloats[float32](prim.F32)
	fastFloats[float64](prim.F64)
	fastMath()
	fastConversions()
	fastBools()
}

// primApp compiles the application of a primitive operator: by a direct closure, or else by the meaning
// that the operator's row gives it.
func (c *compiler) primApp(e *core.PrimApp, pat []*core.Var) op {
	xs := c.slotsOf(e.Args)
	d := c.binder(pat[0])
	key := fastKey{e.Op, e.T}
	if f, ok := fast1[key]; ok && len(xs) == 1 {
		return f(d, xs[0])
	}
	if f, ok := fast2[key]; ok && len(xs) == 2 {
		return f(d, xs[0], xs[1])
	}
	if f := c.checkedDivision(e, d, xs); f != nil {
		return f
	}
	t, op, eval, src := e.T, e.Op, e.Op.Eval, c.src
	types := make([]prim.Type, len(xs))
	for i := range types {
		types[i] = e.Op.OperandType(t, i)
	}
	return func(m *machine) {
		for i, x := range xs {
			m.args[i] = prim.Scalar{Type: types[i], Bits: m.s[x]}
		}
		r, err := eval(t, m.args[:len(xs)])
		if err != nil {
			panic(failure{core.PrimError(op, m.args[:len(xs)], src)})
		}
		m.s[d] = r.Bits
	}
}

// checkedDivision is the direct form of division of i64 and i32 by a positive constant, which index
// arithmetic is full of.
func (c *compiler) checkedDivision(e *core.PrimApp, d int, xs []int) op {
	if e.T != prim.I64 && e.T != prim.I32 || len(e.Args) != 2 {
		return nil
	}
	k, ok := e.Args[1].(core.Const)
	if !ok || k.Int64() <= 0 {
		return nil
	}
	x, y := xs[0], k.Int64()
	switch e.Op {
	case prim.Div:
		return func(m *machine) {
			a := int64(m.s[x])
			q := a / y
			if a < 0 && q*y != a {
				q--
			}
			m.s[d] = uint64(q)
		}
	case prim.Mod:
		return func(m *machine) {
			r := int64(m.s[x]) % y
			if r < 0 {
				r += y
			}
			m.s[d] = uint64(r)
		}
	case prim.Quot:
		return func(m *machine) { m.s[d] = uint64(int64(m.s[x]) / y) }
	case prim.Rem:
		return func(m *machine) { m.s[d] = uint64(int64(m.s[x]) % y) }
	}
	return nil
}
