package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Places of its own]
//
// An update says whether other iterations of the loop may use its place, so that these must run in order. Where the program
// computes the index, as o + j for the row at o = i*(i+1)/2 of a packed triangle, flattening does not see that. So the index of an access in an
// innermost loop that is a number plus the loop's index is written as that sum, the number being computed before the loop:
//
//	for j < n                        d = div x 2
//	  d = div x 2                    for j < n
//	  k = add d j               ->     ...
//	  ...                              acc[d + j] += v
//	  acc[k] += v ordered
//
// and an update whose place no other iteration uses is not ordered: then all accesses to its memory are at that place.

// OwnPlaces writes indices in innermost loops as sums with the loop's index, and tells of updates whose places are their iteration's own.
func OwnPlaces(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code { return withOwnPlaces(c) })
}

func withOwnPlaces(c seg.Code) (out seg.Code) {
	for _, s := range c {
		x := s.Map(seg.Mapper{Code: withOwnPlaces})
		if f, ok := x.(*seg.For); ok && f.I.Type.Elem == prim.I64 && hasOrdered(f.Body) && seg.LoopFree(f.Body) {
			b := &seg.Builder{}
			f.Body = ownPlaces(b, f)
			out = append(out, b.Code...)
		}
		out = append(out, x)
	}
	return out
}

func hasOrdered(c seg.Code) bool {
	found := false
	seg.Walk(c, func(s seg.Stm) {
		u, ok := s.(*seg.Update)
		found = found || ok && u.Ordered
	})
	return found
}

// ownPlaces is the body of an innermost loop with such indices; what they need is computed before the loop.
func ownPlaces(b *seg.Builder, f *seg.For) seg.Code {
	h := &hoisting{b: b, i: f.I, n: f.Bound, def: map[core.Atom]seg.Stm{}, changes: map[core.Atom]bool{}, written: map[*seg.Mem]bool{},
		moved: map[core.Atom]core.Atom{}}
	h.look(f.Body)
	places := map[*seg.Mem][]seg.Index{}
	at := func(m *seg.Mem, x seg.Index) seg.Index {
		y := h.sum(x)
		places[m] = append(places[m], y)
		if y == nil {
			return x
		}
		return y
	}
	var rewritten func(c seg.Code) seg.Code
	rewritten = func(c seg.Code) (out seg.Code) {
		for _, s := range c {
			switch x := s.Map(seg.Mapper{Code: rewritten}).(type) {
			case *seg.Load:
				x.At = at(x.Mem, x.At)
				s = x
			case *seg.Store:
				x.At = at(x.Mem, x.At)
				s = x
			case *seg.Update:
				x.At = at(x.Mem, x.At)
				s = x
			default:
				s = x
			}
			out = append(out, s)
		}
		return out
	}
	body := rewritten(f.Body)
	seg.Walk(body, func(s seg.Stm) {
		if u, ok := s.(*seg.Update); ok {
			u.Ordered = u.Ordered && slices.ContainsFunc(places[u.Mem], func(x seg.Index) bool { return x == nil || !slices.Equal(x, u.At) })
		}
	})
	return pruned(body)
}

// sum is an index as a sum of the loop's index and numbers that do not change in the loop; nil if it is none.
func (h *hoisting) sum(x seg.Index) seg.Index {
	var out seg.Index
	base, along := core.Atom(core.IntC(0)), false
	for _, t := range x {
		if t.B != nil {
			a, okA := h.fixed(t.A)
			b, okB := h.fixed(t.B)
			if !okA || !okB {
				return nil
			}
			out = append(out, seg.Term{A: a, B: b})
			continue
		}
		l, ok := h.lineOf(t.A)
		switch {
		case !ok || !core.IsInt(l.step, 0) && (along || !core.IsInt(l.step, 1)):
			return nil
		case core.IsInt(l.step, 1):
			along = true
		}
		base = h.op(prim.Add, base, l.base)
	}
	if !along {
		return nil
	}
	if !core.IsInt(base, 0) {
		out = append(out, seg.Term{A: base})
	}
	return append(out, seg.Term{A: h.i})
}

// pruned is code without what it computes for nothing.
func pruned(c seg.Code) seg.Code {
	uses := countUses(c)
	var out seg.Code
	for _, s := range slices.Backward(c) {
		if l, ok := s.(*seg.Let); ok && uses[l.V] == 0 {
			seg.Operands(s, func(a core.Atom) { uses[a]-- })
			continue
		}
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}
