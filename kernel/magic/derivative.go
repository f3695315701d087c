package magic

import (
	"fmt"
	"slices"
	"strings"

	"raido/ad/listing"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/types"
	"raido/lang/value"
)

// severalArguments is what the help of magics for F X says of F with several arguments.
const severalArguments = "Of F with several arguments, F X Y, it is\nthe derivative in all that have floats, under the names of the parameters; " +
	"the others are constants. (F X) Y is that in Y alone."

func diffMagics() []*Def {
	return []*Def{
		{Name: "grad", Args: "F X", Doc: "value and gradient of F at X, drawn", Looks: true, Run: magicGrad,
			Help: "F gives one number; X is any nest of records, tuples and arrays. Scalars are a table, vectors bars or a line, matrices heatmaps, what has\n" +
				"more dimensions matrices side by side. " + severalArguments,
			Example: "def f (xs: [3]f64) = f64.sum (map (** 2) xs)\n%grad f [1, 2, 3]"},
		{Name: "jacobian", Args: "F X", Doc: "Jacobian of F at X as a heatmap", Looks: true, Run: magicJacobian,
			Help: "Argument and result may be any nest of records, tuples, scalars and arrays; only floats are shown (integers have derivatives in\n" +
				"wrapping arithmetic, which jvp and vjp give; bools have none). Forward mode is taken\n" +
				"where there are no more inputs than outputs, reverse mode where there are fewer outputs. Colours are logarithmic where magnitudes\n" +
				"spread beyond three decades. The zeros are those at this point. From 64 directions on, columns (or rows) that never meet share one, if that\n" +
				"saves three quarters of them; the second picture shows which. " + severalArguments,
			Example: "%jacobian (\\(xs: [3]f64) -> map f64.sin xs) [1.0, 2.0, 3.0]"},
		{Name: "hessian", Args: "F X", Doc: "Hessian of F at X as a heatmap", Looks: true, Run: magicHessian,
			Help: "F gives one number; X is any nest of records, tuples, scalars and arrays. The line below the picture says whether it is symmetric. " +
				severalArguments,
			Example: "%hessian (\\(xs: [3]f64) -> f64.product xs) [1, 2, 3]"},
		{Name: "ad", Args: "[--jvp|--forward] F", Doc: "the derivative of F as a program", Looks: true, Run: magicAD,
			Options: []Option{{"jvp", "", "forward mode: tangents beside values"}, {"forward", "", "the same"}},
			Help: "The program that computes F and its derivative, as Futhark: after simplification and before fusion. In reverse mode the forward sweep\n" +
				"computes F and keeps what is needed (tapes), the return sweep computes adjoints. Comments tell what is kept, in how many bytes, and\n" +
				"why it is neither computed again nor read where it is at the end. The text is a program: run as a cell it defines\n" +
				"F_vjp, or F_jvp with --jvp, which takes the parts of all of F's arguments and gives those of its results. What compiled code adds up in\n" +
				"shared memory is written as reduce, reduce_by_index and loops, which give the same numbers.",
			Example: "def f (xs: [3]f64) = f64.sum (map f64.exp xs)\n%ad f"},
		{Name: "gradcheck", Args: "F X", Doc: "compares the derivatives of F at X: reverse, forward, tapes at run time, differences", Looks: true, Run: magicGradcheck,
			Help:    severalArguments,
			Example: "%gradcheck (\\(xs: [3]f64) -> f64.product xs) [1, 2, 3]"},
	}
}

// application is the arguments F X of a magic: a function and the point it is differentiated at. Note [Arguments].
type application struct {
	whole Exp // as it stands in the cell
	fn    syntax.Exp
	args  []syntax.Exp
	point []int    // the arguments that derivatives are in
	names []string // of all parameters, if there are several
}

// parseApplication reads F X, or F with several arguments.
func (c *Call) parseApplication(at diag.Span) (*application, error) {
	if strings.TrimSpace(at.Text()) == "" {
		return nil, needsPoint(c.Part, at)
	}
	e, err := c.Parse(at)
	if err != nil {
		return nil, err
	}
	app, ok := e.Tree().(*syntax.ApplyExp)
	if !ok || len(app.Args) == 0 {
		return nil, needsPoint(c.Part, at)
	}
	a := &application{whole: e, fn: app.Fn, args: app.Args, point: []int{0}}
	if len(app.Args) == 1 {
		return a, nil
	}
	def, err := c.Check(e)
	if err != nil {
		return nil, err
	}
	a.names, a.point = c.parameters(app), nil
	types := arguments(def.Body)
	for i := range app.Args {
		if len(types) != len(app.Args) || isPoint(types[i].Type()) {
			a.point = append(a.point, i)
		}
	}
	return a, nil
}

