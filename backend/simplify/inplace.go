package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// Note [In-place loops]
//
// A loop that changes an array in place reads other rows of it, which may be the row that it writes, and elements that stay where they are. Floyd's
// algorithm, where both are so:
//
//	for j < n                       -- d[i, j] = min d[i, j] (d[i, k] + d[k, j])
//	  x = add d[i*n+k] d[k*n+j]
//	  y = d[i*n+j]
//	  if x < y { d[i*n+j] = x }
//
// What goes with the loop in steps of 1, from bases a and b, meets in one iteration if a = b, and never if |a - b| >= n: both leave the iterations
// independent, and the bases are known before the loop, so this is asked there (a run-time test of dependence, as in [Rus, Rauchwerger and Hoeflinger,
// ICS 2002]). What stays at p meets what goes from a in the one iteration c = p - a. If it is read before anything is written then, it
// has one value up to c, and one after it:
//
//	e = if 0 <= c < n then c + 1 else n
//	if all meet in one iteration or never
//	  for (lo, hi) in (0, e), (e, n)
//	    z = d[i*n+k]
//	    for q < hi - lo par { ... z ... d[k*n+lo+q] ... d[i*n+lo+q] ... }
//	else the loop as it is
//
// The adjoint adds to what stays there, after all else that an iteration does with the array. So it is a sum, which is added to its place before the
// iteration c, where something else uses it, and at the end: the loop is split at e = c. A loop that goes down is turned about first. Other sums of the loop
// stay sums (Note [Running sums]). [ours: each place is read and written in the same order as before, but for what is added to sums.]

// InPlace makes loops of tasks that change arrays in place independent, but for sums, under tests where that is not known: Note [In-place loops].
func InPlace(p *seg.Prog) *seg.Prog {
	if !p.Target.CPU || p.Target.GPU {
		return p
	}
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind != seg.Task {
			return k
		}
		n := *k
		n.Body = seg.Rewrite(k.Body, func(s seg.Stm) seg.Code {
			if f, ok := s.(*seg.For); ok {
				if l := inPlaceOf(f); l != nil {
					return l.write()
				}
			}
			return seg.Code{s}
		})
		return &n
	})
}

const (
	mostTests = 4  // of two rows that may be one
	mostSplit = 3  // iterations at which a loop may be split
	leastLong = 8  // iterations of a loop that gains
	mostBody  = 60 // statements of it
)

// access is what an iteration reads or writes: step*i elements from base.
type access struct {
	mem    *seg.Mem
	stm    seg.Stm
	base   seg.Index
	step   int64
	writes bool
	top    bool // in each iteration
}

// inPlace is a loop that changes arrays in place.
type inPlace struct {
	loop    *seg.For
	h       *hoisting
	body    seg.Code // with loads and stores for updates
	all     []*access
	of      map[seg.Stm]*access
	down    bool // it goes through the arrays from their ends
	running *running
	links   map[seg.Stm]bool // what adds to variables
	apart   [][2]seg.Index   // bases of rows that must be one row, or apart
	meets   []seg.Index      // pairs of places and bases: where what stays meets what goes
	reads   map[*core.Var]*access
	sums    []*placeSum
	gone    map[seg.Stm]bool // statements of sums
}

// placeSum is a place that a loop adds to.
type placeSum struct {
	at  *access
	val core.Atom
	typ prim.Type
}

// inPlaceOf is a loop as one that changes arrays in place; nil if its iterations depend on each other, or they do not for sure.
func inPlaceOf(f *seg.For) *inPlace {
	if n, ok := core.IntConst(f.Bound); ok && n < leastLong && limits.Now.LeastHoisted > 1 {
		return nil
	}
	if f.Par || f.Apart || !f.FromZero() || f.Interchange != seg.NoInterchange || f.I.Type.Elem != prim.I64 || len(f.Body) > mostBody || !seg.LoopFree(f.Body) {
		return nil
	}
	l := &inPlace{loop: f, body: plainUpdates(f.Body), of: map[seg.Stm]*access{}, links: map[seg.Stm]bool{}, reads: map[*core.Var]*access{},
		gone: map[seg.Stm]bool{}}
	l.h = &hoisting{b: &seg.Builder{}, i: f.I, n: f.Bound, def: map[core.Atom]seg.Stm{}, changes: map[core.Atom]bool{}, written: map[*seg.Mem]bool{},
		moved: map[core.Atom]core.Atom{}}
	l.h.look(l.body)
	if len(l.h.written) == 0 || !l.simple() || !l.look(l.body, true) || !l.direction() {
		return nil
	}
	seen := map[*seg.Mem]bool{}
	for _, a := range l.all {
		if l.h.written[a.mem] && !seen[a.mem] && !l.memory(a.mem) {
			return nil
		}
		seen[a.mem] = true
	}
	if len(l.reads) > 0 && len(l.sums) > 0 || len(l.apart) > mostTests || len(l.meets) > 2*mostSplit {
		return nil
	}
	if len(l.apart) == 0 && len(l.meets) == 0 { // drivers' compilers see that, too
		return nil
	}
	return l
}

