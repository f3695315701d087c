package region

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
)

// mostSplits is how many products in one question are taken apart.
const mostSplits = 3

// none reports whether a system with products has no solution; the equations before number done have been taken apart, n times in
// all. See Note [Rows in one dimension].
func (s *space) none(sys system, done, n int) bool {
	for ; done < len(sys.zero); done++ {
		w, rows := s.rowsOf(sys.zero[done])
		if w == nil {
			continue
		}
		if n == mostSplits {
			return false
		}
		up, down := rows.Add(-1), form{C: -1}.Plus(-1, rows)
		flat, positive := s.product(rows, w), sys.and(linear.Of(w))
		return s.none(positive.and(up, s.product(up, w)), done+1, n+1) &&
			s.none(positive.and(down, s.product(down, w)), done+1, n+1) &&
			s.none(sys.equal(rows).and(flat, flat.Times(-1)), done+1, n+1) &&
			sys.and(form{C: -1}.Plus(-1, linear.Of(w))).empty()
	}
	return sys.empty()
}

// rowsOf is a factor of products in a sum, and the sum of what it is multiplied with.
func (s *space) rowsOf(a form) (w *core.Var, rows form) {
	for _, t := range a.Terms {
		f, ok := s.factors[t.V]
		if !ok || w != nil && f[1] != w {
			continue
		}
		w, rows = f[1], rows.Plus(t.K, linear.Of(f[0]))
	}
	return w, rows.Add(a.Factor(w))
}

func (s system) and(rows ...form) system {
	return system{zero: s.zero, rest: append(slices.Clone(s.rest), rows...)}
}

func (s system) equal(zero ...form) system {
	return system{zero: append(slices.Clone(s.zero), zero...), rest: s.rest}
}

// Note [Rows in one dimension]
//
// A matrix of rows of n elements in an array of one dimension has its elements at i*n + j. Two such places are the same if D*n + R = 0,
// where D is the difference of the rows and R that of the columns. D*n is not linear, but D >= 1, D = 0 or D <= -1: in each of the three cases
// the inequality holds times n as well, n being not negative, and these are linear if each product of two variables is taken for a variable of its own.
// Then |R| < n shows that rows cannot differ.
