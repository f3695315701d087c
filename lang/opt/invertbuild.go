package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// gather makes the map that takes an accumulator's place: Note [Inverted stencils].
type gather struct {
	iv    *inverter
	acc   core.AccInput
	point bool        // places are rows of a few numbers: Note [Numbers of places]
	sites [][]*addend // what is added, by the number of such a row; else of places
}

// summand is an update while its sum is made.
type summand struct {
	*addend
	at    *core.Subst
	forms map[core.Atom]affine.Form // of the indices that follow
	flips map[core.Atom]flip        // what places with flipped bits are of
	done  map[int]bool              // the dimensions and, from their number on, the conditions of an update that are tested
	over  []*level                  // that are still to be summed over
	cond  core.Atom                 // under which it adds something; nil if it always does
}

// flip is a place and the number whose bits are flipped in it.
type flip struct{ of, by core.Atom }

// array adds the maps over the dimensions from d on; ts are the places in those before. It gives what is at one.
func (g *gather) array(b *core.Builder, d int, ts []core.Atom) core.Atom {
	dims := g.acc.Arr.Type.Dims
	if g.point {
		dims = dims[:len(dims)-1]
	}
	if d < len(dims) {
		iota := b.Let("iota", &core.Iota{N: dims[d], Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
		return b.Map(dims[d], []*core.Var{iota}, func(b *core.Builder, t []*core.Var) []core.Atom {
			return []core.Atom{g.array(b, d+1, append(ts[:d:d], t[0]))}
		})[0]
	}
	if !g.point {
		return g.at(b, ts, ts, g.sites[0])
	}
	lit := &core.ArrayLit{Elem: core.Prim(g.acc.Arr.Type.Elem)}
	for c, sites := range g.sites {
		lit.Elems = append(lit.Elems, g.at(b, ts, append(ts[:d:d], core.IntC(int64(c))), sites))
	}
	return b.Let(g.acc.Arr.Name, lit)
}

// at is what is at a place, of the element idx.
func (g *gather) at(b *core.Builder, ts, idx []core.Atom, sites []*addend) core.Atom {
	var sum core.Atom
	if !g.iv.fill(g.acc) {
		sum = b.Index(g.acc.Arr, idx...)
	} else if len(sites) == 0 {
		return g.iv.defs[g.acc.Arr].(*core.Replicate).Val
	}
	var of []*summand
	for _, s := range sites {
		of = append(of, &summand{addend: s, at: core.NewSubst(), forms: map[core.Atom]affine.Form{}, flips: map[core.Atom]flip{}, done: map[int]bool{}, over: s.sums})
	}
	return g.sum(b, of, ts, sum)
}

// sum is what updates add to a place, after first if that is not nil. Indices that follow from what is known are computed and tested before the next
// level. Updates that are summed over the same level are one sum, so that its loop is there once, if there is a condition on one of them; others stay
// apart, since they may be products of matrices.
func (g *gather) sum(b *core.Builder, of []*summand, ts []core.Atom, first core.Atom) core.Atom {
	var groups [][]*summand
	tested := map[*level]bool{}
	add := func(o []*summand) {
		x := g.group(b, o, ts)
		if first != nil {
			x = b.Inline(g.acc.Op, first, x)[0]
		}
		first = x
	}
	for _, s := range of {
		if cond := g.follow(b, s, ts); s.cond == nil {
			s.cond = cond
		} else if cond != nil {
			s.cond = b.Prim(prim.And, prim.Bool, s.cond, cond)
		}
		if len(s.over) == 0 {
			add([]*summand{s})
		} else if s.cond != nil {
			tested[s.over[0]] = true
		}
	}
	for _, s := range of {
		if len(s.over) == 0 {
			continue
		}
		k := slices.IndexFunc(groups, func(o []*summand) bool { return tested[s.over[0]] && s.over[0] == o[0].over[0] })
		if k < 0 {
			groups, k = append(groups, nil), len(groups)
		}
		groups[k] = append(groups[k], s)
	}
	for _, o := range groups {
		add(o)
	}
	return first
}

// group is what updates add that have the first level in common, or what one adds.
func (g *gather) group(b *core.Builder, of []*summand, ts []core.Atom) core.Atom {
	s := of[0]
	if len(of) == 1 && s.cond != nil {
		cond := s.cond
		s.cond = nil
		return g.where(b, cond, false, func(b *core.Builder) core.Atom { return g.group(b, of, ts) })
	}
	if len(s.over) == 0 {
		return g.replay(b, s, s.path)
	}
	l := s.over[0]
	iota := b.Let("iota", &core.Iota{N: l.w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	xs := b.Map(l.w, []*core.Var{iota}, func(b *core.Builder, i []*core.Var) []core.Atom {
		for _, s := range of {
			s.at.Vars[l.i], s.over = i[0], s.over[1:]
		}
		return []core.Atom{g.sum(b, of, ts, nil)}
	})
	op := core.Rename(g.acc.Op)
	return b.Let("sum", &core.Reduce{W: l.w, Fn: op, Ne: []core.Atom{core.NeutralOf(op, g.acc.Ne)}, Arrs: xs, Comm: true})
}

// follow computes the indices of levels that follow from the place and the levels known so far, and gives the condition that they are
// in range; nil if they certainly are.
func (g *gather) follow(b *core.Builder, s *summand, ts []core.Atom) core.Atom {
	var cond core.Atom
	require := func(op *prim.Op, x, y core.Atom) {
		c := b.Prim(op, prim.I64, x, y)
		if cond != nil {
			c = b.Prim(prim.And, prim.Bool, cond, c)
		}
		cond = c
	}
	dims := g.acc.Arr.Type.Dims
	for _, x := range s.fixed {
		if s.at.Vars[x.level.i] != nil {
			continue
		}
		d := slices.IndexFunc(s.idx, x.at.Equal)
		if d >= 0 && s.pivots[d] == nil && dims[d] == x.level.w { // the place is the iteration
			s.at.Vars[x.level.i] = ts[d]
			s.forms[ts[d]] = linear.Of(ts[d].(*core.Var))
			continue
		}
		s.at.Vars[x.level.i] = affine.Atom(x.at, b)
		s.forms[s.at.Vars[x.level.i]] = x.at
		g.iteration(s, x, dims, require)
	}
	order, _ := s.order()
	for _, d := range order {
		l := s.pivots[d]
		rest := s.idx[d].Without(l.i)
		if s.at.Vars[l.i] != nil || g.open(s, rest) {
			continue
		}
		t, k := core.NewVar("t", core.I64), s.idx[d].Factor(l.i)
		place := ts[d].(*core.Var)
		if s.twists[d].op == prim.Xor {
			place = b.Prim(prim.Xor, prim.I64, place, s.twists[d].by)
			s.flips[place] = flip{ts[d], s.twists[d].by}
		}
		p := linear.Of(t).Plus(-1, rest).Times(k).Renamed(func(v *core.Var) *core.Var {
			if v == t {
				return place
			} else if x, ok := s.at.Vars[v].(*core.Var); ok {
				return x
			}
			return v
		})
		x := affine.Atom(p, b)
		if s.twists[d].op == prim.Mod {
			s.at.Vars[l.i] = b.Prim(prim.Mod, prim.I64, x, s.twists[d].by)
			continue
		}
		s.at.Vars[l.i] = x
		s.forms[x] = p
		low, high := g.iv.certain(dims[d], l.w, k, rest)
		if s.twists[d].op == prim.Xor {
			low, high = false, false
		}
		if !low {
			require(prim.Le, core.IntC(0), x)
		}
		if !high {
			require(prim.Lt, x, l.w)
		}
	}
	g.test(b, s, ts, require)
	return cond
}

// open reports whether a sum has an index of a level that is not known yet.
func (g *gather) open(s *summand, f affine.Form) bool {
	return slices.ContainsFunc(f.Terms, func(x linear.Term[*core.Var]) bool {
		return g.iv.levels[x.V] != nil && s.has(x.V) && s.at.Vars[x.V] == nil
	})
}

// iteration requires that a level has the iteration of a case; one that has as many as there are places has its first and its last one.
func (g *gather) iteration(s *summand, x oneIteration, dims []core.Atom, require func(op *prim.Op, x, y core.Atom)) {
	w, _ := affine.Of(x.level.w, func(v *core.Var) core.Exp { return g.iv.defs[v] })
	if slices.Contains(dims, x.level.w) && (x.at.Equal(affine.Form{}) || x.at.Equal(w.Add(-1))) {
		return
	}
	require(prim.Le, core.IntC(0), s.at.Vars[x.level.i])
	require(prim.Lt, s.at.Vars[x.level.i], x.level.w)
}

// test requires what can be tested now: that places that are known are the place, and the conditions of a case.
func (g *gather) test(b *core.Builder, s *summand, ts []core.Atom, require func(op *prim.Op, x, y core.Atom)) {
	value := func(f affine.Form) core.Atom {
		return affine.Atom(f.Renamed(func(v *core.Var) *core.Var {
			if x, ok := s.at.Vars[v].(*core.Var); ok {
				return x
			}
			return v
		}), b)
	}
	for d, p := range s.pivots {
		if p == nil && !s.done[d] && !g.open(s, s.idx[d]) {
			s.done[d] = true
			require(prim.Eq, ts[d], value(s.idx[d]))
		}
	}
	for k, c := range s.when {
		if n := len(s.pivots) + k; !s.done[n] && !g.open(s, c) {
			s.done[n] = true
			if !g.always(s, c, ts) {
				require(prim.Le, core.IntC(0), value(c))
			}
		}
	}
}

// always reports whether a sum is not negative wherever a place is one.
func (g *gather) always(s *summand, c affine.Form, ts []core.Atom) bool {
	for _, t := range c.Terms {
		if x, ok := s.at.Vars[t.V]; ok {
			f, ok := s.forms[x]
			if v, isVar := x.(*core.Var); !ok && isVar {
				f = linear.Of(v)
			} else if !ok {
				return false
			}
			c = c.Put(t.V, f)
		}
	}
	for d, t := range ts {
		k := c.Factor(t.(*core.Var))
		if c = c.Without(t.(*core.Var)); k < 0 {
			last, ok := affine.Of(g.acc.Arr.Type.Dims[d], func(v *core.Var) core.Exp { return g.iv.defs[v] })
			if !ok {
				return false
			}
			c = c.Plus(k, last.Add(-1))
		}
	}
	return len(c.Terms) == 0 && c.C >= 0
}

// has reports whether a variable is the index of a level on the way.
func (s *addend) has(v *core.Var) bool {
	return slices.ContainsFunc(s.path, func(st step) bool { return st.level != nil && st.level.i == v })
}

// certain reports whether the index p of a level of w iterations, where a place t of 0..n-1 is k*p + rest, is not negative, and whether it is
// below w.
func (iv *inverter) certain(n, w core.Atom, k int64, rest affine.Form) (low, high bool) {
	return affine.Inside(n, w, k, rest, func(v *core.Var) core.Exp { return iv.defs[v] })
}

// where is a value under a condition, or under its contrary; else what adds nothing.
func (g *gather) where(b *core.Builder, cond core.Atom, not bool, value func(b *core.Builder) core.Atom) core.Atom {
	yes := func(b *core.Builder) []core.Atom { return []core.Atom{value(b)} }
	no := func(*core.Builder) []core.Atom { return []core.Atom{g.acc.Ne} }
	if not {
		yes, no = no, yes
	}
	return b.If(cond, []core.Type{core.Prim(g.acc.Arr.Type.Elem)}, yes, no)[0]
}

// replay computes the value of an update in one iteration of all levels.
func (g *gather) replay(b *core.Builder, s *summand, path []step) core.Atom {
	st := path[0]
	for _, x := range st.stms {
		for _, v := range x.Pat {
			if s.need[v] {
				b.Src = x.Src
				if a := g.simple(s, x); a != nil {
					s.at.Vars[v] = a
				} else {
					b.Stms = append(b.Stms, s.at.Stm(needed(x, s.need)))
				}
				break
			}
		}
	}
	if l := st.level; l != nil && l.m != nil {
		for j, p := range l.m.Fn.Params[len(l.m.Accs):] {
			if s.need[p] && p != l.i {
				s.at.Vars[p] = g.element(b, s.at.Atom(l.m.Arrs[j]).(*core.Var), s.at.Vars[l.i])
			}
		}
	}
	switch {
	case len(path) == 1:
		return s.at.Atom(s.val)
	case st.cond != nil:
		return g.where(b, s.at.Atom(st.cond), st.els, func(b *core.Builder) core.Atom { return g.replay(b, s, path[1:]) })
	}
	return g.replay(b, s, path[1:])
}

// simple is what a sum or difference of indices comes to, if that is an index or a number: of a loop that runs backwards, for example. Bits that are flipped
// twice are as they were.
func (g *gather) simple(s *summand, x core.Stm) core.Atom {
	e, ok := x.Exp.(*core.PrimApp)
	if !ok || e.T != prim.I64 {
		return nil
	}
	args := s.at.Atoms(e.Args)
	if e.Op == prim.Xor {
		for j, a := range args {
			if x, ok := s.flips[a]; ok && x.by == args[1-j] {
				return x.of
			}
		}
	}
	if e.Op != prim.Add && e.Op != prim.Sub {
		return nil
	}
	var f affine.Form
	for j, a := range args {
		y, ok := s.forms[a]
		if !ok {
			y, ok = affine.Of(a, func(v *core.Var) core.Exp { return g.iv.defs[v] })
		}
		if !ok {
			return nil
		}
		k := int64(1)
		if j == 1 && e.Op == prim.Sub {
			k = -1
		}
		f = f.Plus(k, y)
	}
	switch {
	case len(f.Terms) == 0:
		return core.IntC(f.C)
	case f.C == 0 && len(f.Terms) == 1 && f.Terms[0].K == 1:
		return f.Terms[0].V
	}
	return nil
}

// element is an element of an array; those of indices are indices.
func (g *gather) element(b *core.Builder, arr *core.Var, i core.Atom) core.Atom {
	if g.iv.isIndices(arr) {
		return i
	}
	return b.Index(arr, i)
}