// isPoint reports whether derivatives are taken in an argument of a type, where there are several.
func isPoint(t types.Type) bool {
	_, isFunc := types.Reveal(t).(*types.Func)
	return !isFunc && hasFloats(t)
}

// parameters are the names of those that the function of an application has.
func (c *Call) parameters(app *syntax.ApplyExp) []string {
	names := make([]string, len(app.Args))
	for i := range names {
		names[i] = fmt.Sprintf("x%d", i+1)
	}
	if def, err := c.check(app.Fn.ExpSpan()); err == nil {
		for i, p := range listing.Parameters(def) {
			if i < len(names) {
				names[i] = p.Name
			}
		}
	}
	return names
}

// arguments are those of a checked application.
func arguments(e types.Exp) []types.Exp {
	app, ok := e.(*types.Apply)
	if !ok {
		return nil
	}
	return append(arguments(app.Fn), app.Args...)
}

// f is F as a function of the point. One of several arguments without a point is one of the last, since it is refused for that.
func (a *application) f(b *syntax.Builder) syntax.Exp {
	switch {
	case len(a.args) == 1:
		return a.fn
	case len(a.point) == 0:
		return b.Apply(a.fn, a.args[:len(a.args)-1]...)
	}
	args := slices.Clone(a.args)
	var params []*syntax.PatName
	for _, i := range a.point {
		p := b.Fresh(a.names[i])
		params, args[i] = append(params, p), b.Use(p)
	}
	return b.Lambda(b.TuplePat(params...), b.Apply(a.fn, args...))
}

// x is the point.
func (a *application) x(b *syntax.Builder) syntax.Exp {
	if len(a.point) == 0 {
		return a.args[len(a.args)-1]
	}
	var parts []syntax.Exp
	for _, i := range a.point {
		parts = append(parts, a.args[i])
	}
	return b.Tuple(parts...)
}

// build is an expression around F and X.
func (c *Call) build(a *application, purpose string, tree func(b *syntax.Builder, f, x syntax.Exp) syntax.Exp) Exp {
	return c.Build(a.whole, fmt.Sprint(purpose, a.point, a.names), func(b *syntax.Builder) syntax.Exp { return tree(b, a.f(b), a.x(b)) })
}

// fault is why something that was built around F X does not check: what F X itself is refused for, if it is. That F consumes X is no matter
// of X: such an F has no derivative.
func (c *Call) fault(a *application, err error) error {
	if list, ok := err.(diag.List); ok && list[0].Class != diag.Unique {
		if _, own := c.Check(a.whole); own != nil {
			return own
		}
	}
	return err
}

// named gives the parts of a point, or of a gradient, the names of the parameters.
func (a *application) named(v value.Value) value.Value {
	if r, ok := v.(*value.Record); ok && len(a.point) > 1 && len(r.Fields) == len(a.point) {
		out := &value.Record{Fields: r.Fields}
		for _, i := range a.point {
			out.Names = append(out.Names, a.names[i])
		}
		return out
	}
	return v
}

func needsPoint(p Part, at diag.Span) *diag.Diag {
	d := usage(at, "%%%s needs a function and the point to differentiate it at", p.Magic)
	d.Hint = "for example: %" + p.Magic + " f [1.0, 2.0]"
	return d
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// picture shows a picture with a text for those who do not see it.
func (c *Call) picture(pic plot.Picture, text string) {
	if !c.Silent() {
		c.Display(display.Picture(strings.TrimRight(text, "\n"), pic.Text, pic.SVG, pic.PNG, pic.Width, pic.Height))
	}
}

// Note [Arguments]
//
// F with several arguments is a function of a tuple of those that have floats: its derivatives are in all of them at once, and whatever is shown of
// a part has the name of its parameter. Arguments without floats, and functions, are constants in their places. This is one rule for all magics that
// take F X, and for what %time tells of derivatives; %ad takes F alone, and gives the derivative in all of its parameters. (F X) Y has one argument.
//
// What is differentiated is a tree around those of F and X (syntax.Builder): they keep their places, so whatever is wrong with them is said there, and
// mean in it what they mean in the cell, since what is built binds no name that they could mention. Where such a tree does not check, F X alone is
// checked, too: what it is refused for says more (Call.fault).
