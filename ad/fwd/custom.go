package fwd

import "raido/lang/core"

// custom: a function with a tangent of its own. [ours]
//
//	primal   ys = f xs
//	tangent  ysDot = f' xs xsDot, for each seed
//
// The primal keeps the rule, so that a derivative of the result uses it too. What f does with its free variables is
// the user's affair: their tangents do not count.
func (f *fwd) Diff(s core.Stm, e *core.Diff) {
	dots := f.gets(e.Args)
	f.keep(s)
	if !f.anyDot(dots) {
		return
	}
	for i, a := range e.Args {
		if dots[i] == nil {
			dots[i] = f.dotOrZero(a)
		}
	}
	rule := func(b *core.Builder, dots []core.Atom) []core.Atom {
		return b.Inline(e.Rule, append(append([]core.Atom{}, e.Args...), dots...)...)
	}
	if f.vec == nil {
		f.setAll(s.Pat, rule(f.b, dots))
		return
	}
	rows := make([]*core.Var, len(dots))
	for i, d := range dots {
		rows[i] = d.(*core.Var)
	}
	f.setAll(s.Pat, core.Atoms(f.b.Map(f.vec, rows, func(b *core.Builder, row []*core.Var) []core.Atom {
		return rule(b, core.Atoms(row))
	})))
}

func (f *fwd) anyDot(dots []core.Atom) bool {
	for _, d := range dots {
		if d != nil {
			return true
		}
	}
	return false
}

func (f *fwd) setAll(pat []*core.Var, dots []core.Atom) {
	for i, v := range pat {
		f.set(v, dots[i])
	}
}
