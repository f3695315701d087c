package syntax

import (
	"raido/lang/diag"
	"raido/lang/syntax/scan"
	"strings"
)

// Elems gives the numbers of the table: the place of each, and the number as a pattern would have it, with its sign. The number is
// another one at the next call.
func (x *TableExp) Elems(yield func(i int, n *NumLit) bool) {
	text := x.Span.Text()
	r := scan.ReadTable(text)
	var n NumLit
	for i := 0; r.Next(); i++ {
		n = NumLit{At: At{diag.Span{Source: x.Span.Source, Start: x.Span.Start + r.Start, End: x.Span.Start + r.End + len(r.Suffix)}}, Text: text[r.Start:r.End], Suffix: r.Suffix, Float: r.Float}
		if digits, negative := strings.CutPrefix(n.Text, "-"); !scan.Plain(digits) {
			n.Text = scan.NumeralOf(digits + r.Suffix).Text
			if negative {
				n.Text = "-" + n.Text
			}
		}
		if !yield(i, &n) {
			return
		}
	}
}

// Array is the table as an array of expressions.
func (x *TableExp) Array() *ArrayExp {
	out := &ArrayExp{At: x.At, Elems: make([]Exp, 0, x.Count)}
	for _, n := range x.Elems {
		lit := *n
		digits, negative := strings.CutPrefix(n.Text, "-")
		if !negative {
			out.Elems = append(out.Elems, &lit)
			continue
		}
		lit.Text = digits
		lit.Span.Start++
		out.Elems = append(out.Elems, &NegExp{Exp: &lit, At: n.At})
	}
	return out
}
