package region

import (
	"maps"
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
)

// Later is an array that holds, wherever code reads v, what v holds, and that is there when the body is over in which v goes
// through its versions; nil if none is known, or v is the last one. The code stands where the variable at is bound. With from, which are
// statements there of which each binds a part of what the one before binds, the first a part of v, only what is read through the last counts.
func (c *Chains) Later(v, at *core.Var, from []core.Stm, code core.Body) *core.Var {
	p := c.where[at]
	ver, ok := c.versions[v]
	if !ok || p == nil {
		return nil
	}
	r := &reader{c: c, views: map[*core.Var]view{v: whole(v.Type)}}
	for _, st := range from {
		r.stm(p, st)
		maps.DeleteFunc(r.views, func(x *core.Var, _ view) bool { return x != st.Pat[0] })
	}
	c.scan(p, code)
	r.body(p, code)
	return c.end(ver, r.out)
}

// LaterValue is Later for a value that the body which computes it writes into an array: the array, and the sums that are its place there.
func (c *Chains) LaterValue(v *core.Var) (arr *core.Var, idx []Sum) {
	w, ok := c.values[v]
	if !ok || len(w.idx) == 0 {
		return nil, nil
	}
	ver := c.versions[w.made]
	for _, a := range w.idx {
		l := c.linear(a)
		if !c.lasts(l, ver.of.top) {
			return nil, nil
		}
		idx = append(idx, c.asSum(l))
	}
	return c.end(ver, []read{{w.place, w.part}}), idx
}

// lasts reports whether the return sweep has what a sum is made of: counters, and what is bound before the chain.
func (c *Chains) lasts(l form, top *place) bool {
	return !slices.ContainsFunc(l.Terms, func(t term) bool {
		return slices.ContainsFunc(c.of(t.V), func(v *core.Var) bool { return c.depth(v, top) > 0 && !c.counted[v] })
	})
}

// of are the variables that one stands for.
func (s *space) of(v *core.Var) []*core.Var {
	if f, ok := s.factors[v]; ok {
		return append(s.of(f[0]), f[1])
	}
	return []*core.Var{v}
}

// Sum is C plus products of variables with factors.
type Sum struct {
	C     int64
	Terms []Term
}

// Term is By times the product of Of.
type Term struct {
	By int64
	Of []*core.Var
}

func (s *space) asSum(a form) Sum {
	out := Sum{C: a.C}
	for _, t := range a.Terms {
		out.Terms = append(out.Terms, Term{t.K, s.of(t.V)})
	}
	return out
}

// HasVersions reports whether an array is a version of one that goes through some.
func (c *Chains) HasVersions(v *core.Var) bool {
	_, ok := c.versions[v]
	return ok
}

// end is the last version of the body itself that agrees with ver in what is read.
func (c *Chains) end(ver version, reads []read) *core.Var {
	for _, end := range slices.Backward(ver.of.ends) {
		last := c.versions[end].at
		if last <= ver.at {
			break
		}
		if !slices.ContainsFunc(ver.of.writes, func(w write) bool { return w.at <= last && c.hits(ver, w, reads) }) {
			return end
		}
	}
	return nil
}

// hits reports whether a write after the version may change what is read.
func (c *Chains) hits(ver version, w write, reads []read) bool {
	top := ver.of.top
	mine, its := ver.place.counters(top), w.place.counters(top)
	common := 0
	for common < len(mine) && common < len(its) && mine[common] == its[common] {
		common++
	}
	for _, r := range reads {
		for k := range common + 1 {
			if k == common && w.at <= ver.at {
				continue
			}
			if !c.apart(r, w, top, mine[:common], k, 1) {
				return true
			}
		}
	}
	return false
}

