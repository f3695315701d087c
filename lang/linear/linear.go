package linear

import "slices"

// Form is C plus the sum of K * V over Terms: of different variables in the order in which they were met, and no K is zero. The zero
// Form is 0. A Form is not changed after it is made. Its sums do not look for overflow: see Fits.
type Form[V comparable] struct {
	C     int64
	Terms []Term[V]
}

// Term is a multiple of a variable.
type Term[V comparable] struct {
	V V
	K int64
}

// Of is a variable.
func Of[V comparable](v V) Form[V] { return Form[V]{Terms: []Term[V]{{v, 1}}} }

// Plus is f + k*g.
func (f Form[V]) Plus(k int64, g Form[V]) Form[V] {
	out := Form[V]{C: f.C + k*g.C, Terms: slices.Clone(f.Terms)}
	for _, t := range g.Terms {
		i := slices.IndexFunc(out.Terms, func(o Term[V]) bool { return o.V == t.V })
		if i < 0 {
			out.Terms = append(out.Terms, Term[V]{t.V, 0})
			i = len(out.Terms) - 1
		}
		out.Terms[i].K += k * t.K
	}
	out.Terms = slices.DeleteFunc(out.Terms, func(t Term[V]) bool { return t.K == 0 })
	return out
}

// Add is f + c.
func (f Form[V]) Add(c int64) Form[V] { return Form[V]{f.C + c, f.Terms} }

// Times is k*f.
func (f Form[V]) Times(k int64) Form[V] { return Form[V]{}.Plus(k, f) }

// Factor is the factor of a variable, 0 if it is not in the form.
func (f Form[V]) Factor(v V) int64 {
	for _, t := range f.Terms {
		if t.V == v {
			return t.K
		}
	}
	return 0
}

// Without is f without a variable.
func (f Form[V]) Without(v V) Form[V] {
	return Form[V]{f.C, slices.DeleteFunc(slices.Clone(f.Terms), func(t Term[V]) bool { return t.V == v })}
}

// Put is f with g in the place of v.
func (f Form[V]) Put(v V, g Form[V]) Form[V] {
	k := f.Factor(v)
	if k == 0 {
		return f
	}
	return f.Without(v).Plus(k, g)
}

// Renamed has other variables in the place of some.
func (f Form[V]) Renamed(name func(V) V) Form[V] {
	out := Form[V]{C: f.C}
	for _, t := range f.Terms {
		out = out.Plus(t.K, Of(name(t.V)))
	}
	return out
}

// Equal reports whether f - g is 0.
func (f Form[V]) Equal(g Form[V]) bool {
	d, ok := f.Minus(g)
	return ok && d == 0
}

// Minus is f - g if that is a number.
func (f Form[V]) Minus(g Form[V]) (int64, bool) {
	d := f.Plus(-1, g)
	return d.C, len(d.Terms) == 0
}

// Fits reports whether the constant is within c and all factors are within k of zero, so that sums of some such forms do not overflow.
func (f Form[V]) Fits(c, k int64) bool {
	return -c <= f.C && f.C <= c && !slices.ContainsFunc(f.Terms, func(t Term[V]) bool { return t.K < -k || k < t.K })
}
