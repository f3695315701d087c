package seg

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// explicit checks the statements of explicit code.
func (v *verifier) explicit(s Stm) {
	switch s := s.(type) {
	case *Lanes:
		v.moves(s)
		v.bind(s.V)
	case *Gather:
		v.places(s.V.Type.Lanes, s.At, s.By, s.Mask)
		if s.V.Type.Elem != s.Mem.Elem || s.V.Type.Lanes == 0 {
			v.errf("%s is gathered from %s", s.V, s.Mem.Elem)
		}
		v.bind(s.V)
	case *Scatter:
		n := LanesOf(s.At, s.Val)
		if s.Mask != nil && n == 0 {
			n = s.Mask.AtomType().Lanes
		}
		v.places(n, s.At, s.By, s.Mask)
		v.lanes(s.Val, s.Mem.Elem, n)
	case *Copy:
		v.index(s.ToAt)
		v.index(s.FromAt)
		v.atom(s.N, prim.I64)
		if s.To == s.From {
			v.errf("the memory %s_%d is copied to itself", s.To.Name, s.To.ID)
		}
		v.alike(s.To, s.From)
	case *Pack:
		v.packs(s)
	case *Poll:
	case *Pointwise:
		if v.form != nil {
			v.errf("points one after the other are not explicit")
		}
		v.inner(s.Body)
	default:
		v.threads(s)
	}
}

// threads checks the statements by which a thread deals with others, and those that only forms have.
func (v *verifier) threads(s Stm) {
	switch s.(type) {
	case *Poll, *Tell:
	default:
		if v.form == nil {
			v.errf("%T is of forms", s)
		}
	}
	switch s := s.(type) {
	case *Atomic:
		v.index(s.At)
		v.atom(s.Val, s.Mem.Elem)
		v.commutes(s.Op)
	case *Bind:
		v.binds(s)
	case *Tell:
		v.atom(s.N, prim.I64)
	case *Barrier:
		if !v.barriers {
			v.errf("a barrier in a stage that has none")
		}
	case *Try:
		v.inner(s.Body)
	default: // checked by the callers
	}
}

// turns checks that lanes have not been chosen yet.
func (v *verifier) interchanges(t Interchange) {
	if t != NoInterchange && v.form != nil {
		v.errf("a loop says how lanes run it, where there are lanes already")
	}
}

func (v *verifier) alike(a, b *Mem) {
	if a.Elem != b.Elem {
		v.errf("%s_%d has elements of type %s, %s_%d of %s", a.Name, a.ID, a.Elem, b.Name, b.ID, b.Elem)
	}
}

// places checks the places of a gather or scatter of so many lanes.
func (v *verifier) places(n int, at, by, mask core.Atom) {
	if n == 0 {
		v.errf("places of no lanes")
	}
	v.lanes(at, prim.I64, n)
	if by != nil {
		v.atom(by, prim.I64)
		v.atom(at, prim.I64)
	} else if at.AtomType().Lanes == 0 {
		v.errf("lanes are all at %s", at)
	}
	if mask != nil {
		v.lanes(mask, prim.Bool, n)
	}
}

func (v *verifier) packs(s *Pack) {
	v.alike(s.To, s.From)
	v.index(s.At)
	if s.By != nil {
		v.atom(s.By, prim.I64)
	}
	if explicit := s.By != nil; explicit != (s.To.Lanes > 1) || v.form != nil && !explicit {
		v.errf("rows are put side by side in %s_%d, which has %d lanes", s.To.Name, s.To.ID, s.To.Lanes)
	}
	if s.Mask != nil {
		v.lanes(s.Mask, prim.Bool, s.To.Lanes)
	}
	v.atom(s.N, prim.I64)
}

// moves checks the lanes of operands and result.
func (v *verifier) moves(s *Lanes) {
	arity := 1
	switch s.Op {
	case Even, Odd, ZipLo, ZipHi:
		arity = 2
	}
	if len(s.Args) != arity {
		v.errf("%s has %d operands", laneNames[s.Op], len(s.Args))
		return
	}
	t := s.V.Type
	from, to := s.Args[0].AtomType().Lanes, t.Lanes
	elem := t.Elem
	ok := false
	switch s.Op {
	case Spread:
		ok = from == 0 && to > 1
	case Ramp:
		ok = from == 0 && to > 1 && elem.IsInt()
	case Even, Odd, ZipLo, ZipHi, Reverse:
		ok = from == to && to > 1
	case Lo, Hi:
		ok = from > 1 && from == 2*max(to, 1)
	case Extract:
		ok = from > 1 && to == 0 && s.K >= 0 && s.K < from
	case Any:
		ok = from > 1 && to == 0 && elem == prim.Bool
	}
	if !ok {
		v.errf("%s of %d lanes gives %s of %d", laneNames[s.Op], from, s.V, to)
	}
	for _, a := range s.Args {
		v.lanes(a, elem, from)
	}
}
