package numbers

import (
	"slices"

	"raido/lang/core"
)

// classes are arrays that become numbers together, or not (union-find).
type classes struct {
	parent  map[*core.Var]*core.Var
	bad     map[*core.Var]bool // members that are needed as arrays
	joins   map[*core.Var]bool // members that something carries, gives, or goes over
	sinks   map[*core.Var]bool // arrays of points that are needed as they are as well
	looped  map[*core.Var]bool // arrays of points that loops carry
	sources map[*core.Var]bool // arrays that come from elsewhere
	rows    [][2]*core.Var     // arrays of points, and rows of them
}

// newClasses are those of a function. What is known of members is moved to their representatives; an array whose rows are needed as arrays is.
func newClasses(f *core.Fun) *classes {
	set := func() map[*core.Var]bool { return map[*core.Var]bool{} }
	c := &classes{parent: map[*core.Var]*core.Var{}, bad: set(), joins: set(), sinks: set(), looped: set(), sources: set()}
	c.source(f.Params)
	c.body(f.Body, false)
	c.taken(f.Body.Result...)
	for _, m := range []map[*core.Var]bool{c.bad, c.joins, c.sinks, c.looped} {
		var all []*core.Var
		for v := range m {
			all = append(all, v)
		}
		for _, v := range all {
			m[c.find(v)] = true
		}
	}
	rowOf := map[*core.Var]*core.Var{}
	for _, l := range c.rows {
		rowOf[c.find(l[1])] = c.find(l[0])
	}
	for v := range c.sinks { // what is needed as it is after a loop is made then
		if c.find(v) == v && !c.looped[v] && !c.looped[rowOf[v]] {
			c.bad[v] = true
		}
	}
	for changed := true; changed; { // an array whose rows are needed as arrays is, and so are rows that are arrays of an array that stays
		changed = false
		for _, l := range c.rows {
			a, r := c.find(l[0]), c.find(l[1])
			if c.bad[r] && !c.bad[a] {
				c.bad[a], changed = true, true
			}
			if !c.good(a) && !single(l[1]) && !c.bad[r] && !c.looped[r] {
				c.bad[r], changed = true, true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range c.rows {
			a, r := c.find(l[0]), c.find(l[1])
			if c.joins[a] && !c.bad[a] && !c.joins[r] {
				c.joins[r], changed = true, true
			}
		}
	}
	return c
}

func (c *classes) find(v *core.Var) *core.Var {
	for c.parent[v] != nil {
		if p := c.parent[v]; c.parent[p] != nil {
			c.parent[v] = c.parent[p]
		}
		v = c.parent[v]
	}
	return v
}

// good reports whether an array becomes numbers.
func (c *classes) good(a core.Atom) bool {
	if !wide(a) {
		return false
	}
	r := c.find(a.(*core.Var))
	return c.joins[r] && !c.bad[r]
}

// same notes that arrays become numbers together.
func (c *classes) same(as ...core.Atom) {
	for _, a := range as[1:] {
		if !wide(as[0]) || !wide(a) || !slices.Equal(shapeOf(as[0].AtomType()).point, shapeOf(a.AtomType()).point) {
			c.spoil(as[0], a)
		} else if r, s := c.find(as[0].(*core.Var)), c.find(a.(*core.Var)); r != s {
			c.parent[r] = s
		}
	}
}

// row notes that r is a row of a, or written to one.
func (c *classes) row(a, r core.Atom) {
	switch {
	case !wide(a):
	case !wide(r) || !slices.Equal(shapeOf(a.AtomType()).point, shapeOf(r.AtomType()).point):
		c.spoil(a)
	default:
		c.rows = append(c.rows, [2]*core.Var{a.(*core.Var), r.(*core.Var)})
	}
}

// spoil notes that an array is needed as it is.
func (c *classes) spoil(as ...core.Atom) {
	for _, a := range as {
		if wide(a) {
			c.bad[a.(*core.Var)] = true
		}
	}
}

// taken notes that something takes arrays, which are made for it.
func (c *classes) taken(as ...core.Atom) {
	for _, a := range as {
		if wide(a) && !single(a) {
			c.sinks[a.(*core.Var)] = true
		}
	}
}

func (c *classes) source(vs []*core.Var) {
	for _, v := range vs {
		c.sources[v] = true
	}
}

// body learns of a body.
func (c *classes) body(b core.Body, inside bool) {
	for _, s := range b.Stms {
		c.stm(s, inside)
		core.Inside(s.Exp, func(b core.Body) core.Body { c.body(b, within(s.Exp, inside)); return b })
	}
}

func (c *classes) stm(s core.Stm, inside bool) {
	switch e := s.Exp.(type) {
	case *core.Use:
		c.same(s.Pat[0], e.Atom)
	case *core.Copy:
		c.same(s.Pat[0], e.Arr)
	case *core.Index:
		c.at(e.Arr, e.Idx, s.Pat[0])
	case *core.Update:
		c.same(s.Pat[0], e.Arr)
		if c.at(e.Arr, e.Idx, e.Val); !single(e.Arr) { // what is written in place has passes of its own
			c.spoil(e.Arr)
		}
	case *core.Slice:
		c.leading(len(e.Dims), s.Pat[0], e.Arr)
	case *core.Concat:
		c.leading(1, append(core.Atoms(e.Arrs), s.Pat[0])...)
	case *core.Reverse:
		c.leading(1, s.Pat[0], e.Arr)
	case *core.Rotate:
		c.leading(1, s.Pat[0], e.Arr)
	case *core.Rearrange:
		if ofPoints(e) {
			c.same(s.Pat[0], e.Arr)
		} else { // of other points, if of any
			c.taken(e.Arr)
			c.source(s.Pat)
		}
	case *core.Replicate:
		if wide(e.Val) {
			c.row(s.Pat[0], e.Val)
		}
	case *core.ArrayLit:
		for _, a := range e.Elems {
			if !single(s.Pat[0]) && wide(s.Pat[0]) {
				c.row(s.Pat[0], a)
			}
		}
	case *core.Loop:
		c.loop(s.Pat, e, inside)
	case *core.If:
		c.branch(s.Pat, e, inside)
	case *core.Map:
		c.mapped(s.Pat, e)
	case *core.Reduce:
		c.folded(s, e.Fn, e.Arrs)
	case *core.Scan:
		c.folded(s, e.Fn, e.Arrs)
	case *core.Diff:
		c.source(e.Fn.Params)
		c.taken(e.Fn.Body.Result...)
		if e.Rule != nil {
			c.source(e.Rule.Params)
			c.taken(e.Rule.Body.Result...)
		}
		c.taken(slices.Concat(e.Args, e.Seeds)...)
		c.source(s.Pat)
	case *core.Call:
		c.taken(e.Args...)
		c.source(s.Pat)
	case *core.Assert:
		c.taken(e.Args...)
	case *core.UpdateAcc:
		c.taken(e.Val)
	case *core.PrimApp, *core.Iota, *core.Scratch: // take no arrays
	case *core.UpdateSlice, *core.Reshape, *core.Hist, *core.Scatter, *core.WithAcc:
		c.asTheyAre(s)
	}
}

// asTheyAre notes a statement that takes and gives arrays.
func (c *classes) asTheyAre(s core.Stm) {
	s.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { c.spoil(a); return a }, Lambda: func(l *core.Lambda) *core.Lambda {
		c.taken(l.Body.Result...)
		return l
	}})
	c.spoil(core.Atoms(s.Pat)...)
}

