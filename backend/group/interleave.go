package group

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// interleave puts the blocks of the items of a form side by side: neighbours of a group access neighbours in memory.
func (s *spread) interleave() {
	x := interleaving{items: s.items, named: map[*seg.Mem]bool{}}
	for i, stage := range s.form.Stages {
		seg.Walk(stage.Body, func(s seg.Stm) {
			if b, ok := s.(*seg.Bind); ok {
				x.named[b.Mem] = true
			}
		})
		s.form.Stages[i].Body = x.code(stage.Body)
	}
}

type interleaving struct {
	items *core.Var
	named map[*seg.Mem]bool // these are no blocks of the items
}

func (x interleaving) code(c seg.Code) seg.Code {
	b := &seg.Builder{}
	place := func(m *seg.Mem, at seg.Index) seg.Index {
		if m.Space != seg.Scratch || x.named[m] {
			return at
		}
		return seg.Index{}.Plus(b.At(at), x.items)
	}
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Load:
			n := *s
			n.At = place(s.Mem, s.At)
			b.Add(&n)
		case *seg.Store:
			n := *s
			n.At = place(s.Mem, s.At)
			b.Add(&n)
		case *seg.Update:
			n := *s
			n.At = place(s.Mem, s.At)
			b.Add(&n)
		default:
			b.Add(s.Map(seg.Mapper{Code: x.code}))
		}
	}
	return b.Code
}
