package lanes

import (
	"maps"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Smooth code beside rough code: Note [Smooth vectors].

// versions makes the code of a block, and what follows it in the same place, smooth and rough if the block is doubled.
func (v *vectors) versions(c seg.Code, then func(v *vectors)) {
	sm := v.smooth
	if sm == nil || len(c) == 0 || sm.blocks[c[0]] == nil {
		v.stms(c)
		then(v)
		return
	}
	rough := v.copy()
	rough.shapes = sm.without(v.shapes, c[0])
	if v.mask != nil {
		rough.stms(c)
		then(rough)
		return
	}
	t := &smoothTest{v: v, sm: sm, scalar: map[core.Atom]core.Atom{}}
	for _, s := range sm.blocks[c[0]] {
		t.add(s, c[0])
	}
	smooth := v.copy()
	maps.Copy(smooth.known, t.scalar)
	side := func(v *vectors) seg.Code {
		return v.block(func(*vectors) {
			v.stms(c)
			then(v)
		})
	}
	v.b.Add(&seg.If{Cond: t.cond, Then: side(smooth), Else: side(rough)})
}

// copy is a maker of code at the same place that knows the same.
func (v *vectors) copy() *vectors {
	n := *v
	n.to, n.under, n.known = maps.Clone(v.to), maps.Clone(v.under), maps.Clone(v.known)
	if n.known == nil {
		n.known = map[core.Atom]core.Atom{}
	}
	return &n
}

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
	last := t.op(prim.Add, ty, x, more)
	if x != core.Atom(lastIndex(t.sm.k)) { // which does not overflow
		t.require(t.op(prim.Le, ty, x, last))
	}
	either := func(a, b core.Atom) { t.require(t.op(prim.Or, prim.Bool, a, b)) }
	switch l.Op {
	case prim.Eq:
		either(t.op(prim.Lt, ty, n, x), t.op(prim.Lt, ty, last, n))
		t.scalar[l.V] = core.BoolC(false)
	case prim.Max:
		t.require(t.op(prim.Le, ty, n, x))
	case prim.Min:
		t.require(t.op(prim.Le, ty, last, n))
	default:
		// x < n and n <= x change at n, x <= n and n < x after it.
		if (l.Op == prim.Lt) != swapped {
			either(t.op(prim.Lt, ty, last, n), t.op(prim.Le, ty, n, x))
		} else {
			either(t.op(prim.Le, ty, last, n), t.op(prim.Lt, ty, n, x))
		}
	}
}

// remainder is what is left of the first lane of x in its period.
func (t *smoothTest) remainder(l *seg.Let, block seg.Stm, x, n core.Atom) core.Atom {
	if l.Op == prim.Mod || l.Op == prim.Rem {
		return t.first(l.V, block)
	}
	whole := t.op(prim.Mul, prim.I64, t.first(l.V, block), n)
	return t.op(prim.Sub, prim.I64, x, whole)
}
