package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

// Note [Inverted stencils]
//
// A stencil reads u[i-1], u[i] and u[i+1], and its adjoint adds to them: an accumulator, to which neighbouring points add in the same places. But
// where all places are affine in the indices of the maps and loops around, each with an index of its own in every dimension, one can say
// which points add to a place. So the adjoint is a stencil again [Hueckelheim et al., Automatic Differentiation for Adjoint Stencil Loops,
// ICPP 2019, section 3]:
//
//	with_acc 0 (\acc -> map n (\i ->                           map n (\t ->
//	  if c i then update_acc acc [i+1] (f i)      becomes        if 0 <= t-1 < n then if c (t-1) then f (t-1) else 0 else 0)
//
// Several updates are added up, and indices that are no place's own are summed over: x[i+a] += f i a for a window of a is
// sum (map (\a -> f (t-a) a)). The values are computed once for each update, so they must be cheap. The places must be about as many as
// the points: a row that is added to one row of many stays an accumulator.

// Invert makes maps of accumulators: Note [Inverted stencils].
func Invert(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		iv := &inverter{funs: funs, defs: map[*core.Var]core.Exp{}, levels: map[*core.Var]*level{}, rowOf: map[*core.Var]*core.Var{}}
		return iv.body(f.Body, false)
	})
}

type inverter struct {
	funs   map[*core.Fun]*core.Fun
	defs   map[*core.Var]core.Exp
	levels map[*core.Var]*level    // by what is the index of a map or loop
	rowOf  map[*core.Var]*core.Var // the array of which a parameter of a map is an element
}

// level is a map or loop around an update.
type level struct {
	i *core.Var // stands for its index
	w core.Atom
	m *core.Map
	l *core.Loop
}

// step is what is on the way to an update in one body: the statements before, and where it goes on, in a level or a branch.
type step struct {
	stms  []core.Stm
	level *level
	cond  core.Atom // nil if there is no branch
	els   bool
}

// addend is an update of an accumulator.
type addend struct {
	path   []step
	idxs   []core.Atom
	val    core.Atom
	idx    []affine.Form
	pivots []*level // by dimension
	sums   []*level // those that are no pivot
	sure   bool     // pivots are in range for all places
	need   map[*core.Var]bool
}

// body rewrites a body; inside says whether it is one of parallel code.
func (iv *inverter) body(b core.Body, inside bool) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		for _, v := range s.Pat {
			iv.defs[v] = s.Exp
		}
		w, with := s.Exp.(*core.WithAcc)
		if with {
			s.Pat = iv.withAcc(out, s.Pat, w, inside)
		}
		e := s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return iv.body(b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: iv.body(l.Body, inside || !with)}
			},
		})
		if c, ok := e.(*core.Call); ok {
			c.Fun = iv.funs[c.Fun]
		}
		out.Add(s.Pat, e)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// withAcc adds maps in the place of accumulators, and gives what the node's results are called then: those that maps compute are dead.
func (iv *inverter) withAcc(out *core.Builder, pat []*core.Var, w *core.WithAcc, inside bool) []*core.Var {
	core.Walk(w.Fn.Body, func(s core.Stm) {
		for _, v := range s.Pat {
			iv.defs[v] = s.Exp
		}
	})
	pat = slices.Clone(pat)
	bound := core.BoundIn(w.Fn)
	for i, a := range w.Accs {
		if !isSum(a.Op) || !core.IsNeutral(a.Op, a.Ne) {
			continue
		}
		f := &finder{iv: iv, cert: a.Cert, op: a.Op, bound: bound, ok: true}
		f.body(w.Fn.Body, nil)
		if !f.ok || !f.invertible(a, inside) {
			continue
		}
		g := &gather{iv: iv, acc: a, sites: f.sites}
		g.array(out, 0, nil)
		out.Stms[len(out.Stms)-1].Pat = []*core.Var{pat[i]}
		pat[i] = core.NewVar(pat[i].Name, pat[i].Type)
	}
	return pat
}

// limits of what is inverted.
const (
	maxSites = 16
	maxValue = 120 // what the values of all updates cost: 1 for an operation on whole numbers, 40 for an exponential
)

