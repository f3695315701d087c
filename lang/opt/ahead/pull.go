package ahead

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Sums taken late]
//
// The other way round from Note [Sums taken ahead]: a substitution whose iterations add to all later elements may go down columns, while the inner products that
// these elements come to go along rows.
//
//	loop x for i < n do                                  loop x for i < n do
//	  let v = f x[i]                             becomes   let v = f (x[i] - sum (map2 (*) a[i, :i] x[:i]))
//	  let x = x with [i] = v                               in x with [i] = v
//	  in x with [i + 1:] = map2 (\x a -> x - a * v) x[i + 1:] a[i + 1:, i]
//
// That is so if an iteration reads of the array only its own element, and adds to those of all later iterations, and if what it adds is made of what stays: of arrays
// that the loop does not change, and of elements that it has written for good.

// pulling is how an iteration takes what earlier ones would have added.
type pulling struct {
	*sum
	e     *core.Loop
	k     int         // the parameter
	from  int         // the statement that adds
	old   *core.Var   // the array to which it does
	start affine.Form // the first place, for the iteration that adds
	count affine.Form // how many
	op    *prim.Op
	set   int // the statement that writes the iteration's own element before; -1 if there is none
	get   int // the one that reads it
	place affine.Form
	by    int64
}

// pull is a loop each iteration of which takes the terms that statement k of earlier ones would have added; false if that is no gain.
func (a *taker) pull(st core.Stm, e *core.Loop, k int) (core.Stm, bool) {
	made := e.Body.Stms[k].Pat
	if len(made) != 1 || made[0].Type.Rank() != 1 {
		return st, false
	}
	at := slices.Index(e.Body.Result, core.Atom(made[0]))
	if at < 0 {
		return st, false
	}
	p := &pulling{sum: a.newSum(e, k), e: e, k: at, from: k, set: -1, get: -1}
	p.j = core.NewVar("p", core.I64)
	switch x := e.Body.Stms[k].Exp.(type) {
	case *core.UpdateSlice:
		if !p.mapped(x) {
			return st, false
		}
	case *core.Loop:
		if !p.looped(x) {
			return st, false
		}
	default: // adds nothing
		return st, false
	}
	if !p.alone() || !p.later() {
		return st, false
	}
	return p.build(st)
}

// mapped says what an update by a map adds to a part.
func (p *pulling) mapped(u *core.UpdateSlice) bool {
	m, ok := p.own[u.Val].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || len(u.Dims) != 1 || len(m.Fn.Params) != len(m.Arrs) || len(m.Fn.Body.Result) != 1 {
		return false
	}
	p.old = u.Arr
	b, args, t := &core.Builder{}, make([]core.Atom, len(m.Arrs)), core.NewVar("t", p.made.Type.Row())
	for k, arr := range m.Arrs {
		if s, ok := p.own[arr].Exp.(*core.Slice); ok && s.Arr == u.Arr && slices.Equal(s.Dims, u.Dims) {
			args[k] = t
			continue
		}
		args[k] = p.operand(b, arr)
	}
	out := b.Inline(m.Fn, args...)
	return core.IsInt(u.Dims[0].Stride, 1) && p.adds(b.Body(out...), t, u.Dims[0].Start, u.Dims[0].Count)
}

