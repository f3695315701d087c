package lower

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// jvp f x dx is a core.Diff over the leaves of x; both: the primal result too. jmp: dx is an array of seeds.
func jvp(both bool) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		x := c.args[1]
		xRep := repOfVal(x)
		fn, yRep := l.diffLambda(c, xRep)
		e := &core.Diff{Mode: core.JVP, Fn: fn, Args: flatten(x)}
		l.seeds(c, e, xRep)
		l.sameTags(c, xRep, e.Args)
		return l.diff(e, yRep, yRep, both, nil)
	}
}

// vjp f x dy likewise; dy is a seed of the result.
func vjp(both bool) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		x := c.args[1]
		xRep := repOfVal(x)
		fn, yRep := l.diffLambda(c, xRep)
		e := &core.Diff{Mode: core.VJP, Fn: fn, Args: flatten(x)}
		l.seeds(c, e, yRep)
		return l.diff(e, yRep, xRep, both, func(y []core.Atom) { l.sameTags(c, yRep, y) })
	}
}

// diffLambda is the lambda of a function that is differentiated; its parameters are named as the function's are. Where
// nothing but the result itself tells its sizes, it is computed for them first.
func (l *lowerer) diffLambda(c *call, x rep) (*core.Lambda, rep) {
	f, y := c.args[0], c.typ(l, 1)
	if slices.ContainsFunc(leafTypes(y), func(t core.Type) bool { return slices.Contains(t.Dims, nil) }) {
		y = repOfVal(l.apply(f, c.args[1]))
	}
	fn, yRep := l.lambdaOf(f, []rep{x}, y)
	for i, name := range leafNames(nextPattern(f), x, "x") {
		fn.Params[i].Name = name
	}
	return fn, yRep
}

// seeds sets the seeds, which look like r, or are an array of such values for jmp and mjp.
func (l *lowerer) seeds(c *call, e *core.Diff, r rep) {
	seed := c.args[2]
	ts := leafTypes(r)
	if c.vector() {
		e.Vec = arrayOf(seed).dim
		for i, t := range ts {
			ts[i] = t.Of(e.Vec)
		}
	}
	e.Seeds = l.CastAll(flatten(seed), ts)
}

// diff binds the results: those of the function, then derivatives that look like d; seen is given the former. Which
// constructor a value of a sum has is constant: its derivative has the same, and derivatives of the payload.
func (l *lowerer) diff(e *core.Diff, y, d rep, both bool, seen func(y []core.Atom)) val {
	out := core.Atoms(l.Bind("d", e))
	n := len(e.Fn.Ret)
	at := out[:n]
	if seen != nil {
		seen(at)
		at = e.Args
	}
	derivs := out[n:]
	for i, k := range tags(d) {
		if k > 0 {
			derivs[i] = at[i]
			if e.Vec != nil {
				derivs[i] = l.Let("tags", &core.Replicate{Dims: []core.Atom{e.Vec}, Val: at[i]})
			}
		}
	}
	if e.Vec != nil {
		d = rArr{e.Vec, d}
	}
	v := build(d, derivs)
	if both {
		return tuple(build(y, out[:n]), v)
	}
	return v
}

// sameTags demands that a seed is made by the constructors of what it is a seed of, where they are not in arrays.
func (l *lowerer) sameTags(c *call, r rep, leaves []core.Atom) {
	if c.vector() {
		return
	}
	seed := flatten(c.args[2])
	for i, k := range tags(r) {
		if t := leaves[i].AtomType(); k > 1 && t.IsScalar() {
			l.Assert(l.Op(prim.Eq, t.Elem, leaves[i], seed[i]), "the seed of "+c.name+" is made by another constructor than the value that it belongs to")
		}
	}
}

// tags tells of each leaf that is the tag of a sum how many constructors that has, 0 of others.
func tags(r rep) []int {
	var out []int
	switch r := r.(type) {
	case rArr:
		return tags(r.elem)
	case rRec:
		for _, f := range r.fields {
			out = append(out, tags(f)...)
		}
	case rSum:
		out = append(out, len(r.names))
		for _, as := range r.args {
			for _, a := range as {
				out = append(out, tags(a)...)
			}
		}
		return out
	default: // a number, or nothing that is differentiated
	}
	if len(out) == 0 { // a number, or ()
		out = []int{0}
	}
	return out
}

// vector reports whether the seeds of a derivative are an array.
func (c *call) vector() bool { return c.name[1] == 'm' || c.name[0] == 'm' }

// withJVP: f x, where forward derivatives use f' in the place of f's code.
func withJVP(l *lowerer, c *call) val {
	x := c.args[2]
	xRep := repOfVal(x)
	fn, yRep := l.lambdaOf(c.args[0], []rep{xRep}, c.typ(l, 1))
	rule, _ := l.lambdaOf(c.args[1], []rep{xRep, xRep}, yRep)
	return build(yRep, core.Atoms(l.Bind("y", &core.Diff{Mode: core.CustomJVP, Fn: fn, Args: flatten(x), Rule: rule})))
}

// withVJP: f x, where reverse derivatives use f' in the place of f's code.
func withVJP(l *lowerer, c *call) val {
	x := c.args[2]
	xRep := repOfVal(x)
	fn, yRep := l.lambdaOf(c.args[0], []rep{xRep}, c.typ(l, 1))
	adj, _ := l.lambdaOf(c.args[1], []rep{yRep, yRep}, xRep)
	return build(yRep, core.Atoms(l.Bind("y", &core.Diff{Mode: core.CustomVJP, Fn: fn, Args: flatten(x), Rule: adj})))
}
