package region

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// place is one body of a program, with what is known of integers there.
type place struct {
	up   *place
	loop bool      // the body of a loop
	i    *core.Var // counts the runs of a body that runs several times
	rows []form    // not negative, beside those of up
	some []form    // not zero
}

// inside reports whether p is q or inside of it.
func (p *place) inside(q *place) bool {
	for ; p != nil; p = p.up {
		if p == q {
			return true
		}
	}
	return false
}

// counters are those of the bodies from top down to p, top left out.
func (p *place) counters(top *place) []*core.Var {
	if p == nil || p == top {
		return nil
	}
	out := p.up.counters(top)
	if p.i != nil {
		out = append(out, p.i)
	}
	return out
}

// known are the inequalities that hold at p.
func (p *place) known() []form {
	if p == nil {
		return nil
	}
	return append(p.up.known(), p.rows...)
}

// nonzero are the sums that are not zero at p.
func (p *place) nonzero() []form {
	if p == nil {
		return nil
	}
	return append(p.up.nonzero(), p.some...)
}

// space knows integers of a program: what they are made of, and where they are bound.
type space struct {
	defs   map[*core.Var]core.Stm
	where  map[*core.Var]*place
	sums   map[*core.Var]form
	hidden map[*core.Var]bool // counters that no code has a name for
	// counted are integers of any type that no conversion to i64 changes.
	counted map[*core.Var]bool
	// products are the variables that stand for products of two others, factors what they are of.
	products map[[2]*core.Var]*core.Var
	factors  map[*core.Var][2]*core.Var
}

func newSpace() *space {
	return &space{defs: map[*core.Var]core.Stm{}, where: map[*core.Var]*place{}, sums: map[*core.Var]form{}, hidden: map[*core.Var]bool{},
		counted: map[*core.Var]bool{}, products: map[[2]*core.Var]*core.Var{}, factors: map[*core.Var][2]*core.Var{}}
}

// linear is what an integer is made of.
func (s *space) linear(a core.Atom) form {
	v, ok := a.(*core.Var)
	if !ok {
		return form{C: a.(core.Const).Int64()}
	}
	if l, ok := s.sums[v]; ok {
		return l
	}
	l := linear.Of(v)
	if e, ok := s.defs[v].Exp.(*core.PrimApp); ok && e.T == prim.I64 {
		l = s.sum(v, e)
	} else if ok && e.Op == prim.ToI64 && s.isCounted(e.Args[0]) {
		l = s.linear(e.Args[0])
	}
	if e, ok := s.defs[v].Exp.(*core.Use); ok && v.Type.Elem == prim.I64 {
		l = s.linear(e.Atom)
	}
	s.sums[v] = l
	return l
}

func (s *space) isCounted(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return ok && s.counted[v]
}

func (s *space) sum(v *core.Var, e *core.PrimApp) form {
	x := s.linear(e.Args[0])
	switch e.Op {
	case prim.Add:
		return x.Plus(1, s.linear(e.Args[1]))
	case prim.Sub:
		return x.Plus(-1, s.linear(e.Args[1]))
	case prim.Neg:
		return x.Times(-1)
	case prim.Mul:
		y := s.linear(e.Args[1])
		if len(x.Terms) == 0 {
			x, y = y, x
		}
		switch {
		case len(y.Terms) == 0 && max(y.C, -y.C) <= maxFactor:
			return x.Times(y.C)
		case s.isSymbol(y):
			return s.product(x, y.Terms[0].V)
		case s.isSymbol(x):
			return s.product(y, x.Terms[0].V)
		}
	}
	return linear.Of(v)
}

// isSymbol reports whether a sum is one variable that is no counter and no product.
func (s *space) isSymbol(a form) bool {
	if a.C != 0 || len(a.Terms) != 1 || a.Terms[0].K != 1 {
		return false
	}
	v := a.Terms[0].V
	_, product := s.factors[v]
	return !product && (s.where[v] == nil || s.where[v].i != v)
}

