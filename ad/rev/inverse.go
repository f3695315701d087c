package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Updates that are inverted]
//
// Gram-Schmidt takes off each column its part along another one, and needs the column as it was for the derivative of that part's length:
//
//	primal   d = <q, x>;  y = x - d q;  a with [k] = y
//	return   x = y + d q;  z with [k] = x;  ... s̅ x ...
//
// The update says what it has overwritten: by x = y + d q, where d and q are read from arrays that last.
// So the return sweep carries the array z backwards from what the loop leaves, and nothing is kept; kept, it would be as many rows as the loops have iterations
// together, n times the matrix. In nested loops z goes through those around as well, which undo their own updates of it (undo.go). [ours; Peng23, 3.4 of
// recomputation; reversible updates: Gomez et al., The Reversible Residual Network, NeurIPS 2017]
//
// This rounds: x comes back with an error of about eps (|y| + |d q|), which is that with which y was computed; after many updates the errors add up as those of
// the primal do. So x must be used in sums and products alone, where an error of that size in x is one of that size in what comes of it; else it is kept.

// inverse is an update that the return sweep inverts.
type inverse struct {
	v     *core.Var    // the parameter of the loop
	k     int          // its number
	code  []core.Stm   // computes what was overwritten, and the state before the update
	olds  []*core.Var  // names of what was overwritten that the return sweep uses
	with  []*core.Var  // what the code needs of the body
	state *core.Var    // parameter of the return loop: the array after the iteration
	after *core.Var    // before it
	up    *throughLoop // how the state comes into the loop around and goes on there; nil if it begins here
}

// throughLoop is the way of a state through a loop around.
type throughLoop struct {
	k     int        // the parameter there
	steps []core.Stm // what that loop itself updates before the inner one
	in    *core.Var  // the state after an iteration: what the inner return loop begins with
	out   *core.Var  // what it ends with
}

// inverted finds an update of an iteration that can be inverted, where the return sweep needs what it overwrites.
func (l *revLoop) inverted(p *planner) *inverse {
	if l.e.I == nil || l.exact || l.r.general || slices.Contains(l.e.Attrs, checkpoint) {
		return nil
	}
	for k, v := range l.e.Params {
		if v.Type.Rank() == 0 || v.Type.IsAcc() || !v.Type.Elem.IsFloat() || slices.ContainsFunc(v.Type.Dims, p.isLocal) {
			continue
		}
		if inv := (&inverter{l, p, &inverse{v: v, k: k}, nil}).find(); inv != nil {
			return inv
		}
	}
	return nil
}

// inverter looks at the update of one parameter.
type inverter struct {
	*revLoop
	p   *planner
	inv *inverse
	at  []core.Atom // where it is; nil if it is all of the array
}

func (x *inverter) find() *inverse {
	y := core.AsVar(x.e.Body.Result[x.inv.k])
	if u, ok := x.p.defs[y].Exp.(*core.Update); ok && u.Arr == x.inv.v {
		x.at, y = u.Idx, core.AsVar(u.Val)
	}
	m, ok := x.p.defs[y].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || !x.needed() || !x.begins() {
		return nil
	}
	if !x.shift(m, slices.Index(x.p.defs[y].Pat, y)) || !x.p.grounds(x.inv) {
		return nil
	}
	return x.inv
}

// needed finds what the return sweep needs of the part that is overwritten.
func (x *inverter) needed() bool {
	for _, v := range x.p.needed.List {
		if !x.p.local[v] {
			continue
		}
		if x.at == nil && v == x.inv.v || x.at != nil && x.reads(v) {
			x.inv.olds = append(x.inv.olds, v)
		}
	}
	return len(x.inv.olds) > 0
}

// reads reports whether a value is what the update overwrites.
func (x *inverter) reads(v *core.Var) bool {
	return reads(x.p.fwd, v, x.inv.v, x.at, x.r.facts.chains)
}

// reads reports whether a value is the part of an array at a place, in a body.
func reads(stms []core.Stm, v, arr *core.Var, at []core.Atom, same *region.Chains) bool {
	def := func(v *core.Var) core.Exp {
		if k := slices.IndexFunc(stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) }); k >= 0 {
			return stms[k].Exp
		}
		return nil
	}
	e, ok := def(v).(*core.Index)
	if !ok {
		return false
	}
	of := e.Arr
	for of != arr {
		u, ok := def(of).(*core.Use)
		if !ok {
			return false
		}
		of = core.AsVar(u.Atom)
	}
	return slices.EqualFunc(e.Idx, at, same.Equal)
}

