package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Lanes]
//
// A map kernel on a CPU computes W points of its innermost dimension at once, with a vector for each value that
// differs between them: as if each lane of a vector were a thread. What is the same for all lanes stays scalar, so
// loops around it stay loops. So code vectorises whose inner loops are short, or chains of dependences, or
// full of exponentials, which a compiler that looks at one loop at a time leaves alone.
//
//   - A value has a shape: uniform, the same in all lanes; affine, in lane l the value of lane 0 plus l (the index of
//     the point is so); or varying.
//   - A block of a thread has a copy for each lane if lanes write different things: element e of lane l is at
//     e*W + l. Others are shared.
//   - Code that not all lanes run works under a mask, a vector of bools: changes are blended, and stores are made for
//     the lanes of the mask only. A loop goes on until no lane wants to.
//   - An update of a shared accumulator combines the lanes first, or goes lane by lane, in their order; small ones
//     have copies for lanes (Note [Copies for lanes]).
//   - Tests and divisions of indices are alike for all lanes of most vectors, for which the code is made twice (Note [Smooth vectors]).
//   - Loops along rows, a row for each lane, are interchanged (Note [Loop interchange]), and some iterations of loops around loops
//     go together (Note [Jammed loops]).
//
// Both forms are kept, and the launch takes the one in lanes where there is work enough to pay for compiling it.
//
// The points that are left over at the end are computed under a mask, too. A fold over a value for each lane goes in the
// order of its index, so that equal points give equal bits.

// shape says how a value differs between lanes.
type shape uint8

const (
	uniform shape = iota
	affine
	varying
)

// shapes is what is known of code that runs in lanes.
type shapes struct {
	width   int
	inner   bool // a loop in sequential code, not a kernel
	of      map[*core.Var]shape
	own     map[*seg.Mem]bool      // blocks with a copy for each lane
	shared  map[*seg.Mem]bool      // accumulators
	kept    map[*seg.Mem]bool      // own blocks that last for all points
	lasting map[*seg.Mem]bool      // of points of loops: blocks that others use too
	sums    map[*core.Var]*seg.Let // varying ones whose lanes are apart by the same: affine ones times and plus uniform ones
	smooth  *smooth                // what is taken for granted; nil for nothing
	rough   *shapes                // the shapes where nothing is
	changed bool
	// For loops in step: the loops that set variables, the statements that count down, and under how many masks a variable is declared
	// and the body of a loop runs.
	steps map[*core.Var]seg.Stm
	falls map[*seg.For]*seg.Let
	down  map[*seg.Let]bool
	under map[*core.Var]int
	depth map[seg.Stm]int
}

// shapesOf analyses the code of a kernel in lanes.
func shapesOf(k *seg.Kernel) *shapes {
	l := &shapes{width: k.Width, of: map[*core.Var]shape{}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}, steps: map[*core.Var]seg.Stm{}}
	for _, a := range k.Accs {
		for _, m := range a.Priv {
			l.shared[m] = true
		}
	}
	l.kept = map[*seg.Mem]bool{}
	for _, m := range keptBlocks(k) {
		l.own[m], l.kept[m] = true, true
	}
	l.of[lastIndex(k)] = affine
	for _, s := range stepsOf(k.Body, k.Vals) {
		if !s.after {
			l.steps[s.v] = s.loop
		}
	}
	l.falls, l.down = fallsOf(k.Body), map[*seg.Let]bool{}
	for _, i := range l.falls {
		l.down[i] = true
	}
	l.fixpoint(slices.Concat(k.Enter, k.Body, k.Leave))
	return l
}

// keptBlocks are the blocks that a thread fills before its points: each lane has a copy.
func keptBlocks(k *seg.Kernel) (out []*seg.Mem) {
	seg.Walk(k.Enter, func(s seg.Stm) {
		if s, ok := s.(*seg.Store); ok && s.Mem.Space == seg.Private {
			out = append(out, s.Mem)
		}
	})
	return out
}

// shapesAlong analyses the body of a loop over i, whose iterations run in lanes.
func shapesAlong(i *core.Var, body seg.Code, width int) *shapes {
	l := &shapes{width: width, inner: true, of: map[*core.Var]shape{i: affine}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}}
	l.fixpoint(body)
	return l
}

func (l *shapes) fixpoint(c seg.Code) {
	l.under, l.depth, l.sums = map[*core.Var]int{}, map[seg.Stm]int{}, map[*core.Var]*seg.Let{}
	for l.changed = true; l.changed; {
		l.changed = false
		l.code(c, 0)
	}
}

// natural is the number of lanes that suits: a vector of the widest numbers fills a register.
func (l *shapes) natural() int {
	for v, s := range l.of {
		if s == varying && v.Type.Elem == prim.F64 {
			return 8
		}
	}
	for v, s := range l.of {
		if s == varying && v.Type.Elem == prim.F32 {
			return 16
		}
	}
	return 8
}

// atom is the shape of an operand.
func (l *shapes) atom(a core.Atom) shape {
	if v, ok := a.(*core.Var); ok {
		return l.of[v]
	}
	return uniform
}

