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
	if _, few := core.IntConst(s.count); few || !ok || !ok2 || count.Factor(s.i) != 0 || !s.free(count) {
		return st, false
	}
	for _, back := range []bool{false, true} {
		p := &taking{sum: s, e: e, bound: bound, back: back}
		if p.code() {
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
}

// code takes the sums; false if it cannot, or goes along columns as well, or along rows from their ends.
func (p *taking) code() bool {
	along, term, elem := core.NewVar("p", core.I64), core.NewVar("j", core.I64), p.made.Type
	i := linear.Of(along)
	if p.back {
		i = p.bound.Add(-1).Plus(-1, i)
	}
	b := &core.Builder{Src: p.e.Body.Stms[p.at].Src}
	n := p.e.Bound
	if !p.runs.Counts(n, nil) {
		n = b.Prim(prim.Max, prim.I64, n, core.IntC(0))
	}
	c := &copier{sum: p.sum, b: &core.Builder{}, i: i, j: linear.Of(term), along: along}
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
	in := &core.Builder{Src: b.Src}
	is := in.Let("is", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	fn := &core.Lambda{Params: []*core.Var{along, x}, Ret: []core.Type{elem}, Body: c.b.Body(val)}
	next := in.Let("sums", &core.Map{W: n, Arrs: []*core.Var{is, t}, Fn: fn})
	p.sums = core.NewVar("sums", t.Type)
	b.Add([]*core.Var{p.sums}, &core.Loop{Params: []*core.Var{t}, Init: []core.Atom{b.ZeroOf(t.Type)}, I: term, Bound: p.out(b, p.count), Body: in.Body(next)})
	p.stms = b.Stms
	p.runs.LearnOutside(b.Stms)
	return c.fits()
}

// out computes before the loop an integer that does not change in it.
func (p *taking) out(b *core.Builder, a core.Atom) core.Atom {
	f, _ := p.form(a)
	return affine.Atom(f, b)
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
		i := linear.Of(p.i)
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
