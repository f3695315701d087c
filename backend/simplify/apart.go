package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// anyOrder reports whether the iterations of a loop with this body may go in any order: what they write, they only add to, or each has one place of its own
// for it.
func (w *regionWalk) anyOrder(body seg.Code) bool {
	at := map[*seg.Mem]seg.Index{}
	ok := true
	written := map[*seg.Mem]bool{}
	ops := map[*seg.Mem]any{}
	seg.Walk(body, func(s seg.Stm) {
		s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) { written[m] = written[m] || a&seg.Writes != 0 }})
	})
	one := func(m *seg.Mem, x seg.Index, op any) {
		if !written[m] {
			return
		}
		if ops[m] == nil {
			ops[m], at[m] = op, x
		}
		sum := op != ordinary && ops[m] == op
		ok = ok && (sum || slices.Equal(at[m], x) && w.mine(x))
		if !sum {
			ops[m] = ordinary
		}
	}
	seg.Walk(body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Load:
			one(s.Mem, s.At, ordinary)
		case *seg.Store:
			one(s.Mem, s.At, ordinary)
		case *seg.Update:
			one(s.Mem, s.At, s.Op)
		case *seg.Check, *seg.Reserve, *seg.While:
			ok = false
		default:
		}
	})
	return ok && !setsOutside(&seg.If{Then: body})
}

// ordinary stands for what is no sum.
var ordinary any = "a load or a store"

// mine reports whether a place is another one in each iteration: the index stands in one term of it, times what does not change.
func (w *regionWalk) mine(x seg.Index) bool {
	n := 0
	for _, t := range x {
		switch {
		case t.A == core.Atom(w.loop.I) && (t.B == nil || !w.varies[t.B]), t.B == core.Atom(w.loop.I) && !w.varies[t.A]:
			n++
		case w.varies[t.A] || t.B != nil && w.varies[t.B]:
			return false
		}
	}
	return n == 1
}

// apartSums is a loop of a task that only adds to accumulators as several: some add to places that go with it, each to one of a memory, so that
// they are in lanes, and one folds what is added to places that do not, which are then updated once.
func apartSums(f *seg.For) seg.Code {
	if f.Par || !f.FromZero() {
		return seg.Code{f}
	}
	var pure, along, fixed seg.Code
	bound, updated := map[core.Atom]bool{f.I: true}, map[*seg.Mem]bool{}
	for _, s := range f.Body {
		switch x := s.(type) {
		case *seg.Let, *seg.Select, *seg.Load:
			if l, ok := s.(*seg.Let); ok && l.Op.FailsOn(l.T) {
				return seg.Code{f}
			}
			pure, bound[seg.Binds(s)] = append(pure, s), true
		case *seg.Update:
			if stored := slices.ContainsFunc(along, func(s seg.Stm) bool { st, ok := s.(*seg.Store); return ok && st.Mem == x.Mem }); stored {
				return seg.Code{f}
			}
			updated[x.Mem] = true
			if _, ok := x.Op.Neutral(x.Mem.Elem); !ok || !x.Op.Comm || !x.Op.Assoc {
				return seg.Code{f}
			}
			if slices.ContainsFunc(x.At, func(t seg.Term) bool { return bound[t.A] || bound[t.B] }) {
				along = append(along, s)
			} else {
				fixed = append(fixed, s)
			}
		case *seg.Store:
			if x.First != nil || !x.At.StepsBy1(f.I) || updated[x.Mem] {
				return seg.Code{f}
			}
			updated[x.Mem], along = true, append(along, s)
		default:
			return seg.Code{f}
		}
	}
	updates := slices.ContainsFunc(f.Body, func(s seg.Stm) bool { _, ok := s.(*seg.Update); return ok })
	if !updates || slices.ContainsFunc(pure, func(s seg.Stm) bool { l, ok := s.(*seg.Load); return ok && updated[l.Mem] }) {
		return seg.Code{f}
	}
	return sumsApart(f, pure, along, fixed)
}

