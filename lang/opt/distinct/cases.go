package distinct

import (
	"slices"

	"raido/lang/core"
)

// kase is one case: the index of its points, and what the arrays that are summed are in it.
type kase struct {
	idx     form
	counted map[*core.Var]int64
}

// over is a number as a constant and a sum over the cases: of multiples of how many points are in each.
type over struct {
	c  int64
	of []int64
}

// plus is f + k*g.
func (f over) plus(k int64, g over) over {
	out := over{f.c + k*g.c, slices.Clone(f.of)}
	for i, x := range g.of {
		out.of[i] += k * x
	}
	return out
}

// never reports whether the number is never less than zero.
func (f over) neverNegative() bool {
	return f.c >= 0 && !slices.ContainsFunc(f.of, func(x int64) bool { return x < 0 })
}

func (f over) equal(g over) bool { return f.c == g.c && slices.Equal(f.of, g.of) }

// place is where the points of one case go: base + o - 1 for the points counted in o so far, or base + total of o - o if it is backward.
type place struct {
	none     bool // nowhere
	base     over
	o        []int64 // what the points of each case count
	backward bool
}

// end is where the places with this base end.
func (p place) end() over { return p.base.plus(1, over{of: p.o}) }

// maxCases bounds the cases of a proof, maxStride the distance of places and all other factors, for which sums do not overflow.
const (
	maxCases  = 32
	maxStride = 1 << 20
)

// prove tells whether no two of the w indices into an array of a size are the same place, and whether they are all that there are.
func (d *defs) prove(idx *core.Var, w, size core.Atom) (distinct, all bool) {
	if step, single := d.affine(idx); single {
		return step, false
	}
	e := &evaluator{defs: d, w: w, counted: &core.VarSet{}, named: map[string]*core.Var{}}
	var cases []kase
	for known := -1; known < len(e.counted.List); { // until no case counts another array
		known, cases = len(e.counted.List), nil
		if !e.split(map[*core.Var]int64{}, idx, size, &cases) {
			return false, false
		}
	}
	dim, sized := e.all(cases), true
	if size != w {
		dim, sized = e.over(e.scalar(size).form(), cases)
	}
	var places []place
	fills, written := sized, over{of: make([]int64, len(cases))}
	for i, c := range cases {
		p, ok := e.placeOf(i, c.idx, dim, sized, cases)
		if !ok {
			return false, false
		}
		if p.none {
			continue
		}
		if slices.ContainsFunc(places, func(q place) bool { return p.meets(q) }) {
			return false, false
		}
		written.of[i] = 1
		fills = fills && p.base.neverNegative() && dim.plus(-1, p.end()).neverNegative()
		places = append(places, p)
	}
	return true, fills && written.equal(dim)
}

// meets reports whether points of two cases may have the same place.
func (p place) meets(q place) bool {
	one := p.backward == q.backward && p.base.equal(q.base) && slices.Equal(p.o, q.o)
	return !one && !p.base.plus(-1, q.end()).neverNegative() && !q.base.plus(-1, p.end()).neverNegative()
}

// affine reports whether an index is a constant and a multiple of the point's number, and whether that is no zero.
func (d *defs) affine(idx *core.Var) (step, single bool) {
	e := &evaluator{defs: d, counted: &core.VarSet{}, named: map[string]*core.Var{}}
	v, ok := e.run(map[*core.Var]int64{}, func() value { return e.element(idx) })
	if !ok || v.c != nil || len(v.lin.Terms) == 0 {
		return false, false
	}
	k := v.lin.Factor(symbol{kind: number})
	for _, t := range v.lin.Terms {
		if t.V.kind == scanned || t.V.kind == pointwise {
			return false, false
		}
	}
	return k != 0 && -maxStride <= k && k <= maxStride, k != 0
}

// split finds the cases under what is known of the variables on which the indices depend.
func (e *evaluator) split(known map[*core.Var]int64, idx *core.Var, size core.Atom, cases *[]kase) bool {
	if len(*cases) > maxCases {
		return false
	}
	c := kase{counted: map[*core.Var]int64{}}
	ok := true
	_, done := e.run(known, func() value {
		v := e.element(idx)
		c.idx = v.form()
		for _, f := range []form{c.idx, e.scalar(size).form()} {
			for _, t := range f.Terms {
				if t.V.kind == scanned || t.V.kind == total {
					e.counted.Add(t.V.v)
				}
			}
		}
		for _, a := range e.counted.List {
			n := e.element(a)
			if n.c == nil || !n.form().Fits(maxStride, 0) {
				ok = false
				break
			}
			c.counted[a] = n.c.Int64()
		}
		return v
	})
	if done {
		*cases = append(*cases, c)
		return ok && c.idx.Fits(maxStride, maxStride)
	}
	on, values := e.open, e.size
	for k := range values {
		known[on] = k
		if !e.split(known, idx, size, cases) {
			return false
		}
	}
	delete(known, on)
	return true
}

// all is the number of points.
func (e *evaluator) all(cases []kase) over { return over{of: slices.Repeat([]int64{1}, len(cases))} }

// over is a form of totals and of the number of points as a sum over the cases.
func (e *evaluator) over(f form, cases []kase) (over, bool) {
	out := over{c: f.C, of: make([]int64, len(cases))}
	for _, t := range f.Terms {
		switch {
		case t.V.kind == total:
			out = out.plus(t.K, over{of: countedIn(t.V.v, cases)})
		case t.V.kind == outside && core.Atom(t.V.v) == e.w:
			out = out.plus(t.K, e.all(cases))
		default:
			return out, false
		}
	}
	return out, true
}

// countedIn is what the points of each case count in an array.
func countedIn(a *core.Var, cases []kase) []int64 {
	out := make([]int64, len(cases))
	for i, c := range cases {
		out[i] = c.counted[a]
	}
	return out
}

// placeOf is the place that an index into dim elements is, for the points of case i; sized: dim is known.
func (e *evaluator) placeOf(i int, idx form, dim over, sized bool, cases []kase) (place, bool) {
	so := over{of: make([]int64, len(cases))}
	rest := idx
	for _, t := range idx.Terms {
		switch t.V.kind {
		case scanned:
			so = so.plus(t.K, over{of: countedIn(t.V.v, cases)})
			rest = rest.Without(t.V)
		case number: // as many points so far, less this one
			so = so.plus(t.K, e.all(cases))
			rest = rest.Without(t.V).Add(-t.K)
		default: // the same at all points, or else over refuses it
		}
	}
	base, ok := e.over(rest, cases)
	if !ok {
		return place{}, false
	}
	p := place{base: base, o: so.of}
	switch {
	case len(idx.Terms) == 0 && idx.C < 0, sized && so.neverNegative() && base.plus(-1, dim).neverNegative():
		return place{none: true}, true
	case so.of[i] == 1 && so.neverNegative():
		p.base.c++
	case so.of[i] == -1 && (over{}).minus(so).neverNegative():
		p.o, p.backward = over{}.minus(so).of, true
		p.base = base.plus(1, so)
	default:
		return place{}, false
	}
	return p, true
}

// minus is f - g, of an f without a sum.
func (f over) minus(g over) over { return over{c: f.c, of: make([]int64, len(g.of))}.plus(-1, g) }