// looped says what a loop adds place by place.
func (p *pulling) looped(l *core.Loop) bool {
	if l.Cond != nil || l.I.Type.Elem != prim.I64 || len(l.Params) != 1 || len(l.Attrs) > 0 {
		return false
	}
	v, last := l.Params[0], core.AsVar(l.Body.Result[0])
	p.old = core.AsVar(l.Init[0])
	var u *core.Update
	var read *core.Index
	var t *core.Var
	rest := core.Body{}
	for _, s := range l.Body.Stms {
		switch x := s.Exp.(type) {
		case *core.Update:
			if x.Arr == v && s.Pat[0] == last && u == nil {
				u = x
				continue
			}
		case *core.Index:
			if x.Arr == v && read == nil {
				read, t = x, s.Pat[0]
				continue
			}
		default: // a part of the term
		}
		rest.Stms = append(rest.Stms, s)
	}
	if u == nil || read == nil || !slices.Equal(u.Idx, read.Idx) || core.FreeInBody(rest).Has(v) || core.FreeInBody(rest).Has(last) {
		return false
	}
	rest.Result = []core.Atom{u.Val, u.Idx[0]}
	b := &core.Builder{}
	free := core.NewVar("t", t.Type)
	out := b.Inline(&core.Lambda{Params: []*core.Var{l.I, t}, Body: rest}, p.j, free)
	p.define(core.Body{Stms: b.Stms})
	place, ok := p.form(out[1])
	if !ok || place.Factor(p.j) != 1 {
		return false
	}
	sb := &core.Builder{}
	start := affine.Atom(place.Without(p.j), sb)
	p.define(core.Body{Stms: sb.Stms})
	return p.adds(b.Body(out[0]), free, start, l.Bound)
}

// adds notes that a term, without t, is added to t.
func (p *pulling) adds(body core.Body, t *core.Var, start, count core.Atom) bool {
	if slices.ContainsFunc(body.Stms, func(s core.Stm) bool { _, check := s.Exp.(*core.Assert); return check }) {
		return false
	}
	p.define(body)
	last, ok := p.defs[core.AsVar(body.Result[0])].(*core.PrimApp)
	if !ok || last.Op != prim.Add && last.Op != prim.Sub {
		return false
	}
	term := last.Args[1]
	if last.Args[0] != core.Atom(t) {
		if term = last.Args[0]; last.Op == prim.Sub || last.Args[1] != core.Atom(t) {
			return false
		}
	}
	p.op = last.Op
	p.term = core.Needed(core.Body{Stms: body.Stms, Result: []core.Atom{term}})
	var ok2 bool
	p.start, ok = p.form(start)
	p.count, ok2 = p.form(count)
	return ok && ok2 && p.free(p.start) && p.free(p.count) && !core.FreeInBody(p.term).Has(t)
}

// alone reports whether an iteration does nothing else with the array than to read its own element, to write it once, and to add.
func (p *pulling) alone() bool {
	arr := p.e.Params[p.k]
	for k, s := range p.e.Body.Stms {
		free := core.FreeInStm(s)
		if k == p.from || !free.Has(arr) && !free.Has(p.old) {
			continue
		}
		switch x := s.Exp.(type) {
		case *core.Index:
			if x.Arr != arr || p.get >= 0 || p.set >= 0 {
				return false
			}
			p.get = k
		case *core.Update:
			if x.Arr != arr || s.Pat[0] != p.old || p.set >= 0 {
				return false
			}
			p.set = k
		case *core.Slice:
			if x.Arr != p.old || !p.onlyAdds(s.Pat[0]) {
				return false
			}
		default:
			return false
		}
	}
	for k, a := range p.e.Body.Result {
		if v := core.AsVar(a); v == arr || v == p.old || v == p.made && k != p.k {
			return false
		}
	}
	return p.get >= 0 && (p.set >= 0) == (p.old != arr) && p.get < p.from
}

// onlyAdds reports whether a slice of the array is only what the map that adds reads of it.
func (p *pulling) onlyAdds(v *core.Var) bool {
	u, ok := p.e.Body.Stms[p.from].Exp.(*core.UpdateSlice)
	return ok && !slices.ContainsFunc(p.e.Body.Stms, func(s core.Stm) bool {
		return core.FreeInStm(s).Has(v) && !slices.Contains(s.Pat, u.Val)
	})
}

