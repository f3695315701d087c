package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Taking blocks over]
//
// A loop that fills an array, as a tape, passes it on from iteration to iteration, through ifs that make it
// longer. If each of them copied, the loop would take quadratic time. So an if or a loop takes the block of
// an array over that it is given, instead of copying it to a block of its own, where
//
//   - the array is the whole block, and the block was made for it: it is a root;
//   - something consumes its alias class, so that nothing lazy reads it later;
//   - neither it nor an alias of it is used after, in this run of the body it is bound in.

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

// free is the block of an array that the current statement may take over; nil if there is none.
func (t *thread) free(a core.Atom) *seg.Mem {
	v, ok := a.(*core.Var)
	if !ok || !t.root[v] || !t.f.memory.Consumed(v) {
		return nil
	}
	x, ok := t.f.env[v].(*view)
	if !ok || !whole(x) || x.mem.Space == seg.Device || !t.unused(v) {
		return nil
	}
	return x.mem
}

func whole(v *view) bool { return v.dense && len(v.off) == 0 }

// noteRoots records the results of a statement that are blocks of their own.
func (t *thread) noteRoots(s core.Stm) {
	switch s.Exp.(type) {
	case *core.Update, *core.UpdateSlice, *core.Scratch, *core.Copy, *core.Concat, *core.Loop:
	default:
		return
	}
	for _, v := range s.Pat {
		t.root[v] = t.hint[v] == nil && !v.Type.IsScalar()
	}
}

// onlyInit reports whether a loop uses the array v as the initial value of one parameter only, and no alias of it.
func (f *flat) onlyInit(e *core.Loop, v *core.Var) bool {
	uses := map[*core.Var]int{}
	core.Walk(core.Body{Stms: []core.Stm{{Exp: e}}}, func(s core.Stm) { usesOf(s.Exp, uses) })
	for _, x := range core.FreeInExp(e).List {
		if x != v && f.memory.Find(x) == f.memory.Find(v) {
			return false
		}
	}
	return uses[v] == 1
}