// invertible reports whether the places of all updates say which points add to them, and whether a map gains.
func (f *finder) invertible(a core.AccInput, inside bool) bool {
	if len(f.sites) == 0 || len(f.sites) > maxSites {
		return false
	}
	cost := 0
	for _, s := range f.sites {
		if len(s.idxs) != a.Arr.Type.Rank() || !f.places(s, a.Arr.Type.Dims) {
			return false
		}
		n, ok := f.needs(s)
		if cost += n; !ok || !f.grain(s, inside) {
			return false
		}
	}
	return cost <= maxValue
}

// def is the node of a variable; the parameters of maps over indices are indices.
func (f *finder) def(v *core.Var) core.Exp {
	if f.iv.levels[v] != nil {
		return nil
	}
	return f.iv.defs[v]
}

// places finds the pivot of each dimension: the index that a place of it says, given the others.
func (f *finder) places(s *addend, dims []core.Atom) bool {
	own := map[*core.Var]*level{}
	var all []*level
	for _, st := range s.path {
		if st.level != nil {
			if v, ok := st.level.w.(*core.Var); ok && f.bound[v] {
				return false
			}
			own[st.level.i] = st.level
			all = append(all, st.level)
		}
	}
	used := map[*level]bool{}
	s.sure = true
	for d, a := range s.idxs {
		x, ok := affine.Of(a, f.def)
		if !ok {
			return false
		}
		var pivot *level
		for _, t := range x.Terms {
			l := own[t.V]
			switch {
			case l == nil && f.bound[t.V]:
				return false
			case l != nil && !used[l] && (t.K == 1 || t.K == -1) && f.match(dims[d], l.w) && (pivot == nil || isConst(pivot.w)):
				pivot = l
			}
		}
		if pivot == nil {
			return false
		}
		used[pivot] = true
		low, high := f.iv.certain(dims[d], pivot.w, x.Factor(pivot.i), x.Without(pivot.i))
		s.sure = s.sure && low && high
		s.idx, s.pivots = append(s.idx, x), append(s.pivots, pivot)
	}
	for _, l := range all {
		if !used[l] {
			s.sums = append(s.sums, l)
		}
	}
	return s.order() != nil
}

func isConst(a core.Atom) bool { _, ok := a.(core.Const); return ok }

// match reports whether a dimension has about as many places as a level has iterations.
func (f *finder) match(d, w core.Atom) bool {
	x, ok := affine.Of(d, f.def)
	y, ok2 := affine.Of(w, f.def)
	if !ok || !ok2 {
		return false
	}
	diff := x.Plus(-1, y)
	if len(x.Terms)+len(y.Terms) == 0 {
		return x.C <= 4*y.C+8
	}
	const border = 64
	return len(diff.Terms) == 0 && -border <= diff.C && diff.C <= border
}

// order is the order in which pivots follow from others that follow before; nil if there is none.
func (s *addend) order() []int {
	var out []int
	done := map[*core.Var]bool{}
	for range s.pivots {
		for d, p := range s.pivots {
			ready := !done[p.i]
			for q, o := range s.pivots {
				ready = ready && (q == d || done[o.i] || s.idx[d].Factor(o.i) == 0)
			}
			if ready {
				done[p.i] = true
				out = append(out, d)
			}
		}
	}
	if len(out) < len(s.pivots) {
		return nil
	}
	return out
}

// grain reports whether a map over the places is as parallel as what it replaces: outside of parallel code there are more of
// them than sums in each, or the outermost level is among them. In parallel code a thread adds to its own accumulator, which costs less than to
// test what is in range.
func (f *finder) grain(s *addend, inside bool) bool {
	if inside {
		return s.sure && f.alongRows(s)
	}
	wide := func(ls []*level) (n int) {
		for _, l := range ls {
			if !isConst(l.w) {
				n++
			}
		}
		return n
	}
	first := slices.IndexFunc(s.path, func(st step) bool { return st.level != nil })
	return wide(s.pivots) > wide(s.sums) || slices.Contains(s.pivots, s.path[first].level)
}

