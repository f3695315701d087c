package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Taking places over]
//
// A loop that updates an array passes it on from iteration to iteration, through loops inside and through ifs. If each of
// them copied, each element that is written would cost as much as the array has elements. So a loop takes the place of an
// array over that it is given, instead of copying it to a block of its own, where
//
//   - the place is the array's alone: it is a root, which some statement has made or updated, or a view of such;
//   - something consumes its alias class, so that nothing lazy reads it later;
//   - neither it nor an alias of it is used after, in this run of the body it is bound in.
//
// So does a map whose result i is made by updates of the rows of an operand.
//
// The place is a view: of a block of the thread, or of the device's memory, where the result is wanted or a kernel updates what it
// was given. Where the array may get another size, as a tape that grows, it must be a whole block of the thread.

// frame is a body that is being translated.
type frame struct {
	last    map[*core.Var]int // the last statement that uses it; the results come after all
	at      int
	bound   map[*core.Var]bool
	barrier bool // the body may run again, or its variables have other names outside
}

// enter begins a body in which params are bound; the result ends it.
func (t *thread) enter(b core.Body, params []*core.Var, barrier bool) func() {
	fr := &frame{last: alias.LastUses(b), bound: map[*core.Var]bool{}, barrier: barrier}
	for _, p := range params {
		fr.bound[p] = true
	}
	t.frames = append(t.frames, fr)
	return func() { t.frames = t.frames[:len(t.frames)-1] }
}

// unused reports whether neither v nor an alias of it is used after the current statement.
func (t *thread) unused(v *core.Var) bool {
	class := t.f.memory.Find(v)
	for k := len(t.frames) - 1; k >= 0; k-- {
		fr := t.frames[k]
		if fr.last[v] > fr.at {
			return false
		}
		for x := range fr.bound {
			if t.f.memory.Find(x) == class && t.later(x, k) {
				return false
			}
		}
		if fr.bound[v] {
			return true
		}
		if fr.barrier {
			return false
		}
	}
	return false
}

// later reports whether x, bound in frame k, is used after the current statement.
func (t *thread) later(x *core.Var, k int) bool {
	for _, fr := range t.frames[k:] {
		if fr.last[x] > fr.at {
			return true
		}
	}
	return false
}

// free is the place of an array that the current statement may take over; nil if there is none.
func (t *thread) free(a core.Atom) *view {
	v, ok := a.(*core.Var)
	if !ok || !t.root[v] || !t.f.memory.Consumed(v) {
		return nil
	}
	x, ok := t.f.env[v].(*view)
	if !ok || !t.unused(v) {
		return nil
	}
	return x
}

// freeBlock is free for an array that is a whole block of the thread, which may get another size.
func (t *thread) freeBlock(a core.Atom) *seg.Mem {
	if x := t.free(a); x != nil && whole(x) && x.mem.Space != seg.Device {
		return x.mem
	}
	return nil
}

func whole(v *view) bool { return v.dense && len(v.off) == 0 }

// noteRoots records the results of a statement that have their places for themselves: what a statement makes or updates, and
// views of such.
func (t *thread) noteRoots(s core.Stm) {
	of := func(as ...core.Atom) bool {
		for _, a := range as {
			if v, ok := a.(*core.Var); !ok || !t.root[v] {
				return false
			}
		}
		return true
	}
	for i, v := range s.Pat {
		root := true
		switch e := s.Exp.(type) {
		case *core.Use:
			root = of(e.Atom)
		case *core.Index:
			root = of(e.Arr)
		case *core.Slice:
			root = of(e.Arr)
		case *core.Rearrange:
			root = of(e.Arr)
		case *core.Reshape:
			root = of(e.Arr)
		case *core.Call:
			root = of(e.Fun.Body.Result[i])
		case *core.If:
			root = t.root[v] || of(e.Then.Result[i], e.Else.Result[i])
		default: // it makes its results, or has updated what it was given
		}
		t.root[v] = root
	}
}

// onlyInit reports whether a loop uses the array v as the initial value of one parameter only, and no alias of it but those that
// stand elsewhere.
func (f *flat) onlyInit(e *core.Loop, v *core.Var, elsewhere func(*core.Var) bool) bool {
	uses := map[*core.Var]int{}
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(s core.Stm) { usesOf(s.Exp, uses) })
	for _, x := range core.FreeInExp(e).List {
		if x != v && f.memory.Find(x) == f.memory.Find(v) && !elsewhere(x) {
			return false
		}
	}
	return uses[v] == 1
}

// elsewhere tells which arrays stand in other blocks than a place of the thread does: one that was copied has its alias class where it
// becomes again, iterations later, what it was copied from.
func (t *thread) elsewhere(place *view) func(*core.Var) bool {
	return func(x *core.Var) bool {
		other, ok := t.f.env[x].(*view)
		return ok && other.mem != place.mem
	}
}

// nowhere says that no array is known to stand elsewhere.
func nowhere(*core.Var) bool { return false }

// overwritten is the place of the operand of which a map's result i, which is v, is made by updates of its rows; nil if it is made
// otherwise, or wanted elsewhere.
func (t *thread) overwritten(e *core.Map, v *core.Var, i int) *view {
	p := updates(e.Fn.Body, e.Fn.Body.Result[i])
	k := slices.Index(e.Fn.Params, p)
	if p == nil || k < len(e.Accs) {
		return nil
	}
	x, ok := t.array(e.Arrs[k-len(e.Accs)]).(*view)
	if d := t.hint[v]; !ok || !x.writable() || d != nil && !samePlace(x, d) {
		return nil
	}
	return x
}

// updates is the array from outside of a body of which a result is made by updates; nil if there is none.
func updates(b core.Body, result core.Atom) *core.Var {
	def := map[*core.Var]core.Stm{}
	for _, s := range b.Stms {
		for _, v := range s.Pat {
			def[v] = s
		}
	}
	v, found := core.AsVar(result), false
	for s, ok := def[v]; ok; s, ok = def[v] {
		i := slices.Index(s.Pat, v)
		switch e := s.Exp.(type) {
		case *core.Update, *core.UpdateSlice, *core.Scatter, *core.Hist:
			v = e.Consumes()[i]
		case *core.Loop:
			if updates(e.Body, e.Body.Result[i]) != e.Params[i] {
				return nil
			}
			v = core.AsVar(e.Init[i])
		case *core.Map:
			k := slices.Index(e.Fn.Params, updates(e.Fn.Body, e.Fn.Body.Result[i]))
			if k < len(e.Accs) {
				return nil
			}
			v = e.Arrs[k-len(e.Accs)]
		default: // makes a new one
			return nil
		}
		found = true
	}
	if !found {
		return nil
	}
	return v
}
