package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
)

// Note [Scalar epilogue]
//
// Points that end by adding rows of numbers to shared accumulators, each to another place, gain nothing there by being
// computed in lanes: what takes one statement for one point takes one for each lane. So the last statements of
// such a kernel go point by point, after the others of all lanes. What the lanes computed is stored
// first, and read back by the points.

// Epilogue makes the last statements of a kernel's points Pointwise where that costs less. Loops in them are plain: no lanes run these.
func Epilogue(p *seg.Prog) *seg.Prog {
	return eachFork(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind != seg.Map || smoothShapes(k) != nil {
			return k
		}
		l, body := shapesOf(k), withCopies(k).Body // as it would be without an epilogue
		c := costOf(withCopies(k))
		least, _ := c.code(body)
		least *= 0.8
		points := 0.0
		best := len(k.Body)
		for n := len(k.Body) - 1; n > 0; n-- {
			_, single := c.code(onePoint(body[n : n+1]))
			points += float64(single * float64(l.width))
			values, ok := l.cut(k, n)
			if !ok {
				continue
			}
			all, _ := c.code(body[:n])
			if cost := all + points + float64(len(values)*l.width); cost < least {
				least, best = cost, n
			}
		}
		if best == len(k.Body) {
			return k
		}
		return withBody(k, append(slices.Clone(k.Body[:best]), &seg.Pointwise{Body: onePoint(k.Body[best:])}))
	})
}

// onePoint is code without what it says of how lanes run loops.
func onePoint(c seg.Code) seg.Code {
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		switch x := s.(type) {
		case *seg.For:
			n := *x
			n.Interchange, s = seg.NoInterchange, &n
		case *seg.Fold:
			n := *x
			n.Interchange, s = seg.NoInterchange, &n
		default: // no loop of so many iterations
		}
		return seg.Code{s}
	})
}

// cut finds what differs between lanes of the values that the statements from n on use. It is not ok if statements before are in the way: those that
// declare or fill what these change, or keep what they read in blocks with a copy for each lane.
func (l *shapes) cut(k *seg.Kernel, n int) (values []*core.Var, ok bool) {
	before, after := k.Body[:n], k.Body[n:]
	declared, blocks := map[*core.Var]bool{}, map[*seg.Mem]bool{}
	for _, s := range before {
		if v := seg.Binds(s); v != nil {
			declared[v] = true
		}
	}
	declared[lastIndex(k)] = true
	inTheWay := func(s seg.Stm) bool {
		m := memOf(s)
		_, reads := s.(*seg.Load)
		return m != nil && blocks[m] && (l.own[m] || !reads && m.Space != seg.Device && !l.shared[m])
	}
	seg.Walk(before, func(s seg.Stm) {
		if m := memOf(s); m != nil {
			blocks[m] = true
		}
	})
	ok = true
	seg.Walk(after, func(s seg.Stm) {
		switch s := s.(type) {
		case *seg.Set:
			ok = ok && !declared[s.V]
		case *seg.Fold:
			ok = ok && !slices.ContainsFunc(s.Accs, func(a *core.Var) bool { return declared[a] })
		default: // changes no variable
		}
		ok = ok && !inTheWay(s)
	})
	return l.fromBefore(after, declared), ok
}

// fromBefore are the values that differ between lanes, are declared, and are used by code.
func (l *shapes) fromBefore(c seg.Code, declared map[*core.Var]bool) (out []*core.Var) {
	seg.Walk(c, func(s seg.Stm) {
		seg.Operands(s, func(a core.Atom) {
			if v, isVar := a.(*core.Var); isVar && declared[v] && l.of[v] != uniform && !slices.Contains(out, v) {
				out = append(out, v)
			}
		})
	})
	return out
}

// declaredBefore are what a kernel binds before its epilogue.
func (l *shapes) declaredBefore(k *seg.Kernel) map[*core.Var]bool {
	declared := map[*core.Var]bool{lastIndex(k): true}
	for _, s := range k.Body {
		if v := seg.Binds(s); v != nil {
			declared[v] = true
		}
	}
	return declared
}

// memOf is the memory that a statement accesses, nil if there is none.
func memOf(s seg.Stm) *seg.Mem {
	switch s := s.(type) {
	case *seg.Load:
		return s.Mem
	case *seg.Store:
		return s.Mem
	case *seg.Update:
		return s.Mem
	case *seg.Pack:
		return s.To
	default: // no memory, or not in kernels before forms
	}
	return nil
}
