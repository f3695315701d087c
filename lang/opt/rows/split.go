package rows

import (
	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// pair is a number as row * m + col, with col in 0..m-1.
type pair struct{ row, col affine.Form }

// split takes a number apart by the length of a row; not ok if it is not known to be a place of a row.
func (w *walker) split(fs facts, a core.Atom, m *core.Var) (p pair, ok bool) {
	p, ok = w.parts(a, m, maxSteps)
	return p, ok && w.holds(fs, p.col) && w.holds(fs, linear.Of(m).Add(-1).Plus(-1, p.col))
}

// parts are the multiples of m in a number, and the rest.
func (w *walker) parts(a core.Atom, m *core.Var, deep int) (p pair, ok bool) {
	if a == core.Atom(m) {
		return pair{row: affine.Form{C: 1}}, true
	}
	v, isVar := a.(*core.Var)
	e, _ := w.def(v).(*core.PrimApp)
	if !isVar || e == nil || e.T != prim.I64 || deep == 0 {
		x, ok := affine.Of(a, w.def)
		return pair{col: x}, ok
	}
	switch e.Op {
	case prim.Add, prim.Sub:
		x, ok := w.parts(e.Args[0], m, deep-1)
		y, ok2 := w.parts(e.Args[1], m, deep-1)
		k := int64(1)
		if e.Op == prim.Sub {
			k = -1
		}
		return pair{x.row.Plus(k, y.row), x.col.Plus(k, y.col)}, ok && ok2
	case prim.Mul:
		for i, x := range e.Args {
			if x == core.Atom(m) {
				y, ok := affine.Of(e.Args[1-i], w.def)
				return pair{row: y}, ok
			}
		}
	default: // a number by itself
	}
	return pair{col: linear.Of(v)}, true
}

// factors are the ways in which a size is rows times their length.
func (w *walker) factors(size core.Atom) (out [][2]*core.Var) {
	v, ok := size.(*core.Var)
	if !ok {
		return nil
	}
	e, ok := w.def(v).(*core.PrimApp)
	if !ok || e.Op != prim.Mul || e.T != prim.I64 {
		return nil
	}
	x, ok := e.Args[0].(*core.Var)
	y, ok2 := e.Args[1].(*core.Var)
	if !ok || !ok2 {
		return nil
	}
	if out = append(out, [2]*core.Var{x, y}); x != y {
		out = append(out, [2]*core.Var{y, x})
	}
	return out
}
