package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Sums at places]
//
// A loop that counts, or that spreads values over the cells around them, adds to places that only the data tell:
//
//	loop h = h0 for i < n do                          with_acc h0 (+) (\h ->
//	  let x = h[f i]                      becomes       map n (h; iota n) (\h i -> update_acc h [f i] (g i)))
//	  in h with [f i] = x + g i
//
// Iterations may meet, but they do nothing with h than to add, so any order will do (Note [Sums of loops]), and the derivative reads
// the adjoint of the result at the same places: no tape [Acc]. Each element that is read must go, with something added, to the same place of
// the same version of the array, and nowhere else; so rows that are summed element by element. This may happen several times in an
// iteration, in branches, and in loops inside. An update of an accumulator ignores what is outside; where the loop has failed, an
// assertion fails, at the place of the read. Whole numbers have other operators than +, too, where no derivatives are taken: these know only sums.

// adding follows arrays to which a loop only adds, and puts accumulators in their places.
type adding struct {
	*added
	runs   *region.Runs
	counts func(*core.Var) bool    // whether an array holds 0, 1, ...
	accs   map[core.Atom]*core.Var // the accumulator in the place of a version of an array
	rows   map[core.Atom]*row      // arrays that are rows of them, with something added
	places []place                 // by number of a summand
}

// place is an element of a version of an array, or a row.
type place struct {
	of  *core.Var
	idx []core.Atom
}

// row is a row to which val is added; nil for nothing.
type row struct {
	place
	val *core.Var
}

// findAdds takes the places to which a loop adds out of the parameters which; false if it does anything else with them.
func (p *plan) findAdds(which []int) bool {
	for _, op := range folds {
		if op != prim.Add && p.n.linear {
			break
		}
		a := &adding{added: &added{op: op, by: map[core.Atom]*summand{}}, runs: p.runs, counts: p.n.counted,
			accs: map[core.Atom]*core.Var{}, rows: map[core.Atom]*row{}}
		fits := true
		for _, k := range which {
			t := p.e.Params[k].Type
			fits = fits && op.Class.Has(t.Elem) && (op == prim.Add || !t.Elem.IsFloat())
			t.Cert = core.NewCert()
			p.adds[k] = core.NewVar(p.e.Params[k].Name, t)
			a.accs[p.e.Params[k]] = p.adds[k]
		}
		if !fits {
			continue
		}
		body, ok := a.body(p.body)
		for k, x := range p.body.Result {
			acc := a.accs[x]
			ok = ok && a.by[x] == nil && a.rows[x] == nil && (acc == nil) == (p.adds[k] == nil) && (acc == nil || same(acc, p.adds[k]))
		}
		if ok {
			p.body, p.op = body, op
			p.runs.Learn(body.Stms)
			return true
		}
	}
	return false
}

// same reports whether two accumulators are of one array.
func same(a, b *core.Var) bool { return a.Type.Cert == b.Type.Cert }

// counted reports whether an array holds the numbers from 0 on.
func (n *nester) counted(v *core.Var) bool { return core.Counts(n.defs[v]) }

// follows reports whether a value is one of the arrays, or a part of one.
func (a *adding) follows(x core.Atom) bool {
	return a.accs[x] != nil || a.by[x] != nil || a.rows[x] != nil
}

func (a *adding) uses(vs *core.VarSet) bool {
	return slices.ContainsFunc(vs.List, func(v *core.Var) bool { return a.follows(v) })
}

// body is a body that adds to accumulators; false if it does anything else with the arrays.
func (a *adding) body(b core.Body) (core.Body, bool) {
	out := &core.Builder{}
	for _, st := range b.Stms {
		if out.Src = st.Src; !a.uses(core.FreeInStm(st)) {
			out.Stms = append(out.Stms, st)
		} else if !a.stm(out, st) {
			return core.Body{}, false
		}
	}
	result := slices.Clone(b.Result)
	for k, x := range result {
		switch {
		case a.accs[x] != nil:
			result[k] = a.accs[x]
		case a.by[x] != nil:
			result[k] = a.by[x].by
		case a.rows[x] != nil && a.rows[x].val != nil:
			result[k] = a.rows[x].val
		}
	}
	return out.Body(result...), true
}