// product is x * w, where each product of two variables is a variable of its own; see Note [Rows in one dimension].
func (s *space) product(x form, w *core.Var) form {
	out := linear.Of(w).Times(x.C)
	for _, t := range x.Terms {
		out = out.Plus(t.K, linear.Of(s.times(t.V, w)))
	}
	return out
}

func (s *space) times(v, w *core.Var) *core.Var {
	f := [2]*core.Var{v, w}
	if s.products[f] == nil {
		s.products[f] = core.NewVar("product", core.I64)
		s.factors[s.products[f]] = f
	}
	return s.products[f]
}

// below says that x < bound, where x is not negative.
func (s *space) below(x form, bound core.Atom) []form {
	if v, ok := bound.(*core.Var); ok {
		if e, ok := s.defs[v].Exp.(*core.PrimApp); ok && e.T == prim.I64 {
			switch {
			case e.Op == prim.Min:
				return append(s.below(x, e.Args[0]), s.below(x, e.Args[1])...)
			case e.Op == prim.Max && isZero(e.Args[1]):
				return s.below(x, e.Args[0])
			case e.Op == prim.Max && isZero(e.Args[0]):
				return s.below(x, e.Args[1])
			}
		}
	}
	return []form{s.linear(bound).Plus(-1, x).Add(-1)}
}

func isZero(a core.Atom) bool { return core.IsConst(a, prim.Zero(prim.I64)) }

// iterates is a body that runs for i from 0 to bound; it keeps its place in another form of the code. The code of a map may be known before the map is: then
// the place gets its counter here.
func (s *space) iterates(up *place, i *core.Var, bound core.Atom) *place {
	p := s.where[i]
	if p != nil && (p.i != nil || p.up != nil) {
		return p
	}
	if p == nil {
		p = &place{}
		s.where[i] = p
	}
	p.up, p.i, p.rows = up, i, []form{linear.Of(i)}
	if bound != nil {
		p.rows = append(p.rows, s.below(linear.Of(i), bound)...)
	}
	return p
}

// branch is the body of a branch that is taken if cond is yes.
func (s *space) branch(up *place, cond core.Atom, yes bool) *place {
	p := &place{up: up, rows: s.holds(cond, yes)}
	if x := s.differ(cond, yes); x != nil {
		p.some = []form{*x}
	}
	return p
}

// differ is a sum that is not zero where cond is yes, which says that two integers are not the same.
func (s *space) differ(cond core.Atom, yes bool) *form {
	v, ok := cond.(*core.Var)
	if !ok {
		return nil
	}
	e, ok := s.defs[v].Exp.(*core.PrimApp)
	switch {
	case ok && e.Op == prim.Not:
		return s.differ(e.Args[0], !yes)
	case ok && e.T == prim.I64 && e.Op == prim.Eq && !yes:
		x := s.linear(e.Args[0]).Plus(-1, s.linear(e.Args[1]))
		return &x
	}
	return nil
}

// holds are inequalities that follow from cond being yes.
func (s *space) holds(cond core.Atom, yes bool) []form {
	v, ok := cond.(*core.Var)
	if !ok {
		return nil
	}
	e, ok := s.defs[v].Exp.(*core.PrimApp)
	if !ok || e.T != prim.I64 || len(e.Args) != 2 {
		return nil
	}
	x, y := s.linear(e.Args[0]), s.linear(e.Args[1])
	switch {
	case e.Op == prim.Lt && yes:
		return []form{y.Plus(-1, x).Add(-1)}
	case e.Op == prim.Lt:
		return []form{x.Plus(-1, y)}
	case e.Op == prim.Le && yes:
		return []form{y.Plus(-1, x)}
	case e.Op == prim.Le:
		return []form{x.Plus(-1, y).Add(-1)}
	case e.Op == prim.Eq && yes:
		return []form{y.Plus(-1, x), x.Plus(-1, y)}
	}
	return nil
}
