package gen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// gains compares rough costs of W points, in lanes and one by one.
func (l *lanes) gains() bool {
	c := &laneCost{l: l}
	inLanes, single := c.code(l.first)
	if l.last != nil {
		_, points := c.code(l.last.code)
		inLanes, single = inLanes+float64(l.w)*(points+3*float64(len(l.last.values))), single+points // a value is stored and read back
	}
	if vectorises(l, l.k.Body, l.k.Space[len(l.k.Space)-1].I) {
		single /= autoWidth
	}
	return 5*inLanes < 4*single*float64(l.w)
}

// autoWidth is how much faster an innermost loop gets that the driver's compiler vectorises by itself.
const autoWidth = 4

type laneCost struct {
	l      *lanes
	turned bool // in a turned loop
	some   bool // under a condition that differs between lanes
	masked bool // in a loop that lanes leave one after another
}

// code is the cost of code in lanes and for one point.
func (c *laneCost) code(code seg.Code) (inLanes, single float64) {
	for _, s := range code {
		a, b := c.stm(s)
		inLanes, single = inLanes+a, single+b
	}
	return inLanes, single
}

func (c *laneCost) stm(s seg.Stm) (inLanes, single float64) {
	l := c.l
	switch s := s.(type) {
	case *seg.Let:
		x := opCost(s)
		return x, x
	case *seg.Load:
		if l.staged[s] != nil {
			return 1, 1
		}
		return c.access(s.Mem, s.At), 1
	case *seg.Store:
		if c.some && l.index(s.At).kind == each {
			return 24 * float64(l.w), 1 // lane by lane, each by a branch on its bit of the mask
		}
		return c.access(s.Mem, s.At), 1
	case *seg.Update:
		if l.shared[s.Mem] && l.index(s.At).kind == same {
			if c.turned || l.copies[s.Mem] != nil {
				return 2, 2
			}
			return 12, 2
		}
		if l.shared[s.Mem] && !l.index(s.At).unit() {
			return 8 * float64(l.w), 2 // lane by lane, each perhaps under its bit of a mask
		}
		return 2 * c.access(s.Mem, s.At), 2
	case *seg.For:
		if t := l.turned[s]; t != nil && t.short {
			_, b := c.loop(s.Bound, s.Body, s.I, 0)
			return b * float64(l.w), b
		}
		return c.maybeTurned(s).loop(s.Bound, s.Body, s.I, 0)
	case *seg.Fold:
		return c.maybeTurned(s).loop(s.Bound, s.Body, s.I, float64(len(s.Accs)))
	case *seg.While:
		a, b := c.code(append(append(seg.Code{}, s.CondCode...), s.Body...))
		return trips * a, trips * b
	case *seg.If:
		if s.Rare {
			return 2, 2
		}
		in := &laneCost{l: l, turned: c.turned, some: c.some || l.of(s.Cond) != same}
		a1, b1 := in.code(s.Then)
		a2, b2 := in.code(s.Else)
		if l.of(s.Cond) == same {
			return max(a1, a2), max(b1, b2)
		}
		return 2 + a1 + a2, 3 + max(b1, b2)
	case *seg.Check:
		return 2, 2
	}
	return 1, 1
}

func (c *laneCost) maybeTurned(s seg.Stm) *laneCost {
	return &laneCost{l: c.l, turned: c.turned || c.l.turned[s] != nil, masked: c.masked}
}

// trips is how often a loop of unknown length is taken to run.
const trips = 16

func (c *laneCost) loop(bound core.Atom, body seg.Code, i *core.Var, accs float64) (inLanes, single float64) {
	n := float64(trips)
	if k, ok := bound.(core.Const); ok {
		n = float64(max(k.Int64(), 0))
	}
	differ := c.l.of(bound) != same
	inner := *c
	inner.masked = c.masked || differ
	a, b := inner.code(body)
	a, b = a+accs, b+accs
	if !c.turned && moves(body) && n > tableTrips { // of a table, which is read where data choose
		a = b * float64(c.l.w)
	}
	if differ { // lanes wait for the longest
		a *= 1.5
	}
	if c.turned && vectorises(c.l, body, i) {
		b /= float64(c.l.w) // the same vectors
	} else if n > trips/2 && vectorises(c.l, body, i) {
		b /= autoWidth
	}
	return n*a + 2, n*b + 2
}

// tableTrips is the length from which on a loop that only moves elements fills a table: what it gains by lanes should not
// outweigh what the loops that follow lose, of which nobody knows how long they are.
const tableTrips = 256

// moves tells that code does nothing but move elements.
func moves(c seg.Code) bool {
	for _, s := range c {
		switch s := s.(type) {
		case *seg.Load, *seg.Store:
		case *seg.For:
			if !moves(s.Body) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func (c *laneCost) access(m *seg.Mem, at seg.Index) float64 {
	p := c.l.index(at)
	switch {
	case c.turned, p.kind == same, p.unit() && !c.l.own[m]:
		return 1
	case c.masked:
		return 3 * float64(c.l.w)
	}
	return 1.5 * float64(c.l.w)
}

// opCost is the cost of an operator; those of floats that no compiler turns into a few instructions are slow.
func opCost(s *seg.Let) float64 {
	switch {
	case !s.T.IsFloat():
		return 1
	case s.Op == prim.Div || s.Op == prim.Sqrt:
		return 4
	case alwaysFast[s.Op] || s.Op.IsConversion() || s.Op == prim.ToBits:
		return 1
	}
	return 20
}

var alwaysFast = map[*prim.Op]bool{prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Neg: true, prim.Abs: true, prim.Min: true, prim.Max: true,
	prim.Eq: true, prim.Lt: true, prim.Le: true, prim.IsNaN: true, prim.Fma: true, prim.Sgn: true, prim.Copysign: true, prim.Signbit: true}

// vectorises tells that the driver's compiler can be trusted to vectorise a loop over i with that body.
func vectorises(l *lanes, body seg.Code, i *core.Var) bool {
	for _, s := range body {
		switch s := s.(type) {
		case *seg.Let:
			if opCost(s) > 4 {
				return false
			}
		case *seg.Select:
		case *seg.Load:
			if !unitIn(s.At, i) {
				return false
			}
		case *seg.Store:
			if !unitIn(s.At, i) {
				return false
			}
		case *seg.Update:
			if !unitIn(s.At, i) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unitIn tells that an index goes with i in steps of 1, or does not depend on it.
func unitIn(x seg.Index, i *core.Var) bool {
	n := 0
	for _, t := range x {
		switch {
		case t.A == core.Atom(i) && t.B == nil:
			n++
		case t.A == core.Atom(i), t.B == core.Atom(i):
			return false
		}
	}
	return n <= 1
}