// later reports whether an iteration adds to the elements of all later ones, and to no others.
func (p *pulling) later() bool {
	at := p.e.Body.Stms[p.get].Exp.(*core.Index).Idx[0]
	place, ok := p.form(at)
	bound, ok2 := p.form(p.e.Bound)
	if p.place, p.by = place, place.Factor(p.sum.i); !ok || !ok2 || !p.free(place) || p.by != 1 && p.by != -1 {
		return false
	}
	if p.set >= 0 {
		own, ok := p.form(p.e.Body.Stms[p.set].Exp.(*core.Update).Idx[0])
		if !ok || !own.Equal(place) {
			return false
		}
	}
	first := place.Add(1)
	if p.by < 0 {
		first = place.Put(p.sum.i, bound.Add(-1))
	}
	return p.start.Equal(first) && p.count.Equal(bound.Add(-1).Plus(-1, linear.Of(p.sum.i)))
}

// build makes the loop that takes the terms.
func (p *pulling) build(st core.Stm) (core.Stm, bool) {
	q := core.NewVar("q", core.I64)
	elem := p.made.Type.Row()
	c := &copier{sum: p.sum, out: &core.Builder{}, b: &core.Builder{}, i: linear.Of(q), along: q}
	if p.by < 0 { // the last iteration comes first, so that places ascend
		c.i = linear.Of(p.sum.i).Add(-1).Plus(-1, c.i)
	}
	c.j = p.place.Plus(-1, p.start.Put(p.sum.i, c.i))
	c.read = func(*core.Var, []affine.Form) (core.Atom, *core.Var) { return nil, nil }
	c.kept = p.kept()
	val := c.sumOf()
	if val == nil || c.less <= 0 {
		return st, false
	}
	get := p.e.Body.Stms[p.get]
	c.out.Src = get.Src
	is := c.out.Let("is", &core.Iota{N: p.sum.i, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	terms := c.out.Let("terms", &core.Map{W: p.sum.i, Arrs: []*core.Var{is}, Fn: &core.Lambda{Params: []*core.Var{q}, Ret: []core.Type{elem}, Body: c.b.Body(val)}})
	p.runs.Learn(c.out.Stms)
	if !c.fits() {
		return st, false
	}
	total := c.out.Let("sum", &core.Reduce{W: p.sum.i, Fn: core.BinOp(prim.Add, elem.Elem), Ne: []core.Atom{core.Zero(elem.Elem)}, Arrs: []*core.Var{terms}, Comm: true})
	l := *p.e
	l.Body.Result = slices.Clone(l.Body.Result)
	b := &core.Builder{}
	for k, s := range p.e.Body.Stms {
		b.Src = s.Src
		switch k {
		case p.get:
			b.Stms = append(b.Stms, c.out.Stms...)
			b.Add(get.Pat, &core.PrimApp{Op: p.op, T: elem.Elem, Args: []core.Atom{b.Let("x", get.Exp), total}})
		case p.from:
			if l.Body.Result[p.k] = p.old; p.set < 0 {
				l.Body.Result[p.k] = b.Let("x", &core.Update{Arr: p.old, Idx: get.Exp.(*core.Index).Idx, Val: get.Pat[0]})
			}
		default:
			b.Add(s.Pat, s.Exp)
		}
	}
	l.Body.Stms = b.Stms
	p.runs.Learn(b.Stms)
	p.define(l.Body)
	return core.Stm{Pat: st.Pat, Exp: &l, Src: st.Src}, true
}

// kept are the values that iterations leave in arrays for good, with these and their places.
func (p *pulling) kept() map[*core.Var]writing {
	out := map[*core.Var]writing{}
	for k := range p.e.Params {
		if w := p.writing(p.e, k); w != nil {
			if v := core.AsVar(w.e.Val); v != nil {
				out[v] = *w
			}
		}
	}
	own := writing{e: &core.Update{Arr: p.e.Params[p.k]}, place: []affine.Form{p.place}}
	val := p.e.Body.Stms[p.get].Pat[0]
	if p.set >= 0 {
		val = core.AsVar(p.e.Body.Stms[p.set].Exp.(*core.Update).Val)
	}
	if val != nil {
		out[val] = own
	}
	return out
}
