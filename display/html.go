package display

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"raido/lang/prim"
	"raido/lang/value"
)

// Bounds of tables.
const (
	maxRows   = 20
	maxCols   = 10
	maxSlices = 4 // matrices shown of an array of rank 3 and more
	digits    = 6 // significant digits in a cell; the plain text has all
)

// Styles stand at the elements themselves: notebooks strip style elements. The colours are see-through
// greys and one orange, which read on light and on dark. Rows have no ground: front ends paint stripes,
// which tables within tables would show crosswise.
const (
	styleTable = `border-collapse:collapse;margin:0.2em 0;font-family:monospace;font-size:0.92em`
	styleRow   = `background:none`
	styleHead  = `padding:0.1em 0.6em;text-align:right;white-space:nowrap;font-weight:normal;opacity:0.65;border-bottom:1px solid rgba(128,128,128,0.45)`
	styleSide  = `padding:0.1em 0.6em;text-align:right;white-space:nowrap;font-weight:normal;opacity:0.65;border-right:1px solid rgba(128,128,128,0.45)`
	styleCell  = `padding:0.1em 0.6em;text-align:right;white-space:nowrap`
	styleLeft  = `padding:0.1em 0.6em;text-align:left;white-space:nowrap`
	styleNote  = `font-size:0.88em;opacity:0.7;margin:0.1em 0`
	styleOdd   = `color:#c8501e;font-weight:bold`
	faint      = `opacity:0.65` // types beside values
)

// htmlOf renders a value with its type above it; constructors without payload and opaque values have no table.
func htmlOf(v value.Value, typ string) string {
	body := table(v)
	if body == "" {
		return ""
	}
	if s, ok := v.(value.Scalar); ok {
		return fmt.Sprintf(`<div style="font-family:monospace">%s <span style="%s">%s</span></div>`,
			cell(s.Scalar, -1), faint, html.EscapeString(typ))
	}
	note := "<b>" + html.EscapeString(typ) + "</b>"
	if shape := outer(v); len(shape) > 0 && !strings.HasPrefix(typ, dims(shape)) {
		note += " · shape " + dims(shape)
	}
	if a, ok := v.(*value.Array); ok {
		if c := caption(a); c != "" {
			note += " · " + c
		}
	}
	return fmt.Sprintf(`<div style="overflow-x:auto"><div style="%s">%s</div>%s</div>`, styleNote, note, body)
}

// table renders a value without its type; empty if there is no better form than text.
func table(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return cell(v.Scalar, digits)
	case *value.Array:
		return arrayTable(v)
	case *value.Record:
		switch {
		case len(v.Fields) == 0:
			return ""
		case len(v.Shape) == 0:
			return treeTable(v)
		case len(v.Shape) == 1:
			return recordsTable(v)
		}
		return nested(v)
	case *value.Sum:
		if len(v.Args) == 0 {
			return ""
		}
		return treeTable(&value.Record{Names: []string{"#" + v.Constr}, Fields: []value.Value{payload(v)}})
	case *value.Sums:
		if len(v.Shape) == 1 {
			return sumsTable(v)
		}
		return nested(v)
	default: // opaque values have no better form than text
	}
	return ""
}

// cell renders a scalar; NaN and infinities are marked.
func cell(s prim.Scalar, digits int) string {
	t := number(s, digits)
	if isOdd(s) {
		return `<span style="` + styleOdd + `">` + t + `</span>`
	}
	return t
}

func arrayTable(a *value.Array) string {
	switch {
	case a.Size() == 0:
		return emptyTable
	case len(a.Shape) == 1:
		return grid(a, [2]int64{1, a.Shape[0]}, false)
	case len(a.Shape) == 2:
		return grid(a, [2]int64{a.Shape[0], a.Shape[1]}, true)
	}
	return nested(a)
}

// grid renders a matrix, or a vector as its only row, with indices at the head and at the side.
func grid(a *value.Array, shape [2]int64, side bool) string {
	rows, cols := elided(shape[0], maxRows), elided(shape[1], maxCols)
	var b strings.Builder
	b.WriteString(`<table style="` + styleTable + `"><thead>` + rowStart)
	if side {
		b.WriteString(`<th style="` + styleHead + `"></th>`)
	}
	for _, j := range cols {
		b.WriteString(`<th style="` + styleHead + `">` + index(j) + `</th>`)
	}
	b.WriteString("</tr></thead><tbody>")
	for _, i := range rows {
		b.WriteString(rowStart)
		if side {
			b.WriteString(`<th style="` + styleSide + `">` + index(i) + `</th>`)
		}
		for _, j := range cols {
			b.WriteString(`<td style="` + styleCell + `">`)
			if i < 0 || j < 0 {
				b.WriteString("…")
			} else {
				b.WriteString(cell(at(a, i*shape[1]+j), digits))
			}
			b.WriteString("</td>")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	return b.String()
}

func index(i int64) string {
	if i < 0 {
		return "…"
	}
	return strconv.FormatInt(i, 10)
}

// nested renders the first elements of the outer dimension, each with its index.
func nested(v value.Value) string {
	shape := outer(v)
	if shape[0] == 0 {
		return emptyTable
	}
	var b strings.Builder
	for i := range min(shape[0], maxSlices) {
		fmt.Fprintf(&b, `<div style="%s">[%d]</div>%s`, styleNote, i, table(element(v, i)))
	}
	if rest := shape[0] - maxSlices; rest > 0 {
		fmt.Fprintf(&b, `<div style="%s">… %d more</div>`, styleNote, rest)
	}
	return b.String()
}
