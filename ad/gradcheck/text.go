package gradcheck

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"raido/ad/dual"
	"raido/lang/diag"
)

// Header names the columns of Rows.
var Header = []string{"argument", "checked", "reverse - forward", "reverse - tapes", "reverse - differences"}

// Rows are the report as a table: a row for each argument, with the largest deviations relative to its largest
// partial derivative.
func (r *Report) Rows() [][]string {
	var rows [][]string
	for _, a := range r.Args {
		n := int64(1)
		name := a.Name + ": "
		for _, d := range a.Shape {
			n *= d
			name += fmt.Sprintf("[%d]", d)
		}
		rows = append(rows, []string{name + a.Type.String(), fmt.Sprintf("%d of %d", len(a.Checked), n),
			a.worst(a.Forward), a.worst(a.Dual), a.worst(a.Differences)})
	}
	return rows
}

// worst is the largest deviation from one way, and where it is.
func (a Arg) worst(w Worst) string {
	if w.Element < 0 {
		return "-"
	}
	text := fmt.Sprintf("%.1e", w.Deviation)
	if len(a.Shape) > 0 && w.Deviation > 0 {
		text += " at " + strings.TrimPrefix(a.place(w.Element), a.Name)
	}
	if !w.OK {
		text += " !"
	}
	return text
}

// Faults says where the ways disagree, a line for each.
func (r *Report) Faults() []string {
	var out []string
	for _, a := range r.Args {
		for _, w := range []struct {
			name string
			Worst
		}{{"forward mode", a.Forward}, {"dual numbers and tapes", a.Dual}, {"differences", a.Differences}} {
			if !w.OK {
				out = append(out, fmt.Sprintf("%s: reverse mode gives %.6g, %s %.6g", a.place(w.Element), w.Reverse, w.name, w.Other))
			}
		}
	}
	return out
}

// place is an element as the user writes it: x[1, 2].
func (a Arg) place(k int64) string {
	if len(a.Shape) == 0 {
		return a.Name
	}
	idx := make([]string, len(a.Shape))
	for i := len(a.Shape) - 1; i >= 0; i-- {
		idx[i] = fmt.Sprint(k % a.Shape[i])
		k /= a.Shape[i]
	}
	return a.Name + "[" + strings.Join(idx, ", ") + "]"
}

// Verdict is the outcome in a few words.
func (r *Report) Verdict() string {
	switch {
	case len(r.Args) == 0:
		return "nothing to check: no argument is a float, and differences tell nothing of integers"
	case !r.Finite:
		return "the value is not finite here, so there is no derivative to trust"
	case r.OK && r.Origin != nil:
		return "all ways agree, but the gradient is not finite"
	case r.OK:
		return "all ways agree"
	}
	return "the ways do not agree: look for a kink or a jump, an operator without its neutral element, or a wrong with_vjp"
}

// Warnings are diagnostics for a value or a gradient that is not finite: the operations they begin with. There are none if both are.
func (r *Report) Warnings() diag.List {
	var out diag.List
	warn := func(o *dual.Origin, what string) {
		if o != nil {
			out = append(out, &diag.Diag{Warning: true, Class: diag.Runtime, Code: codeNotFinite, Span: o.Src,
				Msg:  fmt.Sprintf("the %s is not finite: %s is not", what, o.What),
				Hint: "keep the operand away from there, or take a branch that does not compute it"})
		}
	}
	warn(r.Value, "value")
	warn(r.Origin, "gradient")
	return out
}

// Text is the report for a terminal.
func (r *Report) Text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range append([][]string{Header}, r.Rows()...) {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	for _, f := range r.Faults() {
		b.WriteString(f + "\n")
	}
	return b.String() + r.Verdict() + "\n"
}
