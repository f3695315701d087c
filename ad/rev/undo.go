package rev

import (
	"slices"

	"raido/lang/core"
)

// Undoing updates. Where a return sweep needs an array that its loop carries and updates in place, the array goes back through its
// versions: what each update overwrites is kept, in the place of the whole array in each iteration. [ours; the values that are killed
// are those of Peng23, 3.3.3, for elements; undo logs]
//
//	primal   ys = loop a = a0 for i < n do ... a ...; a with [f i] = v
//	forward  tape[i] = a[f i], before the update
//	return   loop (..., z) = (..., copy ys) for i = n-1 ... 0 do  z' = z with [f i] = tape[i]; the return sweep, with z' as a
//
// A scatter is such an update of several places: of those that are equal all bring back what was there before, and those outside nothing.
// What comes back are the bits that were there, so that nothing is rounded. In nests whose loops carry the array through, the array goes
// back through the outer ones as well, which would keep all of it for each of their iterations: what the inner return loop leaves is what the iteration before
// begins with.

// undo is the way back of one array.
type undo struct {
	v       *core.Var // the parameter of the primal loop
	end     *core.Var // its value after the loop
	steps   []undoStep
	state   *core.Var    // parameter of the return loop
	after   *core.Var    // its next value
	inv     *inverse     // the update is inverted: Note [Updates that are inverted]
	up      *throughLoop // the state comes from the loop around, and goes on there; nil if it begins here
	through *throughLoop // an inner loop goes back first
}

// undoStep is an update and what it overwrites.
type undoStep struct {
	made *core.Var
	old  *core.Var
	exp  core.Exp
}

// updatesOf are the updates by which an iteration makes the next value of a parameter of a loop; none if it does anything else.
func updatesOf(e *core.Loop, k int) []core.Stm {
	var out []core.Stm
	v, ok := e.Body.Result[k].(*core.Var)
	for ok && v != e.Params[k] {
		at := slices.IndexFunc(e.Body.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, v) })
		if at < 0 {
			return nil
		}
		st, arr := updateOf(e.Body.Stms[at], v)
		if arr == nil {
			return nil
		}
		out, v = append(out, st), arr
	}
	slices.Reverse(out)
	return out
}

// updateOf is the statement that makes v, and nothing else, from an array by writing to places of it; nil if v is made in another way. What adds to a
// few places overwrites them, too; to more, perhaps most of them.
func updateOf(st core.Stm, v *core.Var) (core.Stm, *core.Var) {
	k := slices.Index(st.Pat, v)
	switch u := st.Exp.(type) {
	case *core.Update:
		return st, u.Arr
	case *core.UpdateSlice:
		return st, u.Arr
	case *core.Scatter:
		alone := &core.Scatter{W: u.W, Dest: u.Dest[k : k+1], Idx: u.Idx, Vals: u.Vals[k : k+1], Distinct: u.Distinct}
		return core.Stm{Pat: []*core.Var{v}, Exp: alone, Src: st.Src}, u.Dest[k]
	case *core.Hist:
		if _, few := core.IntConst(u.W); few {
			alone := &core.Scatter{W: u.W, Dest: u.Dest[k : k+1], Idx: u.Idx, Vals: u.Vals[k : k+1]}
			return core.Stm{Pat: []*core.Var{v}, Exp: alone, Src: st.Src}, u.Dest[k]
		}
	default: // of all of it
	}
	return st, nil
}

// overwritten is the shape of what an update of an array of that shape overwrites.
func overwritten(st core.Stm, dims []core.Atom) []core.Atom {
	switch u := st.Exp.(type) {
	case *core.Update:
		return dims[len(u.Idx):]
	case *core.UpdateSlice:
		return u.Val.Type.Dims
	case *core.Scatter:
		return append([]core.Atom{u.W}, dims[len(u.Idx):]...)
	default: // steps are updates
		return dims
	}
}