// Unwritten reports whether an element, or a part at an index, that st reads of a version of an array which the loop e carries as parameter k
// is what stood there when e began: nothing that e does before writes to it.
func (c *Chains) Unwritten(e *core.Loop, k int, st core.Stm) bool {
	x, ok := st.Exp.(*core.Index)
	if !ok || e.I == nil {
		return false
	}
	in, mine := c.where[e.I], c.where[st.Pat[0]]
	ver, known := c.versions[x.Arr]
	if !known || c.versions[e.Params[k]].of != ver.of || !mine.inside(in) || !ver.place.inside(in) {
		return false
	}
	r := read{mine, c.index(whole(x.Arr.Type), x.Idx)}
	return !slices.ContainsFunc(ver.of.writes, func(w write) bool { return w.place.inside(in) && c.earlier(ver, w, r, in) })
}

// earlier reports whether a write may stand before what is read, in a run of the body at p.
func (c *Chains) earlier(ver version, w write, r read, p *place) bool {
	top := ver.of.top
	mine, its := ver.place.counters(top), w.place.counters(top)
	common := 0
	for common < len(mine) && common < len(its) && mine[common] == its[common] {
		common++
	}
	for k := len(p.up.counters(top)); k <= common; k++ {
		if (k < common || w.at <= ver.at) && !c.apart(r, w, top, mine[:common], k, -1) {
			return true
		}
	}
	return false
}

// apart reports whether the read and the write never meet in a run of the common loops in which the first k counters are the same
// for both and the next one, if there is any more, is greater for the write; less, if sign is -1.
func (c *Chains) apart(r read, w write, top *place, common []*core.Var, k int, sign int64) bool {
	others := map[*core.Var]*core.Var{}
	var other func(v *core.Var) *core.Var
	other = func(v *core.Var) *core.Var {
		if f, ok := c.factors[v]; ok {
			return c.times(other(f[0]), other(f[1]))
		}
		if in := c.where[v]; in == nil || !in.inside(top) || len(in.counters(top)) <= k && w.place.inside(in) {
			return v
		}
		if others[v] == nil {
			others[v] = core.NewVar(v.Name, v.Type)
		}
		return others[v]
	}
	s := system{rest: r.place.known()}
	for _, l := range w.place.known() {
		s.rest = append(s.rest, l.Renamed(other))
	}
	some := r.place.nonzero()
	for _, l := range w.place.nonzero() {
		some = append(some, l.Renamed(other))
	}
	if k < len(common) {
		i := common[k]
		s.rest = append(s.rest, (form{C: -1}).Plus(sign, linear.Of(other(i))).Plus(-sign, linear.Of(i)))
	}
	for d, mine := range r.part.dims {
		its := w.part.dims[d]
		if mine.any || its.any {
			continue
		}
		a, rows := c.member(mine)
		b, more := c.member(its)
		for _, l := range more {
			s.rest = append(s.rest, l.Renamed(other))
		}
		s.rest = append(s.rest, rows...)
		s.zero = append(s.zero, a.Plus(-1, b.Renamed(other)))
	}
	return c.never(s, some)
}

// never reports whether a system has no solution in which some sums are not zero: they are more, or less.
func (s *space) never(sys system, some []form) bool {
	if s.none(sys, 0, 0) {
		return true
	}
	if len(some) == 0 || len(some) > mostSplits {
		return false
	}
	more, less := some[0].Add(-1), some[0].Times(-1).Add(-1)
	return s.never(sys.and(more), some[1:]) && s.never(sys.and(less), some[1:])
}

// member is any index of a dimension, with what is known of it.
func (c *Chains) member(d dim) (form, []form) {
	if d.count == nil {
		return d.start, nil
	}
	t := core.NewVar("t", core.I64)
	return d.start.Plus(d.stride, linear.Of(t)), append(c.below(linear.Of(t), d.count), linear.Of(t))
}

// depth is how many bodies that run several times lie between top and where a variable is bound.
func (c *Chains) depth(v *core.Var, top *place) int {
	p := c.where[v]
	if p == nil || !p.inside(top) {
		return 0
	}
	return len(p.counters(top))
}
