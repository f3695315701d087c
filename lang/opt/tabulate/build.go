package tabulate

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// origins says what a loop, which the statements stand before, starts with.
func (t *tabulator) origins(stms []core.Stm, l *core.Loop) []origin {
	out := make([]origin, len(l.Init))
	for j, a := range l.Init {
		v := a.(*core.Var)
		out[j].arr = v
		k := slices.IndexFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
		if k < 0 {
			continue
		}
		switch e := stms[k].Exp.(type) {
		case *core.Copy:
			if out[j].fresh = true; !t.consumed(stms[k:], e.Arr) {
				out[j].arr = e.Arr
			}
		case *core.Replicate:
			if out[j].fresh = true; e.Val.AtomType().IsScalar() {
				out[j].val = e.Val
			}
		case *core.Map, *core.Scratch, *core.Iota, *core.Concat:
			out[j].fresh = true
		default: // it may be there already
		}
	}
	return out
}

// consumed reports whether one of some statements consumes an array.
func (t *tabulator) consumed(stms []core.Stm, arr *core.Var) bool {
	found := false
	for _, s := range stms {
		t.names.ConsumedIn(s, func(v *core.Var) { found = found || t.names.Find(v) == t.names.Find(arr) })
	}
	return found
}

// pays reports whether a map does not touch more than the nest does, and notes what the nest starts with.
func (n *nest) pays(from []origin) bool {
	if n.from = from; n.repeats() {
		return false
	}
	if n.whole() && !slices.ContainsFunc(n.path, func(st step) bool { return st.cond != nil }) {
		return n.rows()
	}
	if len(n.idx) < n.shape().Rank() {
		return false // rows that are not written would be copied one by one
	}
	for d := range n.pivot {
		if !n.most(d) && slices.ContainsFunc(from, func(o origin) bool { return !o.fresh }) {
			return false
		}
	}
	return true
}

// repeats reports whether a place would compute again what a loop computes once for many places.
func (n *nest) repeats() bool {
	k := 0
	for d := range n.pivot {
		k = max(k, n.ahead(d))
	}
	return slices.ContainsFunc(n.path[k:], func(st step) bool { return st.loops < len(n.levels) && st.costly() })
}

// ahead is how many steps stand before the maps over the dimensions from d on: those up to the last that is costly, if they depend on
// the places in the dimensions before only.
func (n *nest) ahead(d int) (count int) {
	for k, st := range n.path {
		placed := func(l *core.Loop) bool {
			i := slices.Index(n.pivot[:d], l)
			return i >= 0 && n.index(i) != nil
		}
		if st.cond != nil || n.own(st.stms) || slices.ContainsFunc(n.levels[:st.loops], func(l *core.Loop) bool { return !placed(l) }) {
			break
		}
		if st.costly() {
			count = k + 1
		}
	}
	return count
}

// own reports whether statements read the arrays of the nest.
func (n *nest) own(stms []core.Stm) bool {
	return slices.ContainsFunc(stms, func(s core.Stm) bool {
		return slices.ContainsFunc(core.FreeInExp(s.Exp).List, func(v *core.Var) bool { return isChained(n, v) })
	})
}

// costly reports whether a step has loops.
func (st step) costly() bool {
	found := false
	core.Walk(core.Body{Stms: st.stms}, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.PrimApp, *core.Use, *core.Index, *core.If, *core.Assert, *core.Slice, *core.Reshape, *core.Rearrange:
		default: // many operations
			found = true
		}
	})
	return found
}

// rows reports whether what is written has the types of the elements of the map.
func (n *nest) rows() bool {
	for j, p := range n.outer.Params {
		if !slices.Equal(n.vals[j].AtomType().Dims, p.Type.Dims[len(n.idx):]) {
			return false
		}
	}
	return true
}

// whole reports whether all places of the arrays are written, but for branches.
func (n *nest) whole() bool {
	for d := range n.pivot {
		if low, high := n.covers(d); !low || !high {
			return false
		}
	}
	return true
}

// covers reports whether the index that goes through a dimension certainly is not negative, and certainly below its bound, at all places.
func (n *nest) covers(d int) (low, high bool) {
	l, x := n.pivot[d], n.forms[d]
	return affine.Inside(n.shape().Dims[d], l.Bound, x.Factor(l.I), x.Without(l.I), n.t.def)
}

// border is how many places of a dimension may be left out so that most of them are written.
const border = 16

// most reports whether most places of a dimension are written.
func (n *nest) most(d int) bool {
	x, ok := affine.Of(n.shape().Dims[d], n.t.def)
	y, ok2 := affine.Of(n.pivot[d].Bound, n.t.def)
	left, known := x.Minus(y)
	return ok && ok2 && known && (left <= border && len(x.Terms) > 0 || left <= y.C)
}

// tabulated is the map in the place of the nest; what its code needs is added to out.
func (n *nest) tabulated(out *core.Builder) core.Exp {
	for _, h := range n.before {
		out.Src = h.Src
		if a, ok := h.Exp.(*core.Assert); ok {
			h.Exp = n.checked(out, a, h.around)
		}
		out.Add(h.Pat, h.Exp)
	}
	n.level(out, 0, nil, n.path)
	last := len(out.Stms) - 1
	e := out.Stms[last].Exp
	out.Stms = out.Stms[:last]
	return e
}

