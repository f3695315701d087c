package rev

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/affine"
	"raido/lang/core/region"
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
	steps []core.Stm   // the other updates of the iteration, of other parts
	up    *throughLoop // how the state comes into the loop around and goes on there; nil if it begins here
}

// throughLoop is the way of a state through a loop around: that of an update that is inverted, or of those that are undone.
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
		if inv := (&inverter{l, p, &inverse{v: v, k: k}, nil, nil}).find(); inv != nil {
			return inv
		}
	}
	return nil
}

// inverter looks at the update of one parameter.
type inverter struct {
	*revLoop
	p    *planner
	inv  *inverse
	step core.Exp    // the update; nil if it is of all of the array
	olds []*core.Var // the array before it, and before the updates that come first
}

// find finds the update to invert. The others of the iteration are undone; they are of other parts.
func (x *inverter) find() *inverse {
	steps := updatesOf(x.e, x.inv.k)
	if len(steps) == 0 {
		return x.of(core.AsVar(x.e.Body.Result[x.inv.k]))
	}
	x.olds = []*core.Var{x.inv.v}
	for k, st := range steps {
		x.step, x.inv.steps = st.Exp, slices.Concat(steps[:k], steps[k+1:])
		if !slices.ContainsFunc(x.inv.steps, func(other core.Stm) bool { return !x.apart(other.Exp) }) {
			if inv := x.of(x.value()); inv != nil {
				return inv
			}
		}
		x.olds = append(x.olds, st.Pat[0])
	}
	return nil
}

// of finds how an update of a value is inverted; nil if it is not.
func (x *inverter) of(y *core.Var) *inverse {
	x.inv.olds = nil
	m, ok := x.p.defs[y].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || !x.needed() || !x.begins() {
		return nil
	}
	back := shift(m, slices.Index(x.p.defs[y].Pat, y), func(v *core.Var) bool { return x.step == nil && v == x.inv.v || x.step != nil && x.reads(v) })
	if back == nil {
		return nil
	}
	if x.code(back); !x.p.grounds(x.inv) {
		return nil
	}
	return x.inv
}

// value is what the update puts into the array.
func (x *inverter) value() *core.Var {
	switch u := x.step.(type) {
	case *core.Update:
		return core.AsVar(u.Val)
	case *core.UpdateSlice:
		return u.Val
	default: // of all of it
		return nil
	}
}

// apart reports whether another update is of a row before those of this one.
func (x *inverter) apart(other core.Exp) bool {
	u, ok := other.(*core.Update)
	s, too := x.step.(*core.UpdateSlice)
	if !ok || !too || !core.IsInt(s.Dims[0].Stride, 1) {
		return false
	}
	def := func(v *core.Var) core.Exp { return x.p.defs[v].Exp }
	row, _ := affine.Of(u.Idx[0], def)
	first, _ := affine.Of(s.Dims[0].Start, def)
	d := first.Plus(-1, row)
	return len(d.Terms) == 0 && d.C > 0
}

// needed finds what the return sweep needs of the part that is overwritten.
func (x *inverter) needed() bool {
	for _, v := range x.p.needed.List {
		if !x.p.local[v] {
			continue
		}
		if x.step == nil && v == x.inv.v || x.step != nil && x.reads(v) {
			x.inv.olds = append(x.inv.olds, v)
		}
	}
	return len(x.inv.olds) > 0
}

// reads reports whether a value is what the update overwrites.
func (x *inverter) reads(v *core.Var) bool {
	same := x.r.facts.chains
	switch u := x.step.(type) {
	case *core.Update:
		return slices.ContainsFunc(x.olds, func(a *core.Var) bool { return reads(x.p.fwd, v, a, u.Idx, same) })
	case *core.UpdateSlice:
		e, ok := x.p.defs[v].Exp.(*core.Slice)
		return ok && slices.Contains(x.olds, e.Arr) && slices.EqualFunc(e.Dims, u.Dims, func(a, b core.DimSlice) bool {
			return same.Equal(a.Start, b.Start) && same.Equal(a.Count, b.Count) && same.Equal(a.Stride, b.Stride)
		})
	default: // all of the array
		return false
	}
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
	if x.around == nil {
		return !x.r.s.isIn(loopScope)
	}
	up, made := x.passing(x.inv.k)
	if up == nil {
		return made && x.step == nil
	}
	x.inv.up = up
	return !x.around.s.parent.isIn(loopScope)
}

// passing is how the state of parameter k of the loop comes into the loop around, which carries the array, changes it in places of its own before, and
// not after. It is nil if that is not so; made: the array is one that an iteration around makes.
func (l *revLoop) passing(k int) (up *throughLoop, made bool) {
	around := l.around
	if around == nil || around.s != l.r.s || around.e.I == nil || slices.Contains(around.e.Attrs, checkpoint) {
		return nil, false
	}
	up = &throughLoop{}
	v := core.AsVar(l.e.Init[k])
	for !slices.Contains(around.e.Params, v) {
		at := slices.IndexFunc(around.e.Body.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
		if at < 0 {
			return nil, false
		}
		st := around.e.Body.Stms[at]
		switch u := st.Exp.(type) {
		case *core.Update:
			v = u.Arr
		case *core.UpdateSlice:
			v = u.Arr
		default: // an array of the iteration
			return nil, true
		}
		up.steps = append(up.steps, st)
	}
	slices.Reverse(up.steps)
	up.k = slices.Index(around.e.Params, v)
	local := boundBy(around.e)
	if around.e.Body.Result[up.k] != core.Atom(l.st.Pat[k]) || slices.ContainsFunc(v.Type.Dims, func(d core.Atom) bool { return local[d] }) {
		return nil, false
	}
	up.in = core.NewVar(v.Name, v.Type)
	return up, false
}

// code computes what was overwritten, by a map of what there is now and others, and the state before the update.
func (x *inverter) code(back *core.Map) {
	inv, b := x.inv, &core.Builder{Src: x.st.Src}
	inv.state = core.NewVar(inv.v.Name, inv.v.Type)
	switch u := x.step.(type) {
	case *core.Update:
		back.Arrs[0] = b.Index(inv.state, u.Idx...)
	case *core.UpdateSlice:
		back.Arrs[0] = b.Let(inv.v.Name, &core.Slice{Arr: inv.state, Dims: u.Dims})
	default: // all of it
		back.Arrs[0] = inv.state
	}
	b.Add(inv.olds[:1], back)
	for _, v := range inv.olds[1:] {
		b.Add([]*core.Var{v}, &core.Use{Atom: inv.olds[0]})
	}
	switch u := x.step.(type) {
	case *core.Update:
		inv.after = b.Let(inv.v.Name, &core.Update{Arr: inv.state, Idx: u.Idx, Val: inv.olds[0]})
	case *core.UpdateSlice:
		inv.after = b.Let(inv.v.Name, &core.UpdateSlice{Arr: inv.state, Dims: u.Dims, Val: inv.olds[0]})
	default: // all of it
		inv.after = inv.olds[0]
	}
	inv.code = b.Stms
}

// grounds finds what the code of an inverse needs of the body, and reports whether the return sweep has it without what the code computes: it reads it from
// arrays that last, or computes it from the counter; what has fewer dimensions may be kept.
func (p *planner) grounds(inv *inverse) bool {
	for _, v := range core.FreeInBody(core.Body{Stms: inv.code}).List {
		if !p.local[v] || v == p.counter || v == inv.state {
			continue
		}
		if !p.grounded(v) {
			if v.Type.Rank() >= inv.olds[0].Type.Rank() {
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
