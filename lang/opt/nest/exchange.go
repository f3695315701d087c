package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Sums in places]
//
// What a program adds up may lie in the array from the beginning, and the loop over the terms may be an outer one:
//
//	loop c = c0 for i < n do            map n (\i ->                           map n (\i -> map m (\j ->
//	  loop c = c for k < l do    -->      loop r = c0[i] for k < l do    -->     loop x = c0[i, j] for k < l do x + f i j k))
//	    loop c = c for j < m do             map m (\j -> r[j] + f i j k))
//	      c with [i,j] = c[i,j] + f i j k
//
// A loop that reads and writes the same place in each iteration carries what is in it (promote). One that replaces a vector by a map of its
// elements, each of itself alone, is exchanged with the map (exchange); what an iteration computes before the map is computed for all iterations first, or each
// element would compute it again (beforehand).

// promote carries a part of an array instead of the array if the loop does not write in any other place, and reads it there or where it
// writes nothing; nil if that is not so. The loop that comes of it is converted, if it can be.
func (n *nester) promote(st core.Stm, e *core.Loop, runs *region.Runs) []core.Stm {
	for k, v := range e.Params {
		if v.Type.IsScalar() {
			continue
		}
		if pr := n.promotion(e, runs, k); pr != nil {
			return pr.build(st)
		}
	}
	return nil
}

// promotion is a parameter whose part at an index is carried.
type promotion struct {
	n    *nester
	e    *core.Loop
	runs *region.Runs
	k    int
	idx  []core.Atom
	val  core.Atom
	part *core.Var
	body []core.Stm // without the update
}

// promotion is that of a parameter; nil if it has none.
func (n *nester) promotion(e *core.Loop, runs *region.Runs, k int) *promotion {
	pr := &promotion{n: n, e: e, runs: runs, k: k}
	v, last := e.Params[k], core.AsVar(e.Body.Result[k])
	for _, s := range e.Body.Stms {
		u, ok := s.Exp.(*core.Update)
		if !ok || s.Pat[0] != last {
			pr.body = append(pr.body, s)
			continue
		}
		if u.Arr != v {
			return nil
		}
		pr.idx, pr.val = u.Idx, u.Val
	}
	if pr.idx == nil || slices.ContainsFunc(pr.idx, func(a core.Atom) bool {
		by, _, ok := runs.Form(a)
		return !ok || by != 0
	}) {
		return nil
	}
	for d, a := range pr.idx {
		if !runs.Outside(a, v.Type.Dims[d]) {
			return nil
		}
	}
	pr.part = core.NewVar(v.Name, v.Type.Drop(len(pr.idx)))
	code := pr.code(core.Body{Stms: pr.body, Result: append(slices.Clone(e.Body.Result[:k:k]), append([]core.Atom{pr.val}, e.Body.Result[k+1:]...)...)})
	params := &core.VarSet{}
	params.Add(v)
	if alias.MayConsume(code, views(params, code.Stms)) || slices.Contains(core.FreeInBody(code).List, last) {
		return nil
	}
	var dims []core.DimSlice
	for d, size := range v.Type.Dims {
		if d < len(pr.idx) {
			dims = append(dims, core.DimSlice{Start: pr.idx[d], Count: core.IntC(1), Stride: core.IntC(1)})
			continue
		}
		dims = append(dims, core.DimSlice{Start: core.IntC(0), Count: size, Stride: core.IntC(1)})
	}
	for _, r := range runs.Reads(v, code) {
		if runs.Within(r, runs.Slice(v.Type, dims)) {
			return nil
		}
	}
	pr.body, pr.val = code.Stms, code.Result[k]
	return pr
}

// code reads the part where the code reads the array there.
func (pr *promotion) code(b core.Body) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		e := core.Inside(s.Exp, pr.code)
		if w := pr.n.writes[s.Exp]; w != nil {
			pr.n.writes[e] = w
		}
		if x, ok := e.(*core.Index); ok && x.Arr == pr.e.Params[pr.k] && pr.same(x.Idx) {
			e = indexed(pr.part, x.Idx[len(pr.idx):])
		}
		out.Stms = append(out.Stms, core.Stm{Pat: s.Pat, Exp: e, Src: s.Src})
	}
	return out
}

