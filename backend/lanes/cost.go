package lanes

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/prim"
)

// gains compares rough costs of Width points, in lanes and one by one, where loops of unknown length have so many iterations.
func gains(k *seg.Kernel, trips float64) bool {
	c := costOf(k)
	c.trips = trips
	inLanes, single := c.code(k.Body)
	if !k.Few && vectorises(k.Body, lastIndex(k)) {
		single /= autoWidth
	}
	return 5*inLanes < 4*single*float64(k.Width)
}

// autoWidth is how much faster an innermost loop gets that the driver's compiler vectorises by itself.
const autoWidth = 4

// cost compares code in lanes and for one point. A product is converted before it is added, so that no processor takes both in one
// operation, and all choose the same.
type cost struct {
	l            *shapes
	k            *seg.Kernel
	trips        float64           // how often a loop of unknown length runs
	copies       map[*seg.Mem]bool // blocks that are copies of accumulators
	interchanged bool              // in an interchanged loop
	some         bool              // under a condition that differs between lanes
	masked       bool              // in a loop that lanes leave one after another
	begun        bool              // in a fold of folds, which have one set of sums
	inner        *innerLoops       // for one point: what will make loops vectors
	near         bool              // all accesses are taken to be to neighbours
}

func costOf(k *seg.Kernel) *cost {
	c := &cost{l: shapesOf(k), k: k, trips: trips, copies: map[*seg.Mem]bool{}}
	if l := smoothShapes(k); l != nil {
		c.l = l
	}
	for _, m := range keptBlocks(k) {
		c.copies[m] = true
	}
	return c
}

// code is the cost of code in lanes and for one point.
func (c *cost) code(code seg.Code) (inLanes, single float64) {
	for i, s := range code {
		in := c
		if i > 0 && isRest(code[i-1], s) {
			in = c.maybeInterchanged(seg.InterchangeSums)
		}
		a, b := in.stm(s)
		inLanes, single = inLanes+a, single+b
	}
	return inLanes, single
}

// isRest reports whether a loop is what is left of one whose sums have been interchanged. It costs as if it were interchanged, too:
// counted as gathers and scatters it kept a layer of neurons from lanes, in which its gradient is seven times as fast.
func isRest(sums, s seg.Stm) bool {
	x, ok := sums.(*seg.For)
	y, ok2 := s.(*seg.For)
	return ok && ok2 && x.Interchange == seg.InterchangeSums && x.I == y.I
}

func (c *cost) stm(s seg.Stm) (inLanes, single float64) {
	l := c.l
	switch s := s.(type) {
	case *seg.Let:
		x := opCost(s)
		return x, x
	case *seg.Load:
		return c.access(s.Mem, s.At), 1
	case *seg.Store:
		if c.some && l.index(s.At).kind == varying {
			return 24 * float64(l.width), 1 // lane by lane, each by a branch on its bit of the mask
		}
		return c.access(s.Mem, s.At), 1
	case *seg.Update:
		return c.update(s), 2
	case *seg.For:
		return c.counted(s)
	case *seg.Fold:
		in := c.maybeInterchanged(s.Interchange)
		in.begun = ofRows(s)
		a, b := in.loop(c.times(s.Bound), s.Bound, s.Body, s.I, float64(len(s.Accs)), !readsAccs(s))
		if !c.begun && !c.interchanged && (vectorises(s.Body, s.I) || in.begun) {
			b += float64(c.begin() * float64(len(s.Accs)))
		}
		return a, b
	case *seg.While:
		a, b := c.code(append(append(seg.Code{}, s.CondCode...), s.Body...))
		return trips * a, trips * b
	case *seg.If:
		if s.Unlikely {
			return 2, 2
		}
		in := *c
		in.some, in.masked = c.some || l.atom(s.Cond) != uniform, false
		a1, b1 := in.code(s.Then)
		a2, b2 := in.code(s.Else)
		if l.atom(s.Cond) == uniform {
			return max(a1, a2), max(b1, b2)
		}
		return 2 + a1 + a2, 3 + max(b1, b2)
	case *seg.Check:
		return 2, 2
	case *seg.Pack:
		return 0, 0 // once for many
	case *seg.Pointwise:
		return c.pointwise(s)
	default: // of explicit code, which comes later, or free
	}
	return 1, 1
}

// counted is the cost of a loop.
func (c *cost) counted(s *seg.For) (inLanes, single float64) {
	if c.inner != nil {
		if b, ok := c.made(s); ok {
			return b, b
		}
	}
	n := c.times(s.Bound)
	if s.Quiet {
		n = min(n, bordered)
	}
	if s.Interchange == seg.InterchangeScalar {
		_, b := c.loop(n, s.Bound, s.Body, s.I, 0, s.Par)
		return b * float64(c.l.width), b
	}
	a, b := c.maybeInterchanged(s.Interchange).loop(n, s.Bound, s.Body, s.I, 0, s.Par)
	if f := sumsBesideRows(s); f != nil {
		if l := besideShapes(f); l != nil {
			b /= float64(l.width)
		}
	}
	return a, b
}