// stm adds what comes in the place of a statement that uses the arrays.
func (a *adding) stm(b *core.Builder, st core.Stm) bool {
	switch e := st.Exp.(type) {
	case *core.Use:
		a.accs[st.Pat[0]], a.by[st.Pat[0]], a.rows[st.Pat[0]] = a.accs[e.Atom], a.by[e.Atom], a.rows[e.Atom]
		return true
	case *core.Copy:
		a.rows[st.Pat[0]] = a.rows[e.Arr]
		return a.rows[e.Arr] != nil
	case *core.Index:
		return a.read(b, st.Pat[0], e)
	case *core.Update:
		return a.update(b, st.Pat[0], e)
	case *core.PrimApp:
		s, ok := a.sum(st, e)
		if ok && s != nil {
			b.Stms = append(b.Stms, *s)
		}
		return ok
	case *core.If:
		return a.either(b, st, e)
	case *core.Loop:
		return a.inner(b, st, e)
	case *core.Map:
		return a.elements(b, st, e)
	case *core.WithAcc:
		return a.inline(b, st, e)
	default: // uses them for something else
		return false
	}
}

// read is an element or a row, to which something may be added.
func (a *adding) read(b *core.Builder, v *core.Var, e *core.Index) bool {
	if a.accs[e.Arr] == nil || slices.ContainsFunc(e.Idx, a.follows) {
		return false
	}
	a.inside(b, e.Arr, e.Idx)
	if at := (place{e.Arr, e.Idx}); v.Type.IsScalar() {
		a.element(v, at)
	} else {
		a.rows[v] = &row{place: at}
	}
	return true
}

// element says that a number is the element at a place.
func (a *adding) element(v *core.Var, at place) {
	ne, _ := neutral(a.op, v.Type.Elem)
	a.by[v] = &summand{len(a.places), ne}
	a.places = append(a.places, at)
}

// inside fails as an index does.
func (a *adding) inside(b *core.Builder, arr *core.Var, idx []core.Atom) {
	b.AssertInside(idx, arr.Type.Dims, func(k int) bool {
		return a.runs.Indexes(idx[k], arr.Type.Dims[k]) || slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
			e, ok := s.Exp.(*core.Assert)
			return ok && e.Index && slices.Equal(e.Args, []core.Atom{idx[k], arr.Type.Dims[k]})
		})
	})
}

func (a *adding) update(b *core.Builder, v *core.Var, e *core.Update) bool {
	acc := a.accs[e.Arr]
	if acc == nil || slices.ContainsFunc(e.Idx, a.follows) {
		return false
	}
	at, val := place{}, core.Atom(nil)
	if s, r := a.by[e.Val], a.rows[e.Val]; s != nil {
		at = a.places[s.param]
		ne, _ := neutral(a.op, acc.Type.Elem)
		if val = s.by; core.IsConst(val, ne.Scalar) {
			val = nil
		}
	} else if r != nil {
		if a.inside(b, e.Arr, e.Idx); r.val != nil {
			val = r.val
		}
		at = r.place
	}
	if at.of != e.Arr || !slices.Equal(at.idx, e.Idx) {
		return false
	}
	if a.accs[v] = acc; val != nil {
		a.accs[v] = b.Let(acc.Name, &core.UpdateAcc{Acc: acc, Idx: e.Idx, Val: val})
	}
	return true
}

// either adds in branches.
func (a *adding) either(b *core.Builder, st core.Stm, e *core.If) bool {
	if a.follows(e.Cond) {
		return false
	}
	yes, okYes := a.body(e.Then)
	no, okNo := a.body(e.Else)
	if !okYes || !okNo {
		return false
	}
	pat := slices.Clone(st.Pat)
	for k, v := range pat {
		x, y := e.Then.Result[k], e.Else.Result[k]
		p, q := a.by[x], a.by[y]
		switch {
		case !a.follows(x) && !a.follows(y):
		case a.accs[x] != nil && a.accs[y] != nil && same(a.accs[x], a.accs[y]):
			pat[k] = core.NewVar(v.Name, a.accs[x].Type)
			a.accs[v] = pat[k]
		case p != nil && q != nil && p.param == q.param:
			pat[k] = core.NewVar(v.Name, v.Type)
			a.by[v] = &summand{p.param, pat[k]}
		default:
			return false
		}
	}
	b.Add(pat, &core.If{Cond: e.Cond, Then: yes, Else: no})
	return true
}

