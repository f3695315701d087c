package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Points of loops]
//
// A loop of sequential code around other loops, over elements that are independent but for what they add to accumulators, is to one thread what a
// kernel is to many: its iterations are points, and W of them go in lanes as those of kernels do (Note [Lanes]). So a step of a recurrence over a
// few states computes the sums, maxima and exponentials of W states at once, in its return sweep too, where each state adds to all others:
//
//	for j < n elems                              for j < n step W
//	  m = fold max over k of a[k*n + j]            m: f64xW = fold max over k of a[k*n + j], vectors along j
//	  for k < n                           becomes  for k < n
//	    e[k] = exp (a[k*n + j] - m)                  e[k*W], a copy for each lane, = exp (a[k*n + j] - m)
//	    out[k] add= e[k]                             out[k] add= the sum of the lanes
//
// A block that nobody else uses has a copy for each lane. What others use lasts: it is stored to at a place of each point's own, and not read, or added to
// only. Sums are in another order then, as those of threads are. A nest goes in lanes at the outermost loop where that costs least.

// maxPoints bounds the statements of a loop whose points go in lanes: they are written twice.
const maxPoints = 160

// mostFar is which part of the cost at most is that of elements which are apart in memory: caches hold less of them than of rows, and nobody
// knows how long these are.
const mostFar = 3

// points are the iterations of a loop in lanes.
type points struct {
	l    *shapes
	body seg.Code
	cost float64 // of as many as there are lanes

	totals []total // Note [Sums beside points]
}

// pointsOf is how the iterations of a loop around loops go in lanes, nil if they cannot or it would not gain.
func (in innerLoops) pointsOf(s *seg.For) *points {
	if c, ok := s.Bound.(core.Const); in.uses == nil || ok && c.Int64() < leastInner || !s.Elems || !s.FromZero() || s.I.Type.Elem != prim.I64 || s.Interchange != seg.NoInterchange ||
		seg.LoopFree(s.Body) || !simple(s.Body) {
		return nil
	}
	body, totals := totalsOf(asUpdates(s.Body))
	l := &shapes{of: map[*core.Var]shape{s.I: affine}, own: map[*seg.Mem]bool{}, shared: map[*seg.Mem]bool{}, lasting: map[*seg.Mem]bool{}}
	for _, t := range totals {
		l.lasting[t.m] = true
	}
	if !in.independent(body, l) {
		return nil
	}
	l.fixpoint(body)
	l.width = l.natural()
	if !l.fits(body) || !s.Par && !l.apartStores(body) {
		return nil
	}
	p := &points{l: l, totals: totals}
	lanes := &cost{l: l, trips: trips, copies: map[*seg.Mem]bool{}}
	p.cost, _ = lanes.code(body)
	lanes.near = true
	if near, _ := lanes.code(body); mostFar*(p.cost-near) > p.cost {
		return nil
	}
	alone := &cost{l: l, trips: trips, copies: map[*seg.Mem]bool{}, inner: &in}
	if _, single := alone.code(body); 5*p.cost >= 4*single*float64(l.width) {
		return nil
	}
	p.body = l.strips(body)
	return p
}

// simple reports whether code can be points: it is short, and no explicit code yet.
func simple(c seg.Code) bool {
	n, ok := 0, true
	seg.Walk(c, func(s seg.Stm) {
		n++
		switch s := s.(type) {
		case *seg.Let:
			ok = ok && s.V.Type.Lanes == 0
		case *seg.For:
			ok = ok && !s.Moves && s.Step <= 1 && s.Interchange == seg.NoInterchange
		case *seg.Fold:
			ok = ok && s.Interchange == seg.NoInterchange
		case *seg.Load:
			ok = ok && s.V.Type.Lanes == 0 && !s.Mem.Grow
		case *seg.Store:
			ok = ok && s.Val.AtomType().Lanes == 0 && !s.Mem.Grow
		case *seg.Decl, *seg.Set, *seg.Select, *seg.Update, *seg.If:
		default: // of several checks that fail the first is told, while loops end for one lane after another, and the rest is explicit code
			ok = false
		}
	})
	return ok && n <= maxPoints
}

// independent notes the memories that last, and those that are added to, and reports whether points change nothing else.
func (in innerLoops) independent(body seg.Code, l *shapes) bool {
	uses, ok := usesIn(body), true
	for m, n := range uses {
		if m.Space == seg.Device || n < in.uses[m] {
			l.lasting[m] = true
		}
	}
	inside, ops := map[*core.Var]bool{}, map[*seg.Mem]*prim.Op{}
	seg.Walk(body, func(b seg.Stm) {
		switch b := b.(type) {
		case *seg.Decl:
			inside[b.V] = true
		case *seg.Set:
			ok = ok && inside[b.V]
		case *seg.Fold:
			for _, a := range b.Accs {
				ok = ok && inside[a]
			}
		case *seg.Update:
			if l.lasting[b.Mem] {
				ok = ok && (ops[b.Mem] == nil || ops[b.Mem] == b.Op) && b.Mem.Elem != prim.F16
				l.shared[b.Mem], ops[b.Mem] = true, b.Op
			}
		default: // changes nothing outside
		}
	})
	return ok
}

