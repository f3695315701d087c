package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
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
// the points; what is added to one row of many is a map over that row (Note [Rows of accumulators]).

// Invert makes maps of accumulators: Note [Inverted stencils].
func Invert(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		iv := &inverter{funs: funs, chains: known(f), defs: map[*core.Var]core.Exp{}, nth: map[*core.Var]int{}, levels: map[*core.Var]*level{}, rowOf: map[*core.Var]*core.Var{}}
		return iv.body(f.Body, alone)
	})
}

type inverter struct {
	funs   map[*core.Fun]*core.Fun
	defs   map[*core.Var]core.Exp
	nth    map[*core.Var]int       // which result of its node a variable is
	levels map[*core.Var]*level    // by what is the index of a map or loop
	rowOf  map[*core.Var]*core.Var // the array of which a parameter of a map is an element
	chains *region.Chains          // of the function as it was
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
	twists []twist        // by dimension: what the place is of the index
	when   []affine.Form  // not negative where it is done: Note [Places by cases]
	fixed  []oneIteration // the levels of which it is done in one iteration
	pivots []*level       // by dimension; nil where the place is known
	sums   []*level       // those that are no pivot
	sure   bool           // pivots are in range for all places
	need   map[*core.Var]bool
}

// body rewrites a body, which is part of something.
func (iv *inverter) body(b core.Body, inside where) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		iv.note(s)
		w, with := s.Exp.(*core.WithAcc)
		if with {
			s.Exp, s.Pat = iv.maps(out, s.Pat, iv.before(out, w), inside)
		}
		e := s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return iv.body(b, inside.in(s.Exp)) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				if with {
					return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: iv.body(l.Body, inside)}
				}
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: iv.body(l.Body, max(inside, inPoint))}
			},
		})
		if c, ok := e.(*core.Call); ok {
			c.Fun = iv.funs[c.Fun]
		}
		out.Add(s.Pat, e)
	}
	return core.Body{Stms: out.Stms, Result: b.Result}
}

// note notes what computes variables.
func (iv *inverter) note(s core.Stm) {
	for k, v := range s.Pat {
		iv.defs[v], iv.nth[v] = s.Exp, k
	}
}

// maps is withAcc, with tables if something is inverted then.
func (iv *inverter) maps(out *core.Builder, pat []*core.Var, w *core.WithAcc, inside where) (*core.WithAcc, []*core.Var) {
	tables, t := iv.tabled(w, inside)
	if inside == alone {
		var points []core.Stm
		points, t = iv.nestTables(t)
		tables = append(tables, points...)
	}
	if len(tables) > 0 {
		for _, s := range tables {
			iv.note(s)
		}
		x := &core.Builder{Src: out.Src, Stms: tables}
		if left, pat := iv.withAcc(x, pat, t, inside); len(x.Stms) > len(tables) {
			out.Stms = append(out.Stms, x.Stms...)
			return left, pat
		}
	}
	return iv.withAcc(out, pat, w, inside)
}

// withAcc adds maps in the place of accumulators, and gives what is left of the node, and what its results are called then: those that maps
// compute are dead.
func (iv *inverter) withAcc(out *core.Builder, pat []*core.Var, w *core.WithAcc, inside where) (*core.WithAcc, []*core.Var) {
	core.Walk(w.Fn.Body, iv.note)
	pat = slices.Clone(pat)
	bound := core.BoundIn(w.Fn)
	left := &core.WithAcc{Accs: slices.Clone(w.Accs), Fn: w.Fn}
	for i, a := range w.Accs {
		if !isSum(a.Op) || !core.IsNeutral(a.Op, a.Ne) {
			continue
		}
		f := &finder{iv: iv, cert: a.Cert, op: a.Op, bound: bound, ok: true}
		f.body(w.Fn.Body, nil)
		row, at := f.row(a)
		g := &gather{iv: iv, acc: row}
		if !f.ok || !f.gathers(g, inside, len(w.Accs) == 1) {
			continue
		}
		if len(at) > 0 {
			nowhere := out.Let(a.Arr.Name, &core.Scratch{Elem: a.Arr.Type.Elem, Dims: a.Arr.Type.Dims})
			iv.inRow(out, g, a.Arr, at, pat[i])
			left.Accs[i].Arr = nowhere
		} else {
			g.array(out, 0, nil)
		}
		out.Stms[len(out.Stms)-1].Pat = []*core.Var{pat[i]}
		pat[i] = core.NewVar(pat[i].Name, pat[i].Type)
	}
	return left, pat
}

