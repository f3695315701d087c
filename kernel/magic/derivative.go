package magic

import (
	"fmt"
	"strings"

	"raido/ad/listing"
	"raido/display"
	"raido/display/plot"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
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
				"computes F and keeps what is needed (tapes), the return sweep computes adjoints. The text is a program: run as a cell it defines\n" +
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
	f, x  string
	fn    string // the function as it stands in the cell
	at    diag.Span
	parts []textAt // what f and x are made of
	names []string // of the parameters, if x is a tuple of several arguments
	made  []string // names in the made text, each with that of its parameter
	// plain gives names in messages those of the cell; then the text that was made is not shown.
	plain *strings.Replacer
}

// textAt is a text of the cell, in parentheses, and where it begins without them.
type textAt struct {
	text string
	at   int
}

// parseApplication reads F X, or F with several arguments.
func (c *Call) parseApplication(at diag.Span) (*application, error) {
	src := at.Piece()
	e, errs := parser.Exp(src)
	if strings.TrimSpace(at.Text()) == "" {
		return nil, needsPoint(c.Part, at)
	}
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	app, ok := e.(*syntax.ApplyExp)
	if !ok || len(app.Args) == 0 {
		return nil, needsPoint(c.Part, at)
	}
	text := func(s diag.Span) textAt { return textAt{"(" + s.Text() + ")", at.Start + s.Start} }
	a := &application{at: at, parts: []textAt{text(app.Fn.ExpSpan())}}
	a.fn = app.Fn.ExpSpan().Text()
	for _, x := range app.Args {
		a.parts = append(a.parts, text(x.ExpSpan()))
	}
	a.f, a.x = a.parts[0].text, a.parts[1].text
	if len(app.Args) == 1 {
		return a, nil
	}
	whole, err := c.Check(src)
	if err != nil {
		return nil, err
	}
	a.several(c.parameters(app), arguments(whole.Body))
	return a, nil
}

// parameters are the names of those that the function of an application has.
func (c *Call) parameters(app *syntax.ApplyExp) []string {
	names := make([]string, len(app.Args))
	for i := range names {
		names[i] = fmt.Sprintf("x%d", i+1)
	}
	if def, err := c.Check(app.Fn.ExpSpan().Piece()); err == nil {
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

// several makes one function of one tuple of a function of several arguments. Those without floats are constants, and stay in their places.
func (a *application) several(names []string, args []types.Exp) {
	var params, points []string
	call := a.parts[0].text
	for i, x := range a.parts[1:] {
		arg := x.text
		if isFunc := func(t types.Type) bool { _, ok := types.Reveal(t).(*types.Func); return ok }; len(args) != len(names) || !isFunc(args[i].Type()) && hasFloats(args[i].Type()) {
			arg = fmt.Sprintf("raido_%d_", i)
			params, points, a.names = append(params, arg), append(points, x.text), append(a.names, names[i])
			a.made = append(a.made, arg, names[i])
		}
		call += " " + arg
	}
	a.f, a.x = fmt.Sprintf(`(\(%s) -> %s)`, strings.Join(params, ", "), call), "("+strings.Join(points, ", ")+")"
	switch len(points) {
	case 0: // what it is refused for is said of the last
		last := len(a.parts) - 1
		a.f, a.x = "("+strings.TrimSuffix(call, " "+a.parts[last].text)+")", a.parts[last].text
	case 1:
		a.names = nil
	}
}

// named gives the parts of a point, or of a gradient, the names of the parameters.
func (a *application) named(v value.Value) value.Value {
	if r, ok := v.(*value.Record); ok && len(a.names) > 1 && len(r.Fields) == len(a.names) {
		return &value.Record{Names: a.names, Fields: r.Fields}
	}
	return v
}

func needsPoint(p Part, at diag.Span) *diag.Diag {
	d := usage(at, "%%%s needs a function and the point to differentiate it at", p.Magic)
	d.Hint = "for example: %" + p.Magic + " f [1.0, 2.0]"
	return d
}

// derived evaluates generated text about an application. Its errors are placed at the magic's arguments.
func (c *Call) derived(a *application, text string) (*Value, error) {
	v, err := c.Evaluate(c.madeText(text))
	return v, a.moved(err)
}

// moved places errors of a text that was made for a magic at the magic's arguments.
func (a *application) moved(err error) error {
	switch err := err.(type) {
	case *diag.Diag:
		return a.movedDiag(err)
	case diag.List:
		moved := make(diag.List, len(err))
		for i, d := range err {
			moved[i] = a.movedDiag(d)
		}
		return moved
	}
	return err
}

func (a *application) movedDiag(d *diag.Diag) *diag.Diag {
	n := *d
	n.Notes = nil
	for _, note := range d.Notes {
		span, exact := a.movedSpan(note.Span)
		if a.plain != nil && !exact && note.Span.Source != nil {
			continue // of a text that is not shown
		}
		note.Span = span
		n.Notes = append(n.Notes, note)
	}
	span, exact := a.movedSpan(d.Span)
	if a.plain != nil {
		n.Msg, n.Hint = a.plain.Replace(n.Msg), a.plain.Replace(n.Hint)
	}
	if n.Span = span; !exact && a.plain != nil {
		n.Span = a.at
	} else if !exact {
		n.Notes = append([]diag.Note{{Span: d.Span, Msg: "in the expression that was made from it"}}, n.Notes...)
		n.Span = a.at
	}
	return &n
}

// movedSpan is the place in the cell of what stands in a made text; exact reports whether there is one. Spans of other texts
// stay as they are.
func (a *application) movedSpan(s diag.Span) (at diag.Span, exact bool) {
	if s.Source == nil || s.Source.ID.Part != MadeFor {
		return s, s.Source != nil
	}
	for _, part := range a.parts {
		for from := 0; ; {
			k := strings.Index(s.Source.Text[from:], part.text)
			if k < 0 {
				break
			}
			from += k + 1 // behind the parenthesis
			if end := from + len(part.text) - 2; from-1 <= s.Start && s.End <= end+1 {
				return diag.Span{Source: a.at.Source, Start: part.at + max(s.Start-from, 0), End: part.at + min(s.End, end) - from}, true
			}
		}
	}
	return s, false
}

// madeText is a text made for a magic.
func (c *Call) madeText(text string) *diag.Source { return c.Made(MadeFor, text) }

// MadeFor is the purpose of texts that have the library's operators under names of their own.
const MadeFor = "for the magic"

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
