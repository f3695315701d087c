package gen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [No gathers]
//
// LLVM makes one gather of the loads of elements that are not neighbours, if it takes the processor to have the instruction. Where a gather is a list of loads
// inside, it takes several times as long as these: a banded product whose rows go side by side in lanes took 19 ms on a Zen 5, and 5
// with a load for each lane. So these loads are
// volatile, which LLVM does not put together: those of a Gather, and in innermost loops those whose places do not go along with the
// loop's variable. Loops that call functions of floats are left to LLVM: there vectors are worth more than the loads cost.

// step is how a value changes from one iteration of a loop to the next.
type step uint8

const (
	still step = iota // not at all
	along             // by 1 or -1
	far               // otherwise
)

// steps are those of the values in the body of a loop; what it does not know is made outside.
type steps map[core.Atom]step

// farLoads are the loads in the body of an innermost loop that are not of neighbouring elements.
func farLoads(s *seg.For) map[*seg.Load]bool {
	if !seg.LoopFree(s.Body) || callsFunctions(s.Body) {
		return nil
	}
	out, of := map[*seg.Load]bool{}, steps{s.I: along}
	seg.Walk(s.Body, func(st seg.Stm) {
		if set, ok := st.(*seg.Set); ok {
			of[set.V] = far
		}
	})
	seg.Walk(s.Body, func(st seg.Stm) {
		switch st := st.(type) {
		case *seg.Let:
			of[st.V] = of.let(st)
		case *seg.Load:
			at := of.index(st.At)
			if of[st.V] = far; at == still {
				of[st.V] = still
			}
			if at == far && width(st.V.Type) == 1 && global(st.Mem) {
				out[st] = true
			}
		default:
			of.other(st)
		}
	})
	return out
}

// callsFunctions reports whether code calls functions of floats.
func callsFunctions(c seg.Code) (found bool) {
	seg.Walk(c, func(s seg.Stm) {
		if l, ok := s.(*seg.Let); ok && l.T.IsFloat() {
			found = found || l.Op.Arity == 1 && l.Op != prim.Neg && l.Op != prim.Abs || l.Op == prim.Pow
		}
	})
	return found
}

// let is the step of what a primitive gives.
func (of steps) let(s *seg.Let) step {
	n, last := 0, still
	for _, a := range s.Args {
		if of[a] != still {
			n, last = n+1, of[a]
		}
	}
	if n > 1 || n == 1 && s.Op != prim.Add && s.Op != prim.Sub && !(s.Op == prim.To(s.Op.ResultType(s.T)) && s.T.IsInt()) {
		return far
	}
	return last
}

// index is the step of a place.
func (of steps) index(x seg.Index) step {
	n, last := 0, still
	for _, t := range x {
		switch {
		case of[t.A] == still && (t.B == nil || of[t.B] == still):
		case t.B == nil:
			n, last = n+1, of[t.A]
		default:
			return far
		}
	}
	if n > 1 {
		return far
	}
	return last
}

// other notes what else a statement defines.
func (of steps) other(st seg.Stm) {
	moves := still
	st.Each(seg.Visitor{Atom: func(a core.Atom) {
		if of[a] != still {
			moves = far
		}
	}})
	st.Each(seg.Visitor{Bind: func(v *core.Var) {
		if moves != still {
			of[v] = far
		}
	}})
}