// checked is an assertion before loops that make it in every iteration.
func (n *nest) checked(b *core.Builder, a *core.Assert, around int) core.Exp {
	e := *a
	for _, l := range n.levels[:around] {
		none := b.Prim(prim.Le, prim.I64, l.Bound, core.IntC(0))
		e.Cond = b.Prim(prim.Or, prim.Bool, e.Cond, none)
	}
	return &e
}

// level adds the maps over the dimensions from d on; ps are the places in those before, path is the code that is not there yet.
func (n *nest) level(b *core.Builder, d int, ps []*core.Var, path []step) []core.Atom {
	if d == len(n.pivot) {
		return n.point(b, ps, path)
	}
	for done := len(n.path) - len(path); done < n.ahead(d); done++ {
		n.add(b, path[0], ps)
		path = path[1:]
	}
	w := n.shape().Dims[d]
	iota := b.Let("iota", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	p := n.index(d)
	if p == nil {
		p = core.NewVar("p", core.I64)
	}
	fn := &core.Lambda{Params: []*core.Var{p}}
	fn.Body = b.Sub(func(b *core.Builder) []core.Atom { return n.level(b, d+1, append(ps[:d:d], p), path) })
	for _, q := range n.outer.Params {
		fn.Ret = append(fn.Ret, q.Type.Drop(d+1))
	}
	return core.Atoms(b.Bind("map", &core.Map{W: w, Arrs: []*core.Var{iota}, Fn: fn}))
}

// index is the index of the loop that goes through a dimension, if it is the place.
func (n *nest) index(d int) *core.Var {
	l, x := n.pivot[d], n.forms[d]
	if low, high := n.covers(d); low && high && x.Factor(l.I) == 1 && x.C == 0 && len(x.Terms) == 1 {
		return l.I
	}
	return nil
}

// point adds the rest of the code of one place.
func (n *nest) point(b *core.Builder, ps []*core.Var, path []step) []core.Atom {
	var cond core.Atom
	require := func(c *core.Var) {
		if cond != nil {
			c = b.Prim(prim.And, prim.Bool, cond, c)
		}
		cond = c
	}
	for d, l := range n.pivot {
		if ps[d] == l.I {
			continue
		}
		k, rest := n.forms[d].Factor(l.I), n.forms[d].Without(l.I)
		b.Add([]*core.Var{l.I}, &core.Use{Atom: affine.Atom(rest.Times(-k).Plus(k, linear.Of(ps[d])), b)})
		bound, _ := affine.Of(l.Bound, n.t.def)
		first, end := rest, rest.Plus(1, bound) // the places are those from first on and before end
		if k < 0 {
			first, end = rest.Plus(-1, bound).Add(1), rest.Add(1)
		}
		low, high := n.covers(d)
		if k < 0 {
			low, high = high, low
		}
		if !low {
			require(b.Prim(prim.Le, prim.I64, affine.Atom(first, b), ps[d]))
		}
		if !high {
			require(b.Prim(prim.Lt, prim.I64, ps[d], affine.Atom(end, b)))
		}
	}
	if cond == nil {
		return n.run(b, path, ps)
	}
	return n.where(b, cond, false, ps, func(b *core.Builder) []core.Atom { return n.run(b, path, ps) })
}

// where are the values under a condition, or under its contrary; else what was there.
func (n *nest) where(b *core.Builder, cond core.Atom, not bool, ps []*core.Var, values func(*core.Builder) []core.Atom) []core.Atom {
	yes, no := values, func(b *core.Builder) []core.Atom {
		out := make([]core.Atom, len(n.from))
		for j := range n.from {
			out[j] = n.old(b, j, ps)
		}
		return out
	}
	if not {
		yes, no = no, yes
	}
	return core.Atoms(b.If(cond, core.AtomTypes(n.vals), yes, no))
}

// old is what is at a place before the nest.
func (n *nest) old(b *core.Builder, j int, ps []*core.Var) core.Atom {
	if v := n.from[j].val; v != nil && len(ps) == n.shape().Rank() {
		return v
	}
	return b.Index(n.from[j].arr, core.Atoms(ps)...)
}

// run adds the code of one iteration, and gives the values.
func (n *nest) run(b *core.Builder, path []step, ps []*core.Var) []core.Atom {
	if len(path) == 0 {
		return n.vals
	}
	st := path[0]
	n.add(b, st, ps)
	if st.cond != nil {
		return n.where(b, st.cond, st.els, ps, func(b *core.Builder) []core.Atom { return n.run(b, path[1:], ps) })
	}
	return n.run(b, path[1:], ps)
}

// add adds the statements of a step.
func (n *nest) add(b *core.Builder, st step, ps []*core.Var) {
	for _, s := range st.stms {
		b.Src = s.Src
		if e, ok := s.Exp.(*core.Index); ok {
			if j, own := n.chain[e.Arr]; own {
				b.Add(s.Pat, &core.Use{Atom: n.old(b, j, ps)})
				continue
			}
		}
		b.Add(s.Pat, s.Exp)
	}
}
