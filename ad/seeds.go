package ad

import (
	"raido/ad/activity"
	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Sparse seeds]. A derivative is linear in its seeds. Where the seeds are zero at most places, as unit vectors are, lang/sparse
// leaves out what comes of the zeros. To it, all products look alike, and 0 * inf is NaN. So here, where it is known what comes of seeds, products
// of it are written with the operator weigh, which is zero where what comes of the seed is. Only derivatives with such seeds have it: what
// a program calls a seed may be any expression, and is followed to what it is made of.

// sparseSeeds reports whether a seed is made with a choice between something and zero, with a truth value as a number, or
// with zeros some of which are replaced.
func (a *apply) sparseSeeds(seeds []core.Atom) bool {
	seen := map[*core.Var]bool{}
	var made func(v *core.Var) bool
	inBody := func(b core.Body) (yes bool) {
		core.Walk(b, func(s core.Stm) { yes = yes || makesZeros(s.Exp) })
		return yes
	}
	made = func(v *core.Var) bool {
		e := a.defs[v]
		if e == nil || seen[v] {
			return false
		}
		seen[v] = true
		if makesZeros(e) {
			return true
		}
		yes := false
		e.Map(core.Mapper{Body: func(b core.Body) core.Body { yes = yes || inBody(b); return b },
			Lambda: func(l *core.Lambda) *core.Lambda { yes = yes || inBody(l.Body); return l }})
		for _, u := range core.FreeInExp(e).List {
			yes = yes || !u.Type.IsScalar() && made(u)
		}
		return yes
	}
	for _, s := range seeds {
		if v := core.AsVar(s); v != nil && made(v) {
			return true
		}
	}
	return false
}

func makesZeros(e core.Exp) bool {
	switch e := e.(type) {
	case *core.If:
		for _, r := range append(append([]core.Atom{}, e.Then.Result...), e.Else.Result...) {
			if isZero(r) {
				return true
			}
		}
	case *core.PrimApp:
		return e.T == prim.Bool && e.Op.IsConversion()
	case *core.Update, *core.Scatter:
		return true
	case *core.Replicate:
		return isZero(e.Val)
	case *core.ArrayLit:
		for _, x := range e.Elems {
			if isZero(x) {
				return true
			}
		}
	default: // does not make zeros of others
	}
	return false
}

func isZero(a core.Atom) bool {
	c, ok := a.(core.Const)
	return ok && c.Type.IsFloat() && c.Scalar == prim.Zero(c.Type)
}

// forward are the seeds of a forward derivative: zeros in all of an array are the number zero, of which nothing comes (ad/fwd).
func (a *apply) forward(seeds []core.Atom) []core.Atom {
	out := make([]core.Atom, len(seeds))
	for i, s := range seeds {
		out[i] = s
		if r, ok := a.defs[core.AsVar(s)].(*core.Replicate); ok && isZero(r.Val) {
			out[i] = r.Val
		}
	}
	return out
}

// renamed gives seeds names of their own, so that what comes of them is not mixed up with other uses of the same arrays.
func renamed(b *core.Builder, seeds []core.Atom) []core.Atom {
	out := make([]core.Atom, len(seeds))
	for i, s := range seeds {
		out[i] = s
		if v := core.AsVar(s); v != nil {
			out[i] = b.Let(v.Name, &core.Use{Atom: v})
		}
	}
	return out
}

// weighed writes products by what comes of seeds with weigh.
func weighed(stms []core.Stm, seeds []core.Atom) []core.Stm {
	linear := activity.New()
	for _, s := range seeds {
		if v := core.AsVar(s); v != nil {
			linear.Mark(v, true)
		}
	}
	linear.Body(core.Body{Stms: stms})
	var body func(b core.Body) core.Body
	body = func(b core.Body) core.Body {
		out := core.Body{Stms: make([]core.Stm, len(b.Stms)), Result: b.Result}
		for i, s := range b.Stms {
			if e, ok := s.Exp.(*core.PrimApp); ok {
				s.Exp = weigh(linear, e)
			} else {
				s.Exp = core.Inside(s.Exp, body)
			}
			out.Stms[i] = s
		}
		return out
	}
	return body(core.Body{Stms: stms}).Stms
}

// weigh is a product with its linear operand last.
func weigh(linear *activity.Set, e *core.PrimApp) core.Exp {
	switch {
	case !e.T.IsFloat():
	case e.Op == prim.Mul && linear.Any(e.Args[1]) && !linear.Any(e.Args[0]):
		return &core.PrimApp{Op: prim.Weigh, T: e.T, Args: e.Args}
	case e.Op == prim.Mul && linear.Any(e.Args[0]) && !linear.Any(e.Args[1]):
		return &core.PrimApp{Op: prim.Weigh, T: e.T, Args: []core.Atom{e.Args[1], e.Args[0]}}
	}
	return e
}
