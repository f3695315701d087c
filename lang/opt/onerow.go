package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Sums in one row]
//
// The adjoint of a matrix that each row of a map reads as its operand, and of which all of them read one row, r, is the sum of two:
//
//	z = replicate 0                                                  z = replicate 0, of a row
//	xs = with_acc z (\c -> ... update_acc c [r, i] u ...)   becomes  s = with_acc z (\c -> ... update_acc c [i] u ...)
//	ys' = map2 (map2 (+)) xs ys                                      ys' = copy ys with [r] = map2 (+) s ys[r]
//
// where all updates go to that row: the other rows of xs are zero, and ys' has those of ys. So an elimination step adds to a row of what a loop
// carries, in place, and fills no matrix with zeros to add it up. ys is a result of the with_acc itself which copies an array, as the
// adjoint of an operand is that goes into a difference: only derivatives have such, so no number of the program itself has another sign
// where it is zero, 0 + -0. r is certainly within bounds, since an update would fail where that of an accumulator does nothing. [ours]

// OneRow makes sums of rows of what adds to one row of zeros: Note [Sums in one row].
func OneRow(p *core.Prog) *core.Prog {
	changed := false
	out := core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		s := &oneRows{funs: funs, chains: region.NewChains()}
		s.chains.Learn(f.Params, f.Body)
		b := s.body(f.Body)
		changed = changed || s.changed
		return b
	})
	if changed {
		return DCE(out)
	}
	return p
}

type oneRows struct {
	funs    map[*core.Fun]*core.Fun
	chains  *region.Chains
	changed bool
}

func (s *oneRows) body(b core.Body) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for i := 0; i < len(out.Stms); i++ {
		w, ok := out.Stms[i].Exp.(*core.WithAcc)
		for k := 0; ok && k < len(w.Accs); k++ {
			if r := s.find(out, i, k); r != nil {
				before := r.build(&out)
				i += before
				w, s.changed = out.Stms[i].Exp.(*core.WithAcc), true
			}
		}
	}
	for i, st := range out.Stms {
		out.Stms[i].Exp = st.Exp.Map(core.Mapper{Body: s.body, Lambda: func(l *core.Lambda) *core.Lambda {
			return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: s.body(l.Body)}
		}})
		if c, ok := out.Stms[i].Exp.(*core.Call); ok {
			c.Fun = s.funs[c.Fun]
		}
	}
	return out
}

// oneRowSum is accumulator k of the with_acc i, to one row of which is added, and the map j that adds all of it.
type oneRowSum struct {
	i, j, k int
	w       *core.WithAcc
	m       *core.Map
	xs, ys  *core.Var
	from    *core.Var // which ys is a copy of
	row     core.Atom
}

// find is the sum in one row of accumulator k of the with_acc i; nil if it is none.
func (s *oneRows) find(b core.Body, i, k int) *oneRowSum {
	w := b.Stms[i].Exp.(*core.WithAcc)
	in, xs := w.Accs[k], b.Stms[i].Pat[k]
	j := slices.IndexFunc(b.Stms, func(st core.Stm) bool { return core.FreeInStm(st).Has(xs) })
	if j < 0 || usedBeside(b, xs, j) || !(&depositor{}).fromNeutral(b.Stms[:i], in) {
		return nil
	}
	m, ok := b.Stms[j].Exp.(*core.Map)
	op, add := core.IsBinOp(in.Op)
	if !ok || !add || op.Op != prim.Add || !core.IsConst(in.Ne, core.Zero(op.T).Scalar) || len(m.Accs) > 0 || len(m.Arrs) != 2 || !adds(m, xs.Type.Rank()) {
		return nil
	}
	r := &oneRowSum{i: i, j: j, k: k, w: w, m: m, xs: xs, ys: m.Arrs[0]}
	if r.ys == xs {
		r.ys = m.Arrs[1]
	}
	if r.row = oneRow(w.Fn, in.Cert); r.ys == xs || r.row == nil || !s.chains.Indexes(xs, r.row, xs.Type.Dims[0]) {
		return nil
	}
	at := slices.Index(b.Stms[i].Pat, r.ys)
	if at < len(w.Accs) {
		return nil
	}
	if r.from = copied(w.Fn, w.Fn.Body.Result[at]); r.from == nil {
		return nil
	}
	return r
}

// adds reports whether a map adds two arrays element by element.
func adds(m *core.Map, rank int) bool {
	if rank == 1 {
		op, ok := core.IsBinOp(m.Fn)
		return ok && op.Op == prim.Add
	}
	b := m.Fn.Body
	if len(b.Stms) != 1 || len(b.Stms[0].Pat) != 1 || b.Result[0] != core.Atom(b.Stms[0].Pat[0]) {
		return false
	}
	in, ok := b.Stms[0].Exp.(*core.Map)
	ps := m.Fn.Params
	return ok && len(in.Accs) == 0 && (slices.Equal(in.Arrs, ps) || len(ps) == 2 && slices.Equal(in.Arrs, []*core.Var{ps[1], ps[0]})) && adds(in, rank-1)
}

