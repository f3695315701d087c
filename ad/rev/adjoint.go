package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// entry is the adjoint of one variable in one scope: zero, or one-hot contributions to an array (sparse), or one that is
// made on a condition only, or a value, or an accumulator. At most one of the last four is set.
type entry struct {
	spikes []spike
	maybe  *maybe
	val    core.Atom
	owned  bool      // val is an array that nothing else refers to, so that it may be updated in place
	handed bool      // val is an operand of a construct in the making, whose result takes its place
	acc    *core.Var // contributions go to this accumulator; the value is known only outside of a map
}

// spike is a contribution of c to the element or subarray at idx, or to a slice of that.
type spike struct {
	idx  []core.Atom
	dims []core.DimSlice // of the dimensions that follow, which has different places for sure; nil if there is none
	c    core.Atom
}

// maybe is a contribution of c to the element at i if cond holds.
type maybe struct{ cond, i, c core.Atom }

func (e *entry) isZero() bool {
	return e.val == nil && e.acc == nil && len(e.spikes) == 0 && e.maybe == nil
}

func isZero(c core.Atom) bool {
	k, ok := c.(core.Const)
	return c == nil || ok && k.Scalar == prim.Zero(k.Scalar.Type)
}

// target is the variable whose adjoint a contribution to a goes to, or nil if there is none.
func (r *rev) target(a core.Atom, c core.Atom) *core.Var {
	x, ok := a.(*core.Var)
	if !ok || !r.facts.isActive(x) || isZero(c) {
		return nil
	}
	return x
}

// contribute adds c to the adjoint of a. The adjoint takes over an array c that the caller made or took from
// the table; the caller may not use it afterwards.
func (r *rev) contribute(a, c core.Atom) {
	x := r.target(a, c)
	if x == nil {
		return
	}
	e, b := r.settled(x), r.b()
	switch {
	case e.acc != nil:
		e.acc = b.Let("acc", &core.UpdateAcc{Acc: e.acc, Val: c})
	case e.val == nil && len(e.spikes) == 0:
		r.set(e, c)
	case e.val == nil: // spikes on top of c
		spikes := e.spikes
		e.spikes = nil
		r.set(e, c)
		r.spike(x, e, spikes)
	default:
		r.set(e, r.add(x.Type, e.val, c))
	}
}

// contributeAt adds to a place of the adjoint of a.
func (r *rev) contributeAt(a core.Atom, s spike) {
	x := r.target(a, s.c)
	if x == nil {
		return
	}
	e, b := r.settled(x), r.b()
	switch {
	case e.acc != nil && s.dims != nil:
		e.acc = accSlice(b, e.acc, s.idx, s.dims, s.c.(*core.Var))
	case e.acc != nil:
		e.acc = b.Let("acc", &core.UpdateAcc{Acc: e.acc, Idx: s.idx, Val: s.c})
	case e.val == nil:
		e.spikes = append(e.spikes, s)
	default:
		r.spike(x, e, []spike{s})
	}
}

// contributeIf adds c to the element i of the adjoint of xs if cond holds.
func (r *rev) contributeIf(cond core.Atom, xs *core.Var, i, c core.Atom) {
	x := r.target(xs, c)
	if x == nil {
		return
	}
	e := r.entry(x)
	switch {
	case e.acc != nil: // an accumulator ignores places outside
		e.acc = r.b().Let("acc", &core.UpdateAcc{Acc: e.acc, Idx: []core.Atom{i}, Val: c})
	case e.isZero():
		e.maybe = &maybe{cond, i, c}
	default:
		r.addMaybe(x, e, &maybe{cond, i, c})
	}
}

// addMaybe adds a contribution on a condition to the value of e in place.
func (r *rev) addMaybe(x *core.Var, e *entry, m *maybe) {
	arr := r.own(x, e).(*core.Var)
	e.val = r.b().If(m.cond, []core.Type{arr.Type},
		func(b *core.Builder) []core.Atom {
			old := b.Index(arr, m.i)
			return []core.Atom{b.Let(arr.Name, &core.Update{Arr: arr, Idx: []core.Atom{m.i}, Val: addTo(b, old, m.c)})}
		},
		func(*core.Builder) []core.Atom { return []core.Atom{arr} })[0]
}

// settled is the entry of x with no contribution on a condition.
func (r *rev) settled(x *core.Var) *entry {
	e := r.entry(x)
	if m := e.maybe; m != nil {
		e.maybe = nil
		r.addMaybe(x, e, m)
	}
	return e
}

// set makes c the value of e, with the ownership of c.
func (r *rev) set(e *entry, c core.Atom) {
	e.val, e.owned = c, false
	if v, ok := c.(*core.Var); ok {
		e.owned = r.fresh[v]
		delete(r.fresh, v)
	}
}

// spike adds contributions to the value of e in place.
func (r *rev) spike(x *core.Var, e *entry, spikes []spike) {
	b := r.b()
	for _, s := range spikes {
		r.own(x, e)
		arr := e.val.(*core.Var)
		if s.dims != nil {
			s = s.sliced(b)
			old := b.Let("part", &core.Slice{Arr: arr, Dims: s.dims})
			s.c = addThin(b, old, s.c.(*core.Var))
		} else {
			s.c = r.add(x.Type.Drop(len(s.idx)), b.Index(arr, s.idx...), s.c)
		}
		e.val = s.put(b, arr)
	}
}

