package sparse

import (
	"slices"

	"raido/lang/core"
	forms "raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// interval holds the bounds of an index of a region: lower ones (at least) and upper ones (less than), for each guard.
type interval struct {
	lower, upper [][]affine // nil if some guard has none
	known        guard      // what the bounds say of the index: other facts of the region need not hold between them
}

// interval is where the index v runs in a region; false if there is no bound.
func (w *walk) interval(r region, v *core.Var) (interval, bool) {
	var out interval
	var known guard
	down, up := true, true
	for _, g := range r {
		var lower, upper []affine
		for _, f := range g {
			e, ok := solve(f.affine, v)
			if !ok || indexed(e) || !w.plain(e) {
				continue
			}
			known = append(known, f)
			if f.eq || f.Factor(v) > 0 {
				lower = append(lower, e)
			}
			if f.eq || f.Factor(v) < 0 {
				upper = append(upper, e.Add(1))
			}
		}
		down, up = down && len(lower) > 0, up && len(upper) > 0
		out.lower, out.upper = append(out.lower, lower), append(out.upper, upper)
	}
	if !down {
		out.lower = nil
	}
	if !up {
		out.upper = nil
	}
	if len(r) == 1 {
		out.known = known
	}
	return out, len(r) > 0 && (down || up)
}

// farthest is beyond every index, and far from the ends of an i64.
const farthest = 1 << 48

// plain reports whether a sum can be computed without leaving the range of an i64: at most one part is not small.
func (w *walk) plain(a affine) bool {
	large := 0
	for _, t := range a.Terms {
		if !w.small[t.V] {
			large++
			if t.K != 1 && t.K != -1 {
				return false
			}
		}
	}
	return large <= 1 && modest(a)
}

// bounds computes the first index and the number of indices within 0 <= i < n.
func (w *walk) bounds(b *core.Builder, in interval, n core.Atom) (first, count core.Atom) {
	op := func(o *prim.Op, x, y core.Atom) core.Atom { return b.Prim(o, prim.I64, x, y) }
	fold := func(o *prim.Op, xs []core.Atom) core.Atom {
		out := xs[0]
		for _, x := range xs[1:] {
			out = op(o, out, x)
		}
		return out
	}
	nested := func(inner, outer *prim.Op, sums [][]affine) core.Atom {
		var ones []affine // where each guard has one bound, these
		for i, s := range sums {
			sums[i] = ends(s, inner)
			ones = append(ones, sums[i]...)
		}
		if len(ones) == len(sums) {
			sums = nil
			for _, a := range ends(ones, outer) {
				sums = append(sums, []affine{a})
			}
		}
		var each []core.Atom
		for _, s := range sums {
			var xs []core.Atom
			for _, a := range s {
				xs = append(xs, w.bound(b, a))
			}
			each = append(each, fold(inner, xs))
		}
		x := fold(outer, each)
		low, high := w.inside(sums, n)
		if w.early != nil {
			low, high = w.proved(b, x, n)
		}
		if !low {
			x = op(prim.Max, x, core.IntC(0))
		}
		if !high {
			x = op(prim.Min, x, n)
		}
		return x
	}
	first, last := core.Atom(core.IntC(0)), n
	if in.lower != nil {
		first = nested(prim.Max, prim.Min, in.lower)
	}
	if in.upper != nil {
		last = nested(prim.Min, prim.Max, in.upper)
	}
	if in.lower == nil {
		return first, last
	}
	count = op(prim.Sub, last, first)
	if w.early != nil {
		if low, _ := w.proved(b, count, n); low {
			return first, count
		}
	} else if low, ok := only(in.lower); ok && in.upper != nil {
		// cut off at 0 and n, too, they are in order: 0 <= high, low <= n
		if high, ok := only(in.upper); ok && w.notNegative(high.Plus(-1, low)) && w.notNegative(high) && w.atMost(low, n) {
			return first, count
		}
	}
	return first, op(prim.Max, count, core.IntC(0))
}

// ends are sums without those that are never the least (min) or the greatest (max).
func ends(sums []affine, op *prim.Op) (out []affine) {
	for i, a := range sums {
		if !slices.ContainsFunc(sums, func(b affine) bool {
			d, ok := a.Minus(b)
			return ok && (op == prim.Min && d > 0 || op == prim.Max && d < 0)
		}) && !slices.ContainsFunc(sums[:i], a.Equal) {
			out = append(out, a)
		}
	}
	return out
}

// inside reports whether a bound is at least zero, and at most n: an index of a map around, or one more, or a size and what is as far from n as it is.
func (w *walk) inside(sums [][]affine, n core.Atom) (low, high bool) {
	a, ok := only(sums)
	if !ok {
		return false, false
	}
	return w.notNegative(a), w.atMost(a, n)
}

// atMost reports whether a sum is certainly at most n.
func (w *walk) atMost(a affine, n core.Atom) bool {
	d, apart := w.affine(n).Minus(a)
	return apart && d >= 0 || len(a.Terms) == 1 && a.Terms[0].K == 1 && a.C <= 1 && w.below[a.Terms[0].V] == n
}

// only is the one sum of a bound.
func only(sums [][]affine) (affine, bool) {
	if len(sums) != 1 || len(sums[0]) != 1 {
		return affine{}, false
	}
	return sums[0][0], true
}

// notNegative reports whether a sum is certainly at least zero: of sizes and indices.
func (w *walk) notNegative(a affine) bool {
	return a.C >= 0 && !slices.ContainsFunc(a.Terms, func(t linear.Term[*core.Var]) bool {
		return t.K < 0 || !w.sizes[t.V] && w.below[t.V] == nil
	})
}

// bound computes a sum, of which a part that is not small is cut off where it is beyond all indices.
func (w *walk) bound(b *core.Builder, a affine) core.Atom {
	out := number(a.C)
	for _, t := range a.Terms {
		if !w.small[t.V] {
			low := b.Prim(prim.Max, prim.I64, t.V, core.IntC(-farthest))
			t.V = b.Prim(prim.Min, prim.I64, low, core.IntC(farthest))
		}
		out = out.Plus(t.K, linear.Of(t.V))
	}
	if w.early != nil { // a sum that other passes read
		return forms.Atom(out, b)
	}
	return w.atom(b, out)
}

// sliced is the part of an array in an interval, where what it is made of is sliced before; in is what is known of its indices (d0).
func (w *walk) sliced(b *core.Builder, arr *core.Var, first, count core.Atom, in guard) *core.Var {
	if s := w.def[arr]; s != nil && s.free {
		switch e := s.Exp.(type) {
		case *core.Iota:
			step := b.Prim(prim.Mul, e.T, w.as(b, e.T, first), e.Step)
			start := b.Prim(prim.Add, e.T, e.Start, step)
			return b.Let(arr.Name, &core.Iota{N: count, Start: start, Step: e.Step, T: e.T})
		case *core.Replicate:
			return b.Let(arr.Name, &core.Replicate{Dims: append([]core.Atom{count}, e.Dims[1:]...), Val: e.Val})
		case *core.Map:
			if len(e.Accs) == 0 && s.times == w.times && w.uses[arr] == 1 && computable(e.Fn) {
				return b.Bind(arr.Name, w.part(b, e, e.Accs, first, count, in))[slices.Index(s.Pat, arr)]
			}
		default: // sliced where it is
		}
	}
	return b.Let(arr.Name, &core.Slice{Arr: arr, Dims: []core.DimSlice{{Start: first, Count: count, Stride: core.IntC(1)}}})
}

func (w *walk) as(b *core.Builder, t prim.Type, a core.Atom) core.Atom {
	if t == prim.I64 {
		return a
	}
	return b.Prim(prim.To(t), prim.I64, a)
}

// part is a map over an interval, in which conditions are decided that follow from what is known of the indices.
func (w *walk) part(b *core.Builder, e *core.Map, accs []*core.Var, first, count core.Atom, in guard) *core.Map {
	out := &core.Map{W: count, Accs: accs}
	for _, a := range e.Arrs {
		out.Arrs = append(out.Arrs, w.sliced(b, a, first, count, in))
	}
	body := core.Body{Stms: w.decided(e.Fn.Body.Stms, in, w.at[e]), Result: e.Fn.Body.Result}
	out.Fn = core.Rename(&core.Lambda{Params: e.Fn.Params, Ret: e.Fn.Ret, Body: body})
	return out
}

// decided are statements in which conditions are decided that follow from what is known of the index i, as dimension 0. Where a condition
// holds, and where not, is known with places too many: it is decided by what cannot be, and a comparison by being known.
func (w *walk) decided(stms []core.Stm, in guard, i *core.Var) []core.Stm {
	known := guard{}
	for _, f := range in {
		known, _ = known.with(fact{f.Put(dims[0], linear.Of(i)), f.eq})
	}
	out := slices.Clone(stms)
	for k, s := range out {
		if len(s.Pat) != 1 {
			continue
		}
		c, ok := w.conds[s.Pat[0]]
		switch {
		case !ok:
		case known.excludes(c.no) || compares(s.Exp) && len(c.yes) == 1 && len(c.yes[0]) > 0 && known.implies(c.yes[0]):
			out[k].Exp = &core.Use{Atom: core.BoolC(true)}
		case known.excludes(c.yes):
			out[k].Exp = &core.Use{Atom: core.BoolC(false)}
		}
	}
	return out
}

func compares(e core.Exp) bool {
	p, ok := e.(*core.PrimApp)
	return ok && (p.Op == prim.Eq || p.Op == prim.Le || p.Op == prim.Lt)
}
