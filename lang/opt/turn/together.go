package turn

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
)

// Note [Sums side by side]
//
// A map of a few points, each a sum over the same indices, reads for each of them what all need:
//
//	r = map (\a -> reduce (+) 0 (map (\i -> y[i] * x[i + a]) (iota n))) (iota 3)
//
// It becomes one sum of several numbers, which stay in registers:
//
//	s0, s1, s2 = reduce (+) (0, 0, 0) (map (\i -> let y = y[i] in (y * x[i], y * x[i + 1], y * x[i + 2])) (iota n))
//	r = [s0, s1, s2]
//
// So a block of a product of matrices goes through registers, and it is unroll-and-jam of the outer loop: the filter of a convolution has its
// gradient so, as have few parameters that all points of a grid share. Maps in maps are one, sums in sums too.

// Together makes one sum of several numbers of sums side by side inside of parallel nodes, where they read the same elements.
func Together(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		counts := map[*core.Var]bool{}
		core.Walk(f.Body, func(s core.Stm) {
			if _, ok := s.Exp.(*core.Iota); ok {
				counts[s.Pat[0]] = true
			}
		})
		return together(funs, counts, f.Body, false)
	})
}

func together(funs map[*core.Fun]*core.Fun, counts map[*core.Var]bool, b core.Body, inside bool) core.Body {
	out := core.Body{Result: b.Result}
	for _, s := range b.Stms {
		if m, ok := s.Exp.(*core.Map); ok && inside && len(s.Pat) == 1 {
			if stms := sideBySide(s, m, counts); stms != nil {
				out.Stms = append(out.Stms, stms...)
				continue
			}
		}
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return together(funs, counts, b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: together(funs, counts, l.Body, true)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			s.Exp = &core.Call{Fun: funs[c.Fun], Args: c.Args}
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// sideBySide is a map of sums as one of them; nil if it is none, or would not gain.
func sideBySide(s core.Stm, m *core.Map, counts map[*core.Var]bool) []core.Stm {
	b := &core.Builder{}
	b.Src = s.Src
	t := &sums{counts: counts}
	body, ok := t.points(b, m, core.NewSubst())
	if !ok || len(t.at) < 2 || len(t.at) > limits.Now.SideSums {
		return nil
	}
	vals, ok := t.body(b, body)
	if !ok || t.shared == 0 {
		return nil
	}
	b.Add(s.Pat, literal(b, s.Pat[0].Type, vals[0]))
	return b.Stms
}

// sums are the points of a map of sums: what stands for the variables of its lambda in each.
type sums struct {
	at     []*core.Subst
	counts map[*core.Var]bool // arrays of 0, 1, ...
	shared int                // elements that one point reads for all
}

// points finds the points of a map, and of the maps that its points are; body is what each computes.
func (t *sums) points(b *core.Builder, m *core.Map, outer *core.Subst) (body core.Body, ok bool) {
	n, ok := core.IntConst(m.W)
	if !ok || n < 1 || n > int64(limits.Now.SideSums) || len(m.Accs) > 0 || len(m.Fn.Ret) != 1 {
		return body, false
	}
	inner, stms := asMap(m.Fn.Body)
	for k := range n {
		at := core.NewSubst()
		for v, a := range outer.Vars {
			at.Vars[v] = a
		}
		for j, p := range m.Fn.Params {
			at.Vars[p] = b.Index(outer.Atom(m.Arrs[j]).(*core.Var), core.IntC(k))
		}
		if inner == nil {
			if !m.Fn.Ret[0].IsScalar() {
				return body, false
			}
			t.at = append(t.at, at)
			body = m.Fn.Body
			continue
		}
		for _, s := range stms {
			b.Add(at.Binders(s.Pat), at.Exp(s.Exp))
		}
		if body, ok = t.points(b, inner, at); !ok {
			return body, false
		}
	}
	return body, true
}

// asMap is the map that a body computes, with what it computes before; nil if it computes something else.
func asMap(b core.Body) (*core.Map, []core.Stm) {
	last := len(b.Stms) - 1
	if last < 0 || len(b.Result) != 1 || len(b.Stms[last].Pat) != 1 || b.Result[0] != core.Atom(b.Stms[last].Pat[0]) || !cheap(b.Stms[:last]) {
		return nil, nil
	}
	m, _ := b.Stms[last].Exp.(*core.Map)
	return m, b.Stms[:last]
}

// cheap reports whether statements only compute indices.
func cheap(stms []core.Stm) bool {
	return !slices.ContainsFunc(stms, func(s core.Stm) bool {
		switch e := s.Exp.(type) {
		case *core.Iota:
			return false
		case *core.PrimApp:
			return e.MayFail()
		default:
			return true
		}
	})
}

// body adds what a body computes at all points, and gives its results: those of each point.
func (t *sums) body(b *core.Builder, body core.Body) (vals [][]core.Atom, ok bool) {
	for _, s := range body.Stms {
		if !t.stm(b, s) {
			return nil, false
		}
	}
	for _, r := range body.Result {
		var at []core.Atom
		for _, p := range t.at {
			at = append(at, p.Atom(r))
		}
		vals = append(vals, at)
	}
	return vals, true
}

// alike reports whether a statement is the same at all points.
func (t *sums) alike(s core.Stm) bool {
	return !slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool {
		return slices.ContainsFunc(t.at[1:], func(p *core.Subst) bool { return p.Atom(v) != t.at[0].Atom(v) })
	})
}

func (t *sums) stm(b *core.Builder, s core.Stm) bool {
	switch e := s.Exp.(type) {
	case *core.PrimApp, *core.Index, *core.Iota, *core.Use:
		if p, ok := e.(*core.PrimApp); ok && p.MayFail() {
			return false
		}
		if !t.alike(s) {
			for _, p := range t.at {
				b.Add(p.Binders(s.Pat), p.Exp(s.Exp))
			}
			return true
		}
		if x, ok := e.(*core.Index); ok && s.Pat[0].Type.IsScalar() && len(x.Idx) > 0 {
			t.shared++
		}
		one := t.at[0].Binders(s.Pat)
		b.Add(one, t.at[0].Exp(s.Exp))
		for _, p := range t.at[1:] {
			for k, v := range s.Pat {
				p.Vars[v] = one[k]
			}
		}
		return true
	case *core.Map:
		return t.terms(b, s, e)
	case *core.Reduce:
		return t.reduce(b, s, e)
	default:
		return false
	}
}

// terms adds one map for the maps of all points.
func (t *sums) terms(b *core.Builder, s core.Stm, m *core.Map) bool {
	if len(m.Accs) > 0 || len(s.Pat) != 1 || !m.Fn.Ret[0].IsScalar() || !t.alike(core.Stm{Exp: &core.Map{W: m.W, Arrs: m.Arrs, Fn: &core.Lambda{}}}) {
		return false
	}
	first := t.at[0]
	params := first.Binders(m.Fn.Params)
	for _, p := range t.at[1:] {
		for k, v := range m.Fn.Params {
			p.Vars[v] = params[k]
		}
	}
	for _, a := range m.Arrs {
		if !t.counts[a] {
			t.shared++
		}
	}
	ok := true
	var vals [][]core.Atom
	in := b.Sub(func(b *core.Builder) []core.Atom {
		if vals, ok = t.body(b, m.Fn.Body); !ok {
			return nil
		}
		return vals[0]
	})
	if !ok {
		return false
	}
	var arrs []*core.Var
	for _, a := range m.Arrs {
		arrs = append(arrs, first.Atom(a).(*core.Var))
	}
	ret := slices.Repeat(m.Fn.Ret, len(t.at))
	pat := b.Bind(s.Pat[0].Name, &core.Map{W: first.Atom(m.W), Arrs: arrs, Fn: &core.Lambda{Params: params, Ret: ret, Body: in}})
	for k, p := range t.at {
		p.Vars[s.Pat[0]] = pat[k]
	}
	return true
}

// reduce adds one sum of several numbers for the sums of all points.
func (t *sums) reduce(b *core.Builder, s core.Stm, e *core.Reduce) bool {
	op, ok := core.IsBinOp(e.Fn)
	if !ok || !e.Comm || !s.Pat[0].Type.IsScalar() || len(e.Arrs) != 1 || !t.alike(core.Stm{Exp: &core.Reduce{W: e.W, Ne: e.Ne, Fn: &core.Lambda{}}}) {
		return false
	}
	n, first, elem := len(t.at), t.at[0], s.Pat[0].Type
	all := &core.Reduce{W: first.Atom(e.W), Ne: slices.Repeat(first.Atoms(e.Ne), n), Comm: true}
	for _, p := range t.at {
		all.Arrs = append(all.Arrs, p.Atom(e.Arrs[0]).(*core.Var))
	}
	ts := slices.Repeat([]core.Type{elem}, n)
	all.Fn = b.Lambda(slices.Concat(ts, ts), ts, func(b *core.Builder, ps []*core.Var) (out []core.Atom) {
		for k := range n {
			out = append(out, b.Prim(op.Op, elem.Elem, ps[k], ps[n+k]))
		}
		return out
	})
	pat := b.Bind(s.Pat[0].Name, all)
	for k, p := range t.at {
		p.Vars[s.Pat[0]] = pat[k]
	}
	return true
}

// literal is an array of so many numbers.
func literal(b *core.Builder, t core.Type, vals []core.Atom) core.Exp {
	if len(t.Dims) == 1 {
		return &core.ArrayLit{Elem: t.Drop(1), Elems: vals}
	}
	n, _ := core.IntConst(t.Dims[0])
	each := len(vals) / int(n)
	var rows []core.Atom
	for k := range int(n) {
		rows = append(rows, b.Let("row", literal(b, t.Drop(1), vals[k*each:(k+1)*each])))
	}
	return &core.ArrayLit{Elem: t.Drop(1), Elems: rows}
}
