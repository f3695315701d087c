package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/limits"
	"raido/lang/prim"
)

// hot writes a map, results of which differ from zero at a few places only, as these results with zeros elsewhere:
//
//	ys = map f xs                                 where f gives zero but at p, q, ...
//
// becomes
//
//	is = [p, q, ...]
//	ys = scatter (replicate n 0) is (map (\i -> if 0 <= i && i < n then f xs[i] else 0) is)
//
// The map stays for its other results. In f, elements of arrays that are computed beside the map are computed where
// they are needed.                                                                [Peng23, 4.3.1: few-hot dimensions]
func (w *walk) hot(s core.Stm, m *core.Map) {
	dense := core.Stm{Pat: slices.Clone(s.Pat), Exp: m, Src: s.Src}
	type sparse struct {
		places  []affine
		results []int
	}
	var groups []*sparse
	if w.movable(m) && !trivial(m.Fn.Body) {
		for k, v := range s.Pat {
			places, _, ok := w.region(v).places(dims[0])
			if !ok || !w.few(len(places), m.W) {
				continue
			}
			at := slices.IndexFunc(groups, func(g *sparse) bool { return slices.EqualFunc(g.places, places, affine.Equal) })
			if at < 0 {
				at = len(groups)
				groups = append(groups, &sparse{places: places})
			}
			groups[at].results = append(groups[at].results, k)
		}
	}
	w.remember(s)
	var code []core.Stm // of the few places
	for _, g := range groups {
		b := &core.Builder{Src: s.Src}
		if !w.atPlaces(b, s.Pat, m, g.places, g.results) {
			continue
		}
		code = append(code, b.Stms...)
		for _, k := range g.results {
			dense.Pat[k] = core.NewVar(s.Pat[k].Name, s.Pat[k].Type)
		}
		w.changed = true
	}
	if slices.Equal(dense.Pat, s.Pat) || slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return slices.Contains(dense.Pat, v) }) {
		w.b.Add(dense.Pat, dense.Exp)
	}
	w.b.Stms = append(w.b.Stms, code...)
}

// few reports whether places are few for a width.
func (w *walk) few(places int, width core.Atom) bool {
	n, ok := core.IntConst(width)
	return !ok || n >= limits.Now.SparseWidth && int64(places)*limits.Now.SparseShare <= n
}

// movable reports whether elements of a map may be computed alone, at any later place.
func (w *walk) movable(m *core.Map) bool {
	return w.unspoiled(m) && computable(m.Fn)
}

func (w *walk) unspoiled(e core.Exp) bool {
	return !slices.ContainsFunc(core.FreeInExp(e).List, func(v *core.Var) bool { return w.names.Consumed(v) })
}

// computable reports whether code has no effect but its results.
func computable(l *core.Lambda) bool {
	vs := core.FreeInLambda(l)
	for _, p := range l.Params {
		vs.Add(p)
	}
	if alias.MayConsume(l.Body, vs) {
		return false
	}
	ok := true
	core.Walk(l.Body, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Assert, *core.Call, *core.Diff:
			ok = false
		default: // has no effect but its results
		}
	})
	return ok
}

// trivial reports whether a body only compares and chooses among constants: a vector of such costs no more than zeros.
func trivial(b core.Body) bool {
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			if e.T.IsFloat() {
				return false
			}
		case *core.If:
			if !trivial(e.Then) || !trivial(e.Else) {
				return false
			}
		case *core.Map:
			if len(e.Accs) > 0 || !trivial(e.Fn.Body) {
				return false
			}
		case *core.Update:
			if !e.Val.AtomType().IsScalar() {
				return false
			}
		case *core.Use, *core.Replicate, *core.Scatter, *core.ArrayLit:
		default:
			return false
		}
	}
	return true
}