// undoable reports whether the updates of a parameter can be undone, and are less than the array in each iteration.
func (r *rev) undoable(e *core.Loop, k int) bool {
	p, steps := e.Params[k], updatesOf(e, k)
	if p.Type.Rank() == 0 || p.Type.IsAcc() || len(steps) == 0 || r.general || slices.Contains(e.Attrs, checkpoint) {
		return false
	}
	local := boundBy(e)
	if slices.ContainsFunc(p.Type.Dims, func(d core.Atom) bool { return local[d] }) {
		return false
	}
	known := !slices.ContainsFunc(p.Type.Dims, func(d core.Atom) bool { _, ok := d.(core.Const); return !ok })
	var written int64
	for _, st := range steps {
		dims := overwritten(st, p.Type.Dims)
		if !known && slices.Equal(dims, p.Type.Dims) || slices.ContainsFunc(dims, func(d core.Atom) bool { return local[d] && !r.fromCounter(e, d) }) {
			return false
		}
		written += countOf(dims)
	}
	return parts(e, k) < 2 && (!known || written < countOf(p.Type.Dims))
}

// boundBy are the variables that the body of a loop binds.
func boundBy(e *core.Loop) map[core.Atom]bool {
	out := map[core.Atom]bool{}
	for _, p := range e.Params {
		out[p] = true
	}
	if e.I != nil {
		out[e.I] = true
	}
	for _, st := range e.Body.Stms {
		for _, v := range st.Pat {
			out[v] = true
		}
	}
	return out
}

// parts is how many updates of a parameter write parts whose sizes differ between iterations: several may be all of it.
func parts(e *core.Loop, k int) int {
	n, local := 0, boundBy(e)
	for _, st := range updatesOf(e, k) {
		if slices.ContainsFunc(overwritten(st, e.Params[k].Type.Dims), func(d core.Atom) bool { return local[d] }) {
			n++
		}
	}
	return n
}

// fromCounter reports whether a size is made in the body of a loop of the counter and of what is bound outside (sizeCode): the tape of what
// has such sizes is made with its own (Note [Sizes of tapes]).
func (r *rev) fromCounter(e *core.Loop, d core.Atom) bool {
	if e.I == nil {
		return false
	}
	local := boundBy(e)
	ok := map[core.Atom]bool{e.I: true}
	for _, st := range e.Body.Stms {
		free := core.FreeInStm(st).List
		if r.sizeCode(st) != nil && !slices.ContainsFunc(free, func(v *core.Var) bool { return local[v] && !ok[v] }) {
			ok[st.Pat[0]] = true
		}
	}
	return ok[d]
}

// noteUndoable notes the arrays of the loop that the return sweep may read as they were in the iteration, though they are
// overwritten. In a loop around the array might be much larger than what the iterations of this one touch, unless they count through it. So might a part.
func (l *revLoop) noteUndoable() {
	for k, p := range l.e.Params {
		through := p.Type.Rank() == 1 && p.Type.Dims[0] == l.e.Bound
		if l.r.facts.isConsumed(p) && (!l.r.s.isIn(loopScope) || through) && l.r.undoable(l.e, k) && parts(l.e, k) == 0 {
			l.r.back[p] = true
		}
	}
}

// undoCost is that of what the updates of a parameter in an iteration overwrite.
func (p *planner) undoCost(v *core.Var) int64 {
	n := int64(0)
	for _, st := range updatesOf(p.e, slices.Index(p.e.Params, v)) {
		each := int64(1)
		if _, many := st.Exp.(*core.Scatter); many {
			each = 4 // a gather before it and a scatter back, with their checks
		}
		n += times64(each, countOf(overwritten(st, v.Type.Dims)))
	}
	return n
}

// planUndo keeps what updates overwrite in the place of arrays that are kept whole.
func (l *revLoop) planUndo() {
	for k, v := range l.e.Params {
		at := slices.Index(l.plan.save, v)
		if at < 0 || !l.r.facts.isConsumed(v) || !l.r.undoable(l.e, k) {
			continue
		}
		l.plan.save = slices.Delete(slices.Clone(l.plan.save), at, at+1)
		u := &undo{v: v, end: l.st.Pat[k], state: core.NewVar(v.Name, v.Type)}
		for _, st := range updatesOf(l.e, k) {
			u.steps = append(u.steps, l.step(u, st))
		}
		l.pass(u, k)
		l.undos = append(l.undos, u)
	}
}

