package distinct

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Places by counting]
//
// Programs that filter, partition, sort by digits or put particles into cells count the elements of each kind by scans, and scatter
// each to its place:
//
//	let flags = map p xs                          let ds = map (\k -> (k >> b) & 1) ks
//	let offs = scan (+) 0 (map i64.bool flags)    let ones = scan (+) 0 ds
//	let at = map2 (\f o -> if f then o - 1        let zeros = scan (+) 0 (map (1 -) ds)
//	                       else -1) flags offs    let at = map3 (\d o z -> if d == 0 then z - 1 else last zeros + o - 1) ds ones zeros
//
// All writes go to places of their own, so threads may write at once, and a derivative need not find out which of several values a place has
// got. In the second program they even fill the whole array, so that what was in it does not matter: its copy and its
// adjoint are not needed.
//
// The proof goes through the cases of what the indices depend on: a bool, or an integer from x & 3 or x % 5. In each case the
// index must be a negative constant, which is no place, or o + t - 1 for an inclusive sum o of numbers a that are 1 in that case, and
// never negative, and the totals t of such numbers. Points with one o and t have distinct places, namely t..t + total a - 1, and
// those with another t, if it contains t and total a, others. Places that are a constant and a multiple of the point's number are
// distinct, too.

// Scatters marks the scatters that are proved to write no place twice, and gives those that write all places an array without contents
// to write to: Note [Places by counting].
func Scatters(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d := &defs{def: map[*core.Var]definition{}, param: map[*core.Var]*core.Var{}, owner: map[*core.Var]*core.Map{}}
		d.collect(f.Body, nil)
		return rewrite(f.Body, d, funs)
	})
}

func rewrite(b core.Body, d *defs, funs map[*core.Fun]*core.Fun) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		e := core.Inside(s.Exp, func(b core.Body) core.Body { return rewrite(b, d, funs) })
		switch n := e.(type) {
		case *core.Call:
			n.Fun = funs[n.Fun]
		case *core.Scatter:
			e = scatter(out, n, d)
		default: // writes to no places
		}
		out.Add(s.Pat, e)
	}
	return out.Body(b.Result...)
}

// scatter is the scatter with what is proved of it.
func scatter(b *core.Builder, e *core.Scatter, d *defs) core.Exp {
	if len(e.Idx) != 1 {
		return e
	}
	distinct, all := d.prove(e.Idx[0], e.W)
	if !distinct {
		return e
	}
	n := *e
	n.Distinct = true
	if all && e.Dest[0].Type.Dims[0] == e.W {
		n.Dest = nil
		for _, v := range e.Dest {
			n.Dest = append(n.Dest, b.Let(v.Name, &core.Scratch{Elem: v.Type.Elem, Dims: v.Type.Dims}))
		}
	}
	return &n
}

// place is where the points of one case go: the inclusive sum of an array, after the totals of others.
type place struct {
	none bool      // nowhere
	sum  *core.Var // the array that is summed
	base form      // totals
}

// kase is one case: its place, and what the counted arrays are in it.
type kase struct {
	place
	counted map[*core.Var]int64
}

// maxCases bounds the cases of a proof, maxStride the distance of places, for which sums do not overflow.
const (
	maxCases  = 32
	maxStride = 1 << 20
)

// prove tells whether no two of the w indices are the same place, and whether they are all of 0..w-1.
func (d *defs) prove(idx *core.Var, w core.Atom) (distinct, all bool) {
	if step, single := d.affine(idx); single {
		return step, false
	}
	e := &evaluator{defs: d, w: w, counted: &core.VarSet{}}
	var cases []kase
	for known := -1; known < len(e.counted.List); { // until no case counts another array
		known, cases = len(e.counted.List), nil
		if !e.split(map[*core.Var]int64{}, idx, &cases) {
			return false, false
		}
	}
	for i := range cases {
		if !e.completed(&cases[i].base, cases) {
			return false, false
		}
	}
	for i, c := range cases {
		if c.none {
			continue
		}
		if c.counted[c.sum] != 1 {
			return false, false
		}
		for _, o := range cases[:i] {
			if !o.none && !(o.sum == c.sum && o.base.Equal(c.base)) && !after(o.place, c.place) && !after(c.place, o.place) {
				return false, false
			}
		}
	}
	return true, fills(cases)
}

// affine reports whether an index is a constant and a multiple of the point's number, and whether that is no zero.
func (d *defs) affine(idx *core.Var) (step, single bool) {
	e := &evaluator{defs: d, counted: &core.VarSet{}}
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
	return k != 0 && -maxStride <= k && k <= maxStride, true
}

