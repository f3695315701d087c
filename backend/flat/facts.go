package flat

import (
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Facts]
//
// A branch knows what its condition says of an index, and code after a check knows that it held: an index that was
// tested needs no second check. Facts hold to the end of the block of code where they were learnt. A variable that
// changes is set at the end of a block, when nothing more is indexed by it there.

// fact is v >= low, or v < less if that is not nil, or v != 0, or v != not if that is not nil.
type fact struct {
	v       *core.Var
	low     int64
	less    core.Atom
	nonzero bool
	not     core.Atom
}

// claim is what follows from a bool: if it is true, and if it is false.
type claim struct{ yes, no []fact }

// offset tells that a variable is of + by, unless that overflows.
type offset struct {
	of *core.Var
	by int64
}

// noteOffset notes the sum of a variable and a constant.
func noteOffset(offsets map[*core.Var]offset, v *core.Var, args []core.Atom) {
	if x, ok := args[0].(*core.Var); ok {
		if by, ok := intConst(args[1]); ok {
			offsets[v] = offset{x, by}
		}
	}
}

// extreme tells that a variable is the minimum or the maximum of two operands.
type extreme struct {
	op   *prim.Op
	args []core.Atom
}

// assume takes facts as given to the end of the block.
func (t *thread) assume(fs []fact) { t.holds = append(t.holds, fs...) }

// scoped runs f and forgets what was learnt in it.
func (t *thread) scoped(f func()) {
	n := len(t.holds)
	f()
	t.holds = t.holds[:n]
}

// claims is what a bool says.
func (t *thread) claims(a core.Atom) claim {
	v, ok := a.(*core.Var)
	if !ok {
		return claim{}
	}
	return t.says[v]
}

// claim notes what the result of an operator says.
func (t *thread) claim(v *core.Var, op *prim.Op, ty prim.Type, args []core.Atom) {
	switch {
	case op == prim.ToI64 && ty == prim.Bool:
		t.flags[v] = args[0]
	case op == prim.Not:
		c := t.claims(args[0])
		t.say(v, claim{c.no, c.yes})
	case op == prim.And && ty == prim.Bool:
		t.say(v, claim{yes: union(t.claims(args[0]).yes, t.claims(args[1]).yes)})
	case op == prim.Or && ty == prim.Bool:
		t.say(v, claim{no: union(t.claims(args[0]).no, t.claims(args[1]).no)})
	case ty != prim.I64:
	case op == prim.Lt:
		t.say(v, claim{smaller(args[0], args[1]), atMost(args[1], args[0])})
	case op == prim.Le:
		t.say(v, claim{atMost(args[0], args[1]), smaller(args[1], args[0])})
	case op == prim.Eq:
		t.say(v, claim{no: unequal(args[0], args[1])})
	case op == prim.Add:
		noteOffset(t.offsets, v, args)
	case op == prim.Min, op == prim.Max:
		t.extremes[v] = extreme{op, args}
	case op == prim.Mod && t.isSize(args[1]): // not 0, by the check before
		t.below[v], t.natural[v] = args[1], true
	}
}

func (t *thread) say(v *core.Var, c claim) {
	if len(c.yes)+len(c.no) > 0 {
		t.says[v] = c
	}
}

func union(a, b []fact) []fact { return append(a[:len(a):len(a)], b...) }

// smaller is what a < b says.
func smaller(a, b core.Atom) (out []fact) {
	if v, ok := a.(*core.Var); ok {
		out = append(out, fact{v: v, low: math.MinInt64, less: b})
	}
	if c, ok := intConst(a); ok && c < math.MaxInt64 {
		out = append(out, lowest(b, c+1)...)
	}
	return out
}

// isSize tells that an atom is certainly not negative, overflow or not.
func (t *thread) isSize(a core.Atom) bool {
	if c, ok := intConst(a); ok {
		return c >= 0
	}
	v, ok := a.(*core.Var)
	return ok && t.f.sizes[v]
}

// unequal is what a != b says.
func unequal(a, b core.Atom) (out []fact) {
	if v, ok := a.(*core.Var); ok {
		out = append(out, fact{v: v, low: math.MinInt64, nonzero: isInt(b, 0), not: b})
	}
	if v, ok := b.(*core.Var); ok {
		out = append(out, fact{v: v, low: math.MinInt64, nonzero: isInt(a, 0), not: a})
	}
	return out
}

