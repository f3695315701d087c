package display

import (
	"html"
	"strconv"
	"strings"

	"raido/lang/value"
)

const (
	rowStart   = `<tr style="` + styleRow + `">`
	emptyTable = `<div style="` + styleNote + `">empty</div>`
	styleName  = `text-align:left;white-space:nowrap;font-weight:normal;opacity:0.65;border-right:1px solid rgba(128,128,128,0.45);vertical-align:top`
	styleLeaf  = styleLeft + `;vertical-align:top`
)

// treeTable renders a record or a tuple: a row for each field with its name, type and value, and below a field that is a record
// or has a payload the rows of its parts, indented.
func treeTable(r *value.Record) string {
	var t tree
	t.WriteString(`<table style="` + styleTable + `"><tbody>`)
	t.fields(r, 0)
	t.WriteString("</tbody></table>")
	return t.String()
}

type tree struct{ strings.Builder }

func (t *tree) fields(r *value.Record, depth int) {
	for i, f := range r.Fields {
		t.node(r.Names[i], f, depth)
	}
}

// node writes the rows of a part.
func (t *tree) node(name string, v value.Value, depth int) {
	switch v := v.(type) {
	case *value.Record:
		if len(v.Shape) == 0 && len(v.Fields) > 0 {
			t.row(name, "", "", depth)
			t.fields(v, depth+1)
			return
		}
	case *value.Sum:
		if !scalars(v.Args) {
			t.row(name, "", "#"+html.EscapeString(v.Constr), depth)
			if r, ok := payload(v).(*value.Record); ok && len(r.Shape) == 0 && len(r.Fields) > 0 {
				t.fields(r, depth+1)
			} else {
				t.node("0", payload(v), depth+1)
			}
			return
		}
		t.row(name, "", html.EscapeString(inline(v)), depth)
		return
	default: // one row, by the text of the value
	}
	t.row(name, TypeOf(v), inner(v), depth)
}

func (t *tree) row(name, typ, page string, depth int) {
	t.WriteString(rowStart + `<th style="padding:0.1em 0.6em 0.1em ` + strconv.FormatFloat(0.6+1.4*float64(depth), 'f', 1, 64) + `em;` + styleName + `">` +
		html.EscapeString(name) + `</th><td style="` + styleLeaf + `;` + faint + `">` + html.EscapeString(typ) +
		`</td><td style="` + styleLeaf + `">` + page + `</td></tr>`)
}

// inner renders a value inside a cell.
func inner(v value.Value) string {
	if t := table(v); t != "" {
		return t
	}
	return html.EscapeString(inline(v))
}

// scalars reports whether a payload fits into a line.
func scalars(args []value.Value) bool {
	for _, a := range args {
		if _, ok := a.(value.Scalar); !ok {
			return false
		}
	}
	return true
}

// payload is that of a constructor; several values are a tuple.
func payload(v *value.Sum) value.Value {
	if len(v.Args) == 1 {
		return v.Args[0]
	}
	tuple := &value.Record{Fields: v.Args}
	for i := range v.Args {
		tuple.Names = append(tuple.Names, strconv.Itoa(i))
	}
	return tuple
}

// column is a column of a table whose rows are the elements of an array: one of its fields.
type column struct {
	name string
	v    value.Value
}

// columnsOf are the fields of an array of records; those of records in it have paths for names.
func columnsOf(r *value.Record, path string) []column {
	var out []column
	for i, f := range r.Fields {
		if in, ok := f.(*value.Record); ok && len(in.Fields) > 0 && len(in.Shape) == 1 {
			out = append(out, columnsOf(in, path+r.Names[i]+".")...)
			continue
		}
		out = append(out, column{path + r.Names[i], f})
	}
	return out
}

// recordsTable renders an array of records, one element a row, one field a column.
func recordsTable(r *value.Record) string {
	cols := columnsOf(r, "")
	var head []string
	picks := elided(int64(len(cols)), maxCols)
	for _, j := range picks {
		if j < 0 {
			head = append(head, "…")
		} else {
			head = append(head, cols[j].name)
		}
	}
	return elements(r.Shape[0], head, styleCell, func(i int64) []string {
		var row []string
		for _, j := range picks {
			if j < 0 {
				row = append(row, "…")
			} else {
				row = append(row, shortCell(element(cols[j].v, i)))
			}
		}
		return row
	})
}

// sumsTable renders an array of sums, one element a row: its constructor and its payload.
func sumsTable(v *value.Sums) string {
	head := []string{"constructor"}
	for _, args := range v.Args {
		for len(head) <= len(args) {
			head = append(head, strconv.Itoa(len(head)-1))
		}
	}
	if len(head) == 2 {
		head[1] = "payload"
	}
	return elements(v.Shape[0], head, styleLeft, func(i int64) []string {
		s := element(v, i).(*value.Sum)
		row := []string{"#" + html.EscapeString(s.Constr)}
		for _, a := range s.Args {
			row = append(row, shortCell(a))
		}
		for len(row) < len(head) {
			row = append(row, "")
		}
		return row
	})
}

// elements renders a table with a row for each of n elements, or for the first and the last; style is that of the cells.
func elements(n int64, head []string, style string, row func(i int64) []string) string {
	if n == 0 {
		return emptyTable
	}
	align := "text-align:right"
	if style == styleLeft {
		align = "text-align:left"
	}
	var b strings.Builder
	b.WriteString(`<table style="` + styleTable + `"><thead>` + rowStart + `<th style="` + styleHead + `"></th>`)
	for _, name := range head {
		b.WriteString(`<th style="` + styleHead + `;` + align + `">` + html.EscapeString(name) + `</th>`)
	}
	b.WriteString("</tr></thead><tbody>")
	for _, i := range elided(n, maxRows) {
		b.WriteString(rowStart + `<th style="` + styleSide + `">` + index(i) + `</th>`)
		cells := make([]string, len(head))
		if i >= 0 {
			cells = row(i)
		}
		for _, c := range cells {
			if i < 0 {
				c = "…"
			}
			b.WriteString(`<td style="` + style + `">` + c + "</td>")
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</tbody></table>")
	return b.String()
}

func shortCell(v value.Value) string {
	if s, ok := v.(value.Scalar); ok {
		return cell(s.Scalar, digits)
	}
	return html.EscapeString(inline(v))
}
