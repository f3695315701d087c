package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// loop: a for or while loop. [Rules, RevForLoop; Peng23, 3.2.2, 3.3]
//
//	primal   ys = loop ps = inits for i < n do body
//	forward  (ys, tapes) = loop (ps, tapes) for i < n do body; tapes[i] = what the return sweep of body needs
//	return   (ps̅, xs̅) = loop (ps̅, xs̅) = (ys̅, xs̅) for i = n-1 ... 0 do
//	           read the tapes; ps̅ contribute to the results of body; return sweep of body in (ps̅, xs̅)
//	         inits̅ += ps̅
//
// xs are the free variables of body that it contributes to. Loop-carried arrays themselves go to a tape only
// if the return sweep reads them whole, not when body updates elements of them in place; nor do values that the array which the
// loop leaves has as well (later.go), nor what undoing the updates brings back (undo.go) or inverting one (inverse.go). A while loop
// counts its iterations and writes growing tapes.
func (r *rev) Loop(st core.Stm, e *core.Loop) {
	if n, ok := unrolled(e); ok && !r.general {
		r.unroll(st, e, n)
		return
	}
	if k := stripmined(e); k > 0 {
		r.stripmine(st, e, k)
		return
	}
	if fn := r.summands(e); fn != nil && !r.general {
		r.loopSum(st, e, fn)
		return
	}
	slot, s := r.emit(st), r.s
	r.push(st, func() {
		bars, any := r.adjs(st.Pat)
		if !any && !r.updatesAcc(e) {
			return
		}
		l := &revLoop{r: r, st: st, e: e, around: r.loop}
		l.wanted(bars)
		r.loop = l
		l.body()
		r.loop = l.around
		tapes, trips := l.patchForward(s, slot)
		l.emitReturn(bars, tapes, trips)
	})
}

// revLoop is the state of one application of the rule.
type revLoop struct {
	r       *rev
	st      core.Stm
	e       *core.Loop
	want    []bool // which parameters have adjoints
	s       *scope // of the body
	plan    plan
	tapes   []*tape        // made so far
	undos   []*undo        // arrays that go back through their versions
	around  *revLoop       // the loop around, in whose body or deeper it is
	through []*throughLoop // states that pass through its iterations
	exact   bool           // no update is inverted
	// hoisted maps sizes that the plan hoists to variables before the loop.
	hoisted *core.Subst
	ret     core.Body // return sweep of the body; results: sizes, adjoints of parameters, imports
	// sizes are the sizes among the parameters that dimensions of adjoints are made of; sizeOf maps each to the
	// return loop's own parameter for it, since the adjoint enters an iteration with the size it leaves with
	// in the primal.
	sizes  []*core.Var
	sizeOf *core.Subst
	bars   []*core.Var // parameters of the return loop for those wanted
}

// wanted finds the active parameters that the results with adjoints depend on; all of them if the body updates
// an accumulator, which may depend on any.
func (l *revLoop) wanted(bars []core.Atom) {
	deps := map[*core.Var][]bool{}
	for k, p := range l.e.Params {
		deps[p] = make([]bool, len(l.e.Params))
		deps[p][k] = true
	}
	merge := func(d []bool, v *core.Var) {
		for k, on := range deps[v] {
			d[k] = d[k] || on
		}
	}
	for _, st := range l.e.Body.Stms {
		d := make([]bool, len(l.e.Params))
		for _, v := range core.FreeInStm(st).List {
			merge(d, v)
		}
		for _, v := range st.Pat {
			deps[v] = d
		}
	}
	l.want = make([]bool, len(bars))
	updates := l.r.updatesAcc(l.e)
	for k, bar := range bars {
		l.want[k] = bar != nil || updates
	}
	for again := true; again; {
		old := slices.Clone(l.want)
		for k, on := range old {
			if v, ok := l.e.Body.Result[k].(*core.Var); ok && on {
				merge(l.want, v)
			}
		}
		again = !slices.Equal(old, l.want)
	}
	for k, p := range l.e.Params {
		l.want[k] = l.want[k] && l.r.facts.isActive(p)
	}
}

// body runs both sweeps of the body.
func (l *revLoop) body() {
	r := l.r
	l.noteUndoable()
	l.s = r.enter(loopScope, newImports())
	l.s.bind(l.e.Params...)
	r.forward(l.e.Body.Stms)
	l.sizeOf = core.NewSubst()
	for k, p := range l.e.Params {
		if l.want[k] {
			l.addSizes(p.Type)
			bar := core.NewVar(p.Name+"Bar", l.sizeOf.Type(p.Type))
			l.bars = append(l.bars, bar)
			r.contribute(l.e.Body.Result[k], r.made(bar))
		}
	}
	r.unwind()
	out := core.Atoms(l.sizes)
	for k, p := range l.e.Params {
		if l.want[k] {
			out = append(out, r.adjOwned(p))
		}
	}
	r.disown(out)
	for _, x := range l.s.imports.vars {
		out = append(out, r.exported(x))
	}
	r.leave()
	l.ret = core.Needed(core.Body{Stms: l.s.ret.Stms, Result: out})
	if slices.Contains(l.e.Attrs, checkpoint) {
		l.plan = r.planAgain(l.e.Params, l.s.fwd.Stms, l.ret)
		return
	}
	l.plan = r.planFor(l, l.s.fwd.Stms, l.ret)
	l.ret = replaced(l.ret, l.plan.later)
	l.planUndo()
	l.planInverse()
}

