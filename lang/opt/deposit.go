package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Deposit lets a map in parallel code add its results to an accumulator itself, where that is all that becomes of them:
//
//	xs = map f as
//	acc' = update_acc acc [k] xs     becomes     acc' = map (acc; iota n, as) (\acc i a -> update_acc acc [k, i] (f a))
//
// and likewise the results of a with_acc, whose own sums of an array go where the array is added (see redirect). So the sums of a derivative [Acc] need no array for what they sum. What is neutral but for a part, as
// the adjoint of an array is that was read in a slice only, is added in that part:
//
//	acc' = update_acc acc [k] (replicate 0 with [l : n : d] = xs)     becomes     acc' = map (acc; iota l d n, xs) (\acc i x -> update_acc acc [k, i] x)
//
// and so are the rows of such an array that a map adds (depositpart.go).
func Deposit(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d := &depositor{funs: funs, scalar: map[*core.Cert]bool{}, neutral: map[*core.Cert]core.Atom{}, op: map[*core.Cert]*core.Lambda{}}
		return d.body(f.Body, false)
	})
}

type depositor struct {
	funs map[*core.Fun]*core.Fun
	// scalar holds the accumulators whose operator takes numbers: it goes element by element over rows.
	scalar  map[*core.Cert]bool
	neutral map[*core.Cert]core.Atom
	op      map[*core.Cert]*core.Lambda
}

// body rewrites a body, then those inside of it; inside reports whether it is part of a map.
func (d *depositor) body(b core.Body, inside bool) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	if inside {
		for j := 0; j < len(out.Stms); j++ {
			if part := d.part(out, j); part != nil {
				out.Stms = slices.Concat(out.Stms[:j], part, out.Stms[j+1:])
			}
			if i, stms := d.redirect(out, j); stms != nil {
				out.Stms = slices.Concat(out.Stms[:i], stms, out.Stms[i+1:j], out.Stms[j+1:])
				j = i - 1
				continue
			}
			if i := d.upward(&out, j); i >= 0 {
				j = i
				continue
			}
			if i := d.source(out, j); i >= 0 {
				out.Stms = slices.Concat(out.Stms[:i], d.deposit(out.Stms[i], out.Stms[j]), out.Stms[i+1:j], out.Stms[j+1:])
				j = i
			}
		}
	}
	for i, s := range out.Stms {
		_, isMap := s.Exp.(*core.Map)
		if w, ok := s.Exp.(*core.WithAcc); ok {
			for _, a := range w.Accs {
				d.neutral[a.Cert], d.op[a.Cert] = a.Ne, a.Op
				d.scalar[a.Cert] = !slices.ContainsFunc(a.Op.Params, func(v *core.Var) bool { return !v.Type.IsScalar() })
			}
		}
		out.Stms[i].Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return d.body(b, inside) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: d.body(l.Body, inside || isMap)}
			},
		})
		if c, ok := out.Stms[i].Exp.(*core.Call); ok {
			c.Fun = d.funs[c.Fun]
		}
	}
	return out
}

// source is the statement whose results the update at j adds up and nothing else uses, or -1.
func (d *depositor) source(b core.Body, j int) int {
	i, u := d.summand(b, j)
	if i < 0 || !d.extra(b.Stms[i].Exp, slices.Index(b.Stms[i].Pat, u.Val.(*core.Var))) {
		return -1
	}
	return i
}

// summand is the statement i that makes the array which the update at j, of numbers, adds up, and nothing else uses; -1 if there is none, or if
// something else that the update needs is not there before it.
func (d *depositor) summand(b core.Body, j int) (i int, u *core.UpdateAcc) {
	u, ok := b.Stms[j].Exp.(*core.UpdateAcc)
	if !ok || !d.scalar[u.Acc.Type.Cert] {
		return -1, nil
	}
	v, ok := u.Val.(*core.Var)
	if !ok || v.Type.IsScalar() || usedBeside(b, v, j) {
		return -1, nil
	}
	i = slices.IndexFunc(b.Stms[:j], func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
	if i < 0 || bindsOperand(b.Stms[i:j], u) {
		return -1, nil
	}
	return i, u
}

// bindsOperand reports whether statements bind what an update needs beside its value.
func bindsOperand(stms []core.Stm, u *core.UpdateAcc) bool {
	return slices.ContainsFunc(append([]core.Atom{u.Acc}, u.Idx...), func(a core.Atom) bool {
		x, ok := a.(*core.Var)
		return ok && slices.ContainsFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, x) })
	})
}

