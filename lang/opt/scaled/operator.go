package scaled

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"raido/lang/core"
	"raido/lang/prim"
)

// Terms are texts: "m" and "s" are the pair on the left, "n" and "u" that on the right; operands of sums and products are sorted. In each of two cases, m >= n
// and m < n, the greater of m and n is known, and so is what a comparison chooses.

// definition is what binds a variable, as which of its results.
type definition struct {
	exp core.Exp
	k   int
}

// reader reads an operator in one case.
type reader struct {
	defs    map[*core.Var]definition
	names   map[*core.Var]string
	elem    prim.Type
	greater string // m or n
	guards  map[string]bool
	left    int // how many terms may still be read
}

// maxTerms bounds the terms of an operator.
const maxTerms = 100

// operator reports whether a lambda joins two pairs of a maximum and a sum scaled by it, and by which tests terms are left out: "" if by none, else what is tested, s or m.
func operator(fn *core.Lambda) (guard string, ok bool) {
	if len(fn.Params) != 4 || !fn.Params[0].Type.IsScalar() || !fn.Params[0].Type.Elem.IsFloat() || slices.ContainsFunc(fn.Params, func(p *core.Var) bool { return !p.Type.IsScalar() || p.Type.Elem != fn.Params[0].Type.Elem }) {
		return "", false
	}
	guards := map[string]bool{}
	for _, greater := range []string{"m", "n"} {
		r := &reader{map[*core.Var]definition{}, map[*core.Var]string{}, fn.Params[0].Type.Elem, greater, guards, maxTerms}
		for k, p := range fn.Params {
			r.names[p] = []string{"m", "s", "n", "u"}[k]
		}
		core.Walk(fn.Body, func(s core.Stm) {
			for k, v := range s.Pat {
				r.defs[v] = definition{s.Exp, k}
			}
		})
		sum := apply("add", "s", apply("mul", "u", apply("exp", apply("sub", "n", "m"))))
		if greater == "n" {
			sum = apply("add", "u", apply("mul", "s", apply("exp", apply("sub", "m", "n"))))
		}
		if r.read(fn.Body.Result[0]) != greater || r.read(fn.Body.Result[1]) != sum {
			return "", false
		}
	}
	switch {
	case len(guards) == 0:
		return "", true
	case len(guards) == 2 && guards["s"] && guards["u"]:
		return "s", true
	case len(guards) == 2 && guards["m"] && guards["n"]:
		return "m", true
	}
	return "", false
}

// apply is the term of an operator.
func apply(op string, args ...string) string {
	if op == "add" || op == "mul" || op == "eq" {
		args = slices.Sorted(slices.Values(args))
	}
	return "(" + op + " " + strings.Join(args, " ") + ")"
}

// read is an atom as a term; "?" if it is none.
func (r *reader) read(a core.Atom) string {
	if r.left--; r.left < 0 {
		return "?"
	}
	if c, ok := a.(core.Const); ok {
		return text(c)
	}
	v := a.(*core.Var)
	if name, ok := r.names[v]; ok {
		return name
	}
	d := r.defs[v]
	switch e := d.exp.(type) {
	case *core.Use:
		return r.read(e.Atom)
	case *core.PrimApp:
		return r.prim(e)
	case *core.If:
		return r.branch(e, d.k)
	default: // nothing that such operators do
		return "?"
	}
}

func (r *reader) prim(e *core.PrimApp) string {
	if e.T != r.elem {
		return "?"
	}
	var args []string
	for _, a := range e.Args {
		args = append(args, r.read(a))
	}
	zero, one := text(core.Zero(r.elem)), text(core.One(r.elem))
	switch {
	case e.Op == prim.Max && apply("eq", args...) == apply("eq", "m", "n"):
		return r.greater
	case e.Op == prim.Sub && args[0] == args[1]:
		return zero
	case e.Op == prim.Exp && args[0] == zero:
		return one
	case e.Op == prim.Mul && args[0] == one:
		return args[1]
	case e.Op == prim.Mul && args[1] == one:
		return args[0]
	}
	return apply(e.Op.Name, args...)
}

// branch is result k of a branch: of the one that is taken in the case at hand; or of the one that is not the 0 of a term that is left out.
func (r *reader) branch(e *core.If, k int) string {
	c, ok := r.defs[core.AsVar(e.Cond)].exp.(*core.PrimApp)
	if !ok || c.T != r.elem || len(c.Args) != 2 {
		return "?"
	}
	then, els := e.Then.Result[k], e.Else.Result[k]
	x, y := r.read(c.Args[0]), r.read(c.Args[1])
	switch {
	case (c.Op == prim.Lt || c.Op == prim.Le) && apply("eq", x, y) == apply("eq", "m", "n"):
		if y == r.greater {
			return r.read(then)
		}
		return r.read(els)
	case c.Op == prim.Eq && r.read(then) == text(core.Zero(r.elem)):
		if term := r.read(els); r.leavesOut(x, y, term) || r.leavesOut(y, x, term) {
			return term
		}
	}
	return "?"
}

// leavesOut reports whether a term is that of the pair whose sum x is tested for 0, or whose maximum for -inf, and notes the test.
func (r *reader) leavesOut(x, value, term string) bool {
	none := map[string]string{"s": text(core.Zero(r.elem)), "u": text(core.Zero(r.elem)), "m": text(lowest(r.elem)), "n": text(lowest(r.elem))}
	own := map[string][2]string{"s": {"s", "m"}, "m": {"s", "m"}, "u": {"u", "n"}, "n": {"u", "n"}}[x]
	if want, ok := none[x]; !ok || value != want || term != own[0] && term != apply("mul", own[0], apply("exp", apply("sub", own[1], r.greater))) {
		return false
	}
	r.guards[x] = true
	return true
}

// lowest is the neutral element of a maximum.
func lowest(t prim.Type) core.Const { return core.Const{Scalar: prim.Float(t, math.Inf(-1))} }

func text(c core.Const) string { return fmt.Sprint(c.Scalar) }