// inner adds in a loop.
func (a *adding) inner(b *core.Builder, st core.Stm, e *core.Loop) bool {
	l := *e
	l.Params, l.Init = slices.Clone(e.Params), slices.Clone(e.Init)
	pat := slices.Clone(st.Pat)
	for k, x := range e.Init {
		acc := a.accs[x]
		if acc == nil && a.follows(x) {
			return false
		} else if acc == nil {
			continue
		}
		l.Init[k], l.Params[k], pat[k] = acc, core.NewVar(acc.Name, acc.Type), core.NewVar(acc.Name, acc.Type)
		a.accs[e.Params[k]], a.accs[st.Pat[k]] = l.Params[k], pat[k]
	}
	if e.Bound != nil && a.follows(e.Bound) || e.Cond != nil && a.uses(core.FreeInBody(*e.Cond)) {
		return false
	}
	body, ok := a.body(e.Body)
	for k, x := range e.Body.Result {
		p := a.accs[e.Params[k]]
		ok = ok && (p == nil && !a.follows(x) || p != nil && a.accs[x] != nil && same(p, a.accs[x]))
	}
	if l.Body = body; ok {
		b.Add(pat, &l)
	}
	return ok
}

// elements adds to the elements of rows.
func (a *adding) elements(b *core.Builder, st core.Stm, e *core.Map) bool {
	fn := &core.Lambda{Params: e.Fn.Params[:len(e.Accs):len(e.Accs)], Ret: e.Fn.Ret}
	m := &core.Map{W: e.W, Accs: e.Accs, Fn: fn}
	at := map[core.Atom]bool{} // what says the element
	for k, arr := range e.Arrs {
		p := e.Fn.Params[len(e.Accs)+k]
		r := a.rows[arr]
		if r == nil && a.follows(arr) { // the whole array
			return false
		}
		if at[p] = r != nil || a.counts(arr); r == nil {
			m.Arrs, fn.Params = append(m.Arrs, arr), append(fn.Params, p)
			continue
		}
		if idx := append(slices.Clone(r.idx), p); r.val != nil {
			return false
		} else if p.Type.IsScalar() {
			a.element(p, place{r.of, idx})
		} else {
			a.rows[p] = &row{place: place{r.of, idx}}
		}
	}
	if len(m.Arrs) == 0 {
		m.Arrs = []*core.Var{b.Let("is", &core.Iota{N: e.W, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})}
		fn.Params = append(fn.Params, core.NewVar("i", core.I64))
	}
	body, ok := a.body(e.Fn.Body)
	if fn.Body = body; !ok {
		return false
	}
	bound := core.BoundIn(e.Fn)
	pat := slices.Clone(st.Pat)
	for k, x := range e.Fn.Body.Result {
		var whole place
		if s, r := a.by[x], a.rows[x]; s != nil {
			whole = a.places[s.param]
		} else if r != nil && r.val != nil {
			whole = r.place
		} else if a.follows(x) {
			return false
		} else {
			continue
		}
		last := len(whole.idx) - 1
		if last < 0 || !at[whole.idx[last]] || whole.of.Type.Dims[last] != e.W ||
			slices.ContainsFunc(whole.idx[:last], func(i core.Atom) bool { return bound[core.AsVar(i)] }) {
			return false
		}
		pat[k] = core.NewVar(st.Pat[k].Name, st.Pat[k].Type)
		a.rows[st.Pat[k]] = &row{place{whole.of, whole.idx[:last]}, pat[k]}
	}
	b.Add(pat, m)
	return true
}

// inline adds what a loop inside of this one adds, to the same accumulators.
func (a *adding) inline(b *core.Builder, st core.Stm, e *core.WithAcc) bool {
	s := core.NewSubst()
	for k, in := range e.Accs {
		op, ok := core.IsBinOp(in.Op)
		acc := a.accs[in.Arr]
		if !ok || op.Op != a.op || acc == nil {
			return false
		}
		s.Vars[e.Fn.Params[k]], s.Certs[in.Cert] = acc, acc.Type.Cert
	}
	if a.uses(core.FreeInLambda(e.Fn)) {
		return false
	}
	body := s.Body(e.Fn.Body)
	b.Stms = append(b.Stms, body.Stms...)
	for k, v := range st.Pat {
		if k < len(e.Accs) {
			a.accs[v] = core.AsVar(body.Result[k])
		} else {
			b.Add([]*core.Var{v}, &core.Use{Atom: body.Result[k]})
		}
	}
	return true
}
