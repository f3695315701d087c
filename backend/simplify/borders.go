package simplify

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Borders]
//
// A stencil asks at every point whether it is at the border, by comparisons of the index with numbers near 0 or near the number of points:
//
//	for i < n par: l = max (i-1) 0; r = if i+1 < n then i+1 else 2*n-i-2; A[l, i, r]
//	becomes   for b < n - max(n-2, 0): i = b < 1 ? b : b + max(n-2, 0); A[.., i, ..]
//	          if 0 < n-2 { for k < n-2 par: i = k+1; A[i-1, i, i+1] }
//
// So the middle has no cases, can be vectors and needs no checks, since ranges knows of k what it needs. [ours], index set splitting with constant
// distances: let x and y be linear in the index i, numbers, the bound n and counters c of inner loops of constantly many iterations, and d = y - x be
// s*i + c, or s*(i-n) + c, where s is 1 or -1, and low <= c <= high. In the middle, a <= i < n-b, is s*i >= a or s*i <= -a, and s*(i-n) <= -1-b or
// s*(i-n) >= 1+b, so d > 0 is the same for all i if a, or b, is large enough. The least a and b that decide all comparisons that can be decided by
// small ones are taken. Sums wrap around, but a difference of a few is one of numbers that do not, as no loop has more than 2^62 iterations.
//
// A loop around goes first: rows at the border stay as they are, and what is between is split again, so that n loops in each other have n+1 copies.

const (
	widestBorder   = 4    // points, which go one by one, on each side
	leastCases     = 2    // comparisons in a loop, that it is worth two; one that chooses an index is enough, which keeps the loop from being vectors
	leastMiddle    = 32   // points, if their number is known
	largestBorders = 1200 // statements of a loop
)

// Borders splits parallel loops over points that ask whether they are at the border.
func Borders(p *seg.Prog) *seg.Prog {
	host := factsOfHost(p)
	return seg.MapKernels(p, func(k *seg.Kernel) *seg.Kernel {
		if k.Kind != seg.Task && !(k.Kind == seg.Map && p.Target.CPU && len(k.Accs) == 0) {
			return k // threads of a GPU take points of a loop each
		}
		w := &borderWalk{lets: map[*core.Var]*seg.Let{}, changes: map[core.Atom]bool{}, counters: map[*core.Var]int64{}, host: host}
		seg.Walk(k.Body, w.note)
		n := *k
		n.Body = w.code(k.Body)
		return &n
	})
}

// borderWalk knows what variables of a kernel are.
type borderWalk struct {
	lets     map[*core.Var]*seg.Let
	changes  map[core.Atom]bool  // variables that are set
	counters map[*core.Var]int64 // counters of loops, and how often these run
	host     *hostFacts
}

func (w *borderWalk) note(s seg.Stm) {
	counter := func(i *core.Var, from, bound core.Atom) {
		if c, ok := core.IntConst(bound); ok && from == nil && c > 0 && c <= maxCoef {
			w.counters[i] = c
		}
	}
	switch s := s.(type) {
	case *seg.Let:
		w.lets[s.V] = s
	case *seg.Decl:
		w.changes[s.V] = true
	case *seg.For:
		counter(s.I, s.From, s.Bound)
	case *seg.Fold:
		counter(s.I, s.From, s.Bound)
	default: // no number
	}
}

func (w *borderWalk) code(c seg.Code) (out seg.Code) {
	for _, s := range c {
		f, ok := s.(*seg.For)
		if ok && f.Par && f.FromZero() && f.I.Type.Elem == prim.I64 && f.Interchange == seg.NoInterchange {
			if b := w.border(f); b != nil {
				out = append(out, b.split(w)...)
				continue
			}
		}
		out = append(out, s.Map(seg.Mapper{Code: w.code}))
	}
	return out
}

// border is what the points of a loop ask: how many there are at both ends, and what operators are in the middle.
type border struct {
	loop     *seg.For
	n        form
	from, to int64
	cases    int
	indices  bool // a comparison chooses an index
	is       map[*core.Var]decision
	same     map[*core.Var]core.Atom // what results are equal to
}

// decision is what an operator's result is in the middle: a bool, an operand, or the first one less the second one.
type decision struct {
	bool core.Atom
	arg  int
	less bool
}

