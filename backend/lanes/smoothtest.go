package lanes

import (
	"math/bits"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// What smooth code takes for granted, as a test. Note [Smooth vectors].

// smoothTest is the test whether the trusted statements of a block are what they are taken for.
type smoothTest struct {
	v      *vectors
	sm     *smooth
	scalar map[core.Atom]core.Atom // what variables of the block are in the first lane
	cond   core.Atom
}

func (t *smoothTest) op(op *prim.Op, ty prim.Type, args ...core.Atom) core.Atom {
	return t.v.b.Op("t", op, ty, args...)
}

func (t *smoothTest) require(c core.Atom) {
	if t.cond != nil {
		c = t.op(prim.And, prim.Bool, t.cond, c)
	}
	t.cond = c
}

// first is an operand in the first lane; what the block computes of it is computed before.
func (t *smoothTest) first(a core.Atom, block seg.Stm) core.Atom {
	x, ok := a.(*core.Var)
	d := t.sm.def[a]
	if !ok || d == nil || t.sm.of[d] != block {
		return t.v.atom(a)
	}
	if y := t.scalar[x]; y != nil {
		return y
	}
	if s, ok := d.(*seg.Select); ok {
		y := t.v.b.Select("t", t.first(s.Cond, block), t.first(s.Then, block), t.first(s.Else, block))
		t.scalar[x] = y
		return y
	}
	s := d.(*seg.Let)
	args := make([]core.Atom, len(s.Args))
	for i, a := range s.Args {
		args[i] = t.first(a, block)
	}
	if s.Op.Fails { // a division
		args[1] = t.positive(args[1])
	}
	y := t.op(s.Op, s.T, args...)
	t.scalar[x] = y
	return y
}

// positive is a divisor if that is positive, which the test requires.
func (t *smoothTest) positive(d core.Atom) core.Atom {
	if n, ok := core.IntConst(d); ok && n > 0 {
		return d
	}
	t.require(t.op(prim.Lt, prim.I64, core.IntC(0), d))
	return t.op(prim.Max, prim.I64, d, core.IntC(1))
}

// add requires that a statement of the block is what it is taken for.
func (t *smoothTest) add(s seg.Stm, block seg.Stm) {
	if s, ok := s.(*seg.Select); ok {
		c := t.first(s.Cond, block)
		if t.v.shapes.atom(s.Then) != affine {
			c = t.op(prim.Not, prim.Bool, c)
		}
		t.require(c)
		return
	}
	l := s.(*seg.Let)
	ty := l.T
	x, n := t.first(l.Args[0], block), t.first(l.Args[1], block)
	swapped := t.v.shapes.atom(l.Args[0]) == uniform
	if swapped {
		x, n = n, x
	}
	more := core.Atom(core.Const{Scalar: prim.Int(ty, int64(t.v.width-1))})
	switch l.Op {
	case prim.Mod, prim.Div, prim.Rem, prim.Quot:
		n = t.positive(n)
		r := t.remainder(l, block, x, n)
		t.require(t.op(prim.Lt, ty, t.op(prim.Add, ty, r, more), n))
		if l.Op == prim.Rem || l.Op == prim.Quot {
			t.require(t.op(prim.Le, ty, core.IntC(0), x))
		}
		return
	}
	if t.bits(l, x, n) {
		return
	}
	if l.Op == prim.Eq {
		t.scalar[l.V] = core.BoolC(false)
	}
	t.alike(l, swapped, x, t.op(prim.Add, ty, x, more), n, n, ty == prim.I64 && t.steady(l.Args[0]) && t.steady(l.Args[1]))
}

// bits requires of an operator on bits that x and n are multiples of the width, as far as it looks at the bits below.
func (t *smoothTest) bits(l *seg.Let, x, n core.Atom) bool {
	const ty = prim.I64
	below := core.IntC(int64(t.v.width - 1))
	low := func(a core.Atom) core.Atom { return t.op(prim.And, ty, a, below) }
	none := func(a core.Atom) core.Atom { return t.op(prim.Eq, ty, low(a), core.IntC(0)) }
	switch {
	case l.Op == prim.And && t.sm.lowBits(l):
		t.require(none(x))
		t.require(t.op(prim.Eq, ty, low(n), below))
	case l.Op == prim.And || l.Op == prim.Or || l.Op == prim.Xor:
		t.require(none(t.op(prim.Or, ty, x, n)))
	case l.Op == prim.Shr || l.Op == prim.Lshr:
		t.require(none(x))
		t.require(t.op(prim.Le, ty, core.IntC(int64(bits.TrailingZeros(uint(t.v.width)))), n))
	default:
		return false
	}
	return true
}

// alike requires that a comparison of what goes from x to last, in all lanes and iterations, with what goes from n to most is alike for all, or
// that all take the same operand for the larger one. Of a constant, which a border begins with, only one side is looked at. What is steady
// does not overflow.
func (t *smoothTest) alike(l *seg.Let, swapped bool, x, last, n, most core.Atom, steady bool) {
	ty := l.T
	if !steady {
		t.require(t.op(prim.Le, ty, x, last))
	}
	below, above := prim.Lt, prim.Lt // how the last one compares with n, and most with the first one
	switch {
	case l.Op == prim.Eq:
	case l.Op == prim.Max || l.Op == prim.Min, (l.Op == prim.Lt) == swapped: // x <= n and n < x change after n
		below, above = prim.Le, prim.Lt
	default: // x < n and n <= x change at n
		below, above = prim.Lt, prim.Le
	}
	_, constant := core.IntConst(n)
	switch {
	case l.Op == prim.Max:
		t.require(t.op(prim.Le, ty, most, x))
	case l.Op == prim.Min:
		t.require(t.op(prim.Le, ty, last, n))
	case constant && n == most && ty == prim.I64:
		t.require(t.op(above, ty, most, x))
	default:
		t.require(t.op(prim.Or, prim.Bool, t.op(below, ty, last, n), t.op(above, ty, most, x)))
	}
}

// steady reports whether an operand is an index of the kernel or a loop with a small constant added, or no sum.
func (t *smoothTest) steady(a core.Atom) bool {
	d, ok := t.sm.def[a].(*seg.Let)
	if !ok || d.Op != prim.Add && d.Op != prim.Sub && d.Op != prim.ToU64 {
		return true
	}
	const small = 1 << 31
	for j, b := range d.Args {
		v, isVar := b.(*core.Var)
		c, _ := core.IntConst(b)
		switch {
		case !isVar && (c <= -small || c >= small):
			return false
		case isVar && v != t.sm.index && t.sm.loops[v] == nil && (j == 1 || t.sm.def[v] == nil || !t.steady(v)):
			return false
		}
	}
	return true
}

// addWide requires that a comparison in loops is alike for all lanes in all iterations, and computes it once for all: a branch in loops that
// does not depend on them can go around them.
func (t *smoothTest) addWide(l *seg.Let) {
	swapped := t.v.shapes.atom(l.Args[0]) == uniform
	x, n := l.Args[0], l.Args[1]
	if swapped {
		x, n = n, x
	}
	if l.T == prim.U64 { // of what is not negative, then
		x, n = t.word(x), t.word(n)
	}
	from, to := t.span(x)
	least, most := t.span(n)
	to = t.op(prim.Add, prim.I64, to, core.IntC(int64(t.v.width-1)))
	signed := *l
	if l.T == prim.U64 {
		signed.T = prim.I64
		t.require(t.op(prim.Le, prim.I64, core.IntC(0), from))
	}
	t.alike(&signed, swapped, from, to, least, most, false)
	_, constant := core.IntConst(least)
	switch {
	case l.Op == prim.Eq:
		t.scalar[l.V] = core.BoolC(false)
	case l.Op != prim.Lt && l.Op != prim.Le: // no comparison
	case constant && least == most && l.T == prim.I64: // the first lane is above
		t.scalar[l.V] = core.BoolC(swapped)
	case swapped:
		t.scalar[l.V] = t.op(l.Op, prim.I64, least, from)
	default:
		t.scalar[l.V] = t.op(l.Op, prim.I64, from, least)
	}
}

// word is what is taken without its sign.
func (t *smoothTest) word(a core.Atom) core.Atom {
	if d, ok := t.sm.def[a].(*seg.Let); ok && d.Op == prim.ToU64 {
		return d.Args[0]
	}
	return a
}

// span is the least and the most that a sum is in the first lane, in all iterations of loops.
func (t *smoothTest) span(a core.Atom) (from, to core.Atom) {
	v, ok := a.(*core.Var)
	if !ok {
		return a, a
	}
	if n := t.sm.loops[v]; n != nil {
		_, most := t.span(n)
		return core.IntC(0), t.v.b.Index("t", prim.Sub, most, core.IntC(1))
	}
	d, ok := t.sm.def[v].(*seg.Let)
	if !ok {
		x := t.v.atom(a)
		return x, x
	}
	x0, x1 := t.span(d.Args[0])
	y0, y1 := t.span(d.Args[1])
	if d.Op == prim.Sub {
		y0, y1 = y1, y0
	}
	from, to = t.op(d.Op, prim.I64, x0, y0), core.Atom(nil)
	if to = from; x0 != x1 || y0 != y1 {
		to = t.op(d.Op, prim.I64, x1, y1)
	}
	return from, to
}

// remainder is what is left of the first lane of x in its period.
func (t *smoothTest) remainder(l *seg.Let, block seg.Stm, x, n core.Atom) core.Atom {
	if l.Op == prim.Mod || l.Op == prim.Rem {
		return t.first(l.V, block)
	}
	whole := t.op(prim.Mul, prim.I64, t.first(l.V, block), n)
	return t.op(prim.Sub, prim.I64, x, whole)
}
