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

// isTranspose reports whether a rearrangement exchanges the two outermost dimensions and keeps the others.
func isTranspose(e *core.Rearrange) bool { return len(e.Perm) == 2 && e.Perm[0] == 1 }

// turnNests exchanges the two maps of a nest of which nothing but the transpose is used:
//
//	ys = map (\x -> map (\a -> f x a) as) xs
//	zs = rearrange (1, 0) ys     becomes     zs = map (\a -> map (\x -> f x a) xs) as
func turnNests(b core.Body) core.Body {
	uses, def := map[*core.Var]int{}, map[*core.Var]int{}
	for _, s := range b.Stms {
		for _, v := range core.FreeInStm(s).List {
			uses[v]++
		}
	}
	for _, a := range b.Result {
		uses[core.AsVar(a)]++
	}
	var out []core.Stm
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.Rearrange:
			if i, ok := def[e.Arr]; ok && uses[e.Arr] == 1 && isTranspose(e) {
				if n := turned(pick(out[i].Exp.(*core.Map), 0)); n != nil {
					out[i].Pat, out[i].Exp = s.Pat, n
					continue
				}
			}
		case *core.Map:
			if len(s.Pat) == 1 && len(e.Accs) == 0 {
				def[s.Pat[0]] = len(out)
			}
		default: // no nest
		}
		out = append(out, s)
	}
	return core.Body{Stms: out, Result: b.Result}
}

// turned is a nest of two maps the other way round; nil if it is no such nest, or one that reads rows.
func turned(m *core.Map) *core.Map {
	n := len(m.Fn.Body.Stms) - 1
	if n < 0 || !core.AllScalar(core.VarTypes(m.Fn.Params)) || !scalarCode(m.Fn.Body.Stms[:n]) || n > 8 {
		return nil
	}
	s := m.Fn.Body.Stms[n]
	in, ok := s.Exp.(*core.Map)
	if !ok || len(s.Pat) != 1 || m.Fn.Body.Result[0] != core.Atom(s.Pat[0]) || !core.AllScalar(in.Fn.Ret) {
		return nil
	}
	bound := core.BoundIn(m.Fn)
	if bound[core.AsVar(in.W)] || slices.ContainsFunc(in.Arrs, func(a *core.Var) bool { return bound[a] }) {
		return nil
	}
	body := core.Body{Stms: slices.Concat(m.Fn.Body.Stms[:n], in.Fn.Body.Stms), Result: in.Fn.Body.Result}
	row := core.NewVar(s.Pat[0].Name, in.Fn.Ret[0].Of(m.W))
	inner := core.Stm{Pat: []*core.Var{row}, Exp: &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{Params: m.Fn.Params, Ret: in.Fn.Ret, Body: body}}, Src: s.Src}
	return &core.Map{W: in.W, Arrs: in.Arrs, Fn: &core.Lambda{Params: in.Fn.Params, Ret: []core.Type{row.Type},
		Body: core.Body{Stms: []core.Stm{inner}, Result: []core.Atom{row}}}}
}
