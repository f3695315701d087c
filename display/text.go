package display

import (
	"strings"

	"raido/lang/value"
)

// Bounds of plain text.
const (
	fullText  = 1000 // elements up to which an array is printed in full
	aligned   = 64   // the same, in a record
	edge      = 3    // elements kept at each end of an elided dimension
	lineWidth = 88
)

// text prints a value with its type. Arrays beyond fullText elements are elided, rounded, and followed by
// a comment with their statistics.
func text(v value.Value, typ string) string {
	p := printer{elide: product(outer(v)) > fullText, digits: -1}
	if p.elide {
		p.digits = digits
	}
	p.width = p.columnWidth(v)
	p.value(v, 0)
	out := p.String() + " : " + typ
	if a, ok := v.(*value.Array); ok && p.elide {
		if c := caption(a); c != "" {
			out += "\n-- " + c
		}
	}
	return out
}

// printer writes nested values, wrapped and with aligned columns.
type printer struct {
	strings.Builder
	col    int // columns written on the current line
	elide  bool
	flat   bool // one line, however long
	digits int  // significant digits, -1 for all
	width  int  // of an element of a matrix; 0 for no alignment
}

func (p *printer) put(s string) {
	p.WriteString(s)
	p.col += len(s)
}

func (p *printer) newline(indent int) {
	p.WriteString("\n" + strings.Repeat(" ", indent))
	p.col = indent
}

// value prints v, whose bracket stands in column indent.
func (p *printer) value(v value.Value, indent int) {
	if shape := outer(v); len(shape) > 0 {
		p.array(v, shape, indent)
		return
	}
	switch v := v.(type) {
	case value.Scalar:
		s := number(v.Scalar, p.digits)
		if n := p.width - len(s); n > 0 {
			p.put(strings.Repeat(" ", n))
		}
		p.put(s)
	case *value.Record:
		p.record(v, indent)
	case *value.Sum:
		p.put("#" + v.Constr)
		for _, a := range v.Args {
			p.put(" " + inline(a))
		}
	case *value.Opaque:
		p.put("#<" + v.Desc + ">")
	default:
		p.put("#<nothing>")
	}
}

// record prints a record or tuple: on one line if that is not too long, else with a line for each field.
func (p *printer) record(r *value.Record, indent int) {
	left, right := "{", "}"
	tuple := isTuple(r)
	if tuple {
		left, right = "(", ")"
	}
	lines := !p.flat && indent+len(inline(r)) > lineWidth
	p.put(left)
	for i, f := range r.Fields {
		switch {
		case i > 0 && lines:
			p.put(",")
			p.newline(indent + 1)
		case i > 0:
			p.put(", ")
		}
		if !tuple {
			p.put(r.Names[i] + " = ")
		}
		if in, ok := f.(*value.Record); ok && lines && len(in.Shape) == 0 {
			p.record(in, p.col)
		} else if a, ok := f.(*value.Array); ok && lines && a.Size() <= aligned {
			p.width = p.columnWidth(a)
			p.value(a, p.col)
			p.width = 0
		} else {
			p.put(inline(f))
		}
	}
	p.put(right)
}

// inline prints a value on one line, elided early.
func inline(v value.Value) string {
	p := printer{elide: product(outer(v)) > 12, digits: -1, flat: true}
	p.value(v, 0)
	return strings.Join(strings.Fields(p.String()), " ")
}

func (p *printer) array(v value.Value, shape []int64, indent int) {
	p.put("[")
	for i, show := range picks(shape[0], p.elide) {
		if i > 0 {
			p.put(",")
			switch {
			case len(shape) > 1:
				p.newline(indent + 1)
			case p.col > lineWidth-max(p.width, 8):
				p.newline(indent + 1)
			default:
				p.put(" ")
			}
		}
		if show < 0 {
			p.put("...")
			continue
		}
		p.value(element(v, show), indent+1)
	}
	p.put("]")
}

// picks lists the indices to show, -1 where some are left out.
func picks(n int64, elide bool) []int64 {
	if elide {
		return elided(n, 2*edge+1)
	}
	return elided(n, n)
}

// elided lists 0 to n-1 in at most room entries; if they do not fit, the middle is one -1.
func elided(n, room int64) []int64 {
	var out []int64
	head, tail := n, n
	if n > room {
		head = room / 2
		tail = n - (room - head - 1)
	}
	for i := range head {
		out = append(out, i)
	}
	if n > room {
		out = append(out, -1)
		for i := tail; i < n; i++ {
			out = append(out, i)
		}
	}
	return out
}

// columnWidth is the width of the widest element that a matrix shows.
func (p *printer) columnWidth(v value.Value) int {
	a, ok := v.(*value.Array)
	if !ok || len(a.Shape) < 2 {
		return 0
	}
	w := 0
	var visit func(v value.Value)
	visit = func(v value.Value) {
		if s, ok := v.(value.Scalar); ok {
			w = max(w, len(number(s.Scalar, p.digits)))
			return
		}
		for _, i := range picks(outer(v)[0], p.elide) {
			if i >= 0 {
				visit(element(v, i))
			}
		}
	}
	visit(a)
	return w
}