// oneRow is the first index of all updates of an accumulator, if it is known before its with_acc; else nil.
func oneRow(fn *core.Lambda, cert *core.Cert) (row core.Atom) {
	bound, ok := core.BoundIn(fn), true
	core.Walk(fn.Body, func(st core.Stm) {
		u, is := st.Exp.(*core.UpdateAcc)
		if !is || u.Acc.Type.Cert != cert {
			return
		}
		if row == nil && len(u.Idx) > 0 {
			row = u.Idx[0]
		}
		ok = ok && len(u.Idx) > 0 && u.Idx[0] == row && !bound[core.AsVar(row)]
	})
	if !ok {
		return nil
	}
	return row
}

// copied is the array from outside of a lambda that its result a is a copy of; nil if it is none.
func copied(fn *core.Lambda, a core.Atom) *core.Var {
	bound := core.BoundIn(fn)
	v := core.AsVar(a)
	at := slices.IndexFunc(fn.Body.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, v) })
	if v == nil || at < 0 {
		return nil
	}
	from := operand(fn.Body.Stms[at], v)
	if from == nil || bound[from] {
		return nil
	}
	return from
}

// operand is the array that a statement's result v is a copy of, as a whole or element by element; nil if it is none.
func operand(st core.Stm, v *core.Var) *core.Var {
	switch e := st.Exp.(type) {
	case *core.Copy:
		return e.Arr
	case *core.Map:
		x := core.AsVar(e.Fn.Body.Result[slices.Index(st.Pat, v)])
		at := slices.IndexFunc(e.Fn.Body.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, x) })
		if at >= 0 {
			x = operand(e.Fn.Body.Stms[at], x)
		}
		if p := slices.Index(e.Fn.Params, x); x != nil && p >= len(e.Accs) {
			return e.Arrs[p-len(e.Accs)]
		}
	default: // computed
	}
	return nil
}

// build rewrites the body, and says how many statements stand before the with_acc that did not.
func (r *oneRowSum) build(b *core.Body) (before int) {
	st, in := b.Stms[r.i], r.w.Accs[r.k]
	t := core.Type{Elem: in.Arr.Type.Elem, Dims: in.Arr.Type.Dims[1:]}
	if len(t.Dims) == 0 {
		t.Dims = []core.Atom{core.IntC(1)}
	}
	out, last := &core.Builder{Src: st.Src}, &core.Builder{Src: b.Stms[r.j].Src}
	at := last // where it may be the last use, so that nothing is copied
	if consume(slices.Concat(r.w.Fn.Body.Stms, b.Stms[r.i+1:r.j])) {
		at = out
	}
	ys := at.Let(r.ys.Name, &core.Copy{Arr: r.from})
	accs := slices.Clone(r.w.Accs)
	cert := core.NewCert()
	accs[r.k] = core.AccInput{Arr: core.AsVar(out.ZeroOf(t)), Op: in.Op, Ne: in.Ne, Cert: cert}
	before = len(out.Stms)
	acc := t
	acc.Cert = cert
	to := &redirection{cert: in.Cert, acc: acc, narrow: true, vars: map[*core.Var]*core.Var{}}
	sum := core.NewVar(r.xs.Name, t)
	pat := slices.Clone(st.Pat)
	pat[r.k] = sum
	out.Add(pat, &core.WithAcc{Accs: accs, Fn: to.lambda(spread(r.w.Fn, in.Cert))})

	if r.xs.Type.Rank() == 1 {
		sum = last.Index(sum, core.IntC(0))
	}
	args := []core.Atom{sum, last.Index(ys, r.row)}
	if r.m.Arrs[0] != r.xs {
		slices.Reverse(args)
	}
	last.Add(b.Stms[r.j].Pat, &core.Update{Arr: ys, Idx: []core.Atom{r.row}, Val: last.Inline(r.m.Fn, args...)[0]})
	b.Stms = slices.Concat(b.Stms[:r.i], out.Stms, b.Stms[r.i+1:r.j], last.Stms, b.Stms[r.j+1:])
	return before
}

// consume reports whether statements take over the memory of an array.
func consume(stms []core.Stm) (any bool) {
	core.Walk(core.Body{Stms: stms}, func(st core.Stm) {
		any = any || slices.ContainsFunc(st.Exp.Consumes(), func(v *core.Var) bool { return !v.Type.IsAcc() })
	})
	return any
}

// spread updates an accumulator along rows where a whole row is added.
func spread(fn *core.Lambda, cert *core.Cert) *core.Lambda {
	var body func(b core.Body) core.Body
	body = func(b core.Body) core.Body {
		out := &core.Builder{}
		for _, st := range b.Stms {
			out.Src = st.Src
			e := core.Inside(st.Exp, body)
			if u, ok := e.(*core.UpdateAcc); ok && u.Acc.Type.Cert == cert && len(u.Idx) == 1 && u.Acc.Type.Rank() > 1 {
				d := u.Acc.Type.Dims[1]
				e = addPart(out, u.Acc, u.Idx, []core.DimSlice{{Start: core.IntC(0), Count: d, Stride: core.IntC(1)}}, core.AsVar(u.Val))
			}
			out.Add(st.Pat, e)
		}
		return core.Body{Stms: out.Stms, Result: b.Result}
	}
	return &core.Lambda{Params: fn.Params, Ret: fn.Ret, Body: body(fn.Body)}
}
