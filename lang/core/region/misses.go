package region

import (
	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// Indexes reports whether an integer is certainly at least 0 and below n in the body in which v is bound.
func (c *Chains) Indexes(v *core.Var, a, n core.Atom) bool {
	return (&Runs{c, c.where[v]}).Indexes(a, n)
}

// Within reports whether an integer of the body in which v is bound is certainly at least 0, and at most n.
func (c *Chains) Within(v *core.Var, a, n core.Atom) (low, high bool) {
	r, x := &Runs{c, c.where[v]}, c.linear(a)
	return r.never(x.Times(-1).Add(-1)), r.never(x.Plus(-1, c.linear(n)).Add(-1))
}

// LearnAt takes in statements that have come to stand in the body in which v is bound.
func (c *Chains) LearnAt(v *core.Var, stms []core.Stm) { c.scan(c.where[v], core.Body{Stms: stms}) }

// Equal reports whether two integers are certainly the same.
func (c *Chains) Equal(a, b core.Atom) bool {
	d := c.linear(a).Plus(-1, c.linear(b))
	return len(d.Terms) == 0 && d.C == 0
}

// extremes are what is known of the maxima and minima that sums are made of.
func (s *space) extremes(rows []form) (out []form) {
	seen := map[*core.Var]bool{}
	for ; len(rows) > 0; rows = rows[1:] {
		for _, t := range rows[0].Terms {
			e, ok := s.defs[t.V].Exp.(*core.PrimApp)
			if seen[t.V] || !ok || e.T != prim.I64 || e.Op != prim.Max && e.Op != prim.Min {
				continue
			}
			seen[t.V] = true
			for _, a := range e.Args {
				x := linear.Of(t.V).Plus(-1, s.linear(a))
				if e.Op == prim.Min {
					x = x.Times(-1)
				}
				out, rows = append(out, x), append(rows, x)
			}
		}
	}
	return out
}
