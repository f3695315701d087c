package region

import (
	"slices"

	"raido/lang/core"
)

// linear is a sum of a constant and of variables with factors. It is not changed after it is made.
type linear struct {
	c     int64
	terms []term // of different variables, no factor is zero
}

type term struct {
	v *core.Var
	k int64
}

func constant(c int64) linear { return linear{c: c} }

func variable(v *core.Var) linear { return linear{terms: []term{{v, 1}}} }

// plus is a + k*b.
func (a linear) plus(k int64, b linear) linear {
	out := linear{c: a.c + k*b.c, terms: slices.Clone(a.terms)}
	for _, t := range b.terms {
		i := slices.IndexFunc(out.terms, func(o term) bool { return o.v == t.v })
		if i < 0 {
			out.terms = append(out.terms, term{t.v, k * t.k})
			continue
		}
		out.terms[i].k += k * t.k
	}
	out.terms = slices.DeleteFunc(out.terms, func(t term) bool { return t.k == 0 })
	return out
}

func (a linear) factor(v *core.Var) int64 {
	for _, t := range a.terms {
		if t.v == v {
			return t.k
		}
	}
	return 0
}

// renamed has other variables in the place of some.
func (a linear) renamed(f func(*core.Var) *core.Var) linear {
	out := constant(a.c)
	for _, t := range a.terms {
		out = out.plus(t.k, variable(f(t.v)))
	}
	return out
}

// tight is the strongest inequality a >= 0 on integers: factors without a common divisor.
func (a linear) tight() linear {
	g := a.divisor()
	if g <= 1 {
		return a
	}
	out := linear{c: floorDiv(a.c, g)}
	for _, t := range a.terms {
		out.terms = append(out.terms, term{t.v, t.k / g})
	}
	return out
}

// divisor is the greatest common divisor of the factors, 0 if there are none.
func (a linear) divisor() int64 {
	g := int64(0)
	for _, t := range a.terms {
		for x, y := g, max(t.k, -t.k); ; x, y = y, x%y {
			if y == 0 {
				g = x
				break
			}
		}
	}
	return g
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// The elimination gives up where numbers or systems become large.
const (
	maxFactor = 1 << 24
	maxRows   = 160
)

// large reports whether sums of such numbers might overflow.
func (a linear) large() bool {
	return max(a.c, -a.c) > 1<<50 || slices.ContainsFunc(a.terms, func(t term) bool { return max(t.k, -t.k) > maxFactor })
}

// system is a set of conditions on integers.
type system struct {
	zero []linear // are 0
	rest []linear // are not negative
}

// empty reports whether no integers satisfy the system, as far as elimination over the rationals shows with what integers
// add to each inequality: false is no answer.
func (s system) empty() bool {
	rows := slices.Clone(s.rest)
	zero := slices.Clone(s.zero)
	for len(zero) > 0 {
		e := zero[0]
		zero = zero[1:]
		if e.large() {
			return false
		}
		g := e.divisor()
		if g == 0 && e.c != 0 || g != 0 && e.c%g != 0 {
			return true
		}
		e = e.divided(max(g, 1))
		i := slices.IndexFunc(e.terms, func(t term) bool { return t.k == 1 || t.k == -1 })
		if i < 0 {
			rows = append(rows, e, constant(0).plus(-1, e))
			continue
		}
		v, k := e.terms[i].v, e.terms[i].k
		solve := func(a linear) linear { return a.plus(-a.factor(v)*k, e) }
		for j := range zero {
			zero[j] = solve(zero[j])
		}
		for j := range rows {
			rows[j] = solve(rows[j])
		}
	}
	return eliminate(rows)
}

// divided is a / g, where g divides it.
func (a linear) divided(g int64) linear {
	out := linear{c: a.c / g}
	for _, t := range a.terms {
		out.terms = append(out.terms, term{t.v, t.k / g})
	}
	return out
}

// eliminate reports whether inequalities contradict each other.
func eliminate(rows []linear) bool {
	for {
		var open []linear
		for _, a := range rows {
			if a = a.tight(); a.large() {
				return false
			}
			switch {
			case len(a.terms) > 0:
				open = append(open, a)
			case a.c < 0:
				return true
			}
		}
		if len(open) == 0 || len(open) > maxRows {
			return false
		}
		rows = without(open, cheapest(open))
	}
}

// cheapest is the variable whose elimination makes the fewest inequalities.
func cheapest(rows []linear) *core.Var {
	var best *core.Var
	least := 0
	seen := map[*core.Var]bool{}
	for _, a := range rows {
		for _, t := range a.terms {
			if seen[t.v] {
				continue
			}
			seen[t.v] = true
			up, down := 0, 0
			for _, o := range rows {
				switch k := o.factor(t.v); {
				case k > 0:
					up++
				case k < 0:
					down++
				}
			}
			if n := up*down - up - down; best == nil || n < least {
				best, least = t.v, n
			}
		}
	}
	return best
}

// without eliminates a variable.
func without(rows []linear, v *core.Var) []linear {
	var out, up, down []linear
	for _, a := range rows {
		switch k := a.factor(v); {
		case k > 0:
			up = append(up, a)
		case k < 0:
			down = append(down, a)
		default:
			out = append(out, a)
		}
	}
	for _, a := range up {
		for _, b := range down {
			out = append(out, constant(0).plus(-b.factor(v), a).plus(a.factor(v), b))
		}
	}
	return out
}
