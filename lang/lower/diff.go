package lower

import (
	"fmt"
	"strings"

	"raido/lang/core"
	"raido/lang/diag"
)

// jvp f x dx is a core.Diff over the leaves of x; both: the primal result too. jmp: dx is an array of seeds.
func jvp(both bool) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		x := c.args[1]
		xRep := repOfVal(x)
		fn, yRep := l.diffLambda(c.args[0], xRep, c.typ(l, 1))
		derivable(c, xRep, yRep)
		e := &core.Diff{Mode: core.JVP, Fn: fn, Args: flatten(x)}
		l.seeds(c, e, xRep)
		return l.diff(e, yRep, yRep, both)
	}
}

// vjp f x dy likewise; dy is a seed of the result.
func vjp(both bool) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		x := c.args[1]
		xRep := repOfVal(x)
		fn, yRep := l.diffLambda(c.args[0], xRep, c.typ(l, 1))
		derivable(c, xRep, yRep)
		e := &core.Diff{Mode: core.VJP, Fn: fn, Args: flatten(x)}
		l.seeds(c, e, yRep)
		return l.diff(e, yRep, xRep, both)
	}
}

// diffLambda is the lambda of a function that is differentiated; its parameters are named as the function's are.
func (l *lowerer) diffLambda(f val, x, y rep) (*core.Lambda, rep) {
	fn, yRep := l.lambdaOf(f, []rep{x}, y)
	for i, name := range leafNames(nextPattern(f), x, "x") {
		fn.Params[i].Name = name
	}
	return fn, yRep
}

// derivable refuses derivatives by, or of, sums with several constructors, which the checker could not see in a
// polymorphic function or an abstract type.
func derivable(c *call, x, y rep) {
	for i, r := range []rep{x, y} {
		if s, found := choice(r); found {
			panic(&diag.Diag{Class: diag.Type, Code: codeDerivative, Hint: "differentiate by, and let f give, the numbers in it",
				Msg: fmt.Sprintf("%s of a function whose %s is here of a sum type with several constructors, #%s: there is no derivative", c.name, []string{"argument", "result"}[i], strings.Join(s.names, " | #"))})
		}
	}
}

// choice finds a sum with several constructors.
func choice(r rep) (rSum, bool) {
	var parts []rep
	switch r := r.(type) {
	case rArr:
		return choice(r.elem)
	case rRec:
		parts = r.fields
	case rSum:
		if len(r.names) > 1 {
			return r, true
		}
		parts = r.args[0]
	}
	for _, p := range parts {
		if s, found := choice(p); found {
			return s, true
		}
	}
	return rSum{}, false
}

// seeds sets the seeds, which look like r, or are an array of such values for jmp and mjp.
func (l *lowerer) seeds(c *call, e *core.Diff, r rep) {
	seed := c.args[2]
	ts := leafTypes(r)
	if c.name[1] == 'm' || c.name[0] == 'm' {
		e.Vec = arrayOf(seed).dim
		for i, t := range ts {
			ts[i] = t.Of(e.Vec)
		}
	}
	e.Seeds = l.castAll(flatten(seed), ts)
}

// diff binds the results: those of the function, then derivatives that look like d.
func (l *lowerer) diff(e *core.Diff, y, d rep, both bool) val {
	out := l.bind("d", e)
	n := len(e.Fn.Ret)
	if e.Vec != nil {
		d = rArr{e.Vec, d}
	}
	derivs := build(d, core.Atoms(out[n:]))
	if both {
		return tuple(build(y, core.Atoms(out[:n])), derivs)
	}
	return derivs
}

// withJVP: f x, where forward derivatives use f' in the place of f's code.
func withJVP(l *lowerer, c *call) val {
	x := c.args[2]
	xRep := repOfVal(x)
	fn, yRep := l.lambdaOf(c.args[0], []rep{xRep}, c.typ(l, 1))
	rule, _ := l.lambdaOf(c.args[1], []rep{xRep, xRep}, yRep)
	return build(yRep, core.Atoms(l.bind("y", &core.Diff{Mode: core.CustomJVP, Fn: fn, Args: flatten(x), Rule: rule})))
}

// withVJP: f x, where reverse derivatives use f' in the place of f's code.
func withVJP(l *lowerer, c *call) val {
	x := c.args[2]
	xRep := repOfVal(x)
	fn, yRep := l.lambdaOf(c.args[0], []rep{xRep}, c.typ(l, 1))
	adj, _ := l.lambdaOf(c.args[1], []rep{yRep, yRep}, xRep)
	return build(yRep, core.Atoms(l.bind("y", &core.Diff{Mode: core.CustomVJP, Fn: fn, Args: flatten(x), Rule: adj})))
}
