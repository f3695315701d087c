package display

import (
	"fmt"
	"html"
	"strings"
)

// Table is a small table with lines below, shown as text and HTML.
type Table struct {
	Head    []string
	Rows    [][]string
	Notes   []string // lines below
	Numbers int      // the first column that stands to the right, as numbers do; 0 for none
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

// Bundle is the table as text and HTML.
func (t *Table) Bundle() Bundle {
	var b strings.Builder
	b.WriteString("<table>")
	for k, r := range t.lines() {
		tag := "td"
		if k == 0 {
			tag = "th"
		}
		b.WriteString("<tr>")
		for i, s := range r {
			align := "left"
			if t.toRight(i) {
				align = "right"
			}
			fmt.Fprintf(&b, `<%s style="text-align:%s">%s</%s>`, tag, align, html.EscapeString(s), tag)
		}
		b.WriteString("</tr>")
	}
	b.WriteString("</table>")
	for _, n := range t.Notes {
		b.WriteString("<div>" + html.EscapeString(n) + "</div>")
	}
	return Text(t.Text()).With(MIMEHTML, b.String())
}
