package segeval

import (
	"iter"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

func (t *thread) explicit(s seg.Stm) status {
	switch s := s.(type) {
	case *seg.Lanes:
		t.bind(s.V, move(s, t.values(s.Args)))
	case *seg.Gather:
		t.gather(s)
	case *seg.Scatter:
		t.scatter(s)
	case *seg.Squeeze:
		m, val := t.mem(s.Mem), t.value(s.Val)
		for l, place := range t.squeezed(s.At, s.Mask) {
			m.store(&t.who, place, val.lane(l))
		}
	case *seg.Copy:
		to, from, n := t.mem(s.To), t.mem(s.From), t.int(s.N)
		if n <= 0 {
			return done
		}
		toAt, fromAt := t.index(s.ToAt), t.index(s.FromAt)
		for i := range n {
			to.store(&t.who, toAt+i, from.load(&t.who, fromAt+i, false))
		}
	case *seg.Pack:
		t.pack(s)
	case *seg.Atomic:
		t.who.atomic = true
		t.combine(t.mem(s.Mem), t.index(s.At), s.Op, t.scalar(s.Val), false)
		t.who.atomic = false
	case *seg.Bind:
		if s.Cond == nil || t.bool(s.Cond) {
			t.name(s.Mem, s.Then, s.ThenAt)
		} else {
			t.name(s.Mem, s.Else, s.ElseAt)
		}
	case *seg.Poll:
		if t.r.failed != nil {
			return left
		}
	case *seg.Barrier:
		t.wait()
	case *seg.Try:
		if st := t.code(s.Body); st == short {
			return st
		}
	case *seg.Tell:
		t.int(s.N)
	case *seg.Pointwise:
		faultf("lanes one after the other are not run here")
	default: // the caller has the others
	}
	return done
}

func (t *thread) name(m, of *seg.Mem, at seg.Index) {
	v := t.mem(of)
	v.off += t.index(at)
	t.mems[m] = v
}

// places are the elements of lanes, and which lanes there are.
func (t *thread) places(n int, at, by, mask core.Atom) (out []int64, there []bool) {
	out, there = make([]int64, n), make([]bool, n)
	from, step, in := t.value(at), int64(0), scalar(prim.BoolOf(true))
	if by != nil {
		step = t.int(by)
	}
	if mask != nil {
		in = t.value(mask)
	}
	for l := range out {
		m, place := in.lane(l), from.lane(l)
		if isPoison(m) {
			faultf("a mask depends on what nobody has written")
		}
		if there[l] = m.Bool(); there[l] {
			if isPoison(place) {
				faultf("a lane's place depends on what nobody has written")
			}
			out[l] = place.Int64() + int64(l)*step
		}
	}
	return out, there
}

// squeezed are the lanes of a mask, and the places side by side where they lie.
func (t *thread) squeezed(at, mask core.Atom) iter.Seq2[int, int64] {
	_, there := t.places(mask.AtomType().Lanes, core.IntC(0), core.IntC(0), mask)
	place := t.int(at)
	return func(yield func(int, int64) bool) {
		for l, in := range there {
			if in {
				if !yield(l, place) {
					return
				}
				place++
			}
		}
	}
}

func (t *thread) gather(s *seg.Gather) {
	m := t.mem(s.Mem)
	at, there := t.places(s.V.Type.Lanes, s.At, s.By, s.Mask)
	t.bind(s.V, lanes(len(at), func(l int) prim.Scalar {
		if !there[l] {
			return poison
		}
		return m.load(&t.who, at[l], true)
	}))
}

func (t *thread) scatter(s *seg.Scatter) {
	m, v := t.mem(s.Mem), t.value(s.Val)
	n := max(len(v), seg.LanesOf(s.At), 1)
	if s.Mask != nil {
		n = max(n, len(t.value(s.Mask)))
	}
	at, there := t.places(n, s.At, s.By, s.Mask)
	for l := range at {
		switch {
		case !there[l]:
		case s.Op != nil:
			t.combine(m, at[l], s.Op, v.lane(l), false)
		default:
			m.store(&t.who, at[l], v.lane(l))
		}
	}
}

func (t *thread) pack(s *seg.Pack) {
	to, from, w, n := t.mem(s.To), t.mem(s.From), s.To.Lanes, t.int(s.N)
	var at core.Atom
	if s.By == nil {
		faultf("rows of lanes are packed where code is not explicit")
	}
	first, by := t.index(s.At), t.int(s.By)
	_, there := t.places(w, core.IntC(0), at, s.Mask)
	for j := range n {
		for l := range w {
			x := poison
			if there[l] {
				x = from.load(&t.who, first+int64(l)*by+j, true)
			}
			to.store(&t.who, j*int64(w)+int64(l), x)
		}
	}
}
