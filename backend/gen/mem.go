package gen

import (
	"fmt"
	"slices"

	"raido/backend/plan"
	"raido/backend/seg"
)

// Note [Only what is read is restrict]
//
// PoCL inlines a kernel that LLVM (14, 15) has vectorised already, and inlining marks calls as apart from what the caller's restrict
// pointers point to, unless they have these as arguments. A gather is a call, and its argument is a vector of addresses: so a
// gather from a restrict pointer counts as apart from the stores to it, which LLVM then moves past it. Memories that a kernel
// only reads have no stores to move; the others are apart from these anyway.

// mem is the C name of a memory; see Note [Only what is read is restrict].
func (p *printer) mem(m *seg.Mem) string {
	n, ok := p.mems[m]
	if ok {
		return n
	}
	if p.inside != nil {
		p.mems[m] = p.giveMem(m)
		return p.mems[m]
	}
	n = p.fresh("m")
	p.mems[m] = n
	switch m.Space {
	case seg.Device:
		alone := "restrict "
		if p.written[m] {
			alone = ""
		}
		p.arg(plan.Arg{Kind: plan.ArgMem, Mem: m}, fmt.Sprintf("__global %s *%s", p.typeName(m.Elem, 1), alone), n)
	case seg.Private, seg.Local:
		p.private = append(p.private, m)
	case seg.Scratch:
		p.scratch = append(p.scratch, m)
	}
	return n
}

// alias makes a memory a name of elements of another one.
func (p *printer) alias(s *seg.Bind) {
	from := func(m *seg.Mem, at seg.Index) string {
		if len(at) == 0 {
			return p.mem(m)
		}
		return p.mem(m) + " + " + p.index(m, at)
	}
	text := from(s.Then, s.ThenAt)
	if s.Cond != nil {
		text = fmt.Sprintf("%s ? %s : %s", p.atom(s.Cond), text, from(s.Else, s.ElseAt))
	}
	if p.mems[s.Mem] == "" {
		p.mems[s.Mem] = p.fresh("m")
	}
	p.line("%s%s *%s = %s;", spaceOf(s.Then), p.typeName(s.Mem.Elem, 1), p.mems[s.Mem], text)
}

// spaceOf is the address space of a memory, for the type of a pointer to it.
func spaceOf(m *seg.Mem) string {
	switch m.Space {
	case seg.Private:
		return ""
	case seg.Local:
		return "__local "
	}
	return "__global "
}

// writtenIn are the memories that a form stores to, under any of their names.
func writtenIn(f *seg.Form) map[*seg.Mem]bool {
	out := map[*seg.Mem]bool{}
	var binds []*seg.Bind
	for _, stage := range f.Stages {
		seg.Walk(stage.Body, func(s seg.Stm) {
			if b, ok := s.(*seg.Bind); ok {
				binds = append(binds, b)
			}
			s.Each(seg.Visitor{Mem: func(m *seg.Mem, a seg.Access) { out[m] = out[m] || a&seg.Writes != 0 }})
		})
	}
	for _, b := range slices.Backward(binds) { // a name of a name comes later
		if out[b.Mem] {
			out[b.Then] = true
			out[b.Else] = true
		}
	}
	return out
}

// localWord is what the declaration of a block of a function begins with.
func localWord(m *seg.Mem) string {
	if m.Space == seg.Local {
		return "__local "
	}
	return ""
}
