package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/prim"
)

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
		if c, ok := e.(*core.If); ok {
			e = withResults(c, []int{f.iv.nth[v]})
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
	case *core.Use, *core.Slice, *core.Rearrange, *core.Reshape, *core.Iota:
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

// withResults is a branch that has only some of its results.
func withResults(e *core.If, results []int) *core.If {
	body := func(b core.Body) core.Body {
		out := core.Body{}
		need := map[*core.Var]bool{}
		for _, k := range results {
			out.Result = append(out.Result, b.Result[k])
			need[core.AsVar(b.Result[k])] = true
		}
		for _, s := range slices.Backward(b.Stms) {
			if !slices.ContainsFunc(s.Pat, func(v *core.Var) bool { return need[v] }) {
				continue
			}
			s = needed(s, need)
			for _, v := range core.FreeInStm(s).List {
				need[v] = true
			}
			out.Stms = append(out.Stms, s)
		}
		slices.Reverse(out.Stms)
		return out
	}
	return &core.If{Cond: e.Cond, Then: body(e.Then), Else: body(e.Else)}
}

// needed is a statement; of a branch it has the results that are needed.
func needed(s core.Stm, need map[*core.Var]bool) core.Stm {
	e, ok := s.Exp.(*core.If)
	if !ok {
		return s
	}
	var results []int
	var pat []*core.Var
	for k, v := range s.Pat {
		if need[v] {
			results, pat = append(results, k), append(pat, v)
		}
	}
	return core.Stm{Pat: pat, Exp: withResults(e, results), Src: s.Src}
}

// where says what code is part of.
type where int

const (
	alone    where = iota // no parallel code
	inPoint               // parallel code
	inThread              // a loop of parallel code, which a thread goes through
)

// in is where the bodies of a node are.
func (w where) in(e core.Exp) where {
	if _, ok := e.(*core.Loop); ok && w == inPoint {
		return inThread
	}
	return w
}

// grain reports whether a map over the places is as parallel as what it replaces: outside of parallel code there are more of
// them than sums in each, or the outermost level is among them, or sums of cheap values along rows are no longer than there are places. In parallel code a
// thread adds to its own accumulator, which costs less than to test what is in range; but a map of cheap values without sums is one with the map around, of
// which most vectors are smooth.
func (f *finder) grain(s *addend, inside where, cost int) bool {
	if inside != alone {
		together := inside == inPoint && len(s.sums) == 0 && cost <= cheapValue
		return (s.sure || together) && f.alongRows(s)
	}
	wide := func(ls []*level) (n int) {
		for _, l := range ls {
			if l != nil && !isConst(l.w) {
				n++
			}
		}
		return n
	}
	first := slices.IndexFunc(s.path, func(st step) bool { return st.level != nil })
	return wide(s.pivots)+len(s.fixed) > wide(s.sums) || slices.Contains(s.pivots, s.path[first].level) || cost <= cheapValue && s.asWide() && f.alongRows(s)
}

// asWide reports whether each sum is as long as there are places in a dimension of its own.
func (s *addend) asWide() bool {
	places := map[core.Atom]int{}
	for _, l := range s.pivots {
		if l != nil {
			places[l.w]++
		}
	}
	for _, l := range s.sums {
		if places[l.w]--; places[l.w] < 0 && !isConst(l.w) {
			return false
		}
	}
	return true
}

// alongRows reports whether the sums of an update go along rows in memory, not down columns, where rows would be read a piece at a time.
func (f *finder) alongRows(s *addend) bool {
	if len(s.sums) == 0 {
		return true
	}
	down := func(arr *core.Var, a core.Atom) bool { // that the last index of an element goes with places alone
		x, ok := f.inMemory(arr, a)
		places := slices.ContainsFunc(s.pivots, func(l *level) bool { return l != nil && x.Factor(l.i) != 0 })
		return ok && places && !slices.ContainsFunc(s.sums, func(l *level) bool { return x.Factor(l.i) != 0 })
	}
	for _, st := range s.path {
		for _, x := range st.stms {
			if e, ok := x.Exp.(*core.Index); ok && s.need[x.Pat[0]] && x.Pat[0].Type.IsScalar() && len(e.Idx) > 0 && down(e.Arr, e.Idx[len(e.Idx)-1]) && s.readsSums(e, f) {
				return false
			}
		}
		if l := st.level; l != nil && l.m != nil {
			for j, p := range l.m.Fn.Params[len(l.m.Accs):] {
				if v := l.m.Arrs[j]; s.need[p] && p.Type.IsScalar() && f.bound[v] && !f.iv.isIndices(v) && !f.iv.isFill(v) && down(v, l.i) {
					return false
				}
			}
		}
	}
	return true
}

// inMemory is the last index, in the array that a slice or rows of it are of, of an element that has this one; not ok if that is no sum.
func (f *finder) inMemory(arr *core.Var, last core.Atom) (x affine.Form, ok bool) {
	x, ok = affine.Of(last, f.def)
	rank := arr.Type.Rank()
	for f.iv.rowOf[arr] != nil {
		arr = f.iv.rowOf[arr]
		rank++
	}
	e, isSlice := f.iv.defs[arr].(*core.Slice)
	if !isSlice || len(e.Dims) < rank {
		return x, ok
	}
	d := e.Dims[rank-1]
	start, known := affine.Of(d.Start, f.def)
	return x.Plus(1, start), ok && known && core.IsInt(d.Stride, 1)
}
