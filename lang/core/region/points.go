package region

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
)

// A Target is the part of an array that an update overwrites, and how what is put there lies in it.
type Target struct {
	Arr  *core.Var
	Dims []core.DimSlice // of all dimensions of the array
	Of   []int           // for each dimension of what is put there: that of the array; -1 if it has one element
}

// part is the target, where the counters of nested maps that make what is put there are at some point.
func (t Target) part(s *space, counters []*core.Var) view {
	v := s.slice(whole(t.Arr.Type), t.Dims)
	for k, i := range counters {
		if d := t.Of[k]; d >= 0 {
			v.dims[d] = dim{start: v.dims[d].start.Plus(v.dims[d].stride, linear.Of(i)), any: v.dims[d].any}
		}
	}
	return v
}

// Misses reports whether statements of the body in which v is bound read nothing of a part of an array, where v is bound. What they read are the
// array and views of it that they bind.
func (c *Chains) Misses(v *core.Var, t Target, stms []core.Stm) bool {
	p := c.where[v]
	r := &reader{c: c, views: map[*core.Var]view{t.Arr: whole(t.Arr.Type)}}
	r.body(p, core.Body{Stms: stms})
	return !slices.ContainsFunc(r.out, func(x read) bool {
		return c.meets(x, write{place: p, part: t.part(c.space, nil)}, nil, p.counters(nil))
	})
}

// Spares reports whether an update in the body in which v is bound certainly overwrites nothing of a part of the array.
func (c *Chains) Spares(v *core.Var, t Target, update core.Exp) bool {
	p := c.where[v]
	other, ok := (&Watch{r: &reader{c: c}}).of(update)
	return ok && !c.meets(read{p, other}, write{place: p, part: t.part(c.space, nil)}, nil, p.counters(nil))
}

// meets reports whether a read may meet a write of the same run of all bodies that count so.
func (c *Chains) meets(x read, w write, top *place, common []*core.Var) bool {
	return !c.apart(x, w, top, common, len(common), 1)
}

// Fits reports whether a part is certainly in the array, in the body in which v is bound, if it has any elements.
func (c *Chains) Fits(v *core.Var, t Target) bool {
	r := &Runs{c, c.where[v]}
	for k, d := range t.Dims {
		start, end := c.linear(d.Start), c.linear(d.Start).Plus(1, c.linear(d.Count)).Plus(-1, c.linear(t.Arr.Type.Dims[k]))
		if !core.IsInt(d.Stride, 1) || !r.never(start.Times(-1).Add(-1)) || !r.never(end.Add(-1)) {
			return false
		}
	}
	return true
}

// Pointwise reports whether a part of an array may be overwritten by the points of a map, which is statement at of a body and makes v there: a point reads of
// the part at most what it overwrites itself, before it does, and nothing reads it later in the body.
func (c *Chains) Pointwise(v *core.Var, t Target, b core.Body, at int) bool {
	p := c.where[v]
	pw := &pointwise{c: c, r: &reader{c: c, views: map[*core.Var]view{t.Arr: whole(t.Arr.Type)}}, top: p, last: p}
	for s := b.Stms[at]; s.Exp != nil; {
		m, ok := s.Exp.(*core.Map)
		if !ok {
			break
		}
		in := c.inners(pw.last, m)[0]
		pw.maps, pw.counters, pw.last = append(pw.maps, m), append(pw.counters, in.place.i), in.place
		a := m.Fn.Body.Result[slices.Index(s.Pat, v)]
		if pw.elements = a.AtomType().IsScalar(); pw.elements {
			break
		}
		v, s = core.AsVar(a), core.Stm{}
		for _, inner := range in.body.Stms {
			if slices.Contains(inner.Pat, v) {
				s = inner
			}
		}
	}
	pw.part = t.part(c.space, pw.counters)
	return pw.body(p, b, 0)
}

// pointwise looks at nested maps, each of which makes the rows of the one around it.
type pointwise struct {
	c        *Chains
	r        *reader
	maps     []*core.Map
	counters []*core.Var
	elements bool   // the innermost one makes numbers
	top      *place // where the outermost one stands
	last     *place // the innermost body
	part     view   // what a point of all maps overwrites
}

// body reports whether what a body at p in so many of the maps reads is not overwritten before, or at other points.
func (pw *pointwise) body(p *place, b core.Body, depth int) bool {
	innermost, late := depth == len(pw.maps), pw.late(depth)
	for j, s := range b.Stms {
		if innermost || s.Exp != core.Exp(pw.maps[depth]) {
			if !pw.safe(func() { pw.r.stm(p, s) }, depth, late || Waits(b, j)) {
				return false
			}
			continue
		}
		m := pw.maps[depth]
		in := pw.c.inners(p, m)[0]
		if !pw.safe(func() { pw.r.elements(in.place, m) }, depth+1, pw.late(depth+1)) || !pw.body(in.place, in.body, depth+1) {
			return false
		}
		late = true
	}
	return pw.safe(func() {
		for _, a := range b.Result {
			pw.r.use(p, a)
		}
	}, depth, true)
}

// late reports whether what is read in so many of the maps, before the next one of them, may be read after points have begun to write: engines compute
// a point of nested maps on its own, or one dimension of them before another, and a row may be made from the beginning on.
func (pw *pointwise) late(depth int) bool {
	if depth == len(pw.maps) {
		return !pw.elements
	}
	return depth > 0
}

// safe reports whether what is read in so many of the maps meets nothing that other points overwrite, nor, if late, what the same one does.
func (pw *pointwise) safe(read func(), depth int, late bool) bool {
	pw.r.out = nil
	read()
	w, common := write{place: pw.last, part: pw.part}, pw.counters[:depth]
	for _, x := range pw.r.out {
		for n := range common {
			if !pw.c.apart(x, w, pw.top, common, n, 1) || !pw.c.apart(x, w, pw.top, common, n, -1) {
				return false
			}
		}
		if late && pw.c.meets(x, w, pw.top, common) {
			return false
		}
	}
	return true
}

// Waits reports whether statement k of a body is a map whose results later statements that are no sums of them use: engines may compute elements
// where they are used.
func Waits(b core.Body, k int) bool {
	if _, ok := b.Stms[k].Exp.(*core.Map); !ok {
		return false
	}
	return slices.ContainsFunc(b.Stms[k+1:], func(s core.Stm) bool {
		_, sum := s.Exp.(*core.Reduce)
		return !sum && slices.ContainsFunc(b.Stms[k].Pat, core.FreeInStm(s).Has)
	})
}
