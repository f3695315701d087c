package opt

import (
	"slices"

	"raido/lang/core"
)

// Note [Elements of branches]
//
// A row that a condition chooses, as by a program that sees rows of a matrix through an index, may be needed for one element by the return sweep:
//
//	x = if c then a[s] else a[i]               e = if c then a[s, j] else a[i, j]
//	e = x[j]                        becomes
//
// so that no row is copied, and what is read of a tape is one column (Note [Thin tapes] in package tape). [ours]

// Elements gives elements of branches in the place of arrays of which nothing else is used: Note [Elements of branches].
func Elements(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return elements(funs, f.Body) })
}

func elements(funs map[*core.Fun]*core.Fun, b core.Body) core.Body {
	in := func(b core.Body) core.Body { return elements(funs, b) }
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for i := range out.Stms { // outer branches first: what they give are results of those in them
		if e, ok := out.Stms[i].Exp.(*core.If); ok {
			out.Stms[i] = elementsOf(out, i, e)
		}
		s := &out.Stms[i]
		s.Exp = core.Inside(s.Exp, in)
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
	}
	return out
}

// elementsOf is statement i of a body, a branch; what later statements take of its results, and nothing else uses, is among the results instead.
func elementsOf(b core.Body, i int, e *core.If) core.Stm {
	s := b.Stms[i]
	for k := len(s.Pat) - 1; k >= 0; k-- {
		at := parts(b, i, s.Pat[k])
		if len(at) == 0 {
			continue
		}
		n := &core.If{Cond: e.Cond, Then: e.Then, Else: e.Else}
		pat := slices.Delete(slices.Clone(s.Pat), k, k+1)
		for _, j := range at {
			x := b.Stms[j].Exp.(*core.Index)
			part := b.Stms[j].Pat[0]
			v := core.NewVar(part.Name, part.Type)
			n.Then, n.Else = withElement(n.Then, k, v, x), withElement(n.Else, k, v, x)
			pat = append(pat, v)
			b.Stms[j].Exp = &core.Use{Atom: v}
		}
		n.Then.Result, n.Else.Result = slices.Delete(n.Then.Result, k, k+1), slices.Delete(n.Else.Result, k, k+1)
		s.Pat, s.Exp, e = pat, n, n
	}
	return s
}

// parts are the statements that take a part of a result of statement i, at an index that is known before it; none if something else uses it.
func parts(b core.Body, i int, v *core.Var) (at []int) {
	if v.Type.Rank() == 0 || v.Type.IsAcc() || slices.Contains(b.Result, core.Atom(v)) {
		return nil
	}
	later := map[core.Atom]bool{}
	for j, s := range b.Stms[i:] {
		for _, p := range s.Pat {
			later[p] = true
		}
		if j == 0 || !core.FreeInStm(s).Has(v) {
			continue
		}
		x, ok := s.Exp.(*core.Index)
		if !ok || slices.ContainsFunc(x.Idx, func(a core.Atom) bool { return later[a] }) {
			return nil
		}
		at = append(at, i+j)
	}
	return at
}

// withElement is a branch that also gives a part of its result k.
func withElement(b core.Body, k int, like *core.Var, x *core.Index) core.Body {
	part := core.NewVar(like.Name, like.Type)
	return core.Body{
		Stms:   append(slices.Clip(b.Stms), core.Stm{Pat: []*core.Var{part}, Exp: &core.Index{Arr: core.AsVar(b.Result[k]), Idx: x.Idx}}),
		Result: append(slices.Clone(b.Result), part),
	}
}
