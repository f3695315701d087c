package simplify

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// Sink moves loads from all over an array into the one branch of an if that needs them: the memory is not asked for
// what is not used. It moves loads from memory that the kernel does not write, at places that do not change.
func Sink(p *seg.Prog) *seg.Prog {
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind != seg.Map {
			return k
		}
		s := &sinker{written: seg.Written(k), uses: countUses(k.Body), computed: map[core.Atom]bool{}, changes: map[core.Atom]bool{}}
		seg.Walk(k.Body, func(x seg.Stm) {
			switch x := x.(type) {
			case *seg.Let:
				s.computed[x.V] = true
			case *seg.Load:
				s.computed[x.V] = true
			case *seg.Decl:
				s.changes[x.V] = true
			default: // nothing to move
			}
		})
		n := *k
		n.Body = s.code(k.Body)
		return &n
	})
}

type sinker struct {
	written  map[*seg.Mem]bool
	uses     map[core.Atom]int
	computed map[core.Atom]bool
	changes  map[core.Atom]bool
}

func (s *sinker) code(c seg.Code) seg.Code {
	rest := append(seg.Code{}, c...)
	var out seg.Code
	for i, x := range rest {
		if l, ok := x.(*seg.Load); !ok || !s.movable(l) || !s.move(l, rest[i+1:]) {
			out = append(out, x)
		}
	}
	for i, x := range out {
		switch x.(type) {
		case *seg.For, *seg.If:
			out[i] = x.Map(seg.Mapper{Code: s.code})
		default: // nothing is moved into it
		}
	}
	return out
}

// movable reports whether a load gives the same wherever it stands, and goes all over the memory.
func (s *sinker) movable(l *seg.Load) bool {
	if l.Ordered || l.Mem.Space != seg.Device || s.written[l.Mem] {
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
	for i, x := range after {
		f, ok := x.(*seg.If)
		if !ok {
			continue
		}
		n := *f
		for _, branch := range []*seg.Code{&n.Then, &n.Else} {
			if in := countUses(*branch)[l.V]; in > 0 && in == all {
				*branch = append(seg.Code{l}, *branch...)
				after[i] = &n
				return true
			}
		}
	}
	return false
}