// indexed is an element or a part of an array, or what is carried itself.
func indexed(v *core.Var, idx []core.Atom) core.Exp {
	if len(idx) == 0 {
		return &core.Use{Atom: v}
	}
	return &core.Index{Arr: v, Idx: idx}
}

// same reports whether indices begin with those of the part.
func (pr *promotion) same(idx []core.Atom) bool {
	if len(idx) < len(pr.idx) {
		return false
	}
	for d, a := range pr.idx {
		if c, ok := pr.runs.Apart(a, idx[d]); !ok || c != 0 {
			return false
		}
	}
	return true
}

// build makes the loop that carries the part, and what is around it.
func (pr *promotion) build(st core.Stm) []core.Stm {
	b := &core.Builder{Src: st.Src}
	idx := make([]core.Atom, len(pr.idx))
	for d, a := range pr.idx {
		idx[d] = a
		if v, ok := a.(*core.Var); ok && pr.runs.Binds(v) {
			_, rest, _ := pr.runs.Form(a)
			idx[d] = rest.In(b)
		}
	}
	arr := core.AsVar(pr.e.Init[pr.k])
	first := b.Index(arr, idx...)
	l := &core.Loop{Params: slices.Clone(pr.e.Params), Init: slices.Clone(pr.e.Init), I: pr.e.I, Bound: pr.e.Bound}
	l.Params[pr.k], l.Init[pr.k] = pr.part, first
	l.Body = core.Body{Stms: pr.body, Result: slices.Clone(pr.e.Body.Result)}
	l.Body.Result[pr.k] = pr.val
	s := core.NewSubst()
	s.Vars[pr.e.Params[pr.k]] = arr
	pat := slices.Clone(st.Pat)
	pat[pr.k] = core.NewVar(pr.part.Name, pr.part.Type)
	pr.runs.LearnOutside(b.Stms)
	loop := core.Stm{Pat: pat, Exp: s.Exp(l), Src: st.Src}
	pr.runs.LearnOutside([]core.Stm{loop})
	b.Stms = append(b.Stms, pr.n.inner(loop)...)
	b.Add(st.Pat[pr.k:pr.k+1], &core.Update{Arr: arr, Idx: idx, Val: pat[pr.k]})
	return b.Stms
}

// inner converts a loop of new, known code, if that can be.
func (n *nester) inner(st core.Stm) []core.Stm {
	e := st.Exp.(*core.Loop)
	lifted, undo := n.lift(e)
	if out := n.convert(st, e); out != nil {
		return append(lifted, out...)
	}
	undo()
	return []core.Stm{st}
}

