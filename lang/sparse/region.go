package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Regions]
//
// A region is a union of guards, each a conjunction of facts: affine = 0 or affine >= 0, over scalars in scope and, for an array, over
// its indices (dims). The value is zero outside of the region, nothing is said of it inside. No guard: it is zero everywhere. A guard
// without facts: nothing is known. So a one-hot array is one guard with the fact d0 = i, one with a one-hot dimension (a nonzero row)
// likewise, a few-hot one has a few such guards; a triangle is one guard d1 <= d0, a band has two facts; a diagonal of blocks is what
// is written with quotients that stand for themselves: d0/b = d1/b. [Peng23, 4.3] has one-hot and few-hot dimensions, [Peng23, 4.2] triangles.
//
// Affine arithmetic is exact only if nothing wraps around. So sums are looked through only where all their parts are small: indices of
// maps and loops, sizes, constants, and what is made of these. Other integers stand for themselves.

// fact is affine = 0 if eq, else affine >= 0.
type fact struct {
	affine
	eq bool
}

type (
	guard  []fact
	region []guard
)

// dims stand for the indices of an array in its region.
var dims = func() (out [6]*core.Var) {
	for i := range out {
		out[i] = core.NewVar("d", core.Prim(prim.I64))
	}
	return out
}()

func everywhere() region { return region{guard{}} }

// dense reports whether the region says nothing.
func (r region) dense() bool {
	return slices.ContainsFunc(r, func(g guard) bool { return len(g) == 0 })
}

// with is g and f; false if that cannot be.
func (g guard) with(f fact) (guard, bool) {
	if len(f.Terms) == 0 {
		return g, f.C == 0 || !f.eq && f.C > 0
	}
	for _, h := range g {
		switch {
		case h.eq == f.eq && h.Equal(f.affine):
			return g, true
		case h.eq:
			for _, sign := range []int64{1, -1} {
				if d, ok := f.Minus(h.Times(sign)); ok && (d < 0 || f.eq && d != 0) {
					return g, false
				} else if ok {
					return g, true
				}
			}
		case f.eq: // what h says may follow, but it does no harm
			for _, sign := range []int64{1, -1} {
				if d, ok := h.Minus(f.Times(sign)); ok && d < 0 {
					return g, false
				}
			}
		default:
			if d, ok := f.Plus(1, h.affine).Minus(number(0)); ok && d < 0 {
				return g, false
			}
		}
	}
	return append(slices.Clip(g), f), true
}

// and is the guard of both; false if there is no place.
func (g guard) and(h guard) (guard, bool) {
	ok := true
	for _, f := range h {
		if g, ok = g.with(f); !ok {
			return nil, false
		}
	}
	return g, true
}

// has reports whether f is one of the facts.
func (g guard) has(f fact) bool {
	return slices.ContainsFunc(g, func(h fact) bool { return h.eq == f.eq && (h.Equal(f.affine) || f.eq && h.Equal(f.Times(-1))) })
}

// implies reports whether all facts of h are among those of g.
func (g guard) implies(h guard) bool {
	return !slices.ContainsFunc(h, func(f fact) bool { return !g.has(f) })
}

// excludes reports whether g cannot hold where r is.
func (g guard) excludes(r region) bool {
	return !slices.ContainsFunc(r, func(h guard) bool { _, ok := g.and(h); return ok })
}

// or is the union.
func (r region) or(s region) region {
	out := slices.Clone(r)
	for _, g := range s {
		if slices.ContainsFunc(out, g.implies) {
			continue
		}
		out = slices.DeleteFunc(out, func(h guard) bool { return h.implies(g) })
		out = append(out, g)
	}
	if len(out) > limits.Now.SparsePlaces {
		return everywhere()
	}
	return out
}

// and is the intersection, or what of it is not too long.
func (r region) and(s region) region {
	if r.dense() {
		return s
	}
	out := region{}
	for _, g := range r {
		for _, h := range s {
			if both, ok := g.and(h); ok {
				out = out.or(region{both})
			}
		}
	}
	if out.dense() && !r.dense() {
		return r
	}
	return out
}

// each gives every fact another affine.
func (r region) each(f func(affine) affine) region {
	out := region{}
	for _, g := range r {
		n, ok := guard{}, true
		for _, x := range g {
			if n, ok = n.with(fact{f(x.affine), x.eq}); !ok {
				break
			}
		}
		if ok {
			out = out.or(region{n})
		}
	}
	return out
}

// put is r with b in the place of v.
func (r region) put(v *core.Var, b affine) region {
	return r.each(func(a affine) affine { return a.Put(v, b) })
}

// moved is r with dimension i at place to(i).
func (r region) moved(rank int, to func(i int) int) region {
	names := map[*core.Var]*core.Var{}
	for i := range min(rank, len(dims)) {
		if j := to(i); 0 <= j && j < len(dims) {
			names[dims[i]] = dims[j]
		}
	}
	return r.each(func(a affine) affine {
		return a.Renamed(func(v *core.Var) *core.Var {
			if n := names[v]; n != nil {
				return n
			}
			return v
		})
	})
}

// without is where r is for some value of v: facts on v go, and what follows from them without v stays.
func (r region) without(v *core.Var) region {
	out := region{}
	for _, g := range r {
		n, ok := g.without(v)
		if ok {
			out = out.or(region{n})
		}
	}
	return out
}

func (g guard) without(v *core.Var) (out guard, ok bool) {
	ok = true
	for _, f := range g {
		if e, solved := solve(f.affine, v); f.eq && solved {
			for _, h := range g {
				if out, ok = out.with(fact{h.Put(v, e), h.eq}); !ok {
					return nil, false
				}
			}
			return out, true
		}
	}
	for i, f := range g {
		switch k := f.Factor(v); {
		case k == 0:
			out, ok = out.with(f)
		case !f.eq && (k == 1 || k == -1): // a lower bound and an upper one
			for _, h := range g[i+1:] {
				if !h.eq && h.Factor(v) == -k {
					out, ok = out.with(fact{f.Plus(1, h.affine), false})
				}
				if !ok {
					return nil, false
				}
			}
		}
		if !ok {
			return nil, false
		}
	}
	return out, true
}

// indexed reports whether a sum depends on an index of the array.
func indexed(a affine) bool {
	return slices.ContainsFunc(a.Terms, func(t linear.Term[*core.Var]) bool { return slices.Contains(dims[:], t.V) })
}

// places are the values of v of which one holds at every place of the region; false if they are not that few. They are in the order of
// size where it is known, and known reports whether that is so for all.
func (r region) places(v *core.Var) (out []affine, known, ok bool) {
	for _, g := range r {
		at := slices.IndexFunc(g, func(f fact) bool { e, ok := solve(f.affine, v); return ok && f.eq && !indexed(e) })
		if at < 0 {
			return nil, false, false
		}
		e, _ := solve(g[at].affine, v)
		if !slices.ContainsFunc(out, e.Equal) {
			out = append(out, e)
		}
	}
	known = true
	slices.SortStableFunc(out, func(a, b affine) int {
		d, ok := a.Minus(b)
		known = known && ok
		switch {
		case !ok || d == 0:
			return 0
		case d < 0:
			return -1
		}
		return 1
	})
	return out, known, true
}