// split finds the cases under what is known of the variables on which the indices depend.
func (e *evaluator) split(known map[*core.Var]int64, idx *core.Var, cases *[]kase) bool {
	if len(*cases) > maxCases {
		return false
	}
	var c kase
	ok := true
	_, done := e.run(known, func() value {
		v := e.element(idx)
		c.place, ok = e.placeOf(v)
		c.counted = map[*core.Var]int64{}
		for _, a := range e.counted.List {
			n := e.element(a)
			if n.c == nil || n.c.Int64() < 0 {
				ok = false
				break
			}
			c.counted[a] = n.c.Int64()
		}
		return v
	})
	if done {
		*cases = append(*cases, c)
		return ok
	}
	on, size := e.open, e.size
	for k := range size {
		known[on] = k
		if !e.split(known, idx, cases) {
			return false
		}
	}
	delete(known, on)
	return true
}

// placeOf is the place that an index is.
func (e *evaluator) placeOf(v value) (p place, ok bool) {
	if v.c != nil {
		return place{none: true}, v.c.Int64() < 0
	}
	if v.lin.C != -1 {
		return p, false
	}
	p.base = v.lin.Add(1)
	for _, t := range v.lin.Terms {
		s := t.V
		switch {
		case s.kind == scanned && t.K == 1 && p.sum == nil:
			p.sum, p.base = s.v, p.base.Without(s)
			e.counted.Add(s.v)
		case s.kind == total:
			e.counted.Add(s.v)
		case s.kind == outside && core.Atom(s.v) == e.w: // completed replaces it
		default:
			return p, false
		}
	}
	return p, p.sum != nil
}

// completed writes the number of points as the totals of what is counted, if each point is counted once, and reports whether
// only totals are left, once each at least.
func (e *evaluator) completed(l *form, cases []kase) bool {
	n := symbol{kind: outside, v: core.AsVar(e.w)}
	if k := l.Factor(n); k != 0 {
		for _, c := range cases {
			sum := int64(0)
			for _, x := range c.counted {
				sum += x
			}
			if sum != 1 {
				return false
			}
		}
		*l = l.Without(n)
		for _, a := range e.counted.List {
			*l = l.Plus(k, linear.Of(symbol{total, a}))
		}
	}
	return noneLess(*l)
}

// after reports whether the places q all come after the places p.
func after(p, q place) bool {
	return noneLess(q.base.Plus(-1, p.base).Plus(-1, linear.Of(symbol{total, p.sum})))
}

// noneLess reports whether no factor is less than zero.
func noneLess(f form) bool {
	return !slices.ContainsFunc(f.Terms, func(t linear.Term[symbol]) bool { return t.K < 0 })
}

// fills reports whether the places of the cases are all there are: each point is counted once, by its own sum, and each sum begins where
// those before it end.
func fills(cases []kase) bool {
	next := form{}
	begin, done := map[*core.Var]form{}, map[*core.Var]bool{}
	for range cases {
		for _, c := range cases {
			if c.none || done[c.sum] || !c.base.Equal(next) {
				continue
			}
			begin[c.sum], done[c.sum] = next, true
			next = next.Plus(1, linear.Of(symbol{total, c.sum}))
			break
		}
	}
	for _, c := range cases {
		if c.none || !done[c.sum] || !c.base.Equal(begin[c.sum]) {
			return false
		}
		for a, k := range c.counted {
			if done[a] && (k == 1) != (a == c.sum) || k > 1 {
				return false
			}
		}
	}
	return len(cases) > 0
}

// isSum reports whether an operator adds integers of 64 bits component by component.
func isSum(fn *core.Lambda) bool {
	k := len(fn.Params) / 2
	if len(fn.Body.Stms) != k {
		return false
	}
	def := map[core.Atom]*core.PrimApp{}
	for _, s := range fn.Body.Stms {
		if e, ok := s.Exp.(*core.PrimApp); ok {
			def[s.Pat[0]] = e
		}
	}
	for i, r := range fn.Body.Result {
		e := def[r]
		x, y := core.Atom(fn.Params[i]), core.Atom(fn.Params[k+i])
		if e == nil || e.Op != prim.Add || e.T != prim.I64 || !(e.Args[0] == x && e.Args[1] == y || e.Args[0] == y && e.Args[1] == x) {
			return false
		}
	}
	return true
}