// extra reports whether result k of e is one of a map or with_acc that is not an accumulator.
func (d *depositor) extra(e core.Exp, k int) bool {
	switch e := e.(type) {
	case *core.Map:
		return k >= len(e.Accs)
	case *core.WithAcc:
		return k >= len(e.Accs)
	default: // accumulators, or nothing to add to
	}
	return false
}

// usedBeside reports whether something else than statement j uses v.
func usedBeside(b core.Body, v *core.Var, j int) bool {
	for i, s := range b.Stms {
		if i != j && core.FreeInStm(s).Has(v) {
			return true
		}
	}
	return slices.Contains(b.Result, core.Atom(v))
}

// deposit is the statement s, followed by the update up of its result, in one.
func (d *depositor) deposit(s, up core.Stm) []core.Stm {
	u := up.Exp.(*core.UpdateAcc)
	k := slices.Index(s.Pat, u.Val.(*core.Var))
	pat := slices.Delete(slices.Clone(s.Pat), k, k+1)
	acc := up.Pat[0]
	switch e := s.Exp.(type) {
	case *core.WithAcc:
		fn := e.Fn.Body
		r := core.NewVar(acc.Name, acc.Type)
		body := core.Body{Stms: append(slices.Clone(fn.Stms), core.Stm{Pat: []*core.Var{r}, Src: up.Src,
			Exp: &core.UpdateAcc{Acc: u.Acc, Idx: u.Idx, Val: fn.Result[k]}}), Result: slices.Clone(fn.Result)}
		body.Result[k] = r
		ret := slices.Clone(e.Fn.Ret)
		ret[k] = acc.Type
		pat = slices.Insert(pat, k, acc)
		return []core.Stm{{Pat: pat, Src: s.Src, Exp: &core.WithAcc{Accs: e.Accs, Fn: &core.Lambda{Params: e.Fn.Params, Ret: ret, Body: body}}}}
	case *core.Map:
		n := len(e.Accs)
		iota := core.NewVar("iota", core.Type{Elem: prim.I64, Dims: []core.Atom{e.W}})
		at := core.NewVar("i", core.Prim(prim.I64))
		in, r := core.NewVar(acc.Name, acc.Type), core.NewVar(acc.Name, acc.Type)
		fn := e.Fn.Body
		body := core.Body{Stms: append(slices.Clone(fn.Stms), core.Stm{Pat: []*core.Var{r}, Src: up.Src,
			Exp: &core.UpdateAcc{Acc: in, Idx: append(slices.Clone(u.Idx), at), Val: fn.Result[k]}})}
		body.Result = slices.Insert(slices.Delete(slices.Clone(fn.Result), k, k+1), n, core.Atom(r))
		m := &core.Map{W: e.W, Accs: append(slices.Clone(e.Accs), u.Acc), Arrs: append(slices.Clone(e.Arrs), iota), Fn: &core.Lambda{
			Params: append(slices.Insert(slices.Clone(e.Fn.Params), n, in), at),
			Ret:    slices.Insert(slices.Delete(slices.Clone(e.Fn.Ret), k, k+1), n, acc.Type),
			Body:   body}}
		return []core.Stm{
			{Pat: []*core.Var{iota}, Src: s.Src, Exp: &core.Iota{T: prim.I64, N: e.W, Start: core.IntC(0), Step: core.IntC(1)}},
			{Pat: slices.Insert(pat, n, acc), Src: s.Src, Exp: m}}
	default: // no accumulation to join
	}
	return nil
}