func (l *shapes) raise(v *core.Var, s shape) {
	if l.of[v] < s {
		l.of[v] = s
		l.changed = true
	}
}

// mixed is the shape of something computed from values in any way but adding.
func mixed(ss ...shape) shape {
	for _, s := range ss {
		if s != uniform {
			return varying
		}
	}
	return uniform
}

// code gives shapes to what code computes under so many masks: conditions that not all lanes need fulfil.
func (l *shapes) code(c seg.Code, masks int) {
	for _, s := range c {
		l.stm(s, masks)
	}
}

func (l *shapes) stm(s seg.Stm, masks int) {
	switch s := s.(type) {
	case *seg.Let:
		l.raise(s.V, l.let(s))
		delete(l.sums, s.V)
		if _, ok := l.step(s); ok {
			l.sums[s.V] = s
		}
	case *seg.Decl:
		l.under[s.V] = masks
		l.raise(s.V, mixed(l.atom(s.Init)))
	case *seg.Set:
		l.set(s.V, masks, s.Val)
	case *seg.Select:
		l.raise(s.V, l.choice(s))
	case *seg.Load:
		if l.own[s.Mem] || l.index(s.At).kind != uniform {
			l.raise(s.V, varying)
		}
	case *seg.Store:
		l.write(s.Mem, masks > 0, s.At, s.Val)
	case *seg.Update:
		l.write(s.Mem, masks > 0, s.At, s.Val)
	case *seg.Pack:
		l.owns(s.To)
	case *seg.Pointwise:
	default:
		l.control(s, masks)
	}
}

func (l *shapes) control(s seg.Stm, masks int) {
	under := func(cond core.Atom) int {
		if l.atom(cond) != uniform {
			return masks + 1
		}
		return masks
	}
	switch s := s.(type) {
	case *seg.For:
		l.depth[s] = under(s.Bound)
		l.code(s.Body, l.depth[s])
	case *seg.Fold:
		in := under(s.Bound)
		l.code(s.Body, in)
		for i, a := range s.Accs {
			l.set(a, in, s.Vals[i])
		}
	case *seg.While:
		l.code(s.CondCode, under(s.Cond))
		l.depth[s] = under(s.Cond)
		l.code(s.CondCode, l.depth[s])
		l.code(s.Body, l.depth[s])
	case *seg.If:
		l.code(s.Then, under(s.Cond))
		l.code(s.Else, under(s.Cond))
	default: // no control: the caller sends none
	}
}

// let is the shape of an operator's result: affine plus uniform is affine again.
func (l *shapes) let(s *seg.Let) shape {
	args := make([]shape, len(s.Args))
	for i, a := range s.Args {
		args[i] = l.atom(a)
	}
	switch {
	case l.down[s]:
		return uniform
	case l.trusted(s):
		return l.smooth.smoothLet(s)
	case l.smooth != nil && s.Op == prim.ToU64 && s.T == prim.I64:
		return args[0]
	case l.smooth != nil && s.T == prim.I64 && (s.Op == prim.Lt || s.Op == prim.Le || s.Op == prim.Eq) && l.counts(s.Args[0]) && l.counts(s.Args[1]):
		return uniform
	}
	if s.T == prim.I64 {
		switch {
		case s.Op == prim.ToI64:
			return args[0]
		case s.Op == prim.Add && args[0]+args[1] == affine, s.Op == prim.Sub && args[0] == affine && args[1] == uniform:
			return affine
		}
	}
	return mixed(args...)
}

// step is by how much each lane of a result is ahead of the one before, as a sum; false if that is not the same for all lanes.
func (l *shapes) step(s *seg.Let) (by []core.Atom, ok bool) {
	if s.T != prim.I64 || len(s.Args) != 2 {
		return nil, false
	}
	x, y := s.Args[0], s.Args[1]
	switch a, b := l.atom(x), l.atom(y); {
	case a == uniform && b == uniform:
		return nil, true
	case s.Op == prim.Mul && a == affine && b == uniform:
		return []core.Atom{y}, true
	case s.Op == prim.Mul && a == uniform && b == affine:
		return []core.Atom{x}, true
	case s.Op == prim.Add || s.Op == prim.Sub && b == uniform:
		m, ok := l.apart(x)
		n, also := l.apart(y)
		return slices.Concat(m, n), ok && also
	}
	return nil, false
}

// apart is step for an operand.
func (l *shapes) apart(a core.Atom) (by []core.Atom, ok bool) {
	switch l.atom(a) {
	case uniform:
		return nil, true
	case affine:
		return []core.Atom{core.IntC(1)}, true
	}
	if s := l.sums[core.AsVar(a)]; s != nil {
		return l.step(s)
	}
	return nil, false
}

// term is step for a part of an index.
func (l *shapes) term(t seg.Term) (by []core.Atom, ok bool) {
	if t.B == nil {
		return l.apart(t.A)
	}
	return l.step(&seg.Let{V: core.NewVar("at", core.I64), Op: prim.Mul, T: prim.I64, Args: []core.Atom{t.A, t.B}})
}

