package ad

import (
	"fmt"

	"raido/ad/fwd"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/opt"
	"raido/lang/prim"
)

// Note [Derivatives of derivatives]. A rule writes down more than is needed: what is zero, what it computes again beside
// the primal value, what nobody reads. Each derivative of such code is two to three times as long, the k-th one as many
// to the power of k. What is needed of it is much less: the k-th derivative in forward mode has the terms of a Taylor series, about
// k^2 of each operator. So a function that is itself a derivative of second order or higher is simplified before it is
// differentiated: what is computed twice is recognised at each level, while it is short (also in loops and operators, by
// Note [Twins] in lang/opt).
//
// Reverse mode has no such normal form: what it adds up comes in another order at each level, so that nothing is recognised. But from
// a few numbers to numbers, both modes give the same, and where derivatives of third order are taken a reverse one is
// computed by forward mode, once for each argument. Reverse derivatives by arrays remain, and where these are nested deeply the program may be
// too large, which is an error (maxNested).

// tidied is a function after simplification, where that may be done apart from the code around it.
func tidied(l *core.Lambda) *core.Lambda {
	if len(core.Callees(l.Body)) > 0 {
		return l
	}
	free := core.FreeInLambda(l).List
	f := &core.Fun{Name: "derivative", Params: append(append([]*core.Var{}, free...), l.Params...), Body: l.Body}
	for _, p := range f.Params {
		if p.Type.IsAcc() {
			return l
		}
	}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	p := &core.Prog{Funs: []*core.Fun{f}}
	for _, pass := range []func(*core.Prog) *core.Prog{opt.Simplify, opt.DCE, opt.CSE, opt.Simplify, opt.DCE} {
		p = pass(p)
	}
	return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: p.Entry().Body}
}

// maxNested is how many statements a function may have that is a derivative of second order or higher and is differentiated
// again: the result is a few times as long, and compiles in some seconds.
const maxNested = 30_000

// notTooLarge refuses to differentiate a derivative of this order, a function of more than maxNested statements.
func notTooLarge(l *core.Lambda, order int, at diag.Span) {
	if n := core.Statements(l.Body); n > maxNested {
		panic(&diag.Diag{Class: diag.Unsupported, Code: codeNested, Span: at,
			Msg: fmt.Sprintf("derivative %d of nested ones is taken here of code that has %d operations by then, more than %d, and each further one makes it a few times as long",
				order+1, n, maxNested),
			Hint: "nest fewer derivatives, or nest jvp, always in the same direction: then the code grows slowly"})
	}
}

// mostNumbers is how many arguments a reverse derivative may have that is computed by forward mode.
const mostNumbers = 4

// fewNumbers reports whether a reverse derivative may be computed by forward mode: it goes from a few floats of one type to
// floats of this type, and nothing in it has a reverse derivative of its own.
func fewNumbers(d *core.Diff) bool {
	if d.Vec != nil || len(d.Fn.Params) == 0 || len(d.Fn.Params) > mostNumbers {
		return false
	}
	t := d.Fn.Params[0].Type
	ok := t.IsScalar() && t.Elem.IsFloat()
	for _, u := range append(core.VarTypes(d.Fn.Params), d.Fn.Ret...) {
		ok = ok && u.IsScalar() && u.Elem == t.Elem
	}
	core.Walk(d.Fn.Body, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Diff, *core.Call:
			ok = false
		default: // goes well in forward mode
		}
	})
	return ok
}

// byTangents appends the code of such a reverse derivative.                  [ours]
//
//	return   xBar_i = sum_j yBar_j * (the tangent of y_j in direction x_i)
func (a *apply) byTangents(b *core.Builder, d *core.Diff) []core.Atom {
	t := d.Fn.Params[0].Type.Elem
	op := func(o *prim.Op, x, y core.Atom) core.Atom {
		return b.Let("bar", &core.PrimApp{Op: o, T: t, Args: []core.Atom{x, y}})
	}
	var primal, bars []core.Atom
	for i := range d.Args {
		seeds := make([]core.Atom, len(d.Args))
		for j := range seeds {
			seeds[j] = core.Zero(t)
		}
		seeds[i] = core.One(t)
		out := fwd.Diff(b, &core.Diff{Mode: core.JVP, Fn: d.Fn, Args: d.Args, Seeds: seeds}, a)
		primal = out[:len(d.Seeds)]
		bar := core.Atom(nil)
		for j, yBar := range d.Seeds {
			dot := out[len(d.Seeds)+j]
			if zero := core.Atom(core.Zero(t)); yBar == zero || dot == zero {
				continue
			}
			if term := op(prim.Mul, yBar, dot); bar == nil {
				bar = term
			} else {
				bar = op(prim.Add, bar, term)
			}
		}
		if bar == nil {
			bar = core.Zero(t)
		}
		bars = append(bars, bar)
	}
	return append(append([]core.Atom{}, primal...), bars...)
}