// pass has the state of parameter k come from the loop around and go on there, if it can.
func (l *revLoop) pass(u *undo, k int) {
	if up, _ := l.passing(k); up != nil {
		u.up, l.around.through = up, append(l.around.through, up)
	}
}

// planInverse has the state of an update that is inverted go through the return loop, and those of loops inside, whose way back ends with the updates of
// this loop before them.
func (l *revLoop) planInverse() {
	if inv := l.plan.inv; inv != nil {
		u := &undo{v: inv.v, end: l.st.Pat[inv.k], state: inv.state, inv: inv, up: inv.up}
		for _, st := range inv.steps {
			if e, ok := st.Exp.(*core.Update); ok && len(inv.steps) == 1 { // what stands there may be kept already
				st.Exp = &core.Update{Arr: inv.v, Idx: e.Idx, Val: e.Val}
			}
			u.steps = append(u.steps, l.step(u, st))
		}
		l.undos = append(l.undos, u)
		if inv.up != nil {
			l.around.through = append(l.around.through, inv.up)
		}
	}
	for _, t := range l.through {
		u := &undo{v: l.e.Params[t.k], end: l.st.Pat[t.k], state: t.in, through: t}
		for _, st := range t.steps {
			u.steps = append(u.steps, l.step(u, st))
		}
		l.pass(u, t.k)
		l.undos = append(l.undos, u)
	}
}

// step saves what an update overwrites, and the indices that the return sweep does not have.
func (l *revLoop) step(u *undo, st core.Stm) undoStep {
	b := &core.Builder{Src: st.Src}
	name := u.v.Name + "Old"
	var old *core.Var
	var at []core.Atom
	switch e := st.Exp.(type) {
	case *core.Update:
		old, at = b.Let(name, &core.Index{Arr: e.Arr, Idx: e.Idx}), e.Idx
	case *core.UpdateSlice:
		old = b.Let(name, &core.Slice{Arr: e.Arr, Dims: e.Dims})
		for _, d := range e.Dims {
			at = append(at, d.Start, d.Count, d.Stride)
		}
	case *core.Scatter:
		old, at = gather(b, e.W, e.Dest[0], e.Idx), core.Atoms(e.Idx)
		old.Name = name
	default: // steps are updates
	}
	if v := l.savedToo(st.Exp); v != nil {
		return undoStep{made: st.Pat[0], old: v, exp: st.Exp}
	}
	s := undoStep{made: st.Pat[0], old: old, exp: st.Exp}
	fwd := l.s.fwd.Stms
	place := slices.IndexFunc(fwd, func(f core.Stm) bool { return slices.Contains(f.Pat, s.made) })
	l.s.fwd.Stms = slices.Concat(fwd[:place], b.Stms, fwd[place:])
	l.saveToo(s.old, &Kept{Name: s.old.Name, Elem: s.old.Type.Elem, Src: st.Src, Why: whyUndone, Each: l.r.s.isIn(mapScope)})
	local := l.localVars()
	for _, a := range at {
		if v, ok := a.(*core.Var); ok && l.again(v, local, nil) == nil && local(v) && v != l.e.I {
			l.saveToo(v, &Kept{Name: v.Name, Elem: v.Type.Elem, Why: whyPlace, Each: l.r.s.isIn(mapScope)})
		}
	}
	return s
}

// savedToo is what an update overwrites, if the return sweep has it for something else.
func (l *revLoop) savedToo(e core.Exp) *core.Var {
	u, ok := e.(*core.Update)
	if !ok {
		return nil
	}
	for _, v := range l.plan.save {
		if reads(l.s.fwd.Stms, v, u.Arr, u.Idx, l.r.facts.chains) {
			return v
		}
	}
	return nil
}

