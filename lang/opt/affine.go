package opt

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// affine is a constant plus constant multiples of variables, in the order in which they were met.
type affine struct {
	c    int64
	vars []*core.Var
	by   []int64
}

func (f affine) of(v *core.Var) int64 {
	for i, w := range f.vars {
		if w == v {
			return f.by[i]
		}
	}
	return 0
}

// plus is f + k*g.
func (f affine) plus(k int64, g affine) affine {
	out := affine{c: f.c + k*g.c}
	add := func(v *core.Var, n int64) {
		if n != 0 {
			out.vars, out.by = append(out.vars, v), append(out.by, n)
		}
	}
	for i, v := range f.vars {
		add(v, f.by[i]+k*g.of(v))
	}
	for i, v := range g.vars {
		if f.of(v) == 0 {
			add(v, k*g.by[i])
		}
	}
	return out
}

// without is f without a variable.
func (f affine) without(v *core.Var) affine {
	return f.plus(-f.of(v), affine{vars: []*core.Var{v}, by: []int64{1}})
}

const (
	maxAffine = 1 << 20 // numbers in forms are smaller, so that nothing overflows
	maxDepth  = 32      // sums of sums in one
)

// affineOf is the form of an i64, where def gives the nodes that sums are made by; not ok if its numbers are too large.
func affineOf(a core.Atom, def func(*core.Var) core.Exp, deep int) (affine, bool) {
	if c, ok := core.IntConst(a); ok {
		return affine{c: c}, -maxAffine < c && c < maxAffine
	}
	v := a.(*core.Var)
	e, ok := def(v).(*core.PrimApp)
	if !ok || e.T != prim.I64 || deep == 0 || e.Op != prim.Add && e.Op != prim.Sub {
		return affine{vars: []*core.Var{v}, by: []int64{1}}, true
	}
	x, ok := affineOf(e.Args[0], def, deep-1)
	y, ok2 := affineOf(e.Args[1], def, deep-1)
	k := int64(1)
	if e.Op == prim.Sub {
		k = -1
	}
	f := x.plus(k, y)
	for _, n := range append([]int64{f.c}, f.by...) {
		ok = ok && -maxAffine < n && n < maxAffine
	}
	return f, ok && ok2
}

// atom computes a form, of what is added first.
func (f affine) atom(b *core.Builder) core.Atom {
	var out core.Atom
	for _, plus := range []bool{true, false} {
		for i, v := range f.vars {
			n := f.by[i]
			if n > 0 != plus {
				continue
			}
			x, op := core.Atom(v), prim.Add
			if n < 0 {
				op, n = prim.Sub, -n
			}
			if n != 1 {
				x = b.Prim(prim.Mul, prim.I64, core.IntC(n), x)
			}
			switch {
			case out != nil:
				out = b.Prim(op, prim.I64, out, x)
			case plus:
				out = x
			default:
				out = b.Prim(op, prim.I64, core.IntC(f.c), x)
				f.c = 0
			}
		}
	}
	switch {
	case out == nil:
		return core.IntC(f.c)
	case f.c != 0:
		return b.Prim(prim.Add, prim.I64, out, core.IntC(f.c))
	}
	return out
}
