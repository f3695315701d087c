package gradcheck

import (
	"context"
	"math"

	"raido/ad"
	"raido/ad/dual"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

// Report is the outcome of a check.
type Report struct {
	Args   []Arg
	Origin *dual.Origin // what made an adjoint infinite or NaN; nil where the gradient is finite
	Value  *dual.Origin // what made the value itself infinite or NaN, if that is known
	Finite bool         // the value is finite
	OK     bool         // all agree within their tolerances
}

// Arg is the check of one float argument, or of a part of one.
type Arg struct {
	Name    string
	Type    prim.Type
	Shape   []int64
	Checked []int64 // elements looked at, in row-major order
	// How far reverse mode is from the others, relative to the largest partial derivative of the argument.
	Forward, Dual, Differences Worst
}

// Worst is the largest deviation from one way, and where it is. Element -1: it was not looked at.
type Worst struct {
	Deviation      float64
	Element        int64
	Reverse, Other float64 // the partial derivatives there
	OK             bool
}

// maxElements bounds the elements of an argument that are looked at.
const maxElements = 48

// Passes makes a lowered program one that the interpreter can run: without Diff nodes.
type Passes func(*core.Prog) (*core.Prog, error)

// Run checks the entry point of a lowered program at arguments in the order of its parameters. The error is a
// *diag.Diag: a fault of the program, or of class Unsupported if its results have sizes that depend on values.
func Run(ctx context.Context, p *core.Prog, args []value.Value, passes Passes) (*Report, error) {
	return run(ctx, p, args, 0, passes)
}

// run checks the arguments from first on.
func run(ctx context.Context, p *core.Prog, args []value.Value, first int, passes Passes) (*Report, error) {
	c := &checker{ctx: ctx, passes: passes, params: p.Entry().Params, args: args}
	if err := c.prepare(p); err != nil {
		return nil, err
	}
	r := &Report{OK: true, Finite: c.finite}
	if !c.finite {
		var err error
		if r.Value, err = dual.Values(ctx, p, args); err != nil {
			return nil, err
		}
	}
	rev, err := c.reverse.Run(ctx, c.withSeeds(c.weights))
	if err != nil {
		return nil, err
	}
	tapes, origin, err := dual.Trace(ctx, c.tapeProg, c.withSeeds(c.weights), false)
	if err != nil {
		return nil, err
	}
	rev, tapes = rev[len(c.weights):], tapes[len(c.weights):]
	if origin == nil && !allFinite(rev) {
		if _, origin, err = dual.Trace(ctx, c.tapeProg, c.withSeeds(c.weights), true); err != nil {
			return nil, err
		}
	}
	r.Origin = origin
	for i, a := range args {
		t, shape := typeOf(a)
		if i < first || !t.IsFloat() {
			continue
		}
		arg := Arg{Name: c.params[i].Name, Type: t, Shape: shape, Checked: choose(size(a))}
		if err := c.check(&arg, i, rev[i], tapes[i]); err != nil {
			return nil, err
		}
		r.OK = r.OK && arg.Forward.OK && arg.Dual.OK && arg.Differences.OK
		r.Args = append(r.Args, arg)
	}
	return r, nil
}

// checker is one check: the programs, and the weights of the combination of results.
type checker struct {
	ctx              context.Context
	passes           Passes
	params           []*core.Var
	args             []value.Value
	primal           *eval.Program
	forward, reverse *eval.Program
	tapeProg         *core.Prog
	weights          []value.Value
	finite           bool      // the results are
	coarsest         prim.Type // the float type of least precision that p computes with
}

func (c *checker) prepare(p *core.Prog) error {
	for _, r := range p.Entry().Ret {
		for _, d := range r.Type.Dims {
			if v, ok := d.(*core.Var); ok && !isParam(p.Entry(), v) {
				return &diag.Diag{Class: diag.Unsupported, Code: codeSize,
					Msg:  "the result has a size that depends on values, so it has no derivative of a fixed size",
					Hint: "check a function that makes a number of it, or an array of a size known before"}
			}
		}
	}
	var err error
	c.coarsest = coarsest(p)
	c.tapeProg = ad.MarkSteps(ad.Derived(p, core.VJP))
	for _, x := range []struct {
		prog *core.Prog
		to   **eval.Program
	}{{p, &c.primal}, {ad.Derived(p, core.JVP), &c.forward}, {c.tapeProg, &c.reverse}} {
		if x.prog, err = c.passes(x.prog); err != nil {
			return err
		}
		*x.to = eval.Compile(x.prog)
	}
	y, err := c.primal.Run(c.ctx, c.args)
	if err != nil {
		return err
	}
	c.weights, c.finite = weights(y), allFinite(y)
	return nil
}

func isParam(f *core.Fun, v *core.Var) bool {
	for _, p := range f.Params {
		if p == v {
			return true
		}
	}
	return false
}

func (c *checker) withSeeds(seeds []value.Value) []value.Value {
	return append(append([]value.Value{}, c.args...), seeds...)
}

// check compares the adjoint of argument i with the other ways at the chosen elements.
func (c *checker) check(arg *Arg, i int, rev, tape value.Value) error {
	limits := limitsOf(coarser(arg.Type, c.coarsest))
	scale := 0.0
	for _, k := range arg.Checked {
		if v := math.Abs(at(rev, k)); v > scale && !math.IsInf(v, 0) {
			scale = v
		}
	}
	arg.Forward, arg.Dual, arg.Differences = none, none, none
	for _, k := range arg.Checked {
		g := at(rev, k)
		arg.Dual.take(k, g, at(tape, k), scale, limits.exact)
		dots, err := c.forward.Run(c.ctx, c.withSeeds(c.unit(i, k)))
		if err != nil {
			return err
		}
		arg.Forward.take(k, g, c.combine(dots[len(c.weights):]), scale, limits.exact)
		if limits.step == 0 {
			continue
		}
		d, noise, err := c.difference(i, k, limits)
		if err != nil {
			return err
		}
		if scale > 0 {
			noise /= scale
		}
		if noise-noise != 0 { // the function is not finite beside the point, and neither is d
			noise = 0
		}
		arg.Differences.take(k, g, d, scale, limits.differences+noise)
	}
	return nil
}

// allFinite reports whether all floats of values are finite.
func allFinite(vs []value.Value) bool {
	for _, v := range vs {
		if t, _ := typeOf(v); !t.IsFloat() {
			continue
		}
		for k := range size(v) {
			if x := at(v, k); x-x != 0 {
				return false
			}
		}
	}
	return true
}

var none = Worst{Element: -1, OK: true}

// take compares at an element, and keeps the worst. Where reverse mode gives zeros only the deviation is absolute.
func (w *Worst) take(k int64, g, other, scale, tolerance float64) {
	d := math.Abs(g - other)
	if scale > 0 {
		d /= scale
	}
	if math.IsNaN(d) {
		d = math.Inf(1)
	}
	if math.IsNaN(g) && math.IsNaN(other) || g == other {
		d = 0
	}
	w.OK = w.OK && d <= tolerance
	if w.Element < 0 || d > w.Deviation {
		w.Deviation, w.Element, w.Reverse, w.Other = d, k, g, other
	}
}

// coarsest is the float type of least precision that a program computes with.
func coarsest(p *core.Prog) prim.Type {
	t := prim.F64
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			for _, x := range s.Pat {
				t = coarser(t, x.Type.Elem)
			}
		})
	}
	return t
}

