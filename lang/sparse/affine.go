package sparse

import (
	"cmp"
	"slices"

	"raido/lang/core"
)

// affine is c + sum of k * v over terms, which are in the order of their variables and without zeros.
type affine struct {
	c     int64
	terms []term
}

type term struct {
	v *core.Var
	k int64
}

func number(c int64) affine       { return affine{c: c} }
func variable(v *core.Var) affine { return affine{terms: []term{{v, 1}}} }

// plus is a + k*b.
func (a affine) plus(b affine, k int64) affine {
	out := affine{c: a.c + k*b.c}
	i, j := 0, 0
	for i < len(a.terms) || j < len(b.terms) {
		var t term
		switch {
		case j == len(b.terms) || i < len(a.terms) && a.terms[i].v.ID < b.terms[j].v.ID:
			t = a.terms[i]
			i++
		case i == len(a.terms) || b.terms[j].v.ID < a.terms[i].v.ID:
			t = term{b.terms[j].v, k * b.terms[j].k}
			j++
		default:
			t = term{a.terms[i].v, a.terms[i].k + k*b.terms[j].k}
			i++
			j++
		}
		if t.k != 0 {
			out.terms = append(out.terms, t)
		}
	}
	return out
}

func (a affine) times(k int64) affine { return number(0).plus(a, k) }

// of is the factor of a variable.
func (a affine) of(v *core.Var) int64 {
	for _, t := range a.terms {
		if t.v == v {
			return t.k
		}
	}
	return 0
}

// put is a with b in the place of v.
func (a affine) put(v *core.Var, b affine) affine {
	k := a.of(v)
	if k == 0 {
		return a
	}
	return a.plus(variable(v), -k).plus(b, k)
}

// rename is a with other variables.
func (a affine) rename(names map[*core.Var]*core.Var) affine {
	out := affine{c: a.c, terms: slices.Clone(a.terms)}
	for i, t := range out.terms {
		if n := names[t.v]; n != nil {
			out.terms[i].v = n
		}
	}
	slices.SortFunc(out.terms, func(s, t term) int { return cmp.Compare(s.v.ID, t.v.ID) })
	return out
}

func (a affine) same(b affine) bool { return a.c == b.c && slices.Equal(a.terms, b.terms) }

// apart is a - b if that is a number.
func (a affine) apart(b affine) (int64, bool) {
	d := a.plus(b, -1)
	return d.c, len(d.terms) == 0
}

// solve gives the value of v where a = 0, if its factor is 1 or -1.
func (a affine) solve(v *core.Var) (affine, bool) {
	k := a.of(v)
	if k != 1 && k != -1 {
		return affine{}, false
	}
	return a.plus(variable(v), -k).times(-k), true
}