// update is the cost of an update in lanes.
func (c *cost) update(s *seg.Update) float64 {
	l, p := c.l, c.l.index(s.At)
	switch {
	case p.kind == uniform && (c.copies[s.Mem] || c.interchanged && l.shared[s.Mem]):
		return 2
	case p.kind == uniform && l.shared[s.Mem]:
		return 12
	case (l.shared[s.Mem] || c.copies[s.Mem]) && !p.unit():
		return 8 * float64(l.width) // lane by lane, each perhaps under its bit of a mask
	}
	return 2 * c.access(s.Mem, s.At)
}

// ofRows reports whether a fold does nothing but fold the results of another one that the driver's compiler vectorises.
func ofRows(s *seg.Fold) bool {
	_, row := seg.RowOf(s)
	return row != nil && (vectorises(row.Body, row.I) || ofRows(row))
}

// pointwise is the cost of a scalar epilogue: what it uses is stored and read back.
func (c *cost) pointwise(s *seg.Pointwise) (inLanes, single float64) {
	values := c.l.fromBefore(s.Body, c.l.declaredBefore(c.k))
	_, single = c.code(s.Body)
	return float64(c.l.width) * (single + float64(3*float64(len(values)))), single
}

func (c *cost) maybeInterchanged(t seg.Interchange) *cost {
	n := *c
	n.interchanged, n.some = c.interchanged || t != seg.NoInterchange, false
	return &n
}

// trips is how often a loop of unknown length is taken to run, where nothing else is said.
const trips = 16

// bordered is how often a loop over the points at borders runs (Note [Borders] of package simplify): as often in long rows.
const bordered = 2

// sumsInRegisters is begin where rows are short and each fold stands for itself.
const sumsInRegisters = 6

// made is what a loop costs that is made vectors of.
func (c *cost) made(s *seg.For) (float64, bool) {
	n := c.times(s.Bound)
	if l := innerSmooth(s); l != nil {
		_, single := c.code(s.Body)
		return n * single / float64(l.width), true
	}
	if innerShapes(s.I, s.Bound, s.Body) == nil {
		if p := c.inner.pointsOf(s); p != nil {
			return n * p.cost / float64(p.l.width), true
		}
	}
	return 0, false
}

// begin is what it costs to begin the partial sums of a fold, and to sum them up.
func (c *cost) begin() float64 {
	if c.inner != nil {
		return sumsInRegisters
	}
	return float64(2 * limits.Now.PartialSums)
}

// times is how often a loop runs.
func (c *cost) times(bound core.Atom) float64 {
	if k, ok := bound.(core.Const); ok {
		return float64(max(k.Int64(), 0))
	}
	return c.trips
}

// loop is the cost of a loop that runs n times.
func (c *cost) loop(n float64, bound core.Atom, body seg.Code, i *core.Var, accs float64, par bool) (inLanes, single float64) {
	differ := c.l.atom(bound) != uniform
	inner := *c
	inner.masked = c.masked || differ
	a, b := inner.code(body)
	a, b = a+accs, b+accs
	if !c.interchanged && moves(body) && n > tableTrips { // of a table, which is read where data choose
		a = b * float64(c.l.width)
	}
	if differ { // lanes wait for the longest
		a *= 1.5
	}
	switch {
	case c.interchanged && vectorises(body, i):
		b /= float64(c.l.width) // the same vectors
	case n > trips/2 && vectorises(body, i):
		b /= autoWidth
	case par && (c.inner != nil || n >= 2*trips): // of a short loop much of the last vector is idle
		if l := innerShapes(i, bound, body); l != nil {
			b /= float64(l.width)
			if c.inner != nil {
				_, far := l.workOf(body)
				b += float64(farAccess * far)
			}
		}
	}
	return float64(n*a) + 2, float64(n*b) + 2
}

// tableTrips is the length from which on a loop that only moves elements fills a table: what it gains by lanes should not
// outweigh what the loops that follow lose, of which nobody knows how long they are.
const tableTrips = 256

// moves reports whether code does nothing but move elements.
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

func (c *cost) access(m *seg.Mem, at seg.Index) float64 {
	p := c.l.index(at)
	switch {
	case c.interchanged, c.near, p.kind == uniform, p.unit() && !c.l.own[m]:
		return 1
	case c.masked || c.some:
		return 2 * farAccess * float64(c.l.width)
	}
	return farAccess * float64(c.l.width)
}

// farAccess is what an element of a vector costs that does not lie beside its neighbour.
const farAccess = 1.5

// opCost is the cost of an operator; those of floats that no compiler turns into a few instructions are slow.
func opCost(s *seg.Let) float64 {
	switch {
	case !s.T.IsFloat():
		return 1
	case s.Op == prim.Div || s.Op == prim.Sqrt:
		return 4
	case fast[s.Op]:
		return 1
	}
	return 20
}

// fast are the operators that compilers turn into a few instructions.
var fast = map[*prim.Op]bool{prim.Add: true, prim.Sub: true, prim.Mul: true, prim.Neg: true, prim.Abs: true, prim.Min: true, prim.Max: true,
	prim.Eq: true, prim.Lt: true, prim.Le: true, prim.IsNaN: true, prim.Fma: true, prim.Sgn: true, prim.Copysign: true, prim.Signbit: true, prim.ToBits: true}

func init() {
	for _, t := range prim.Types {
		fast[prim.To(t)] = true
	}
}

// vectorises reports whether the driver's compiler can be trusted to vectorise a loop over i with that body.
func vectorises(body seg.Code, i *core.Var) bool {
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