// alongRows reports whether the sums of an update go along rows in memory, not down columns, where rows would be read a piece at a time.
func (f *finder) alongRows(s *addend) bool {
	if len(s.sums) == 0 {
		return true
	}
	down := func(a core.Atom) bool { // that last index of an element goes with places alone
		x, ok := affine.Of(a, f.def)
		places := slices.ContainsFunc(s.pivots, func(l *level) bool { return x.Factor(l.i) != 0 })
		return ok && places && !slices.ContainsFunc(s.sums, func(l *level) bool { return x.Factor(l.i) != 0 })
	}
	for _, st := range s.path {
		for _, x := range st.stms {
			if e, ok := x.Exp.(*core.Index); ok && s.need[x.Pat[0]] && x.Pat[0].Type.IsScalar() && len(e.Idx) > 0 && down(e.Idx[len(e.Idx)-1]) && s.readsSums(e, f) {
				return false
			}
		}
		if l := st.level; l != nil && l.m != nil {
			for j, p := range l.m.Fn.Params[len(l.m.Accs):] {
				if v := l.m.Arrs[j]; s.need[p] && p.Type.IsScalar() && f.bound[v] && !f.iv.isIndices(v) && !f.iv.isFill(v) && down(l.i) {
					return false
				}
			}
		}
	}
	return true
}

// isFill reports whether an array, or one that it is a row of, is the same everywhere.
func (iv *inverter) isFill(v *core.Var) bool {
	for iv.rowOf[v] != nil {
		v = iv.rowOf[v]
	}
	e := iv.defs[v]
	if r, ok := e.(*core.Reshape); ok {
		e = iv.defs[r.Arr]
	}
	r, ok := e.(*core.Replicate)
	return ok && r.Val.AtomType().IsScalar()
}

// readsSums reports whether an element read depends on a sum.
func (s *addend) readsSums(e *core.Index, f *finder) bool {
	return f.bound[e.Arr] || slices.ContainsFunc(e.Idx, func(a core.Atom) bool {
		x, _ := affine.Of(a, f.def)
		return slices.ContainsFunc(s.sums, func(l *level) bool { return x.Factor(l.i) != 0 })
	})
}

// needs notes what of the statements on the way the value of an update needs, and what they cost; not ok if they are not cheap.
func (f *finder) needs(s *addend) (cost int, ok bool) {
	s.need = map[*core.Var]bool{}
	reach := map[*core.Var]bool{} // what the path binds
	for _, st := range s.path {
		for _, x := range st.stms {
			for _, v := range x.Pat {
				reach[v] = true
			}
		}
		if st.level != nil {
			reach[st.level.i] = true
			if m := st.level.m; m != nil {
				for _, p := range m.Fn.Params[len(m.Accs):] {
					reach[p] = true
				}
			}
		}
	}
	ok = true
	var want func(a core.Atom)
	want = func(a core.Atom) {
		v, isVar := a.(*core.Var)
		if !isVar || !f.bound[v] || s.need[v] || !ok {
			return
		}
		if ok = reach[v]; !ok {
			return
		}
		s.need[v] = true
		e := f.def(v)
		if e == nil {
			return
		}
		n, cheap := costOf(e)
		if cost, ok = cost+n, cheap; ok {
			for _, u := range core.FreeInExp(e).List {
				want(u)
			}
		}
	}
	want(s.val)
	for _, st := range slices.Backward(s.path) {
		if st.cond != nil {
			want(st.cond)
		}
		if st.level != nil && st.level.m != nil {
			for j, p := range st.level.m.Fn.Params[len(st.level.m.Accs):] {
				if s.need[p] && p != st.level.i {
					want(st.level.m.Arrs[j])
				}
			}
		}
	}
	return cost, ok
}

// costOf is what a node costs that may be computed again; not ok if it may not.
func costOf(e core.Exp) (cost int, ok bool) {
	switch e := e.(type) {
	case *core.PrimApp:
		if e.T.IsFloat() && (e.Op == prim.Div || e.Op == prim.Sqrt) {
			return 8, true
		}
		if !e.T.IsFloat() { // mostly of indices, the same for a vector of points
			return 1, true
		}
		if e.Op.IsConversion() || len(e.Args) == 2 && e.Op != prim.Pow && e.Op != prim.Atan2 || e.Op == prim.Neg || e.Op == prim.Abs {
			return 2, true
		}
		return 40, true
	case *core.Index:
		return 2, true
	case *core.Use, *core.Rearrange, *core.Reshape, *core.Iota:
		return 1, true
	case *core.Replicate:
		return 1, e.Val.AtomType().IsScalar()
	case *core.If:
		for _, b := range []core.Body{e.Then, e.Else} {
			for _, s := range b.Stms {
				n, cheap := costOf(s.Exp)
				if cost += n; !cheap || !core.AllScalar(core.VarTypes(s.Pat)) {
					return 0, false
				}
			}
		}
		return cost, core.AllScalar(core.AtomTypes(e.Then.Result))
	default: // work, or a change
	}
	return 0, false
}
