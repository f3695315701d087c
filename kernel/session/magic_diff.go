package session

import (
	"strings"

	"raido/display"
	"raido/display/plot"
	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/value"
)

func diffMagics() []*magicDef {
	return []*magicDef{
		{name: "grad", args: "F X", doc: "value and gradient of F at X, drawn", run: magicGrad,
			help: "F gives one number; X is the last argument, the one it is differentiated in: any nest of records, tuples and arrays. Scalars are\n" +
				"a table, vectors bars or a line, matrices heatmaps, what has more dimensions matrices side by side.",
			example: "def f (xs: [3]f64) = f64.sum (map (** 2) xs)\n%grad f [1, 2, 3]"},
		{name: "jacobian", args: "F X", doc: "Jacobian of F at X as a heatmap", run: magicJacobian,
			help: "Argument and result may be any nest of records, tuples, scalars and arrays; what is no float is a constant. Forward mode is taken\n" +
				"where there are no more inputs than outputs, reverse mode where there are fewer outputs. Colours are logarithmic where magnitudes\n" +
				"spread beyond three decades. The zeros are those at this point. From 64 directions on, columns (or rows) that never meet share one, if that\n" +
				"saves three quarters of them; the second picture shows which.",
			example: "%jacobian (\\(xs: [3]f64) -> map f64.sin xs) [1.0, 2.0, 3.0]"},
		{name: "hessian", args: "F X", doc: "Hessian of F at X as a heatmap", run: magicHessian,
			help:    "F gives one number; X is any nest of records, tuples, scalars and arrays. The line below the picture says whether it is symmetric.",
			example: "%hessian (\\(xs: [3]f64) -> f64.product xs) [1, 2, 3]"},
		{name: "ad", args: "[--jvp|--forward] F", doc: "the derivative of F as a program", run: magicAD,
			options: []option{{"jvp", "", "forward mode: tangents beside values"}, {"forward", "", "the same"}},
			help: "The program that computes F and its derivative, as Futhark: after simplification and before fusion. In reverse mode the forward sweep\n" +
				"computes F and keeps what is needed (tapes), the return sweep computes adjoints. The text is a program: run as a cell it defines\n" +
				"F_vjp, or F_jvp with --jvp, which takes the parts of F's arguments and gives those of its results. What compiled code adds up in\n" +
				"shared memory is written as reduce, reduce_by_index and loops, which give the same numbers.",
			example: "def f (xs: [3]f64) = f64.sum (map f64.exp xs)\n%ad f"},
		{name: "gradcheck", args: "F X", doc: "compares the derivatives of F at X: reverse, forward, tapes at run time, differences", run: magicGradcheck,
			example: "%gradcheck (\\(xs: [3]f64) -> f64.product xs) [1, 2, 3]"},
	}
}

// application is the arguments F X of a magic: a function and the point it is differentiated at.
type application struct {
	f, x     string
	at       diag.Span
	fAt, xAt int // where the texts of f and x, without their parentheses, begin in the cell
	// plain gives names in messages those of the cell; then the text that was made is not shown.
	plain *strings.Replacer
}

// parseApplication reads F X: the last argument is the point.
func parseApplication(p part, at diag.Span) (*application, error) {
	src := only(p.src, at.Start, at.End)
	e, errs := syntax.ParseExp(src)
	if strings.TrimSpace(at.Text()) == "" {
		return nil, needsPoint(p, at)
	}
	if bad := errs.Errors(); len(bad) > 0 {
		return nil, bad
	}
	app, ok := e.(*syntax.ApplyExp)
	if !ok || len(app.Args) == 0 {
		return nil, needsPoint(p, at)
	}
	x := app.Args[len(app.Args)-1].ExpSpan()
	f := app.Fn.ExpSpan()
	if n := len(app.Args); n > 1 {
		f = f.To(app.Args[n-2].ExpSpan())
	}
	f.Source, x.Source = src, src
	return &application{f: "(" + f.Text() + ")", x: "(" + x.Text() + ")", at: at, fAt: f.Start, xAt: x.Start}, nil
}

// evaluated is a value on the host with its type.
type evaluated struct {
	val value.Value
	typ string
	ph  phases
}

func needsPoint(p part, at diag.Span) *diag.Diag {
	d := usage(at, "%%%s needs a function and the point to differentiate it at", p.magic)
	d.Hint = "for example: %" + p.magic + " f [1.0, 2.0]"
	return d
}

// derived evaluates generated text about an application. Its errors are placed at the magic's arguments.
func (c *cell) derived(a *application, text string) (*evaluated, error) {
	v, err := c.evaluate(c.madeText(text))
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

// movedSpan is the place in the cell of what stands in a made text; exact tells whether there is one. Spans of other texts
// stay as they are.
func (a *application) movedSpan(s diag.Span) (at diag.Span, exact bool) {
	if s.Source == nil || !strings.HasSuffix(s.Source.Title(), madeFor) {
		return s, s.Source != nil
	}
	for _, part := range []struct {
		text string
		at   int
	}{{a.f, a.fAt}, {a.x, a.xAt}} {
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
func (c *cell) madeText(text string) *diag.Source {
	return &diag.Source{Name: c.src.Name + madeFor, Text: text}
}

const madeFor = ", for the magic"

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// picture shows a picture with a text for those who do not see it.
func (c *cell) picture(pic plot.Picture, text string) {
	if !c.silent {
		c.out.Display(display.Picture(strings.TrimRight(text, "\n"), pic.Text, pic.SVG, pic.PNG, pic.Width, pic.Height), "")
	}
}

// withDerivatives is a scope with the library's operators under the names that texts of magics have for them: a cell may define
// another vjp.
func withDerivatives(scope *check.Env) *check.Env {
	for _, name := range []string{"vjp", "vjp2", "jvp2"} {
		if sym, ok := check.Prelude().Symbol(name); ok {
			scope = scope.WithSymbol("raido_"+name, sym)
		}
	}
	return scope
}