func (l *revLoop) addSizes(t core.Type) {
	for _, d := range t.Dims {
		v, ok := d.(*core.Var)
		if ok && slices.Contains(l.e.Params, v) && !slices.Contains(l.sizes, v) {
			l.sizes = append(l.sizes, v)
			l.sizeOf.Binder(v)
		}
	}
}

// emitReturn emits the return loop into the scope around.
func (l *revLoop) emitReturn(bars []core.Atom, tapes []*tape, trips core.Atom) {
	r, b := l.r, l.r.b()
	loop := &core.Loop{Bound: trips}
	for _, a := range l.e.Attrs {
		if a == "unroll" {
			loop.Attrs = append(loop.Attrs, a)
		}
	}
	final := core.NewSubst() // parameters to results of the primal loop
	for k, p := range l.e.Params {
		final.Vars[p] = l.st.Pat[k]
	}
	for _, v := range l.sizes {
		loop.Params = append(loop.Params, l.sizeOf.Vars[v].(*core.Var))
		loop.Init = append(loop.Init, final.Vars[v])
	}
	n := 0
	for k, on := range l.want {
		if on {
			loop.Params = append(loop.Params, l.bars[n])
			loop.Init = append(loop.Init, r.startValue(l.st.Pat[k], bars[k]))
			n++
		}
	}
	ims := l.s.imports
	for _, x := range ims.vars {
		loop.Params = append(loop.Params, ims.in[x].(*core.Var))
		ent := r.entry(x)
		if ent.acc != nil {
			loop.Init = append(loop.Init, ent.acc)
		} else {
			loop.Init = append(loop.Init, r.hand(x, ent))
		}
	}
	for _, t := range tapes {
		t.returnParams(loop)
	}
	for _, u := range l.undos {
		loop.Params = append(loop.Params, u.state)
		if u.up != nil {
			loop.Init = append(loop.Init, u.up.in)
		} else {
			loop.Init = append(loop.Init, b.Let(u.v.Name, &core.Copy{Arr: u.end}))
		}
	}
	loop.Body = reciprocals(b.Sub(func(b *core.Builder) []core.Atom { return l.returnBody(b, loop, tapes) }))
	types := core.NewSubst()
	pat := types.Binders(loop.Params)
	b.Add(pat, loop)
	for _, u := range l.undos {
		if u.up != nil {
			u.up.out = pat[slices.Index(loop.Params, u.state)]
		}
	}
	l.contributeResults(pat)
}

// startValue is the adjoint of a loop's result as the initial value of the return loop.
func (r *rev) startValue(y *core.Var, bar core.Atom) core.Atom {
	switch {
	case bar == nil:
		return r.b().ZeroOf(y.Type)
	case y.Type.IsScalar():
		return bar
	}
	return r.own1(bar.(*core.Var))
}

// returnBody is one iteration of the return loop: the counter runs down, the tapes are read.
func (l *revLoop) returnBody(b *core.Builder, loop *core.Loop, tapes []*tape) []core.Atom {
	sub := l.hoisted
	t := loop.Bound.AtomType().Elem
	loop.I = core.NewVar("j", core.Prim(t))
	last := b.Prim(prim.Sub, t, loop.Bound, core.One(t))
	i := b.Prim(prim.Sub, t, last, loop.I)
	if l.e.I != nil {
		sub.Vars[l.e.I] = i
	}
	at := toI64(b, i)
	for _, st := range l.plan.early {
		b.Stms = append(b.Stms, sub.Stm(st))
	}
	var offsets []core.Atom
	for _, tp := range tapes {
		offsets = append(offsets, tp.read(b, sub, at)...)
		for _, v := range []*core.Var{tp.v, tp.next} {
			if v != nil && slices.Contains(l.e.Attrs, checkpoint) && l.r.facts.isConsumed(v) { // the forward sweep may write into it again
				sub.Vars[v] = b.Let(v.Name, &core.Copy{Arr: sub.Vars[v].(*core.Var)})
			}
		}
	}
	for _, u := range l.undos {
		if u.inv == nil && u.through == nil {
			u.after = u.back(b, l, sub, u.state)
			sub.Vars[u.v] = u.after
		}
	}
	out := sub.Body(core.Body{Stms: append(slices.Clone(l.plan.recomputed), l.ret.Stms...), Result: l.ret.Result})
	b.Stms = append(b.Stms, out.Stms...)
	for _, u := range l.undos {
		switch {
		case u.inv != nil:
			u.after = u.back(b, l, sub, sub.Atom(u.inv.after).(*core.Var))
		case u.through != nil:
			u.after = u.back(b, l, sub, sub.Atom(u.through.out).(*core.Var))
		}
		offsets = append(offsets, u.after)
	}
	return append(out.Result, offsets...)
}

// contributeResults takes the results of the return loop into the table.
func (l *revLoop) contributeResults(pat []*core.Var) {
	r := l.r
	pat = pat[len(l.sizes):]
	ims := l.s.imports
	for i, x := range ims.vars {
		v, ent := pat[len(l.bars)+i], r.entry(x)
		if v.Type.IsAcc() {
			ent.acc = v
		} else {
			ent.taken(v)
		}
	}
	n := 0
	for k, on := range l.want {
		if on {
			r.contribute(l.e.Init[k], r.made(pat[n]))
			n++
		}
	}
}

func toI64(b *core.Builder, a core.Atom) core.Atom {
	t := a.AtomType().Elem
	if t == prim.I64 {
		return a
	}
	if c, ok := a.(core.Const); ok {
		return core.Const{Scalar: prim.Convert(c.Scalar, prim.I64)}
	}
	return b.Prim(prim.ToI64, t, a)
}