// plainUpdates is code with loads and stores for updates.
func plainUpdates(c seg.Code) seg.Code {
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		if u, ok := s.(*seg.Update); ok && !u.Strip {
			return plain(seg.Code{u})
		}
		return seg.Code{s}
	})
}

// simple reports whether the code consists of what can be vectors, and only adds to the variables that it sets.
func (l *inPlace) simple() bool {
	ok, inside := true, map[*core.Var]bool{}
	seg.Walk(l.body, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			ok = ok && !s.Op.FailsOn(s.T)
		case *seg.Decl:
			inside[s.V] = true
		case *seg.Store:
			ok = ok && s.First == nil
		case *seg.Load, *seg.Select, *seg.Set, *seg.If:
		default:
			ok = false
		}
	})
	c := &chain{uses: countUses(l.body), lets: map[core.Atom]*seg.Let{}, links: map[*seg.Let]bool{}}
	var sets []*seg.Set
	for _, s := range l.body {
		switch s := s.(type) {
		case *seg.Let:
			c.lets[s.V] = s
		case *seg.Set:
			if !inside[s.V] {
				sets = append(sets, s)
			}
		default: // adds to no variable
		}
	}
	all := 0
	seg.Walk(l.body, func(s seg.Stm) {
		if x, is := s.(*seg.Set); is && !inside[x.V] {
			all++
		}
	})
	if !ok || all != len(sets) || all > mostTotals {
		return false
	}
	l.running = &running{fold: &seg.Fold{}}
	b := &seg.Builder{}
	for _, s := range sets {
		l.links[s] = true
		if !l.running.add(b, c, s.V, s.Val) {
			return false
		}
	}
	for s := range c.links {
		l.links[s] = true
	}
	l.running.fold.Body = b.Code
	return true
}

// look finds the accesses of code; false if one goes where data say, or otherwise than in steps of 1.
func (l *inPlace) look(c seg.Code, top bool) bool {
	add := func(m *seg.Mem, s seg.Stm, x seg.Index, writes bool) bool {
		a := &access{mem: m, stm: s, writes: writes, top: top}
		ok := l.place(a, x)
		l.all, l.of[s] = append(l.all, a), a
		return ok
	}
	for _, s := range c {
		ok := true
		switch s := s.(type) {
		case *seg.Load:
			ok = add(s.Mem, s, s.At, false)
		case *seg.Store:
			ok = add(s.Mem, s, s.At, true)
		case *seg.If:
			ok = l.look(s.Then, false) && l.look(s.Else, false)
		default: // no access
		}
		if !ok {
			return false
		}
	}
	return true
}

// place is where an access goes; false if nobody can say.
func (l *inPlace) place(a *access, x seg.Index) bool {
	along := func(t core.Atom) (line, int64, bool) {
		y, ok := l.h.lineOf(t)
		if !ok {
			return y, 0, false
		}
		s, known := core.IntConst(y.step)
		return y, s, known
	}
	for _, t := range x {
		y, s, ok := along(t.A)
		if !ok {
			return false
		}
		if t.B == nil {
			a.base, a.step = a.base.Plus(y.base, core.IntC(1)), a.step+s
			continue
		}
		b, ok := l.h.fixed(t.B)
		if !ok || s != 0 {
			return false
		}
		a.base = a.base.Plus(y.base, b)
	}
	return a.step >= -1 && a.step <= 1
}

// direction reports whether all accesses that go with the loop go in one direction.
func (l *inPlace) direction() bool {
	up, down := false, false
	for _, a := range l.all {
		up, down = up || a.step > 0, down || a.step < 0
	}
	l.down = down
	return up != down
}