// exchange makes a map of loops of a loop whose body is a map; nil if it is none.
func (n *nester) exchange(st core.Stm, e *core.Loop, runs *region.Runs) []core.Stm {
	if len(e.Params) != 1 || e.Params[0].Type.IsScalar() {
		return nil
	}
	v := e.Params[0]
	m, stms := mapOf(e.Body)
	if m == nil {
		m, stms = rowsOf(e.Body, v)
	}
	if m == nil || m.W != v.Type.Dims[0] {
		return nil
	}
	i := m.Fn.Params[0]
	x := &promotion{n: n, e: e, runs: runs, idx: []core.Atom{i}, part: core.NewVar(v.Name, v.Type.Row())}
	code := x.code(m.Fn.Body)
	all := core.Body{Stms: slices.Concat(stms, code.Stms), Result: code.Result}
	params := &core.VarSet{}
	params.Add(x.part)
	if slices.Contains(core.FreeInBody(all).List, v) || alias.MayConsume(all, views(params, all.Stms)) {
		return nil
	}
	b := &core.Builder{Src: st.Src}
	code.Stms = append(beforehand(b, e, runs, m, stms), code.Stms...)
	is := b.Let("is", &core.Iota{N: m.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	first, last := core.NewVar(v.Name, x.part.Type), core.NewVar(v.Name, x.part.Type)
	fn := core.Rename(&core.Lambda{Params: []*core.Var{i}, Ret: []core.Type{x.part.Type}, Body: core.Body{
		Stms: []core.Stm{
			{Pat: []*core.Var{first}, Exp: n.rowOf(core.AsVar(e.Init[0]), i), Src: st.Src},
			{Pat: []*core.Var{last}, Exp: &core.Loop{Params: []*core.Var{x.part}, Init: []core.Atom{first}, I: e.I, Bound: e.Bound, Body: code}, Src: st.Src},
		},
		Result: []core.Atom{last}}})
	b.Add(st.Pat, &core.Map{W: m.W, Arrs: []*core.Var{is}, Fn: fn})
	runs.LearnOutside(b.Stms)
	n.defs[fn.Body.Stms[0].Pat[0]] = fn.Body.Stms[0].Exp
	loop := fn.Body.Stms[1]
	fn.Body.Stms = append(fn.Body.Stms[:1:1], n.inner(loop)...)
	return b.Stms
}

// rowOf is a row of an array, made anew if it is the same number everywhere.
func (n *nester) rowOf(v, i *core.Var) core.Exp {
	if r, ok := n.defs[v].(*core.Replicate); ok && len(r.Dims) > 1 && r.Val.AtomType().IsScalar() {
		return &core.Replicate{Dims: r.Dims[1:], Val: r.Val}
	}
	return &core.Index{Arr: v, Idx: []core.Atom{i}}
}

// rowsOf is the map over the rows of v, and over what lies along with them, that makes a body's result, as a map over indices, if each element of v
// becomes a number that depends on itself alone; stms are the numbers and views around it. It is nil if there is more.
func rowsOf(b core.Body, v *core.Var) (m *core.Map, stms []core.Stm) {
	if v.Type.Rank() == 1 { // points
		return nil, nil
	}
	if m, stms = elementwise(b, v); m == nil {
		return nil, nil
	}
	i := core.NewVar("i", core.I64)
	in := &core.Builder{}
	for k, a := range m.Arrs {
		in.Src = b.Stms[0].Src
		in.Add(m.Fn.Params[k:k+1], &core.Index{Arr: a, Idx: []core.Atom{i}})
	}
	fn := &core.Lambda{Params: []*core.Var{i}, Ret: m.Fn.Ret, Body: core.Body{Stms: append(in.Stms, m.Fn.Body.Stms...), Result: m.Fn.Body.Result}}
	return &core.Map{W: m.W, Arrs: []*core.Var{i}, Fn: fn}, stms
}

// elementwise is the map in a body that gives all of its result, whose array v it goes through in nests of maps down to numbers; nil if there is more in
// the body than the map, and numbers and views.
func elementwise(b core.Body, v *core.Var) (m *core.Map, stms []core.Stm) {
	for _, s := range b.Stms {
		switch x := s.Exp.(type) {
		case *core.Map:
			if m != nil || len(s.Pat) > 1 || s.Pat[0] != b.Result[0] || len(x.Accs) > 0 {
				return nil, nil
			}
			m = x
			continue
		case *core.PrimApp:
			if x.MayFail() {
				return nil, nil
			}
		case *core.Index, *core.Rearrange, *core.Use:
		default: // work
			return nil, nil
		}
		stms = append(stms, s)
	}
	if m == nil {
		return nil, nil
	}
	row := slices.Index(m.Arrs, v)
	switch {
	case row < 0:
		return nil, nil
	case v.Type.Rank() == 1:
		if !core.AllScalar(m.Fn.Ret) || wideInside(m.Fn.Body) {
			return nil, nil
		}
	default:
		if in, _ := elementwise(m.Fn.Body, m.Fn.Params[row]); in == nil {
			return nil, nil
		}
	}
	return m, stms
}
