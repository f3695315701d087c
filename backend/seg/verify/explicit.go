package verify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// explicit checks the statements of explicit code.
func (v *verifier) explicit(s seg.Stm) {
	switch s := s.(type) {
	case *seg.Lanes:
		v.moves(s)
		v.bind(s.V)
	case *seg.Gather:
		v.places(s.V.Type.Lanes, s.At, s.By, s.Mask)
		if s.V.Type.Elem != s.Mem.Elem || s.V.Type.Lanes == 0 {
			v.errf("%s is gathered from %s", s.V, s.Mem.Elem)
		}
		v.bind(s.V)
	case *seg.Scatter:
		n := seg.LanesOf(s.At, s.Val)
		if s.Mask != nil && n == 0 {
			n = s.Mask.AtomType().Lanes
		}
		v.places(n, s.At, s.By, s.Mask)
		v.lanes(s.Val, s.Mem.Elem, n)
	case *seg.Squeeze:
		v.squeezed(s.At, s.Mask)
		v.lanes(s.Val, s.Mem.Elem, s.Mask.AtomType().Lanes)
	case *seg.Copy:
		v.index(s.ToAt)
		v.index(s.FromAt)
		v.atom(s.N, prim.I64)
		if s.To == s.From {
			v.errf("the memory %s_%d is copied to itself", s.To.Name, s.To.ID)
		}
		v.alike(s.To, s.From)
	case *seg.Pack:
		v.packs(s)
	case *seg.Poll:
	case *seg.Pointwise:
		if v.form != nil {
			v.errf("points one after the other are not explicit")
		}
		v.onePoint(s.Body)
	default:
		v.threads(s)
	}
}

// threads checks the statements by which a thread deals with others, and those that only forms have.
func (v *verifier) threads(s seg.Stm) {
	switch s.(type) {
	case *seg.Poll, *seg.Tell:
	default:
		if v.form == nil {
			v.errf("%T is of forms", s)
		}
	}
	switch s := s.(type) {
	case *seg.Atomic:
		v.index(s.At)
		v.atom(s.Val, s.Mem.Elem)
		v.commutes(s.Op)
	case *seg.Bind:
		v.binds(s)
	case *seg.Tell:
		v.atom(s.N, prim.I64)
	case *seg.Barrier:
		if !v.barriers {
			v.errf("a barrier in a stage that has none")
		}
	case *seg.Try:
		v.inner(s.Body)
	default: // checked by the callers
	}
}

// onePoint checks code that is for one point after the other.
func (v *verifier) onePoint(c seg.Code) {
	outer := v.pointwise
	v.pointwise = true
	v.inner(c)
	v.pointwise = outer
}

// interchanges checks that lanes run a loop, and have not been chosen yet.
func (v *verifier) interchanges(t seg.Interchange) {
	if t != seg.NoInterchange && v.form != nil {
		v.errf("a loop says how lanes run it, where there are lanes already")
	}
	if t != seg.NoInterchange && v.pointwise {
		v.errf("a loop says how lanes run it, where points go one after the other")
	}
}

func (v *verifier) alike(a, b *seg.Mem) {
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

// squeezed checks where the lanes of a mask lie side by side.
func (v *verifier) squeezed(at, mask core.Atom) {
	v.atom(at, prim.I64)
	if n := mask.AtomType().Lanes; n > 1 {
		v.lanes(mask, prim.Bool, n)
	} else {
		v.errf("%s is no mask", mask)
	}
}

func (v *verifier) packs(s *seg.Pack) {
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
func (v *verifier) moves(s *seg.Lanes) {
	arity := 1
	switch s.Op {
	case seg.Even, seg.Odd, seg.ZipLo, seg.ZipHi:
		arity = 2
	}
	if len(s.Args) != arity {
		v.errf("%s has %d operands", s.Op, len(s.Args))
		return
	}
	t := s.V.Type
	from, to := s.Args[0].AtomType().Lanes, t.Lanes
	elem := t.Elem
	ok := false
	switch s.Op {
	case seg.Spread:
		ok = from == 0 && to > 1
	case seg.Ramp:
		ok = from == 0 && to > 1 && elem.IsInt()
	case seg.Even, seg.Odd, seg.ZipLo, seg.ZipHi, seg.Reverse:
		ok = from == to && to > 1
	case seg.Lo, seg.Hi:
		ok = from > 1 && from == 2*max(to, 1)
	case seg.Extract:
		ok = from > 1 && to == 0 && s.K >= 0 && s.K < from
	case seg.Any:
		ok = from > 1 && to == 0 && elem == prim.Bool
	case seg.Count:
		ok = from > 1 && to == 0 && elem == prim.I64
		elem = prim.Bool
	case seg.Sums:
		ok = from == to && to > 1 && elem.IsInt()
	}
	if !ok {
		v.errf("%s of %d lanes gives %s of %d", s.Op, from, s.V, to)
	}
	for _, a := range s.Args {
		v.lanes(a, elem, from)
	}
}