// atMost is what a <= b says.
func atMost(a, b core.Atom) (out []fact) {
	if v, ok := a.(*core.Var); ok {
		if c, ok := intConst(b); ok && c < math.MaxInt64 {
			out = append(out, fact{v: v, low: math.MinInt64, less: core.IntC(c + 1)})
		}
	}
	if c, ok := intConst(a); ok {
		out = append(out, lowest(b, c)...)
	}
	return out
}

func lowest(a core.Atom, low int64) []fact {
	if v, ok := a.(*core.Var); ok {
		return []fact{{v: v, low: low}}
	}
	return nil
}

// choice is the claim of a selection, with which conjunctions are made too.
func (t *thread) choice(s *seg.Select) {
	c := t.claims(s.Cond)
	if isFalse(s.Else) {
		t.say(s.V, claim{yes: union(c.yes, t.claims(s.Then).yes)})
	}
}

func isFalse(a core.Atom) bool {
	c, ok := a.(core.Const)
	return ok && c.Type == prim.Bool && c.Bits == 0
}

// least is the largest known lower bound of v.
func (t *thread) least(v *core.Var) int64 {
	low, nonzero := int64(math.MinInt64), false
	if t.below[v] != nil { // an index of a loop; what is natural otherwise is so only if sums do not overflow
		low = 0
	}
	for _, f := range t.holds {
		if f.v == v {
			low, nonzero = max(low, f.low), nonzero || f.nonzero
		}
	}
	if low == 0 && nonzero {
		low = 1
	}
	if o, ok := t.offsets[v]; ok && o.by <= 0 {
		if below := t.least(o.of); below >= -o.by {
			low = max(low, below+o.by)
		}
	}
	return low
}

// isBelow tells that v < n is known.
func (t *thread) isBelow(v *core.Var, n core.Atom) bool {
	if m := t.below[v]; m != nil && t.f.atLeast(n, m) {
		return true
	}
	for _, f := range t.holds {
		if f.v == v && f.less != nil && t.f.atLeast(n, f.less) {
			return true
		}
	}
	o, ok := t.offsets[v]
	return ok && o.by <= 0 && o.by > -1<<32 && t.least(o.of) >= 0 && t.isBelow(o.of, n)
}

// isBeforeLast tells that v < n - 1 is known, perhaps since v < n and v is another than n - 1.
func (t *thread) isBeforeLast(v *core.Var, n core.Atom) bool {
	for _, f := range t.holds {
		if f.v == v && (f.less != nil && t.isLast(f.less, n) || f.not != nil && t.isLast(f.not, n) && t.isBelow(v, n)) {
			return true
		}
	}
	return false
}

// isLast tells that a is n - 1, for a size n.
func (t *thread) isLast(a, n core.Atom) bool {
	if x, ok := intConst(a); ok {
		y, ok := intConst(n)
		return ok && x == y-1
	}
	v := a.(*core.Var)
	o, ok := t.offsets[v]
	if !ok {
		o, ok = t.f.offsets[v]
	}
	return ok && o.by == -1 && core.Atom(o.of) == n
}

// tested tells that 0 <= i < n is known.
func (t *thread) tested(i, n core.Atom) bool {
	if x, ok := intConst(i); ok {
		y, ok := intConst(n)
		return ok && 0 <= x && x < y
	}
	v, ok := i.(*core.Var)
	if !ok {
		return false
	}
	if o, ok := t.offsets[v]; ok && o.by == 1 && t.least(o.of) >= -1 && t.isBeforeLast(o.of, n) {
		return true
	}
	if e, ok := t.extremes[v]; ok && (t.clamps(e.op, e.args[0], e.args[1], n) || t.clamps(e.op, e.args[1], e.args[0], n)) {
		return true
	}
	return t.least(v) >= 0 && t.isBelow(v, n)
}

// clamps tells that max to x, or min to x, is in 0..n-1, as max 0 (i-k) and min (n-1) (i+k) are for an index i of those.
func (t *thread) clamps(op *prim.Op, to, x core.Atom, n core.Atom) bool {
	v, ok := x.(*core.Var)
	if !ok {
		return false
	}
	o, ok := t.offsets[v]
	if !ok {
		o = offset{of: v}
	}
	if !t.tested(o.of, n) {
		return false
	}
	if op == prim.Max {
		return isInt(to, 0) && o.by <= 0
	}
	return t.isLast(to, n) && 0 <= o.by && o.by < 1<<32
}
