package gen

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
//   - A value has a shape: the same for all lanes; a step, where lane l has the value of lane 0 plus l (the index of
//     the point is one); or one for each lane.
//   - A block of a thread has a copy for each lane if lanes write different things: element e of lane l is at
//     e*W + l. Others are shared.
//   - Code that not all lanes run works under a mask, a vector of bools: changes are blended, and stores are made for
//     the lanes of the mask only. A loop goes on until no lane wants to.
//   - An update of a shared accumulator combines the lanes first, or goes lane by lane, in their order; small ones
//     have copies for lanes (Note [Copies for lanes]).
//   - Loops along rows, a row for each lane, are turned (Note [Turned loops]), and some iterations of loops around loops
//     go together (Note [Jammed loops]).
//
// Both forms are written, and the launch takes the one in lanes where there is work enough to pay for compiling it.
//
// The points that are left over at the end are computed under a mask, too. A fold over a value for each lane goes in the
// order of its index, so that equal points give equal bits.

// shape says how a value differs between lanes.
type shape uint8

const (
	same shape = iota
	step
	each
)

// lanes is a kernel computed in lanes.
type lanes struct {
	k       *seg.Kernel
	inner   bool // a loop in sequential code, not a kernel
	twice   bool // see Note [Rows computed twice]
	oneText bool // of such a loop: whole vectors and the last one are computed by the same text
	w       int
	shapes  map[*core.Var]shape
	own     map[*seg.Mem]bool // blocks with a copy for each lane
	shared  map[*seg.Mem]bool // accumulators
	staged  map[*seg.Load]*stage
	stages  []*stage
	turned  map[seg.Stm]*turnedLoop
	copies  map[*seg.Mem]*seg.Mem // of accumulators, for lanes
	changed bool
	first   seg.Code // what is computed in lanes
	last    *tail    // what follows point by point; nil if nothing does
}

// maxInLanes bounds the statements of a kernel in lanes: drivers take seconds to compile so many.
const maxInLanes = 1000

// inLanes is the form of a kernel in lanes, nil if it has none or would not gain by it. With width > 0 it takes so many
// lanes and need not gain.
func inLanes(k *seg.Kernel, width int) *lanes {
	jammed := *k
	jammed.Body = jamLoops(k.Body)
	n := 0
	seg.Walk(jammed.Body, func(seg.Stm) { n++ })
	if n > maxInLanes || k.Kind == seg.Map && tiled(k) != nil || k.Kind != seg.Map && k.Kind != seg.Reduce || k.Serial || k.Kind == seg.Reduce && k.Op.Known == nil {
		return nil
	}
	k = &jammed
	l := &lanes{k: k, shapes: map[*core.Var]shape{}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}, first: k.Body}
	for _, a := range k.Accs {
		for _, m := range a.Priv {
			l.shared[m] = true
		}
	}
	l.shapes[k.Space[len(k.Space)-1].I] = step
	for l.changed = true; l.changed; {
		l.changed = false
		l.code(k.Body, false)
	}
	if l.w = width; width == 0 {
		l.w = l.width()
	}
	if !l.fits(k.Body) || slices.ContainsFunc(k.Outs, func(m *seg.Mem) bool { return m.Elem == prim.F16 }) {
		return nil
	}
	l.findStages()
	l.turned = map[seg.Stm]*turnedLoop{}
	l.findTurned(k.Body)
	l.findCopies()
	if l.findTail(); l.last != nil {
		l.findCopies()
	}
	if width == 0 && !l.gains() {
		return nil
	}
	return l
}

// width is the number of lanes: a vector of the widest numbers fills a register.
func (l *lanes) width() int {
	for v, s := range l.shapes {
		if s == each && v.Type.Elem == prim.F64 {
			return 8
		}
	}
	for v, s := range l.shapes {
		if s == each && v.Type.Elem == prim.F32 {
			return 16
		}
	}
	return 8
}

func (l *lanes) of(a core.Atom) shape {
	if v, ok := a.(*core.Var); ok {
		return l.shapes[v]
	}
	return same
}

func (l *lanes) raise(v *core.Var, s shape) {
	if l.shapes[v] < s {
		l.shapes[v] = s
		l.changed = true
	}
}

// differs is the shape of something computed from values in any way but adding.
func differs(ss ...shape) shape {
	for _, s := range ss {
		if s != same {
			return each
		}
	}
	return same
}

// code gives shapes to what code computes; some says that not all lanes may run it.
func (l *lanes) code(c seg.Code, some bool) {
	for _, s := range c {
		l.stm(s, some)
	}
}