// put is an array with c in the place of what it has there.
func (s spike) put(b *core.Builder, arr *core.Var) *core.Var {
	if s.dims != nil {
		return b.Let(arr.Name, &core.UpdateSlice{Arr: arr, Dims: s.dims, Val: s.c.(*core.Var)})
	}
	return b.Let(arr.Name, &core.Update{Arr: arr, Idx: s.idx, Val: s.c})
}

// force makes e a value (zeros if need be); e is no accumulator.
func (r *rev) force(x *core.Var, e *entry) core.Atom {
	if m := e.maybe; m != nil {
		e.maybe = nil
		r.addMaybe(x, e, m)
	}
	spikes := e.spikes
	if e.val == nil {
		r.borrow(x, e)
	}
	switch {
	case e.val == nil:
		e.spikes = nil
		e.val, e.owned = r.b().ZeroOf(x.Type), true
		if len(spikes) > 0 { // nothing to add to
			first := spikes[0]
			if first.dims != nil {
				first = first.sliced(r.b())
			}
			e.val = first.put(r.b(), e.val.(*core.Var))
			r.spike(x, e, spikes[1:])
		}
	case len(spikes) > 0:
		e.spikes = nil
		r.spike(x, e, spikes)
	}
	return e.val
}

// own makes e a value that may be updated in place.
func (r *rev) own(x *core.Var, e *entry) core.Atom {
	r.force(x, e)
	if v, ok := e.val.(*core.Var); ok && !e.owned && !x.Type.IsScalar() {
		e.val, e.owned = r.b().Let(x.Name, &core.Copy{Arr: v}), true
	}
	return e.val
}

// adj takes the adjoint of x, which is final, out of the table; nil if it is zero.
func (r *rev) adj(x *core.Var) core.Atom {
	e := r.peek(x)
	if e == nil || e.isZero() {
		return nil
	}
	return r.release(x, r.force(x, e), e.owned)
}

// adjOwned is adj as a value that may be updated in place, with zeros if it is zero.
func (r *rev) adjOwned(x *core.Var) core.Atom {
	e := r.entry(x)
	return r.release(x, r.own(x, e), true)
}

// release empties the entry of x, whose value is c.
func (r *rev) release(x *core.Var, c core.Atom, owned bool) core.Atom {
	if v, ok := c.(*core.Var); ok && owned {
		r.fresh[v] = true
	}
	delete(r.s.adj, x)
	return c
}

// adjs are the final adjoints of variables, and whether any is not zero.
func (r *rev) adjs(xs []*core.Var) (bars []core.Atom, any bool) {
	for _, x := range xs {
		bar := r.adj(x)
		bars, any = append(bars, bar), any || bar != nil
	}
	return bars, any
}

// adjVar is adj of an array.
func (r *rev) adjVar(x *core.Var) *core.Var {
	v, _ := r.adj(x).(*core.Var)
	return v
}

// adjSpikes is the final adjoint of x, either as contributions to places of it (rest is nil) or as a value.
func (r *rev) adjSpikes(x *core.Var) (spikes []spike, rest *core.Var) {
	if e := r.peek(x); e != nil && e.val == nil && e.acc == nil && e.maybe == nil {
		delete(r.s.adj, x)
		return e.spikes, nil
	}
	return nil, r.adjVar(x)
}

// own1 gives an array that may be updated in place and has the value of v: v itself if it is fresh.
func (r *rev) own1(v *core.Var) *core.Var {
	if r.fresh[v] {
		delete(r.fresh, v)
		return v
	}
	return r.b().Let(v.Name, &core.Copy{Arr: v})
}

// made notes that v was made just now and nothing else refers to it.
func (r *rev) made(v *core.Var) *core.Var {
	if !v.Type.IsScalar() {
		r.fresh[v] = true
	}
	return v
}

// add is a + c elementwise.
func (r *rev) add(t core.Type, a, c core.Atom) core.Atom {
	sum := addTo(r.b(), a, c)
	if !t.IsScalar() {
		r.fresh[sum] = true
	}
	return sum
}

func addTo(b *core.Builder, a, c core.Atom) *core.Var {
	return zipWith(b, prim.Add, a, c)
}

// addThin is addTo for arrays that may have dimensions of one element, which need no map.
func addThin(b *core.Builder, x, y *core.Var) *core.Var {
	whole := x.Type.Dims
	dims := slices.DeleteFunc(slices.Clone(whole), func(d core.Atom) bool { return d == core.Atom(one64) })
	if len(dims) == len(whole) || len(dims) == 0 {
		return addTo(b, x, y)
	}
	flat := func(v *core.Var) *core.Var { return b.Let(v.Name, &core.Reshape{Dims: dims, Arr: v}) }
	return b.Let(x.Name, &core.Reshape{Dims: whole, Arr: addTo(b, flat(x), flat(y))})
}

// zipWith applies a binary operator elementwise to values of one type.
func zipWith(b *core.Builder, op *prim.Op, x, y core.Atom) *core.Var {
	t := x.AtomType()
	if t.IsScalar() {
		return b.Prim(op, t.Elem, x, y)
	}
	return b.Map(t.Dims[0], []*core.Var{x.(*core.Var), y.(*core.Var)}, func(b *core.Builder, p []*core.Var) []core.Atom {
		return []core.Atom{zipWith(b, op, p[0], p[1])}
	})[0]
}