// choice is the shape of what a selection gives.
func (l *shapes) choice(s *seg.Select) shape {
	x, y := l.atom(s.Then), l.atom(s.Else)
	if l.smooth != nil && s.V.Type.Elem == prim.I64 && l.atom(s.Cond) == uniform && (l.trusted(s) || x == affine && y == affine) {
		return affine
	}
	return mixed(l.atom(s.Cond), x, y)
}

// set notes that a variable is set under so many masks. Lanes that run the declaration and not that have another value.
func (l *shapes) set(v *core.Var, masks int, val core.Atom) {
	all := l.under[v]
	if loop := l.steps[v]; loop != nil {
		all = l.depth[loop]
	}
	if masks > all || l.atom(val) != uniform {
		l.raise(v, varying)
	}
}

// write makes a block one with copies if lanes write to different places or different things.
func (l *shapes) write(m *seg.Mem, some bool, at seg.Index, val core.Atom) {
	if l.inner || l.lasts(m) || l.shared[m] {
		return
	}
	if some || l.index(at).kind != uniform || l.atom(val) != uniform {
		l.owns(m)
	}
}

func (l *shapes) owns(m *seg.Mem) {
	if !l.own[m] {
		l.own[m], l.changed = true, true
	}
}

// place is how the index of an access differs between lanes: lane l is at that of lane 0 plus l times the sum of
// by, if it is affine.
type place struct {
	kind shape
	by   []core.Atom
}

// unit reports whether neighbouring lanes are at neighbouring elements.
func (p place) unit() bool {
	return p.kind == affine && len(p.by) == 1 && core.IsConst(p.by[0], prim.Int(prim.I64, 1))
}

// back reports whether they are at neighbouring elements in reverse order.
func (p place) back() bool {
	return p.kind == affine && len(p.by) == 1 && core.IsConst(p.by[0], prim.Int(prim.I64, -1))
}

func (l *shapes) index(x seg.Index) place {
	var p place
	for _, t := range x {
		a, b := l.atom(t.A), uniform
		by := core.Atom(core.IntC(1))
		if t.B != nil {
			b, by = l.atom(t.B), t.B
		}
		switch {
		case a == uniform && b == uniform:
		case a == affine && b == uniform:
			p.by = append(p.by, by)
		case a == uniform && b == affine:
			p.by = append(p.by, t.A)
		default:
			return place{kind: varying}
		}
	}
	if len(p.by) > 0 {
		p.kind = affine
	}
	return p
}

// fits reports whether vectorise can make vectors of all of the code.
func (l *shapes) fits(c seg.Code) bool {
	ok := true
	// Lanes are combined by operators on vectors, which f16 does not have.
	combined := func(t prim.Type) { ok = ok && t != prim.F16 }
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			ok = ok && (l.of[s.V] != varying || seg.HasVector(s.Op, s.T))
		case *seg.Load:
			outside := l.lasts(s.Mem) || l.shared[s.Mem]
			ok = ok && !(outside && s.Ordered) && !l.shared[s.Mem]
		case *seg.Store:
			ok = ok && !l.shared[s.Mem] && (!l.lasts(s.Mem) || l.index(s.At).kind != uniform)
		case *seg.Fold:
			for _, a := range s.Accs {
				combined(a.Type.Elem)
			}
		case *seg.Update:
			combined(s.Mem.Elem)
			ok = ok && (!l.lasts(s.Mem) || l.shared[s.Mem] || l.index(s.At).kind != uniform)
		case *seg.For:
			ok = ok && (s.FromZero() || l.atom(s.Bound) == uniform && (s.From == nil || l.atom(s.From) == uniform))
		default: // always fits
		}
	})
	return ok
}

// unitIn reports whether an index goes with i in steps of 1, or does not depend on it.
func unitIn(x seg.Index, i *core.Var) bool { return !x.Mentions(i) || x.StepsBy1(i) }

// uses reports whether an index has one of the atoms.
func uses(x seg.Index, atoms map[core.Atom]bool) bool {
	return slices.ContainsFunc(x, func(t seg.Term) bool { return atoms[t.A] || t.B != nil && atoms[t.B] })
}

// boundIn is what code binds, with the indices of its loops.
func boundIn(c seg.Code) map[core.Atom]bool {
	bound := map[core.Atom]bool{}
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.For:
			bound[s.I] = true
		case *seg.Fold:
			bound[s.I] = true
		default:
			if v := seg.Binds(s); v != nil {
				bound[v] = true
			}
		}
	})
	return bound
}

// readsAccs reports whether a fold's body reads what it folds into, which then is no mere fold.
func readsAccs(s *seg.Fold) bool {
	out := false
	seg.Walk(s.Body, func(b seg.Stm) {
		if x, ok := b.(*seg.Let); ok {
			for _, a := range x.Args {
				v, isVar := a.(*core.Var)
				out = out || isVar && slices.Contains(s.Accs, v)
			}
		}
	})
	return out
}