func sumsApart(f *seg.For, pure, along, fixed seg.Code) seg.Code {
	b := &seg.Builder{}
	for len(along) > 0 {
		var now, later seg.Code // in this loop each memory is written once
		has := map[*seg.Mem]bool{}
		for _, s := range along {
			m := effectMem(s)
			if has[m] {
				later = append(later, s)
			} else {
				now = append(now, s)
			}
			has[m] = true
		}
		n := *f
		n.I = core.NewVar(f.I.Name, f.I.Type)
		n.Par = !slices.ContainsFunc(now, func(s seg.Stm) bool { u, ok := s.(*seg.Update); return ok && !u.At.StepsBy1(f.I) })
		if n.Par {
			now = plain(now)
		}
		n.Body = (&seg.Renaming{Vars: map[core.Atom]core.Atom{f.I: n.I}}).Code(live(slices.Concat(pure, now)))
		b.Add(&n)
		along = later
	}
	if len(fixed) == 0 {
		return b.Code
	}
	fold := &seg.Fold{I: f.I, Bound: f.Bound}
	for _, s := range fixed {
		u := s.(*seg.Update)
		ne, _ := u.Op.Neutral(u.Mem.Elem)
		fold.Accs = append(fold.Accs, b.Var("sum", core.Prim(u.Mem.Elem), core.Const{Scalar: ne}))
		fold.Ops, fold.Vals = append(fold.Ops, u.Op), append(fold.Vals, u.Val)
	}
	fold.Body = needed(pure, fold.Vals)
	b.Add(fold)
	for i, s := range fixed {
		n := *s.(*seg.Update)
		n.Val = fold.Accs[i]
		b.Add(&n)
	}
	return b.Code
}

// needed is what of pure code values need.
func needed(c seg.Code, vals []core.Atom) (out seg.Code) {
	need := map[core.Atom]bool{}
	for _, a := range vals {
		need[a] = true
	}
	for _, s := range slices.Backward(c) {
		if need[seg.Binds(s)] {
			out = append(out, s)
			seg.Operands(s, func(a core.Atom) { need[a] = true })
		}
	}
	slices.Reverse(out)
	return out
}

// effectMem is the memory of a store or an update.
func effectMem(s seg.Stm) *seg.Mem {
	if st, ok := s.(*seg.Store); ok {
		return st.Mem
	}
	return s.(*seg.Update).Mem
}

// plain are effects with loads and stores for updates.
func plain(effects seg.Code) seg.Code {
	b := &seg.Builder{}
	for _, s := range effects {
		if u, ok := s.(*seg.Update); ok {
			old := b.Load("old", u.Mem, 0, u.At)
			b.Store(u.Mem, u.At, b.Op("new", u.Op, u.Mem.Elem, old, u.Val))
		} else {
			b.Add(s)
		}
	}
	return b.Code
}

// apart is a loop of a task as several: if its iterations are independent but for sums in variables, one takes the sums, as nothing is written yet that they
// read, and the other one writes.
func apart(f *seg.For) seg.Code {
	if !f.Apart || f.Par || !f.FromZero() {
		return apartSums(f)
	}
	n := *f
	n.Apart = false
	last := len(f.Body)
	for last > 0 {
		if _, ok := f.Body[last-1].(*seg.Set); !ok {
			break
		}
		last--
	}
	var pure seg.Code
	stored, late := map[*seg.Mem]bool{}, map[core.Atom]bool{} // what is read after it may have been written
	for _, s := range f.Body[:last] {
		switch s := s.(type) {
		case *seg.Let:
			if s.Op.FailsOn(s.T) {
				return seg.Code{&n}
			}
		case *seg.Select:
		case *seg.Load:
			late[s.V] = stored[s.Mem]
		case *seg.Store:
			if stored[s.Mem] = true; s.First != nil {
				return seg.Code{&n}
			}
			continue
		default:
			return seg.Code{&n}
		}
		pure = append(pure, s)
	}
	if len(stored) == 0 {
		return seg.Code{&n}
	}
	n.Par, n.Body = true, live(f.Body[:last])
	if last == len(f.Body) {
		return seg.Code{&n}
	}
	if readsSet(n.Body, f.Body[last:]) {
		n.Par, n.Body = false, f.Body
		return seg.Code{&n}
	}
	sums := *f
	sums.Apart, sums.I = false, core.NewVar(f.I.Name, f.I.Type)
	sums.Body = live(slices.Concat(pure, f.Body[last:]))
	if slices.ContainsFunc(sums.Body, func(s seg.Stm) bool { l, ok := s.(*seg.Load); return ok && late[l.V] }) {
		n.Par, n.Body = false, f.Body
		return seg.Code{&n}
	}
	sums.Body = (&seg.Renaming{Vars: map[core.Atom]core.Atom{f.I: sums.I}}).Code(sums.Body)
	r := runningOf(&sums)
	if r == nil {
		n.Par, n.Body = false, f.Body
		return seg.Code{&n}
	}
	b := &seg.Builder{}
	r.write(b)
	return append(b.Code, &n)
}

// readsSet reports whether code reads a variable that others set.
func readsSet(c, sets seg.Code) bool {
	set := map[core.Atom]bool{}
	for _, s := range sets {
		set[s.(*seg.Set).V] = true
	}
	found := false
	for _, s := range c {
		seg.Operands(s, func(a core.Atom) { found = found || set[a] })
	}
	return found
}
