package opt

import (
	"slices"

	"raido/lang/core"
)

// Rearrange rearranges the rows that a map makes, where only a rearrangement of its result is used that keeps its rows:
//
//	ys = map f xs
//	zs = rearrange (0, 2, 1) ys     becomes     zs = map (\x -> let y = f x in rearrange (1, 0) y) xs
//
// so that the result is in memory as it is used. It looks at maps that no other parallel node contains.
func Rearrange(p *core.Prog) *core.Prog { return outermost(p, rearrangeMaps) }

// rearrangeMaps does so for the maps of a body.
func rearrangeMaps(body []core.Stm, results []core.Atom) []core.Stm {
	uses := map[*core.Var]int{}
	for _, s := range body {
		for _, v := range core.FreeInStm(s).List {
			uses[v]++
		}
	}
	for _, a := range results {
		if v, ok := a.(*core.Var); ok {
			uses[v]++
		}
	}
	def := map[*core.Var]int{}
	var stms []core.Stm
	for _, s := range body {
		if r, ok := s.Exp.(*core.Rearrange); ok && r.Perm[0] == 0 && uses[r.Arr] == 1 {
			if i, ok := def[r.Arr]; ok {
				if n, ok := rearranged(stms[i], r, s.Pat[0]); ok {
					stms[i] = n
					def[s.Pat[0]] = i
					continue
				}
			}
		}
		if m, ok := s.Exp.(*core.Map); ok && !HasProduct(m) {
			for _, v := range s.Pat[len(m.Accs):] {
				def[v] = len(stms)
			}
		}
		stms = append(stms, s)
	}
	return stms
}

// rearranged is the map s with v, which is the rearrangement r of one of its results, in that one's place.
func rearranged(s core.Stm, r *core.Rearrange, v *core.Var) (core.Stm, bool) {
	m := s.Exp.(*core.Map)
	k := slices.Index(s.Pat, r.Arr)
	row, ok := m.Fn.Body.Result[k].(*core.Var)
	if !ok {
		return s, false
	}
	perm := make([]int, len(r.Perm)-1)
	for i := range perm {
		perm[i] = r.Perm[i+1] - 1
	}
	t := core.Type{Elem: v.Type.Elem, Dims: v.Type.Dims[1:]}
	nv := core.NewVar(v.Name, t)
	n := &core.Map{W: m.W, Accs: m.Accs, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: slices.Clone(m.Fn.Ret), Body: core.Body{
		Stms:   append(slices.Clone(m.Fn.Body.Stms), core.Stm{Pat: []*core.Var{nv}, Exp: &core.Rearrange{Perm: perm, Arr: row}, Src: s.Src}),
		Result: slices.Clone(m.Fn.Body.Result),
	}}}
	n.Fn.Ret[k], n.Fn.Body.Result[k] = t, nv
	pat := slices.Clone(s.Pat)
	pat[k] = v
	return core.Stm{Pat: pat, Exp: n, Src: s.Src}, true
}
