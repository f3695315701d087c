package lanes

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// product is of two variables, of one with nil, or 1 with two.
type product struct{ a, b *core.Var }

// sum is an index as a sum of products.
type sum = linear.Form[product]

// stride is k times a variable, or k for nil.
type stride struct {
	k  int64
	by *core.Var
}

// maxFactor bounds the numbers of strides and distances.
const maxFactor = 1 << 20

// sums are indices as sums of products of the counters of loops and of what the loops do not change.
type sums struct {
	lets     map[*core.Var]*seg.Let // what is written out, of i64
	counters []*core.Var            // products begin with them
	varies   map[*core.Var]bool     // what the loops change
	known    map[*core.Var]*known
}

// known is a variable as a sum; not ok if it varies and is none.
type known struct {
	sum
	ok bool
}

func newSums(lets map[*core.Var]*seg.Let, counters ...*core.Var) *sums {
	p := &sums{lets: lets, counters: counters, varies: map[*core.Var]bool{}, known: map[*core.Var]*known{}}
	for _, i := range counters {
		p.known[i] = &known{linear.Of(product{a: i}), true}
	}
	return p
}

// of is an atom as a sum; not ok if it is none.
func (p *sums) of(a core.Atom) (sum, bool) {
	if c, ok := core.IntConst(a); ok {
		f := sum{C: c}
		return f, f.Fits(maxFactor, maxFactor)
	}
	v, ok := a.(*core.Var)
	if !ok {
		return sum{}, false
	}
	f := p.known[v]
	if f == nil {
		f = &known{linear.Of(product{a: v}), !p.varies[v]}
		if l := p.lets[v]; l != nil {
			if x, ok := p.computed(l); ok && x.Fits(maxFactor, maxFactor) {
				f = &known{x, true}
			}
		}
		p.known[v] = f
	}
	return f.sum, f.ok
}

// computed is what is computed as a sum.
func (p *sums) computed(l *seg.Let) (sum, bool) {
	if len(l.Args) != 2 || l.Op != prim.Add && l.Op != prim.Sub && l.Op != prim.Mul {
		return sum{}, false
	}
	x, ok := p.of(l.Args[0])
	y, ok2 := p.of(l.Args[1])
	switch {
	case !ok || !ok2:
		return sum{}, false
	case l.Op == prim.Add:
		return x.Plus(1, y), true
	case l.Op == prim.Sub:
		return x.Plus(-1, y), true
	default:
		return p.times(x, y)
	}
}

// sum is an index as a sum.
func (p *sums) sum(x seg.Index) (sum, bool) {
	var out sum
	for _, t := range x {
		f, ok := p.of(t.A)
		if t.B != nil && ok {
			g, ok2 := p.of(t.B)
			if f, ok = p.times(f, g); !ok2 {
				ok = false
			}
		}
		if !ok {
			return sum{}, false
		}
		out = out.Plus(1, f)
	}
	return out, out.Fits(maxFactor, maxFactor)
}

// times is a product; not ok if it has products of three variables.
func (p *sums) times(f, g sum) (sum, bool) {
	out := sum{C: f.C * g.C}
	for _, x := range f.Terms {
		out = out.Plus(x.K*g.C, linear.Of(x.V))
		for _, y := range g.Terms {
			if x.V.b != nil || y.V.b != nil {
				return sum{}, false
			}
			out = out.Plus(x.K*y.K, linear.Of(p.product(x.V.a, y.V.a)))
		}
	}
	for _, y := range g.Terms {
		out = out.Plus(y.K*f.C, linear.Of(y.V))
	}
	return out, true
}

// product is one for both orders: that of a counter begins with it, of two with that which comes first.
func (p *sums) product(a, b *core.Var) product {
	if i, j := p.rank(a), p.rank(b); j < i || j == i && b.ID < a.ID {
		return product{b, a}
	}
	return product{a, b}
}

// rank is which counter a variable is, behind them for others.
func (p *sums) rank(v *core.Var) int {
	if i := slices.Index(p.counters, v); i >= 0 {
		return i
	}
	return len(p.counters)
}

// productOf adds k times variables, of which some may be nil.
func productOf(b *seg.Builder, k int64, vs ...*core.Var) core.Atom {
	out := core.Atom(core.IntC(k))
	for _, v := range vs {
		if v != nil {
			out = b.Index("part", prim.Mul, v, out)
		}
	}
	return out
}

// baseOf adds a sum of what loops do not change.
func baseOf(b *seg.Builder, x sum) core.Atom {
	out := core.Atom(core.IntC(x.C))
	for _, t := range x.Terms {
		out = b.Index("base", prim.Add, out, productOf(b, t.K, t.V.a, t.V.b))
	}
	return out
}