// border looks at a loop; nil if it is not to be split.
func (w *borderWalk) border(f *seg.For) *border {
	b := &border{loop: f, is: map[*core.Var]decision{}, same: map[*core.Var]core.Atom{}}
	var ok bool
	b.n, ok = w.form(b, f.Bound)
	if c, known := core.IntConst(f.Bound); !ok || known && c < leastMiddle {
		return nil
	}
	size := 0
	seg.Walk(f.Body, func(s seg.Stm) {
		size++
		switch s := s.(type) {
		case *seg.Let:
			if s.T == prim.I64 && len(s.Args) == 2 {
				w.look(b, s)
			}
			if d, ok := b.is[s.V]; ok && d.bool == nil && !d.less && !w.changes[s.Args[d.arg]] {
				b.same[s.V] = s.Args[d.arg]
			}
		case *seg.Select:
			w.selected(b, s)
		default: // decides nothing
		}
	})
	if size > largestBorders || b.cases < leastCases && !b.indices {
		return nil
	}
	return b
}

// form is the form of an atom in the middle of a loop.
func (w *borderWalk) form(b *border, a core.Atom) (form, bool) {
	return formOf(a, deepest, func(v *core.Var) (*prim.Op, []core.Atom) {
		if x := b.same[v]; x != nil {
			return prim.Add, []core.Atom{x, core.IntC(0)}
		}
		if s, ok := w.host.sums[v]; ok {
			return s.op, s.args
		}
		l := w.lets[v]
		if l == nil || !isSum(l.Op, l.T, l.Args) || w.changes[l.Args[0]] || w.changes[l.Args[1]] {
			return nil, nil
		}
		return l.Op, l.Args
	})
}

// selected notes which operand a selection takes in the middle.
func (w *borderWalk) selected(b *border, s *seg.Select) {
	c, ok := s.Cond.(*core.Var)
	if !ok || b.is[c].bool == nil {
		return
	}
	b.indices = b.indices || s.V.Type.Elem == prim.I64
	a := s.Else
	if isTrue(b.is[c].bool) {
		a = s.Then
	}
	if !w.changes[a] {
		b.same[s.V] = a
	}
}

// look notes what an operator comes to in the middle.
func (w *borderWalk) look(b *border, l *seg.Let) {
	switch l.Op {
	case prim.Lt, prim.Le, prim.Eq, prim.Min, prim.Max, prim.Mod, prim.Rem:
	default:
		return
	}
	x, ok := w.form(b, l.Args[0])
	y, ok2 := w.form(b, l.Args[1])
	if !ok || !ok2 || !w.near(b, x) || !w.near(b, y) {
		return
	}
	if l.Op == prim.Mod || l.Op == prim.Rem {
		w.wraps(b, l, x, y)
		return
	}
	d := y.Plus(-1, x)
	switch l.Op {
	case prim.Le:
		d = d.Add(1)
		fallthrough
	case prim.Lt:
		if w.always(b, d) {
			b.is[l.V] = decision{bool: core.BoolC(true)}
		} else if w.never(b, d) {
			b.is[l.V] = decision{bool: core.BoolC(false)}
		}
	case prim.Eq:
		if w.nonzero(b, d) {
			b.is[l.V] = decision{bool: core.BoolC(false)}
		}
	default: // either operand where they are equal
		larger, smaller := 1, 0
		if l.Op == prim.Min {
			larger, smaller = 0, 1
		}
		if w.always(b, d.Add(1)) {
			b.is[l.V] = decision{arg: larger}
		} else if w.never(b, d) {
			b.is[l.V] = decision{arg: smaller}
		}
	}
}

// apart is a form as s times the index of the loop and a rest of certain limits, for the middle's distance from the start, or, less s times the bound,
// from the end.
func (w *borderWalk) apart(b *border, f form) (s int64, start, end *span) {
	s = f.Factor(b.loop.I)
	rest := f.Without(b.loop.I)
	return s, w.span(rest), w.span(rest.Plus(s, b.n))
}

// span is the smallest and the largest value of a form of counters; nil if it has other variables.
func (w *borderWalk) span(f form) *span {
	out := &span{f.C, f.C}
	for _, t := range f.Terms {
		n, ok := w.counters[t.V]
		if !ok {
			return nil
		}
		if most := t.K * (n - 1); most > 0 {
			out.high += most
		} else {
			out.low += most
		}
	}
	return out
}

type span struct{ low, high int64 }