// begins reports where the state comes from: the end of the loop, if nothing around goes on with the array, or the loop around.
func (x *inverter) begins() bool {
	around := x.around
	if around == nil {
		return !x.r.inLoop()
	}
	if around.s != x.r.s || around.e.I == nil || slices.Contains(around.e.Attrs, checkpoint) {
		return false
	}
	up := &throughLoop{}
	v := core.AsVar(x.e.Init[x.inv.k])
	for !slices.Contains(around.e.Params, v) {
		at := slices.IndexFunc(around.e.Body.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
		if at < 0 {
			return false
		}
		st := around.e.Body.Stms[at]
		switch u := st.Exp.(type) {
		case *core.Update:
			v = u.Arr
		case *core.UpdateSlice:
			v = u.Arr
		default: // an array of the iteration
			return x.at == nil
		}
		up.steps = append(up.steps, st)
	}
	slices.Reverse(up.steps)
	up.k = slices.Index(around.e.Params, v)
	local := boundBy(around.e)
	if around.e.Body.Result[up.k] != core.Atom(x.st.Pat[x.inv.k]) || slices.ContainsFunc(v.Type.Dims, func(d core.Atom) bool { return local[d] }) {
		return false
	}
	up.in = core.NewVar(v.Name, v.Type)
	x.inv.up = up
	return !around.s.parent.inLoop()
}

// shift makes the code that inverts y = x + s or x - s, which is result k of a map, and reports whether it is one. s is made of others by sums and
// products.
func (x *inverter) shift(m *core.Map, k int) bool {
	defs := map[*core.Var]core.Exp{}
	for _, s := range m.Fn.Body.Stms {
		for _, v := range s.Pat {
			defs[v] = s.Exp
		}
	}
	plain := func(a core.Atom) core.Atom { // what other names stand for
		for {
			u, ok := defs[core.AsVar(a)].(*core.Use)
			if !ok {
				return a
			}
			a = u.Atom
		}
	}
	sum, ok := defs[core.AsVar(plain(m.Fn.Body.Result[k]))].(*core.PrimApp)
	if !ok || sum.Op != prim.Add && sum.Op != prim.Sub {
		return false
	}
	was, part := plain(sum.Args[0]), plain(sum.Args[1])
	if sum.Op == prim.Add && !x.isOld(m, was) {
		was, part = part, was
	}
	of := core.Needed(core.Body{Stms: m.Fn.Body.Stms, Result: []core.Atom{part}})
	if !x.isOld(m, was) || !isPolynomial(of) {
		return false
	}
	arrs, params := []*core.Var{nil}, []*core.Var{core.AsVar(was)}
	for n, v := range m.Fn.Params {
		if core.FreeInBody(of).Has(v) {
			if x.isOld(m, v) {
				return false
			}
			arrs, params = append(arrs, m.Arrs[n]), append(params, v)
		}
	}
	back := &core.PrimApp{Op: prim.Add, T: sum.T, Args: []core.Atom{was, part}}
	if sum.Op == prim.Add {
		back.Op = prim.Sub
	}
	old := core.NewVar(x.inv.v.Name, core.Prim(sum.T))
	fn := &core.Lambda{Params: params, Ret: []core.Type{old.Type}, Body: core.Body{Stms: append(of.Stms, core.Stm{Pat: []*core.Var{old}, Exp: back}), Result: []core.Atom{old}}}
	x.code(&core.Map{W: m.W, Arrs: arrs, Fn: core.Rename(fn)})
	return true
}

// isPolynomial reports whether code consists of sums and products.
func isPolynomial(b core.Body) bool {
	return !slices.ContainsFunc(b.Stms, func(s core.Stm) bool {
		switch e := s.Exp.(type) {
		case *core.Use:
			return false
		case *core.PrimApp:
			return e.Op != prim.Add && e.Op != prim.Sub && e.Op != prim.Mul && e.Op != prim.Neg
		default: // more
			return true
		}
	})
}

// code computes what was overwritten, by a map of what there is now and others, and the state before the update.
func (x *inverter) code(back *core.Map) {
	inv, b := x.inv, &core.Builder{Src: x.st.Src}
	inv.state = core.NewVar(inv.v.Name, inv.v.Type)
	if back.Arrs[0] = inv.state; x.at != nil {
		back.Arrs[0] = b.Index(inv.state, x.at...)
	}
	b.Add(inv.olds[:1], back)
	for _, v := range inv.olds[1:] {
		b.Add([]*core.Var{v}, &core.Use{Atom: inv.olds[0]})
	}
	if inv.after = inv.olds[0]; x.at != nil {
		inv.after = b.Let(inv.v.Name, &core.Update{Arr: inv.state, Idx: x.at, Val: inv.olds[0]})
	}
	inv.code = b.Stms
}

// isOld reports whether a parameter of the map is an element of what is overwritten.
func (x *inverter) isOld(m *core.Map, a core.Atom) bool {
	n := slices.Index(m.Fn.Params, core.AsVar(a))
	if n < 0 {
		return false
	}
	if x.at == nil {
		return m.Arrs[n] == x.inv.v
	}
	return x.reads(m.Arrs[n])
}

// grounds finds what the code of an inverse needs of the body, and reports whether the return sweep has it without what the code computes: it reads it from
// arrays that last, or computes it from the counter; numbers may be kept.
func (p *planner) grounds(inv *inverse) bool {
	for _, v := range core.FreeInBody(core.Body{Stms: inv.code}).List {
		if !p.local[v] || v == p.counter || v == inv.state {
			continue
		}
		if !p.grounded(v) {
			if !v.Type.IsScalar() {
				return false
			}
			p.fixed[v] = true
		}
		inv.with = append(inv.with, v)
	}
	return true
}

// grounded reports whether the return sweep reads a value from arrays that last, at places that it computes from the counter.
func (p *planner) grounded(v *core.Var) bool {
	if !p.local[v] || v == p.counter {
		return true
	}
	k := slices.IndexFunc(p.fwd, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
	if k < 0 {
		return false
	}
	if f := p.laterForm(p.fwd[k], p.fwd[k+1:]); f != nil {
		return !slices.ContainsFunc(f.with, func(v *core.Var) bool { return !p.grounded(v) })
	}
	switch e := p.fwd[k].Exp.(type) {
	case *core.PrimApp:
		if v.Type.Elem.IsFloat() || e.Op.Fails {
			return false
		}
	case *core.Use, *core.Index, *core.Slice, *core.Rearrange:
	default: // computed
		return false
	}
	return !slices.ContainsFunc(core.FreeInStm(p.fwd[k]).List, func(v *core.Var) bool {
		return !p.grounded(v) || !v.Type.IsScalar() && p.r.facts.isConsumed(v)
	})
}

// inOrder puts the code of an inverse between what it needs of the repeated statements and those that need it.
func (inv *inverse) inOrder(stms []core.Stm) []core.Stm {
	made := &core.VarSet{}
	for _, v := range inv.olds {
		made.Add(v)
	}
	var before, after []core.Stm
	for _, s := range stms {
		if !anyIn(made, core.FreeInStm(s).List) {
			before = append(before, s)
			continue
		}
		after = append(after, s)
		for _, v := range s.Pat {
			made.Add(v)
		}
	}
	return slices.Concat(before, inv.code, after)
}

// linearIn reports whether code uses values in sums and products alone.
func linearIn(b core.Body, vs []*core.Var) bool {
	l := &linear{of: &core.VarSet{}, ok: true}
	for _, v := range vs {
		l.of.Add(v)
	}
	for n := -1; n != len(l.of.List); { // what loops carry comes round
		n = len(l.of.List)
		l.body(b)
	}
	return l.ok
}

// linear follows values, and what is computed of them.
type linear struct {
	of *core.VarSet
	ok bool
}

func (l *linear) uses(as ...core.Atom) bool {
	return slices.ContainsFunc(as, func(a core.Atom) bool { v := core.AsVar(a); return v != nil && l.of.Has(v) })
}

func (l *linear) body(b core.Body) {
	for _, s := range b.Stms {
		l.stm(s)
	}
}

// give makes results depend on what they are made of.
func (l *linear) give(pat []*core.Var, from []core.Atom) {
	for k, v := range pat {
		if l.uses(from[k]) {
			l.of.Add(v)
		}
	}
}

func (l *linear) stm(s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		sums := e.Op == prim.Add || e.Op == prim.Sub || e.Op == prim.Mul || e.Op == prim.Neg || e.Op == prim.Fma || e.Op == prim.Div && !l.uses(e.Args[1])
		l.ok = l.ok && (sums || !l.uses(e.Args...))
	case *core.Map:
		l.give(e.Fn.Params[len(e.Accs):], core.Atoms(e.Arrs))
		l.body(e.Fn.Body)
		l.give(s.Pat, e.Fn.Body.Result)
		return
	case *core.Reduce:
		if op, ok := core.IsBinOp(e.Fn); !ok || op.Op != prim.Add {
			l.ok = l.ok && !l.uses(core.Atoms(e.Arrs)...)
		}
	case *core.If:
		l.ok = l.ok && !l.uses(e.Cond)
		l.body(e.Then)
		l.body(e.Else)
		l.give(s.Pat, e.Then.Result)
		l.give(s.Pat, e.Else.Result)
		return
	case *core.Loop:
		l.give(e.Params, e.Init)
		l.body(e.Body)
		l.give(e.Params, e.Body.Result)
		l.give(s.Pat, core.Atoms(e.Params))
		l.ok = l.ok && (e.Cond == nil || !anyIn(l.of, core.FreeInBody(*e.Cond).List))
		return
	case *core.WithAcc:
		l.body(e.Fn.Body)
	case *core.Use, *core.Copy, *core.Index, *core.Slice, *core.Update, *core.UpdateSlice, *core.Rearrange, *core.Reshape, *core.Reverse, *core.Rotate,
		*core.Replicate, *core.Concat, *core.UpdateAcc:
	default: // asks for more
		l.ok = l.ok && !anyIn(l.of, core.FreeInStm(s).List)
	}
	if anyIn(l.of, core.FreeInStm(s).List) {
		for _, v := range s.Pat {
			l.of.Add(v)
		}
	}
}