// saveToo has a variable kept; sizes that it has follow from the counter.
func (l *revLoop) saveToo(v *core.Var, why *Kept) {
	if slices.Contains(l.plan.save, v) {
		return
	}
	l.plan.save = append(l.plan.save, v)
	p := &planner{plan: l.plan, r: l.r, e: l.e, counter: l.e.I, local: map[*core.Var]bool{}, defs: map[*core.Var]core.Stm{}, moved: map[*core.Var]bool{}}
	for _, x := range l.e.Params {
		p.local[x] = true
	}
	p.binds(l.s.fwd.Stms)
	for _, st := range p.hoist {
		p.moved[st.Pat[0]] = true
	}
	p.unknown(v.Type) // none, of what is undoable
	l.plan = p.plan
	if l.r.kept != nil {
		if l.plan.why == nil {
			l.plan.why = map[*core.Var]*Kept{}
		}
		l.plan.why[v] = why
	}
}

// again are the statements that compute an index of the body from what is known without it, after those that are there already.
func (l *revLoop) again(v *core.Var, local func(core.Atom) bool, before []core.Stm) []core.Stm {
	at := slices.IndexFunc(l.s.fwd.Stms, func(st core.Stm) bool { return slices.Contains(st.Pat, v) })
	if at < 0 || bindsAny(before, v) {
		return before
	}
	st := l.s.fwd.Stms[at]
	switch e := st.Exp.(type) {
	case *core.PrimApp:
		if e.MayFail() {
			return nil
		}
	case *core.Index:
		if local(e.Arr) || l.r.facts.isConsumed(e.Arr) {
			return nil
		}
	case *core.ArrayLit:
	default: // is kept
		return nil
	}
	for _, x := range core.FreeInStm(st).List {
		if !local(x) || x == l.e.I || slices.Contains(l.plan.save, x) || bindsAny(before, x) {
			continue
		}
		if before = l.again(x, local, before); !bindsAny(before, x) {
			return nil
		}
	}
	return append(before, st)
}

// back emits the array z as it was before the updates of an iteration.
func (u *undo) back(b *core.Builder, l *revLoop, sub *core.Subst, z *core.Var) *core.Var {
	local := l.localVars()
	in := core.NewSubst()
	for v, a := range sub.Vars {
		in.Vars[v] = a
	}
	place := func(a core.Atom) core.Atom {
		if v, ok := a.(*core.Var); ok && in.Vars[v] == nil && local(v) {
			for _, st := range l.again(v, local, nil) {
				if in.Vars[st.Pat[0]] == nil {
					b.Stms = append(b.Stms, in.Stm(st))
				}
			}
		}
		return in.Atom(a)
	}
	for _, s := range slices.Backward(u.steps) {
		old := sub.Vars[s.old]
		switch e := s.exp.(type) {
		case *core.Update:
			idx := make([]core.Atom, len(e.Idx))
			for k, a := range e.Idx {
				idx[k] = place(a)
			}
			z = b.Let(u.v.Name, &core.Update{Arr: z, Idx: idx, Val: old})
		case *core.UpdateSlice:
			dims := make([]core.DimSlice, len(e.Dims))
			for k, d := range e.Dims {
				dims[k] = core.DimSlice{Start: place(d.Start), Count: place(d.Count), Stride: place(d.Stride)}
			}
			z = b.Let(u.v.Name, &core.UpdateSlice{Arr: z, Dims: dims, Val: old.(*core.Var)})
		case *core.Scatter:
			idx := make([]*core.Var, len(e.Idx))
			for k, v := range e.Idx {
				idx[k] = place(v).(*core.Var)
			}
			z = b.Let(u.v.Name, &core.Scatter{W: place(e.W), Dest: []*core.Var{z}, Idx: idx, Vals: []*core.Var{old.(*core.Var)}, Distinct: e.Distinct})
		default: // steps are updates
		}
	}
	return z
}