// at notes that part of an array is read or written.
func (c *classes) at(a *core.Var, idx []core.Atom, part core.Atom) {
	s := shapeOf(a.Type)
	switch {
	case s.n == 0:
	case len(idx) <= len(s.lead):
		c.row(a, part)
	default:
		if _, _, ok := s.at(idx[len(s.lead):]); !ok {
			c.spoil(a)
		} else if !single(a) && !c.sources[a] {
			c.joins[a] = true
		}
	}
}

// ofPoints reports whether points stay as they are while a list of them is rearranged.
func ofPoints(e *core.Rearrange) bool {
	return wide(e.Arr) && len(e.Perm) <= len(shapeOf(e.Arr.Type).lead)
}

// leading notes that arrays become numbers together in what concerns their first k dimensions.
func (c *classes) leading(k int, as ...core.Atom) {
	if !wide(as[0]) && !wide(as[1]) {
		return
	}
	c.same(as...)
	for _, a := range as {
		if wide(a) && len(shapeOf(a.AtomType()).lead) < k {
			c.spoil(a)
		}
	}
}

// loop notes what a loop carries.
func (c *classes) loop(pat []*core.Var, e *core.Loop, inside bool) {
	may := carries(e, e.Params, inside)
	for k, p := range e.Params {
		if !may(p) {
			c.taken(e.Init[k], e.Body.Result[k])
			continue
		}
		c.same(p, e.Init[k], e.Body.Result[k], pat[k])
		c.joins[p], c.looped[p] = true, true
	}
}

// branch notes what a branch gives.
func (c *classes) branch(pat []*core.Var, e *core.If, inside bool) {
	may := carries(e, pat, inside)
	for k, v := range pat {
		if !may(v) {
			c.taken(e.Then.Result[k], e.Else.Result[k])
			continue
		}
		c.same(v, e.Then.Result[k], e.Else.Result[k])
		if single(v) {
			c.joins[v] = true
		}
	}
}

// folded notes what a reduction or a scan goes over and gives.
func (c *classes) folded(s core.Stm, fn *core.Lambda, arrs []*core.Var) {
	if byNumber(fn, arrs) == nil {
		c.asTheyAre(s)
		return
	}
	for k, a := range arrs {
		if c.sources[a] || !wide(a) {
			continue
		}
		if c.joins[a] = true; single(s.Pat[k]) {
			c.joins[s.Pat[k]] = true
		} else {
			c.same(a, s.Pat[k])
		}
	}
}

// mapped notes what a map goes over and gives.
func (c *classes) mapped(pat []*core.Var, e *core.Map) {
	for k, a := range e.Arrs {
		if c.sources[a] || !wide(a) { // read as it is
			continue
		}
		c.joins[a] = true
		c.row(a, e.Fn.Params[len(e.Accs)+k])
	}
	for k, v := range pat[len(e.Accs):] {
		r := e.Fn.Body.Result[len(e.Accs)+k]
		if wide(v) {
			c.row(v, r)
		} else {
			c.taken(r)
		}
	}
}
