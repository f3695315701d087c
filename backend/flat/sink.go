package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// sinker moves loads from all over an array into the one branch of an if that needs them: the memory is not asked for
// what is not used. It moves loads from memory that the kernel does not write, at places that do not change.
type sinker struct {
	t        *thread
	uses     map[core.Atom]int
	computed map[core.Atom]bool
	changes  map[core.Atom]bool
	inside   map[*seg.Code]map[core.Atom]int // of branches; loads that were moved there are not counted
}

// sinkLoads works on the code of a map kernel.
func sinkLoads(t *thread, c seg.Code) seg.Code {
	s := &sinker{t: t, uses: uses(c), computed: map[core.Atom]bool{}, changes: map[core.Atom]bool{},
		inside: map[*seg.Code]map[core.Atom]int{}}
	seg.Walk(c, func(x seg.Stm) {
		switch x := x.(type) {
		case *seg.Let:
			s.computed[x.V] = true
		case *seg.Load:
			s.computed[x.V] = true
		case *seg.Decl:
			s.changes[x.V] = true
		}
	})
	return s.code(c)
}

func (s *sinker) code(c seg.Code) seg.Code {
	out := make(seg.Code, 0, len(c))
	for k, x := range c {
		if l, ok := x.(*seg.Load); !ok || !s.movable(l) || !s.move(l, c[k+1:]) {
			out = append(out, x)
		}
	}
	for _, x := range out {
		switch x := x.(type) {
		case *seg.For:
			x.Body = s.code(x.Body)
		case *seg.If:
			x.Then, x.Else = s.code(x.Then), s.code(x.Else)
		}
	}
	return out
}

// movable tells that a load gives the same wherever it stands, and goes all over the memory.
func (s *sinker) movable(l *seg.Load) bool {
	if l.Again || l.Mem.Space != seg.Device || s.t.wrote[l.Mem] {
		return false
	}
	far := false
	for _, x := range l.At {
		far = far || s.computed[x.A] || s.computed[x.B]
		if s.changes[x.A] || s.changes[x.B] {
			return false
		}
	}
	return far
}

// move puts a load into the branch of an if after it that holds all its uses.
func (s *sinker) move(l *seg.Load, after seg.Code) bool {
	all := s.uses[l.V]
	for _, x := range after {
		if x, ok := x.(*seg.If); ok {
			for _, branch := range []*seg.Code{&x.Then, &x.Else} {
				if s.inside[branch] == nil {
					s.inside[branch] = uses(*branch)
				}
				if n := s.inside[branch][l.V]; n > 0 && n == all {
					*branch = append(seg.Code{l}, *branch...)
					return true
				}
			}
		}
	}
	return false
}

// uses counts the operands in code.
func uses(c seg.Code) map[core.Atom]int {
	out := map[core.Atom]int{}
	seg.Walk(c, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { out[a]++ }) })
	return out
}
