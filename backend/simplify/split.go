package simplify

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Split totals]
//
// A loop may add to places that do not change and to others that do, as the adjoint of a product of matrices along a row:
//
//	for j < m                                       var t = -0
//	  y = ys[j]; b = bs[k, j]                       fold j < m into t by add  yield bs[k, j] * ys[j]
//	  lAcc[i, k] add= b * y            ->           if 0 < m  lAcc[i, k] add= t
//	  bAcc[k, j] add= l * y                         for j < m  bAcc[k, j] add= l * ys[j]
//
// Then both are done in vectors. It pays where what both loops compute is cheap: elements, and a few products of them. [Allen, Kennedy:
// Optimizing Compilers for Modern Architectures, 5.2.1: loop distribution]

// mostShared bounds the operations on floats of what is summed.
const mostShared = 4

// splitOf is the part of a loop that adds to places which do not change, and the rest; nil if one of them is empty or they are not apart.
func splitOf(l *seg.For) (t *total, rest *seg.For) {
	if !l.FromZero() || l.Interchange != seg.NoInterchange {
		return nil, nil
	}
	own := []core.Atom{l.I}
	loaded, moving := map[*seg.Mem]bool{}, map[*seg.Mem]bool{}
	for _, s := range l.Body {
		switch s := s.(type) {
		case *seg.Load:
			loaded[s.Mem] = true
		case *seg.Let, *seg.Select, *seg.Update:
		default:
			return nil, nil
		}
		if v := seg.Binds(s); v != nil {
			own = append(own, v)
		}
	}
	var updates []*seg.Update
	for _, s := range l.Body {
		if u, ok := s.(*seg.Update); ok {
			updates = append(updates, u)
			if loaded[u.Mem] {
				return nil, nil
			}
			moving[u.Mem] = moving[u.Mem] || slices.ContainsFunc(u.At, func(x seg.Term) bool { return slices.Contains(own, x.A) || slices.Contains(own, x.B) })
		}
	}
	fixed, other := *l, *l
	fixed.Body = writers(l.Body, func(u *seg.Update) bool { return !moving[u.Mem] })
	other.Body = writers(l.Body, func(u *seg.Update) bool { return moving[u.Mem] })
	if n := writes(fixed.Body); n == 0 || n == len(updates) || !again(fixed.Body) {
		return nil, nil
	}
	renamed := (&seg.Renaming{}).Code(seg.Code{&fixed})
	if t = totalOf(renamed[0].(*seg.For)); t == nil {
		return nil, nil
	}
	return t, &other
}

// writers is the part of straight code that some of its updates need.
func writers(c seg.Code, which func(*seg.Update) bool) (out seg.Code) {
	used := map[core.Atom]bool{}
	for _, s := range slices.Backward(c) {
		if u, ok := s.(*seg.Update); ok && !which(u) || !ok && !used[seg.Binds(s)] {
			continue
		}
		seg.Operands(s, func(a core.Atom) { used[a] = true })
		out = append(out, s)
	}
	slices.Reverse(out)
	return out
}

// writes is how many updates code has.
func writes(c seg.Code) (n int) {
	for _, s := range c {
		if _, ok := s.(*seg.Update); ok {
			n++
		}
	}
	return n
}

// again reports whether code has few operations on floats, all of which are cheap enough to be done again.
func again(c seg.Code) bool {
	n := 0
	for _, s := range c {
		l, ok := s.(*seg.Let)
		if !ok || !l.T.IsFloat() {
			continue
		}
		if n++; n > mostShared || l.Op != prim.Add && l.Op != prim.Sub && l.Op != prim.Mul && l.Op != prim.Neg {
			return false
		}
	}
	return true
}
