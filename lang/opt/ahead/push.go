package ahead

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// push is a loop each iteration of which adds the term that its element is in to the sums of all later ones; false if sums are not of one term for each
// earlier iteration.
func (s *sum) push(out *core.Builder, st core.Stm, e *core.Loop) (core.Stm, bool) {
	count, ok := s.form(s.count)
	bound, ok2 := s.form(e.Bound)
	if !ok || !ok2 || !count.Equal(linear.Of(s.i)) {
		return st, false
	}
	for k := range e.Params {
		w := s.writing(e, k)
		if w == nil || !s.runs.Indexes(w.e.Idx[w.dim], w.e.Arr.Type.Dims[w.dim]) {
			continue
		}
		for _, ascends := range []bool{true, false} {
			p := &pushing{sum: s, w: w, e: e, bound: bound, ascends: ascends}
			if p.code() {
				return p.build(out, st), true
			}
		}
	}
	return st, false
}

// pushing is how terms are added to the sums of later iterations.
type pushing struct {
	*sum
	w       *writing
	e       *core.Loop
	bound   affine.Form
	ascends bool        // term j is that of iteration j; else they come from the last iteration to the first
	stms    []core.Stm  // after the update
	t       *core.Var   // the sums
	next    *core.Var   // after
	left    affine.Form // how many iterations are left
	start   affine.Form // where their sums begin
}

// code makes the statements that add; false if they cannot, or go along columns as well.
func (p *pushing) code() bool {
	w, n := p.w, p.w.e.Arr.Type.Dims[p.w.dim]
	i, along := linear.Of(p.i), core.NewVar("p", core.I64)
	later := i.Add(1).Plus(1, linear.Of(along))
	if w.by < 0 {
		later = p.bound.Add(-1).Plus(-1, linear.Of(along))
	}
	term := i
	if !p.ascends {
		term = later.Add(-1).Plus(-1, i)
	}
	elem := p.made.Type
	p.t, p.next = core.NewVar("sums", elem.Of(n)), core.NewVar("sums", elem.Of(n))
	p.left, p.start = p.bound.Add(-1).Plus(-1, i), w.place[w.dim].Put(p.i, later.Without(along))
	x := core.NewVar("t", elem)
	b := &core.Builder{Src: p.e.Body.Stms[p.at].Src}
	c := &copier{sum: p.sum, out: b, b: &core.Builder{}, i: later, j: term, along: along}
	c.read = func(arr *core.Var, at []affine.Form) (core.Atom, *core.Var) {
		switch {
		case arr != w.e.Arr:
			return nil, nil
		case slices.EqualFunc(at, w.place, affine.Form.Equal):
			return w.e.Val, nil
		}
		return nil, w.next
	}
	val := c.sumOf()
	if val == nil || c.less <= 0 {
		return false
	}
	val = c.b.Prim(prim.Add, elem.Elem, x, val)
	left := affine.Atom(p.left, b)
	part := []core.DimSlice{{Start: affine.Atom(p.start, b), Count: left, Stride: core.IntC(1)}}
	is := b.Let("is", &core.Iota{N: left, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	old := b.Let("sums", &core.Slice{Arr: p.t, Dims: part})
	fn := &core.Lambda{Params: []*core.Var{along, x}, Ret: []core.Type{elem}, Body: c.b.Body(val)}
	b.Add([]*core.Var{p.next}, &core.UpdateSlice{Arr: p.t, Dims: part, Val: b.Let("sums", &core.Map{W: left, Arrs: []*core.Var{is, old}, Fn: fn})})
	p.stms = b.Stms
	p.runs.Learn(b.Stms)
	return c.fits() && p.unwritten()
}

// unwritten reports whether the code that adds reads no place of the array to which any iteration writes.
func (p *pushing) unwritten() bool {
	place := p.runs.At(p.w.e.Arr, p.w.e.Idx)
	for _, r := range p.runs.Reads(p.w.next, core.Body{Stms: p.stms}) {
		if p.runs.Meets(r, place) || p.runs.Within(r, place) {
			return false
		}
	}
	return true
}

// build makes the loop that carries the sums.
func (p *pushing) build(out *core.Builder, st core.Stm) core.Stm {
	e := p.e
	l := &core.Loop{Params: append(slices.Clone(e.Params), p.t), I: e.I, Bound: e.Bound, Attrs: e.Attrs,
		Init: append(slices.Clone(e.Init), out.ZeroOf(p.t.Type))}
	b := &core.Builder{}
	for k, s := range e.Body.Stms {
		b.Src = s.Src
		if k == p.at {
			p.total(b, b.Index(p.t, affine.Atom(p.w.place[p.w.dim], b)))
		} else {
			b.Add(s.Pat, s.Exp)
		}
		if k == p.w.at {
			b.Stms = append(b.Stms, p.stms...)
		}
	}
	l.Body = b.Body(append(slices.Clone(e.Body.Result), p.next)...)
	p.runs.Learn(b.Stms)
	p.define(l.Body)
	return core.Stm{Pat: append(slices.Clone(st.Pat), core.NewVar("sums", p.t.Type)), Exp: l, Src: st.Src}
}

// total is what a sum comes to, of what its terms come to.
func (s *sum) total(b *core.Builder, terms *core.Var) {
	t := terms.Type.Elem
	first, zero := s.first.(core.Const)
	zero = zero && first.Scalar == prim.Zero(t)
	switch {
	case s.minus:
		b.Add([]*core.Var{s.made}, &core.PrimApp{Op: prim.Sub, T: t, Args: []core.Atom{s.first, terms}})
	case zero:
		b.Add([]*core.Var{s.made}, &core.Use{Atom: terms})
	default:
		b.Add([]*core.Var{s.made}, &core.PrimApp{Op: prim.Add, T: t, Args: []core.Atom{s.first, terms}})
	}
}