// apartStores reports whether each point stores to places of its own in what lasts, and reads only such of it.
func (l *shapes) apartStores(c seg.Code) bool {
	steps, ok := map[*seg.Mem][]core.Atom{}, true
	own := func(m *seg.Mem, at seg.Index, first bool) {
		p := l.index(at)
		by := steps[m]
		if by == nil && first {
			steps[m], by = p.by, p.by
		}
		ok = ok && p.kind == affine && slices.Equal(by, p.by)
	}
	seg.Walk(c, func(s seg.Stm) {
		if s, is := s.(*seg.Store); is && l.lasts(s.Mem) {
			own(s.Mem, s.At, true)
		}
	})
	seg.Walk(c, func(s seg.Stm) {
		if s, is := s.(*seg.Load); is && steps[s.Mem] != nil {
			own(s.Mem, s.At, false)
		}
	})
	return ok
}

// usesIn counts how often statements name memories.
func usesIn(c seg.Code) map[*seg.Mem]int {
	n := map[*seg.Mem]int{}
	seg.Walk(c, func(s seg.Stm) { s.Each(seg.Visitor{Mem: func(m *seg.Mem, _ seg.Access) { n[m]++ }}) })
	return n
}

// usesOf counts how often a kernel names memories.
func usesOf(k *seg.Kernel) map[*seg.Mem]int {
	n := map[*seg.Mem]int{}
	count := func(m *seg.Mem, _ seg.Access) { n[m]++ }
	stm := func(s seg.Stm) { s.Each(seg.Visitor{Mem: count}) }
	k.Each(seg.Visitor{Mem: count, Code: func(c seg.Code) { seg.Walk(c, stm) }})
	if k.Blocks != nil {
		seg.Walk(k.Blocks.Body, stm)
	}
	return n
}

// code is the explicit code of the points.
func (p *points) code(s *seg.For) seg.Code {
	return around(p.totals, newVectors(p.l, map[*seg.Mem]*seg.Mem{}).block(func(v *vectors) {
		v.along(s.I, s.Bound, false, func() { v.code(p.body) })
	}))
}

// lasts reports whether a memory holds something for others than the lanes.
func (l *shapes) lasts(m *seg.Mem) bool { return m.Space == seg.Device || l.lasting[m] }

// asUpdates is code in which an element that is read, combined and stored is an update again, where all accesses to the memory are such.
func asUpdates(c seg.Code) seg.Code {
	used := map[core.Atom]int{}
	seg.Walk(c, func(s seg.Stm) { seg.Operands(s, func(a core.Atom) { used[a]++ }) })
	sums := map[seg.Stm]*seg.Update{}
	n := map[*seg.Mem]int{}
	var block func(c seg.Code)
	block = func(c seg.Code) {
		def := map[core.Atom]seg.Stm{}
		for _, s := range c {
			if v := seg.Binds(s); v != nil {
				def[v] = s
			}
			s.Each(seg.Visitor{Code: block})
			if st, ok := s.(*seg.Store); ok {
				if u := sumOf(st, def, used); u != nil {
					sums[st] = u
					n[st.Mem] += 2
				}
			}
		}
	}
	block(c)
	for m, uses := range usesIn(c) {
		if n[m] != uses || uses > 2 { // two that overlap would be one
			delete(n, m)
		}
	}
	gone := map[core.Atom]bool{}
	for st, u := range sums {
		if n[u.Mem] > 0 {
			gone[st.(*seg.Store).Val] = true
		}
	}
	return seg.Rewrite(c, func(s seg.Stm) seg.Code {
		switch x := s.(type) {
		case *seg.Load:
			if n[x.Mem] > 0 {
				return nil
			}
		case *seg.Let:
			if gone[x.V] {
				return nil
			}
		case *seg.Store:
			if u := sums[x]; u != nil && n[x.Mem] > 0 {
				return seg.Code{u}
			}
		default: // as it is
		}
		return seg.Code{s}
	})
}

// sumOf is a store of what its element was, combined with a value, as an update; nil if it is none.
func sumOf(s *seg.Store, def map[core.Atom]seg.Stm, used map[core.Atom]int) *seg.Update {
	x, ok := def[s.Val].(*seg.Let)
	if !ok || len(x.Args) != 2 || !x.Op.Assoc || !x.Op.Comm || used[s.Val] != 1 {
		return nil
	}
	for i, a := range x.Args {
		old, ok := def[a].(*seg.Load)
		if ok && used[a] == 1 && old.Mem == s.Mem && !old.Ordered && slices.Equal(old.At, s.At) {
			return &seg.Update{Mem: s.Mem, At: s.At, Op: x.Op, Val: x.Args[1-i]}
		}
	}
	return nil
}