// gathers fills in what a map adds up at each place, or, for an accumulator that is only one, at each number of one (Note [Numbers of places]); false if it may
// not be inverted.
func (f *finder) gathers(g *gather, inside where, only bool) bool {
	all := f.numbers(g.acc)
	if f.invertible(g.acc, inside) {
		g.sites = [][]*addend{f.sites}
		return true
	} else if !only {
		return false
	}
	g.point = true
	t := g.acc.Arr.Type
	place := g.acc
	place.Arr = core.NewVar(g.acc.Arr.Name, core.Prim(t.Elem).Of(t.Dims[:len(t.Dims)-1]...))
	for _, of := range all {
		if f.sites = of; len(of) > 0 && !f.invertible(place, inside) {
			return false
		}
		g.sites = append(g.sites, f.sites)
	}
	return all != nil
}

// limits of what is inverted.
const (
	maxSites = 16
	maxCases = 40  // of all updates
	maxValue = 240 // what the values of all updates cost: 1 for an operation on whole numbers, 40 for an exponential
	// cheapValue is that of a value which may be computed beside what else the points of a map compute: a product of elements.
	cheapValue = 12
)

// invertible reports whether the places of all updates say which points add to them, and whether a map gains.
func (f *finder) invertible(a core.AccInput, inside where) bool {
	if len(f.sites) == 0 || len(f.sites) > maxSites {
		return false
	}
	cost, done := 0, f.sites
	f.sites = nil
	for _, s := range done {
		cs := f.placed([]*addend{s}, a.Arr.Type.Dims)
		if len(cs) == 0 {
			cs = f.placed(f.onPath(s), a.Arr.Type.Dims)
		}
		if len(cs) == 0 {
			return false
		}
		for k, c := range cs {
			n, ok := f.needs(c)
			if !ok || !f.grain(c, inside, n) {
				return false
			} else if k == 0 {
				cost += n
			}
		}
		f.sites = append(f.sites, cs...)
	}
	return cost <= maxValue && len(f.sites) <= maxCases
}

// placed are the cases of updates, with their pivots; nil if there is one whose place does not say which points add to it.
func (f *finder) placed(ss []*addend, dims []core.Atom) (out []*addend) {
	for _, s := range ss {
		if len(s.idxs) != len(dims) {
			return nil
		}
		cs, ok := f.cases(s)
		for _, c := range cs {
			ok = ok && f.places(c, dims)
		}
		if !ok {
			return nil
		}
		out = append(out, cs...)
	}
	return out
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
	for _, x := range s.fixed {
		used[x.level] = true
	}
	s.sure = len(s.when) == 0 && len(s.fixed) == 0
	s.pivots = make([]*level, len(dims))
	known := 0
	for d, x := range s.idx {
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
			if known++; known > len(s.fixed) || s.twists[d].op != nil {
				return false
			}
			continue
		}
		used[pivot] = true
		s.pivots[d] = pivot
		switch t := s.twists[d]; t.op {
		case prim.Mod:
			if t.by != pivot.w || t.by != dims[d] {
				return false
			}
			continue
		case prim.Xor:
			s.sure = false
			continue
		}
		low, high := f.iv.certain(dims[d], pivot.w, x.Factor(pivot.i), x.Without(pivot.i))
		s.sure = s.sure && low && high
	}
	for _, l := range all {
		if !used[l] {
			s.sums = append(s.sums, l)
		}
	}
	_, ok := s.order()
	return ok
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

// order is the order in which pivots follow from others that follow before; false if there is none.
func (s *addend) order() (out []int, ok bool) {
	done := map[*core.Var]bool{}
	pivots := 0
	for range s.pivots {
		for d, p := range s.pivots {
			ready := p != nil && !done[p.i]
			for q, o := range s.pivots {
				ready = ready && (q == d || o == nil || done[o.i] || s.idx[d].Factor(o.i) == 0)
			}
			if ready {
				done[p.i] = true
				out = append(out, d)
			}
		}
	}
	for _, p := range s.pivots {
		if p != nil {
			pivots++
		}
	}
	return out, len(out) == pivots
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
