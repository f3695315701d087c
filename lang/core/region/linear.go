package region

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
)

// Sums of integers.
type (
	form = linear.Form[*core.Var]
	term = linear.Term[*core.Var]
)

// tight is the strongest inequality a >= 0 on integers: factors without a common divisor.
func tight(a form) form {
	g := divisor(a)
	if g <= 1 {
		return a
	}
	out := form{C: floorDiv(a.C, g)}
	for _, t := range a.Terms {
		out.Terms = append(out.Terms, term{V: t.V, K: t.K / g})
	}
	return out
}

// divisor is the greatest common divisor of the factors, 0 if there are none.
func divisor(a form) int64 {
	g := int64(0)
	for _, t := range a.Terms {
		for x, y := g, max(t.K, -t.K); ; x, y = y, x%y {
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
func large(a form) bool {
	return !a.Fits(1<<50, maxFactor)
}

// system is a set of conditions on integers.
type system struct {
	zero []form // are 0
	rest []form // are not negative
}

// empty reports whether no integers satisfy the system, as far as elimination over the rationals shows with what integers
// add to each inequality: false is no answer.
func (s system) empty() bool {
	rows := slices.Clone(s.rest)
	zero := slices.Clone(s.zero)
	for len(zero) > 0 {
		e := zero[0]
		zero = zero[1:]
		if large(e) {
			return false
		}
		g := divisor(e)
		if g == 0 && e.C != 0 || g != 0 && e.C%g != 0 {
			return true
		}
		e = divided(e, max(g, 1))
		i := slices.IndexFunc(e.Terms, func(t term) bool { return t.K == 1 || t.K == -1 })
		if i < 0 {
			rows = append(rows, e, e.Times(-1))
			continue
		}
		v, k := e.Terms[i].V, e.Terms[i].K
		solve := func(a form) form { return a.Plus(-a.Factor(v)*k, e) }
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
func divided(a form, g int64) form {
	out := form{C: a.C / g}
	for _, t := range a.Terms {
		out.Terms = append(out.Terms, term{V: t.V, K: t.K / g})
	}
	return out
}

// eliminate reports whether inequalities contradict each other.
func eliminate(rows []form) bool {
	for {
		var open []form
		for _, a := range rows {
			if a = tight(a); large(a) {
				return false
			}
			switch {
			case len(a.Terms) > 0:
				open = append(open, a)
			case a.C < 0:
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
func cheapest(rows []form) *core.Var {
	var best *core.Var
	least := 0
	seen := map[*core.Var]bool{}
	for _, a := range rows {
		for _, t := range a.Terms {
			if seen[t.V] {
				continue
			}
			seen[t.V] = true
			up, down := 0, 0
			for _, o := range rows {
				switch k := o.Factor(t.V); {
				case k > 0:
					up++
				case k < 0:
					down++
				}
			}
			if n := up*down - up - down; best == nil || n < least {
				best, least = t.V, n
			}
		}
	}
	return best
}

// without eliminates a variable.
func without(rows []form, v *core.Var) []form {
	var out, up, down []form
	for _, a := range rows {
		switch k := a.Factor(v); {
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
			out = append(out, (form{}).Plus(-b.Factor(v), a).Plus(a.Factor(v), b))
		}
	}
	return out
}