func (l *lanes) stm(s seg.Stm, some bool) {
	switch s := s.(type) {
	case *seg.Let:
		l.raise(s.V, l.let(s))
	case *seg.Decl:
		l.raise(s.V, differs(l.of(s.Init)))
	case *seg.Set:
		l.set(s.V, some, s.Val)
	case *seg.Select:
		l.raise(s.V, differs(l.of(s.Cond), l.of(s.Then), l.of(s.Else)))
	case *seg.Load:
		if l.own[s.Mem] || l.index(s.At).kind != same {
			l.raise(s.V, each)
		}
	case *seg.Store:
		l.write(s.Mem, some, s.At, s.Val)
	case *seg.Update:
		l.write(s.Mem, some, s.At, s.Val)
	case *seg.For:
		l.code(s.Body, some || l.of(s.Bound) != same)
	case *seg.Fold:
		some = some || l.of(s.Bound) != same
		l.code(s.Body, some)
		for i, a := range s.Accs {
			l.set(a, some, s.Vals[i])
		}
	case *seg.While:
		l.code(s.CondCode, some)
		some = some || l.of(s.Cond) != same
		l.code(s.CondCode, some)
		l.code(s.Body, some)
	case *seg.If:
		some = some || l.of(s.Cond) != same
		l.code(s.Then, some)
		l.code(s.Else, some)
	}
}

// let is the shape of an operator's result: a step plus what is the same is a step again.
func (l *lanes) let(s *seg.Let) shape {
	shapes := make([]shape, len(s.Args))
	for i, a := range s.Args {
		shapes[i] = l.of(a)
	}
	if s.T == prim.I64 {
		switch {
		case s.Op == prim.ToI64:
			return shapes[0]
		case s.Op == prim.Add && shapes[0]+shapes[1] == step, s.Op == prim.Sub && shapes[0] == step && shapes[1] == same:
			return step
		}
	}
	return differs(shapes...)
}

func (l *lanes) set(v *core.Var, some bool, val core.Atom) {
	if some || l.of(val) != same {
		l.raise(v, each)
	}
}

// write makes a block one with copies if lanes write to different places or different things.
func (l *lanes) write(m *seg.Mem, some bool, at seg.Index, val core.Atom) {
	if l.inner || m.Space == seg.Device || l.shared[m] || l.own[m] {
		return
	}
	if some || l.index(at).kind != same || l.of(val) != same {
		l.own[m], l.changed = true, true
	}
}

// place is how the index of an access differs between lanes: lane l is at that of lane 0 plus l times the sum of
// by, if its kind is step; unit tells that this sum is 1.
type place struct {
	kind shape
	by   []core.Atom
}

func (p place) unit() bool {
	return p.kind == step && len(p.by) == 1 && core.IsConst(p.by[0], prim.Int(prim.I64, 1))
}

func (l *lanes) index(x seg.Index) place {
	var p place
	for _, t := range x {
		a, b := l.of(t.A), same
		by := core.Atom(core.IntC(1))
		if t.B != nil {
			b, by = l.of(t.B), t.B
		}
		switch {
		case a == same && b == same:
		case a == step && b == same:
			p.by = append(p.by, by)
		case a == same && b == step:
			p.by = append(p.by, t.A)
		default:
			return place{kind: each}
		}
	}
	if len(p.by) > 0 {
		p.kind = step
	}
	return p
}

// fits tells that the lane writer can write all of the code.
func (l *lanes) fits(c seg.Code) bool {
	ok := true
	// Lanes are combined by operators on vectors, which f16 does not have.
	combined := func(t prim.Type) { ok = ok && t != prim.F16 }
	seg.Walk(c, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Let:
			if l.shapes[s.V] == each {
				_, has := vecText(s.Op, s.T, l.w, make([]string, len(s.Args)))
				ok = ok && has
			}
		case *seg.Load:
			outside := s.Mem.Space == seg.Device || l.shared[s.Mem]
			ok = ok && !(outside && s.Again) && !l.shared[s.Mem]
		case *seg.Store:
			ok = ok && !l.shared[s.Mem] && (s.Mem.Space != seg.Device || l.index(s.At).kind != same)
		case *seg.Fold:
			for _, a := range s.Accs {
				combined(a.Type.Elem)
			}
		case *seg.Update:
			combined(s.Mem.Elem)
			ok = ok && (s.Mem.Space != seg.Device || l.index(s.At).kind != same)
		case *seg.Room:
			ok = false
		}
	})
	return ok
}