// atPlaces writes results of a map, which differ from zero at places only.
func (w *walk) atPlaces(b *core.Builder, pat []*core.Var, m *core.Map, places []affine, results []int) bool {
	ts := make([]core.Type, len(results))
	for j, k := range results {
		ts[j] = m.Fn.Ret[k]
	}
	if len(places) == 0 {
		for _, k := range results {
			zeroAs(b, pat[k])
		}
		return true
	}
	ok := true
	at := func(b *core.Builder, i core.Atom, sure bool) []core.Atom {
		return w.guarded(b, i, m.W, sure, ts, func(b *core.Builder) []core.Atom {
			out := w.elements(b, m, nil, i, &ok)
			picked := make([]core.Atom, len(results))
			for j, k := range results {
				picked[j] = out[k]
			}
			return picked
		})
	}
	n := core.IntC(int64(len(places)))
	is := b.Let("is", core.NewArrayLit(core.Prim(prim.I64), w.atoms(b, places)))
	var vals []*core.Var
	if len(places) == 1 {
		for j, x := range at(b, w.atom(b, places[0]), w.sure(places[0], m.W)) {
			vals = append(vals, b.Let("hot", core.NewArrayLit(ts[j], []core.Atom{x})))
		}
	} else {
		fn := b.Lambda([]core.Type{core.Prim(prim.I64)}, ts, func(b *core.Builder, ps []*core.Var) []core.Atom { return at(b, ps[0], false) })
		vals = b.Bind("hot", &core.Map{W: n, Arrs: []*core.Var{is}, Fn: fn})
	}
	for j, k := range results {
		b.Add([]*core.Var{pat[k]}, &core.Scatter{W: n, Dest: []*core.Var{b.ZeroOf(pat[k].Type).(*core.Var)}, Idx: []*core.Var{is}, Vals: []*core.Var{vals[j]}})
	}
	return ok
}

// zeroAs binds a variable to zeros.
func zeroAs(b *core.Builder, v *core.Var) {
	b.Add([]*core.Var{v}, &core.Replicate{Dims: v.Type.Dims, Val: core.Zero(v.Type.Elem)})
}

// guarded is what f makes if i is an index of n, else zeros; sure says that it is.
func (w *walk) guarded(b *core.Builder, i, n core.Atom, sure bool, ts []core.Type, f func(b *core.Builder) []core.Atom) []core.Atom {
	if sure {
		return f(b)
	}
	return core.Atoms(b.If(inRange(b, i, n), ts, f, func(b *core.Builder) []core.Atom {
		out := make([]core.Atom, len(ts))
		for k, t := range ts {
			out[k] = b.ZeroOf(t)
		}
		return out
	}))
}

// sure reports whether a place is certainly an index of n.
func (w *walk) sure(a affine, n core.Atom) bool {
	return a.C == 0 && len(a.Terms) == 1 && a.Terms[0].K == 1 && w.below[a.Terms[0].V] == n
}

// inRange is 0 <= i && i < n.
func inRange(b *core.Builder, i, n core.Atom) core.Atom {
	u := b.Prim(prim.To(prim.U64), prim.I64, i)
	m := b.Prim(prim.To(prim.U64), prim.I64, n)
	return b.Prim(prim.Lt, prim.U64, u, m)
}

// atoms computes sums.
func (w *walk) atoms(b *core.Builder, sums []affine) []core.Atom {
	out := make([]core.Atom, len(sums))
	for k, s := range sums {
		out[k] = w.atom(b, s)
	}
	return out
}

func (w *walk) atom(b *core.Builder, a affine) core.Atom {
	var sum core.Atom = core.IntC(a.C)
	for k, t := range a.Terms {
		w.needed[t.V] = true
		x := core.Atom(t.V)
		if t.K != 1 {
			x = b.Prim(prim.Mul, prim.I64, t.V, core.IntC(t.K))
		}
		if k == 0 && a.C == 0 {
			sum = x
		} else {
			sum = b.Prim(prim.Add, prim.I64, x, sum)
		}
	}
	return sum
}
