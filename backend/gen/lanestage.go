package gen

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Stages]
//
// Lanes that each go along a row of an array read places far apart. Where the rows are read again and again, by
// loops around the one that goes along them, they are first copied side by side: element j of lane l to j*W + l.

// stage is the copies of the rows that start at mem[at], with by elements from one lane's to the next one's.
type stage struct {
	mem  *seg.Mem // read from
	at   seg.Index
	n    core.Atom // elements of a row
	copy *seg.Mem
}

// findStages finds the loads that are worth it. One that a check may guard gets none, since a stage reads before
// everything else; for the same reason the kernel must not have written to the array before.
func (l *lanes) findStages() {
	l.staged = map[*seg.Load]*stage{}
	f := &stageFinder{lanes: l, bound: map[core.Atom]bool{}, guards: map[core.Atom]bool{}, written: map[*seg.Mem]bool{}}
	lets := map[core.Atom]*seg.Let{}
	var guard func(a core.Atom)
	guard = func(a core.Atom) {
		if _, ok := a.(*core.Var); !ok {
			return
		}
		f.guards[a] = true
		if s := lets[a]; s != nil {
			for _, x := range s.Args {
				guard(x)
			}
		}
	}
	seg.Walk(l.k.Body, func(s seg.Stm) {
		if v := seg.Binds(s); v != nil {
			f.bound[v] = true
		}
		switch s := s.(type) {
		case *seg.Let:
			lets[s.V] = s
		case *seg.For:
			f.bound[s.I] = true
		case *seg.Fold:
			f.bound[s.I] = true
		case *seg.Check:
			guard(s.Cond)
		}
	})
	f.code(l.k.Body, nil, 0)
}

// stageFinder knows what the kernel's code binds, on what its checks depend, and what has been written to by where it looks.
type stageFinder struct {
	*lanes
	bound, guards map[core.Atom]bool
	written       map[*seg.Mem]bool
}

// loopOver is a loop around: its index and bound.
type loopOver struct {
	i     *core.Var
	bound core.Atom
}

// code looks at code that all lanes run, in that many loops of which in is the innermost.
func (l *stageFinder) code(c seg.Code, in *loopOver, depth int) {
	for _, s := range c {
		seg.Walk(seg.Code{s}, func(s seg.Stm) {
			switch s := s.(type) {
			case *seg.Store:
				l.written[s.Mem] = true
			case *seg.Update:
				l.written[s.Mem] = true
			}
		})
		switch s := s.(type) {
		case *seg.For:
			if l.of(s.Bound) == same {
				l.code(s.Body, &loopOver{s.I, s.Bound}, depth+1)
			}
		case *seg.Fold:
			if l.of(s.Bound) == same {
				l.code(s.Body, &loopOver{s.I, s.Bound}, depth+1)
			}
		case *seg.Load:
			if depth > 1 && s.Mem.Space == seg.Device && !l.written[s.Mem] && !l.bound[in.bound] {
				l.load(s, in)
			}
		}
	}
}

// load gives a load its stage if its index is that of the loop and what is known before the kernel's code.
func (l *stageFinder) load(s *seg.Load, in *loopOver) {
	if p := l.index(s.At); p.kind != step || p.unit() || l.guards[in.i] || l.guards[in.bound] {
		return
	}
	var rest seg.Index
	along := false
	for _, t := range s.At {
		switch {
		case t.A == core.Atom(in.i) && t.B == nil && !along:
			along = true
		case l.bound[t.A] || l.guards[t.A] || t.B != nil && (l.bound[t.B] || l.guards[t.B]):
			return
		default:
			rest = append(rest, t)
		}
	}
	if !along {
		return
	}
	for _, st := range l.stages {
		if st.mem == s.Mem && st.n == in.bound && sameIndex(st.at, rest) {
			l.staged[s] = st
			return
		}
	}
	m := seg.NewMem("rows", s.Mem.Elem, seg.Scratch)
	m.Len = in.bound
	st := &stage{mem: s.Mem, at: rest, n: in.bound, copy: m}
	l.stages, l.staged[s] = append(l.stages, st), st
	l.own[m] = true
}

func sameIndex(a, b seg.Index) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
