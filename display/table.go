package display

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Table is a small table with lines below, shown as text and HTML.
type Table struct {
	Head    []string
	Rows    [][]string
	Notes   []string  // lines below
	Numbers int       // the first column that stands to the right, as numbers do; 0 for none
	Bars    []float64 // for each row a number from -1 to 1 that HTML shows as a bar in the place of the last cell; NaN for none
}

// Add adds a row.
func (t *Table) Add(cells ...string) { t.Rows = append(t.Rows, cells) }

// Note adds a line below the table.
func (t *Table) Note(line string) { t.Notes = append(t.Notes, line) }

// lines are the head and the rows; a table without rows shows no head.
func (t *Table) lines() [][]string {
	if len(t.Rows) == 0 {
		return nil
	}
	return append([][]string{t.Head}, t.Rows...)
}

func (t *Table) toRight(column int) bool { return t.Numbers > 0 && column >= t.Numbers }

// Text is the table as plain text.
func (t *Table) Text() string {
	width := make([]int, len(t.Head))
	for _, r := range t.lines() {
		for i, s := range r {
			width[i] = max(width[i], len([]rune(s)))
		}
	}
	var b strings.Builder
	for _, r := range t.lines() {
		for i, s := range r {
			space := strings.Repeat(" ", width[i]-len([]rune(s)))
			switch {
			case t.toRight(i):
				b.WriteString(space + s)
			case i < len(r)-1:
				b.WriteString(s + space)
			default:
				b.WriteString(s)
			}
			if i < len(r)-1 {
				b.WriteString("  ")
			}
		}
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString(n + "\n")
	}
	return strings.TrimRight(b.String(), "\n")
}

// Styles of tables with words in them: in the type of the notebook, with figures of one width.
const (
	styleWords   = `border-collapse:collapse;margin:0.2em 0;font-size:0.95em;font-variant-numeric:tabular-nums`
	styleWord    = `padding:0.2em 0.8em;vertical-align:top;`
	styleCaption = styleWord + `font-weight:normal;opacity:0.65;white-space:nowrap;border-bottom:1px solid rgba(128,128,128,0.45);`
)

// oneLineCell is the length up to which a cell is never broken into lines.
const oneLineCell = 24

// Bundle is the table as text and HTML.
func (t *Table) Bundle() Bundle {
	var b strings.Builder
	if rows := t.lines(); rows != nil {
		b.WriteString(`<div style="overflow-x:auto"><table style="` + styleWords + `"><thead>`)
		t.row(&b, "th", styleCaption, rows[0], math.NaN())
		b.WriteString("</thead><tbody>")
		for k, r := range rows[1:] {
			share := math.NaN()
			if k < len(t.Bars) {
				share = t.Bars[k]
			}
			t.row(&b, "td", styleWord, r, share)
		}
		b.WriteString("</tbody></table></div>")
	}
	for _, n := range t.Notes {
		b.WriteString(`<div style="padding:0.1em 0.8em;font-size:0.95em">` + html.EscapeString(n) + "</div>")
	}
	return Text(t.Text()).With(MIMEHTML, b.String())
}

func (t *Table) row(b *strings.Builder, tag, style string, cells []string, share float64) {
	b.WriteString(rowStart)
	for i, s := range cells {
		align := "left"
		if t.toRight(i) {
			align = "right"
		}
		text := html.EscapeString(s)
		if i == len(cells)-1 && !math.IsNaN(share) {
			text = t.bar(share)
		}
		if len([]rune(s)) <= oneLineCell {
			align += ";white-space:nowrap"
		}
		fmt.Fprintf(b, `<%s style="%stext-align:%s">%s</%s>`, tag, style, align, text, tag)
	}
	b.WriteString("</tr>")
}

// bar draws a number from -1 to 1, as gradients are drawn: blue below zero, orange above. Where a table has numbers of both
// signs, zero is in the middle.
func (t *Table) bar(share float64) string {
	const room = 11.0
	colour, from, wide := "#d55e00", 0.0, room
	below, above := false, false
	for _, s := range t.Bars {
		below, above = below || s < 0, above || s > 0
	}
	if below && above {
		from, wide = room/2, room/2
	}
	long := math.Min(math.Abs(share), 1) * wide
	if share < 0 {
		colour = "#2b8fd0"
		if above {
			from -= long
		}
	}
	return fmt.Sprintf(`<span style="display:inline-block;height:0.8em;min-width:1px;width:%.2fem;margin-left:%.2fem;background:%s"></span>`, long, from, colour)
}
