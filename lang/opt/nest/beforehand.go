package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// beforehand adds to b a map of what the iterations of a loop compute for all points of the map m alike, and gives the statements that read it in
// the place of those that compute it: in a map of loops (Note [Sums in places]) each point would compute it again. Indices, and elements that are
// only read, are not worth an array.
func beforehand(b *core.Builder, e *core.Loop, runs *region.Runs, m *core.Map, stms []core.Stm) []core.Stm {
	costs := map[*core.Var]bool{}
	free := core.FreeInExp(m)
	made := &core.Map{Arrs: []*core.Var{nil}, Fn: &core.Lambda{Params: []*core.Var{e.I}}}
	var vals []*core.Var
	for _, s := range stms {
		p, ok := s.Exp.(*core.PrimApp)
		ok = ok && p.T.IsFloat()
		for _, v := range core.FreeInStm(s).List {
			ok = ok || costs[v]
		}
		if v := s.Pat[0]; ok && v.Type.IsScalar() {
			if costs[v] = true; free.Has(v) {
				vals = append(vals, v)
				made.Fn.Ret, made.Fn.Body.Result = append(made.Fn.Ret, v.Type), append(made.Fn.Body.Result, v)
			}
		}
	}
	if len(vals) == 0 {
		return stms
	}
	made.W = trips(b, e, runs)
	made.Arrs[0] = b.Let("is", &core.Iota{N: made.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	made.Fn.Body.Stms = stms
	made.Fn = core.Rename(made.Fn)
	arrs := b.Bind("ahead", made)
	var out []core.Stm
	for _, s := range stms {
		if k := slices.Index(vals, s.Pat[0]); k >= 0 {
			s.Exp = &core.Index{Arr: arrs[k], Idx: []core.Atom{e.I}}
		}
		if !costs[s.Pat[0]] || slices.Contains(vals, s.Pat[0]) {
			out = append(out, s)
		}
	}
	return out
}

// trips is how many iterations a loop has.
func trips(b *core.Builder, e *core.Loop, runs *region.Runs) core.Atom {
	var sizes []core.Atom
	for _, v := range core.FreeInBody(e.Body).List {
		sizes = append(sizes, v.Type.Dims...)
	}
	if runs.Counts(e.Bound, sizes) {
		return e.Bound
	}
	return b.Prim(prim.Max, prim.I64, e.Bound, core.IntC(0))
}
