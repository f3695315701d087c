package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// withAcc: accumulators with +, as the rules of this package make them. [Acc; rule: ours]
//
//	primal   (ys, zs) = with_acc xs (\accs -> body)
//	return   body again, without the accumulators; its return sweep with zs̅, where
//	           acc' = update_acc acc is v     gives     v̅ += ys̅[is], or 0 outside
//	         xs̅ += ys̅
//
// Every update adds to the final array, so the adjoint of the accumulator is ys̅ at every moment.
func (r *rev) WithAcc(st core.Stm, e *core.WithAcc) {
	for _, a := range e.Accs {
		if !isOp(a.Op, prim.Add) {
			panic(&diag.Diag{Class: diag.Unsupported, Span: st.Src, Code: codeAccOperator,
				Msg:  "this accumulation has no reverse derivative, since its operator is not +",
				Hint: "use jvp, or accumulate with +"})
		}
	}
	r.emit(st)
	r.pull(st, func(bars []core.Atom) {
		l := core.Rename(e.Fn)
		for i, p := range l.Params {
			r.facts.mark(p, r.facts.isActive(e.Accs[i].Arr))
			bar, _ := bars[i].(*core.Var)
			r.accBars[p.Type.Cert] = bar
		}
		r.facts.body(l.Params, l.Body)
		accBars := bars[:len(e.Accs)] // all updates read them
		owned := r.disown(accBars)
		r.recompute(l.Body.Stms, l.Body.Result[len(e.Accs):], bars[len(e.Accs):])
		for i, a := range e.Accs {
			if owned[i] {
				r.made(bars[i].(*core.Var))
			}
			r.contribute(a.Arr, bars[i])
		}
	})
}

// recompute runs both sweeps of statements in the present return sweep; bars are the adjoints of results.
func (r *rev) recompute(stms []core.Stm, results, bars []core.Atom) {
	s := r.s
	fwd, mark, at := s.fwd, len(s.pushed), len(s.ret.Stms)
	s.fwd = &core.Builder{}
	r.forward(stms)
	for i, a := range results {
		r.contribute(a, bars[i])
	}
	r.unwindTo(mark)
	back := core.Body{Stms: slices.Clone(s.ret.Stms[at:])}
	repeated, back := r.joined(s.fwd.Stms, back)
	s.ret.Stms = slices.Concat(s.ret.Stms[:at], repeated, back.Stms)
	s.fwd = fwd
}

// updateAcc: see withAcc. The forward sweep of the body has no accumulators.
func (r *rev) UpdateAcc(st core.Stm, e *core.UpdateAcc) {
	r.push(st, func() {
		bar := r.accBars[e.Acc.Type.Cert]
		if bar != nil && r.facts.isActive(e.Val) {
			r.contribute(e.Val, readOr0(r.b(), bar, e.Idx))
		}
	})
}

// updatesAcc reports whether e updates an accumulator whose array has an adjoint.
func (r *rev) updatesAcc(e core.Exp) (found bool) {
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(st core.Stm) {
		if u, ok := st.Exp.(*core.UpdateAcc); ok && r.accBars[u.Acc.Type.Cert] != nil {
			found = true
		}
	})
	return found
}

// dropped reports whether a is an accumulator that the forward sweep of a WithAcc's body does without.
func (r *rev) dropped(a core.Atom) bool {
	_, ok := r.accBars[a.AtomType().Cert]
	return ok
}

func (r *rev) keep(as []core.Atom) []core.Atom {
	return slices.DeleteFunc(slices.Clone(as), r.dropped)
}

func (r *rev) keepVars(vs []*core.Var) []*core.Var {
	return slices.DeleteFunc(slices.Clone(vs), func(v *core.Var) bool { return r.dropped(v) })
}

// accFree is st, a branch or a loop, without the accumulators among its results; its bodies stay.
func (r *rev) accFree(st core.Stm) core.Stm {
	if len(r.keepVars(st.Pat)) == len(st.Pat) {
		return st
	}
	switch e := st.Exp.(type) {
	case *core.If:
		return core.Stm{Pat: r.keepVars(st.Pat), Src: st.Src, Exp: &core.If{Cond: e.Cond,
			Then: core.Body{Stms: e.Then.Stms, Result: r.keep(e.Then.Result)},
			Else: core.Body{Stms: e.Else.Stms, Result: r.keep(e.Else.Result)}}}
	case *core.Loop:
		n := *e
		n.Params, n.Init = r.keepVars(e.Params), r.keep(e.Init)
		n.Body = core.Body{Stms: e.Body.Stms, Result: r.keep(e.Body.Result)}
		return core.Stm{Pat: r.keepVars(st.Pat), Exp: &n, Src: st.Src}
	default: // the others have no bodies
	}
	return st
}

// withoutAccs is st without the dropped accumulators, inside too.
func (r *rev) withoutAccs(st core.Stm) core.Stm {
	if len(r.accBars) == 0 {
		return st
	}
	st = r.accFree(st)
	e := st.Exp.Map(core.Mapper{Body: r.bodyWithoutAccs, Lambda: r.lambdaWithoutAccs})
	switch e := e.(type) {
	case *core.Map:
		e.Accs = r.keepVars(e.Accs)
	case *core.Loop:
		e.Params = r.keepVars(e.Params)
	default: // the others are not repeated code that passes accumulators on
	}
	return core.Stm{Pat: r.keepVars(st.Pat), Exp: e, Src: st.Src}
}

func (r *rev) bodyWithoutAccs(b core.Body) core.Body {
	out := core.Body{Result: r.keep(b.Result)}
	for _, st := range b.Stms {
		if u, ok := st.Exp.(*core.UpdateAcc); !ok || !r.dropped(u.Acc) {
			out.Stms = append(out.Stms, r.withoutAccs(st))
		}
	}
	return out
}

func (r *rev) lambdaWithoutAccs(l *core.Lambda) *core.Lambda {
	n := &core.Lambda{Params: r.keepVars(l.Params), Body: r.bodyWithoutAccs(l.Body)}
	for _, t := range l.Ret {
		if _, ok := r.accBars[t.Cert]; !ok {
			n.Ret = append(n.Ret, t)
		}
	}
	return n
}