// coarser is u if it is a float type of less precision, else t.
func coarser(t, u prim.Type) prim.Type {
	if u.IsFloat() && u.Size() < t.Size() {
		return u
	}
	return t
}

// limits are the tolerances of a float type, and the step of differences; no step: differences say nothing.
type limits struct{ exact, differences, step, epsilon float64 }

func limitsOf(t prim.Type) limits {
	switch t {
	case prim.F64:
		return limits{exact: 1e-9, differences: 1e-5, step: 1e-4, epsilon: 0x1p-52}
	case prim.F32:
		return limits{exact: 1e-3, differences: 2e-2, step: 1e-2, epsilon: 0x1p-23}
	}
	return limits{exact: 0.1}
}

// difference is the partial derivative of the combination by central differences with two steps, whose error
// of second order cancels (Richardson); noise is what rounding may do to it.
func (c *checker) difference(i int, k int64, l limits) (d, noise float64, err error) {
	x := at(c.args[i], k)
	h := l.step * max(1, math.Abs(x))
	var slopes [2]float64
	for s := range slopes {
		var y [2]float64
		for side, sign := range []float64{1, -1} {
			in := append([]value.Value{}, c.args...)
			in[i] = with(c.args[i], k, x+sign*h)
			out, err := c.primal.Run(c.ctx, in)
			if err != nil {
				return 0, 0, err
			}
			y[side] = c.combine(out)
			noise = max(noise, 16*l.epsilon*c.magnitude(out)/h)
		}
		slopes[s] = (y[0] - y[1]) / (2 * h)
		h /= 2
	}
	return (4*slopes[1] - slopes[0]) / 3, noise, nil
}