// memory looks at the accesses to a memory that the loop writes.
func (l *inPlace) memory(m *seg.Mem) bool {
	var goes, stay, stores []*access
	for _, a := range l.all {
		switch {
		case a.mem != m:
		case a.step == 0:
			stay = append(stay, a)
		default:
			goes = append(goes, a)
			if a.writes {
				stores = append(stores, a)
			}
		}
	}
	for _, s := range stores {
		for _, a := range goes {
			if !l.mayMeet(s.base, a.base) {
				return false
			}
		}
	}
	if len(stay) == 0 {
		return true
	}
	for _, a := range stay {
		if !a.top || !slices.Equal(a.base, stay[0].base) {
			return false
		}
	}
	if !slices.ContainsFunc(stay, func(a *access) bool { return a.writes }) {
		return l.staysRead(stay, stores)
	}
	return l.staysSum(stay, goes)
}

// mayMeet notes two rows that must be one or apart; false if they are known to be neither.
func (l *inPlace) mayMeet(x, y seg.Index) bool {
	if d, known := l.distance(x, y); known {
		n, ok := core.IntConst(l.loop.Bound)
		return d == 0 || ok && (d >= n || d <= -n)
	}
	for _, p := range l.apart {
		if slices.Equal(p[0], x) && slices.Equal(p[1], y) || slices.Equal(p[0], y) && slices.Equal(p[1], x) {
			return true
		}
	}
	l.apart = append(l.apart, [2]seg.Index{x, y})
	return true
}

// distance is x - y, if that is known.
func (l *inPlace) distance(x, y seg.Index) (int64, bool) {
	lets := map[*core.Var]*seg.Let{}
	for _, s := range l.h.b.Code {
		if s, ok := s.(*seg.Let); ok && isSum(s.Op, s.T, s.Args) {
			lets[s.V] = s
		}
	}
	products := map[seg.Term]int{}
	var f form
	for k, at := range []seg.Index{x, y} {
		sign := int64(1 - 2*k)
		for _, t := range at {
			if t.B != nil {
				products[t] += int(sign)
				continue
			}
			g, ok := formOf(t.A, deepest, func(v *core.Var) (*prim.Op, []core.Atom) {
				if s := lets[v]; s != nil {
					return s.Op, s.Args
				}
				return nil, nil
			})
			if f = f.Plus(sign, g); !ok || !fits(f) {
				return 0, false
			}
		}
	}
	for _, n := range products {
		if n != 0 {
			return 0, false
		}
	}
	return f.C, len(f.Terms) == 0
}

// staysRead notes a place that is read before anything is written.
func (l *inPlace) staysRead(stay, stores []*access) bool {
	last := slices.Index(l.all, stay[len(stay)-1])
	for _, s := range stores {
		if slices.Index(l.all, s) < last {
			return false
		}
	}
	for _, a := range stay {
		l.reads[a.stm.(*seg.Load).V] = a
	}
	l.meet(stay[0].base, stores)
	return true
}

// staysSum notes a place that is added to after all else has been done.
func (l *inPlace) staysSum(stay, others []*access) bool {
	if len(stay) != 2 || stay[0].writes {
		return false
	}
	first := slices.Index(l.all, stay[0])
	if slices.ContainsFunc(others, func(a *access) bool { return slices.Index(l.all, a) > first }) {
		return false
	}
	load, store := stay[0].stm.(*seg.Load), stay[1].stm.(*seg.Store)
	uses := countUses(l.body)
	add, ok := l.h.def[store.Val].(*seg.Let)
	if !ok || add.Op != prim.Add || uses[load.V] != 1 || uses[add.V] != 1 || !slices.Contains(add.Args, core.Atom(load.V)) {
		return false
	}
	val := add.Args[0]
	if val == core.Atom(load.V) {
		val = add.Args[1]
	}
	l.gone[load], l.gone[add], l.gone[store] = true, true, true
	l.sums = append(l.sums, &placeSum{at: stay[1], val: val, typ: add.T})
	l.meet(stay[0].base, others)
	return true
}

// meet notes in which iterations what goes comes to a place.
func (l *inPlace) meet(p seg.Index, others []*access) {
	var seen []seg.Index
	for _, a := range others {
		if !slices.ContainsFunc(seen, func(x seg.Index) bool { return slices.Equal(x, a.base) }) {
			seen = append(seen, a.base)
			l.meets = append(l.meets, p, a.base)
		}
	}
}
