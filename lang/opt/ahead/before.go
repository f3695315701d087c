package ahead

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// before takes the sums of all iterations before the loop, row by row; false if they are of what the loop changes.
func (s *sum) before(out *core.Builder, st core.Stm, e *core.Loop) (core.Stm, bool) {
	count, ok := s.form(s.count)
	bound, ok2 := s.form(e.Bound)
	if _, few := core.IntConst(s.count); few || !ok || !ok2 || !s.free(count) {
		return st, false
	}
	for _, back := range []bool{false, true} {
		p := &taking{sum: s, e: e, bound: bound, back: back}
		if p.shape(count) && p.code() {
			out.Stms = append(out.Stms, p.stms...)
			return p.build(st), true
		}
	}
	return st, false
}

// taking is how the sums of all iterations are taken before a loop.
type taking struct {
	*sum
	e     *core.Loop
	bound affine.Form
	back  bool // the last iteration comes first
	stms  []core.Stm
	sums  *core.Var

	q     *core.Var   // counts the rows
	rows  affine.Form // of them
	along *core.Var   // counts the sums to which a row adds
	start affine.Form // the first of these
	width affine.Form // how many they are
	i, j  affine.Form // the counters of the iteration and of its term
	whole bool        // they are all
}

// shape says what rows there are, and which iterations have a term in each: all, or those up to one or from one on; false if it is none of that.
func (p *taking) shape(count affine.Form) bool {
	p.q, p.along = core.NewVar("j", core.I64), core.NewVar("p", core.I64)
	q, along, by := linear.Of(p.q), linear.Of(p.along), count.Factor(p.sum.i)
	rest := count.Without(p.sum.i)
	first := affine.Form{} // iteration in which row q has a term
	p.rows, p.width, p.whole = rest, p.bound, by == 0
	switch by {
	case 0:
	case -1: // term j of iteration i is in row i + j, for i up to q
		if more, ok := rest.Minus(p.bound); !ok || more > 0 {
			return false
		}
		p.width = q.Add(1)
	case 1: // term j is in row j, for i from q - rest + 1 on
		if len(rest.Terms) > 0 || rest.C < 0 || rest.C > 1 {
			return false
		}
		first = q.Add(1 - rest.C)
		p.rows, p.width = p.bound.Add(rest.C-1), p.bound.Plus(-1, first)
	default:
		return false
	}
	p.start, p.i = first, first.Plus(1, along)
	if p.back {
		p.start = p.bound.Plus(-1, first).Plus(-1, p.width)
		p.i = first.Plus(1, p.width).Add(-1).Plus(-1, along)
	}
	if p.j = q; by < 0 {
		p.j = q.Plus(-1, p.i)
	}
	return true
}

// code takes the sums; false if it cannot, or goes along columns as well, or along rows from their ends.
func (p *taking) code() bool {
	elem := p.made.Type
	b := &core.Builder{Src: p.e.Body.Stms[p.at].Src}
	n := p.e.Bound
	var sizes []core.Atom
	for _, v := range p.e.Params {
		sizes = append(sizes, v.Type.Dims...)
	}
	if !p.runs.Counts(n, sizes) {
		n = b.Prim(prim.Max, prim.I64, n, core.IntC(0))
	}
	c := &copier{sum: p.sum, out: &core.Builder{Src: b.Src}, b: &core.Builder{}, i: p.i, j: p.j, along: p.along}
	c.read = func(arr *core.Var, _ []affine.Form) (core.Atom, *core.Var) {
		k := slices.Index(p.e.Params, arr)
		if k < 0 || !p.unwritten(k) {
			return nil, nil
		}
		return nil, core.AsVar(p.e.Init[k])
	}
	val := c.sumOf()
	if val == nil || c.less <= 0 {
		return false
	}
	x := core.NewVar("t", elem)
	val = c.b.Prim(prim.Add, elem.Elem, x, val)
	t := core.NewVar("sums", elem.Of(n))
	p.sums = core.NewVar("sums", t.Type)
	l := &core.Loop{Params: []*core.Var{t}, Init: []core.Atom{b.ZeroOf(t.Type)}, I: p.q, Bound: affine.Atom(p.rows, b)}
	l.Body = p.row(c.out, t, n, &core.Lambda{Params: []*core.Var{p.along, x}, Ret: []core.Type{elem}, Body: c.b.Body(val)})
	b.Add([]*core.Var{p.sums}, l)
	p.stms = b.Stms
	p.runs.LearnOutside(b.Stms)
	return c.fits()
}

// row adds a row to the sums t, of which there are n.
func (p *taking) row(b *core.Builder, t *core.Var, n core.Atom, fn *core.Lambda) core.Body {
	old, width := t, n
	part := []core.DimSlice{{}}
	if !p.whole {
		width = affine.Atom(p.width, b)
		part[0] = core.DimSlice{Start: affine.Atom(p.start, b), Count: width, Stride: core.IntC(1)}
		old = b.Let("sums", &core.Slice{Arr: t, Dims: part})
	}
	is := b.Let("is", &core.Iota{N: width, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	next := b.Let("sums", &core.Map{W: width, Arrs: []*core.Var{is, old}, Fn: fn})
	if !p.whole {
		next = b.Let("sums", &core.UpdateSlice{Arr: t, Dims: part, Val: next})
	}
	return b.Body(next)
}

// unwritten reports whether no iteration reads of the array of parameter k what an earlier one has written.
func (p *taking) unwritten(k int) bool {
	w := p.writing(p.e, k)
	if w == nil {
		return false
	}
	place := p.runs.At(w.e.Arr, w.e.Idx)
	for _, r := range p.runs.Reads(w.e.Arr, core.Body{Stms: p.e.Body.Stms[:w.at]}) {
		if p.runs.After(r, place) {
			return false
		}
	}
	return true
}

// build makes the loop that reads the sums.
func (p *taking) build(st core.Stm) core.Stm {
	l := *p.e
	b := &core.Builder{}
	for k, s := range p.e.Body.Stms {
		b.Src = s.Src
		if k != p.at {
			b.Add(s.Pat, s.Exp)
			continue
		}
		i := linear.Of(p.sum.i)
		if p.back {
			i = p.bound.Add(-1).Plus(-1, i)
		}
		p.total(b, b.Index(p.sums, affine.Atom(i, b)))
	}
	l.Body = b.Body(p.e.Body.Result...)
	p.runs.Learn(b.Stms)
	p.define(l.Body)
	return core.Stm{Pat: st.Pat, Exp: &l, Src: st.Src}
}
