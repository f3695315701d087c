package simplify

import (
	"maps"
	"math"
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Note [Facts]
//
// A branch knows what its condition says of an index, and code after a check knows that it held: an index that was
// tested needs no second check. Facts hold to the end of the block of code where they were learnt, or until a variable in them
// changes.

// fact is v >= low, or v < less if that is not nil, or v != 0, or v != not if that is not nil, or that a sum, v in it, is not negative. It was so
// at a time; if where is not nil, it was so if where was at least 1.
type fact struct {
	v       *core.Var
	low     int64
	less    core.Atom
	nonzero bool
	not     core.Atom
	sum     *form
	where   *core.Var
	at      int // 0 where that is not said yet
}

// claim is what follows from a bool: if it is true, and if it is false.
type claim struct{ yes, no []fact }

// offset says that a variable was of + by at a time, unless that overflows.
type offset struct {
	of *core.Var
	by int64
	at int
}

// extreme says that a variable was the minimum or the maximum of two operands at a time.
type extreme struct {
	op   *prim.Op
	args []core.Atom
	at   int
}

// number is the value that an atom had at a time.
type number struct {
	a  core.Atom
	at int
}

// facts is what is known at a place of a kernel's code.
type facts struct {
	*hostFacts
	says     map[*core.Var]claim
	offsets  map[*core.Var]offset
	extremes map[*core.Var]extreme
	selects  map[*core.Var]selection
	none     map[*core.Var]*core.Var // n of conditions n <= 0
	below    map[*core.Var]number    // n where the variable is in 0..n-1
	words    map[core.Atom]number    // the number that is taken without its sign
	sums     map[*core.Var]sum
	depth    map[*core.Var]int // the order in which indices were bound
	holds    []fact
	time     int               // how often something has changed
	changed  map[core.Atom]int // when a variable has changed last
}

// same reports whether atoms have not changed since a time.
func (t *facts) same(at int, as ...core.Atom) bool {
	for _, a := range as {
		if t.changed[a] > at {
			return false
		}
	}
	return true
}

// valid reports whether a fact is one still.
func (t *facts) valid(f fact) bool {
	if f.where != nil && !(t.same(f.at, f.where) && t.isPositive(f.where)) {
		return false
	}
	if f.sum != nil {
		return !slices.ContainsFunc(f.sum.Terms, func(x linear.Term[*core.Var]) bool { return !t.same(f.at, x.V) })
	}
	return t.same(f.at, f.v, f.less, f.not)
}

// offsetOf is what a variable is the sum of.
func (t *facts) offsetOf(v *core.Var) (offset, bool) {
	o, ok := t.offsets[v]
	return o, ok && t.same(o.at, o.of)
}

// bound is n where a variable is in 0..n-1, nil if there is none.
func (t *facts) bound(v *core.Var) core.Atom {
	if n, ok := t.below[v]; ok && t.same(n.at, n.a, v) {
		return n.a
	}
	return nil
}

// word is the number that a is without its sign, nil if it is none.
func (t *facts) word(a core.Atom) core.Atom {
	if n, ok := t.words[a]; ok && t.same(n.at, n.a) {
		return n.a
	}
	return nil
}

// hostFacts is what is known of the scalars of the host.
type hostFacts struct {
	sizes   map[core.Atom]bool                 // certainly not negative, overflow or not: dimensions of the program's parameters
	checked map[*seg.Kernel]map[core.Atom]bool // sizes that are not negative where a kernel is launched
	larger  map[core.Atom][]core.Atom          // the operands of which a size is the maximum, as the rows of a tape are of the trips of its loop and 0
	offsets map[*core.Var]offset
	sums    map[*core.Var]sum
}

// factsOfHost looks at the parameters and the scalar code of a program.
func factsOfHost(p *seg.Prog) *hostFacts {
	h := &hostFacts{sizes: map[core.Atom]bool{}, checked: map[*seg.Kernel]map[core.Atom]bool{}, larger: map[core.Atom][]core.Atom{}, offsets: map[*core.Var]offset{}, sums: map[*core.Var]sum{}}
	for _, a := range p.Params {
		for _, d := range a.Dims {
			h.sizes[d] = true
		}
	}
	h.checkedSizes(p.Body)
	seg.WalkHost(p.Body, func(s seg.HostStm) {
		l, ok := s.(*seg.HLet)
		if ok {
			h.hostSum(l)
		}
		switch {
		case !ok || l.V.Type.Elem != prim.I64:
		case l.Op == prim.Max:
			h.larger[l.V] = l.Args
		case l.Op == prim.Add && l.T == prim.I64:
			noteOffset(h.offsets, l.V, l.Args, 0)
		}
	})
	h.before(p.Body, map[core.Atom]*core.Var{}, map[core.Atom]bool{})
	return h
}

// newFacts knows what the host knows where it launches a kernel.
func newFacts(h *hostFacts, k *seg.Kernel) *facts {
	there := *h
	there.sizes = maps.Clone(h.sizes)
	maps.Copy(there.sizes, h.checked[k])
	return &facts{hostFacts: &there, says: map[*core.Var]claim{}, offsets: map[*core.Var]offset{}, extremes: map[*core.Var]extreme{},
		selects: map[*core.Var]selection{}, none: map[*core.Var]*core.Var{},
		below: map[*core.Var]number{}, words: map[core.Atom]number{}, sums: map[*core.Var]sum{}, depth: map[*core.Var]int{}, changed: map[core.Atom]int{}, time: 1}
}

// noteOffset notes the sum of a variable and a constant.
func noteOffset(offsets map[*core.Var]offset, v *core.Var, args []core.Atom, at int) {
	if x, ok := args[0].(*core.Var); ok {
		if by, ok := core.IntConst(args[1]); ok {
			offsets[v] = offset{x, by, at}
		}
	}
}

// atLeast reports whether n is certainly not less than m.
func (t *facts) atLeast(n, m core.Atom) bool {
	if n == m {
		return true
	}
	if x, ok := core.IntConst(n); ok {
		y, ok := core.IntConst(m)
		return ok && x >= y
	}
	operands := t.larger[n]
	if v, ok := n.(*core.Var); ok {
		if of, more := t.more(v); more {
			return t.atLeast(of, m)
		}
		if e := t.extremes[v]; e.op == prim.Max && t.same(e.at, e.args...) {
			operands = e.args
		}
	}
	return slices.ContainsFunc(operands, func(a core.Atom) bool { return t.atLeast(a, m) })
}

// more is what the host has added at least 1 to, without overflow, since the sum is a size.
func (h *hostFacts) more(n *core.Var) (of *core.Var, ok bool) {
	o, ok := h.offsets[n]
	return o.of, ok && o.by >= 1 && o.by < 1<<32 && h.sizes[n]
}

// isSize reports whether an atom is certainly not negative, overflow or not.
func (h *hostFacts) isSize(a core.Atom) bool {
	if c, ok := core.IntConst(a); ok {
		return c >= 0
	}
	return h.sizes[a]
}

// assume takes facts as given to the end of the block.
func (t *facts) assume(fs []fact) { t.holds = append(t.holds, fs...) }

// scoped runs f and forgets what was learnt in it.
func (t *facts) scoped(f func()) {
	n := len(t.holds)
	f()
	t.holds = t.holds[:n]
}

// forget drops what is known of a variable that changes.
func (t *facts) forget(v *core.Var) {
	t.time++
	t.changed[v] = t.time
}

// claims is what a bool says.
func (t *facts) claims(a core.Atom) claim {
	v, _ := a.(*core.Var)
	return t.says[v]
}

// let notes what the result of an operator says.
func (t *facts) let(s *seg.Let) {
	v, args := s.V, s.Args
	if isSum(s.Op, s.T, args) {
		t.sums[v] = sum{s.Op, args, t.time}
	}
	switch {
	case s.Op == prim.ToU64 && s.T == prim.I64:
		t.words[v] = number{args[0], t.time}
	case s.Op == prim.Lt && s.T == prim.U64 && t.word(args[0]) != nil && t.word(args[1]) != nil: // 0 <= i < n
		i, n := t.word(args[0]), t.word(args[1])
		t.say(v, claim{yes: union(lowest(i, 0), smaller(i, n))})
	case s.Op == prim.Not:
		c := t.claims(args[0])
		t.say(v, claim{c.no, c.yes})
	case s.Op == prim.And && s.T == prim.Bool:
		t.say(v, claim{yes: union(t.claims(args[0]).yes, t.claims(args[1]).yes)})
	case s.Op == prim.Or && s.T == prim.Bool:
		t.say(v, claim{t.disjunction(args[0], args[1]), union(t.claims(args[0]).no, t.claims(args[1]).no)})
	case s.T != prim.I64:
	case s.Op == prim.Lt:
		t.say(v, claim{union(smaller(args[0], args[1]), t.orders(args[1], args[0], 1)), union(atMost(args[1], args[0]), t.orders(args[0], args[1], 0))})
	case s.Op == prim.Le:
		t.noteNone(v, args)
		t.say(v, claim{union(atMost(args[0], args[1]), t.orders(args[1], args[0], 0)), union(smaller(args[1], args[0]), t.orders(args[0], args[1], 1))})
	case s.Op == prim.Eq:
		t.say(v, claim{no: unequal(args[0], args[1])})
	case s.Op == prim.Add:
		noteOffset(t.offsets, v, args, t.time)
	case s.Op == prim.Min, s.Op == prim.Max:
		t.extremes[v] = extreme{s.Op, args, t.time}
	case s.Op == prim.Mod && t.isSize(args[1]): // not 0, by the check before
		t.within(v, args[1])
	}
}

func (t *facts) say(v *core.Var, c claim) {
	for _, fs := range [][]fact{c.yes, c.no} {
		for i := range fs {
			if fs[i].at == 0 {
				fs[i].at = t.time
			}
		}
	}
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
	if c, ok := core.IntConst(a); ok && c < math.MaxInt64 {
		out = append(out, lowest(b, c+1)...)
	}
	return out
}

// unequal is what a != b says.
func unequal(a, b core.Atom) (out []fact) {
	if v, ok := a.(*core.Var); ok {
		out = append(out, fact{v: v, low: math.MinInt64, nonzero: core.IsInt(b, 0), not: b})
	}
	if v, ok := b.(*core.Var); ok {
		out = append(out, fact{v: v, low: math.MinInt64, nonzero: core.IsInt(a, 0), not: a})
	}
	return out
}

// atMost is what a <= b says.
func atMost(a, b core.Atom) (out []fact) {
	if v, ok := a.(*core.Var); ok {
		if c, ok := core.IntConst(b); ok && c < math.MaxInt64 {
			out = append(out, fact{v: v, low: math.MinInt64, less: core.IntC(c + 1)})
		}
	}
	if c, ok := core.IntConst(a); ok {
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

// least is the largest known lower bound of v.
func (t *facts) least(v *core.Var) int64 {
	low, nonzero := int64(math.MinInt64), false
	if t.bound(v) != nil { // an index of a loop
		low = 0
	}
	for _, f := range t.holds {
		if f.v == v && t.valid(f) {
			low, nonzero = max(low, f.low), nonzero || f.nonzero
		}
	}
	if low == 0 && nonzero {
		low = 1
	}
	if o, ok := t.offsetOf(v); ok && o.by <= 0 {
		if below := t.least(o.of); below >= -o.by {
			low = max(low, below+o.by)
		}
	}
	return low
}

// isBelow reports whether v < n is known.
func (t *facts) isBelow(v *core.Var, n core.Atom) bool {
	if m := t.bound(v); m != nil && t.atLeast(n, m) {
		return true
	}
	for _, f := range t.holds {
		if f.v == v && f.less != nil && t.valid(f) && t.atLeast(n, f.less) {
			return true
		}
	}
	o, ok := t.offsetOf(v)
	return ok && o.by <= 0 && o.by > -1<<32 && t.least(o.of) >= 0 && t.isBelow(o.of, n)
}