// near reports whether a form is one of numbers that do not overflow: the index or its opposite, the bound, both or none, and a small rest.
func (w *borderWalk) near(b *border, f form) bool {
	s := f.Factor(b.loop.I)
	rest := f.Without(b.loop.I)
	return s >= -1 && s <= 1 && (w.span(rest) != nil || w.span(rest.Plus(-1, b.n)) != nil)
}

// always reports whether d > 0 in the middle, never whether d <= 0.
func (w *borderWalk) always(b *border, d form) bool {
	s, start, end := w.apart(b, d)
	return s == 1 && start != nil && b.starts(1-start.low) || s == -1 && end != nil && b.ends(-end.low)
}

func (w *borderWalk) never(b *border, d form) bool {
	s, start, end := w.apart(b, d)
	return s == -1 && start != nil && b.starts(start.high) || s == 1 && end != nil && b.ends(end.high-1)
}

// nonzero decides whether d is not 0 in the middle.
func (w *borderWalk) nonzero(b *border, d form) bool {
	s, start, end := w.apart(b, d)
	switch {
	case s == 1 && start != nil && b.starts(1-start.low), s == -1 && start != nil && b.starts(start.high+1):
		return true
	case s == 1 && end != nil && b.ends(end.high), s == -1 && end != nil && b.ends(-end.low):
		return true
	}
	return false
}

// wraps decides on a remainder by the bound.
func (w *borderWalk) wraps(b *border, l *seg.Let, x, y form) {
	if !y.Equal(b.n) || x.Factor(b.loop.I) != 1 {
		return
	}
	rest := x.Without(b.loop.I)
	less := false
	by := w.span(rest)
	if by == nil {
		by, less = w.span(rest.Plus(-1, b.n)), true
	}
	if by == nil || -by.low > widestBorder || by.high > widestBorder {
		return
	}
	b.starts(-by.low)
	b.ends(by.high)
	b.is[l.V] = decision{arg: 0, less: less}
}

// starts makes the middle start at a or later, unless that is too late.
func (b *border) starts(a int64) bool { return b.widen(&b.from, a) }

// ends makes it end so many points before the bound.
func (b *border) ends(a int64) bool { return b.widen(&b.to, a) }

func (b *border) widen(side *int64, a int64) bool {
	if a > widestBorder {
		return false
	}
	if a > 0 {
		b.cases++
	}
	*side = max(*side, a)
	return true
}

// split is the loop as two.
func (b *border) split(w *borderWalk) seg.Code {
	f := b.loop
	out := &seg.Builder{}
	inner := out.Index("inner", prim.Sub, f.Bound, core.IntC(b.from+b.to))
	middle := out.Index("middle", prim.Max, inner, core.IntC(0))
	edge := *f
	edge.I, edge.Elems = core.NewVar(f.I.Name, f.I.Type), false
	edge.Par = hasParallel(f.Body)
	edge.Quiet = !edge.Par // there are few points
	edge.Bound = out.Index("edge", prim.Sub, f.Bound, middle)
	edge.Body = seg.Block(func(in *seg.Builder) {
		after := in.Index("after", prim.Add, edge.I, middle)
		at := in.Select(f.I.Name, in.Less(edge.I, core.IntC(b.from)), edge.I, after)
		point(in, f, f.Body, at)
	})
	out.Add(&edge)
	some := out.Op("some", prim.Lt, prim.I64, core.IntC(0), inner)
	out.If(some, func(in *seg.Builder) {
		in.Add(b.inner(w.code(decided(f.Body, b.is, w.changes)), inner))
	}, nil)
	return out.Code
}

// inner is the loop over the middle, of so many points.
func (b *border) inner(c seg.Code, count core.Atom) seg.Stm {
	n := *b.loop
	n.I, n.Bound = core.NewVar(n.I.Name, n.I.Type), count
	n.Body = live(seg.Block(func(in *seg.Builder) {
		from := core.IntC(b.from)
		at := in.Index(n.I.Name, prim.Add, n.I, from)
		if b.from > 0 {
			c = apartAt(c, b.loop.I, n.I, from)
		}
		point(in, b.loop, c, at)
	}))
	return &n
}

func hasParallel(c seg.Code) (found bool) {
	seg.Walk(c, func(s seg.Stm) {
		if f, ok := s.(*seg.For); ok {
			found = found || f.Par
		}
	})
	return found
}
