package display

import (
	"math"
	"strings"
	"testing"
)

func TestTable(t *testing.T) {
	x := &Table{Head: []string{"name", "what", "count"}, Numbers: 2}
	if got := x.Text(); got != "" {
		t.Errorf("an empty table shows %q", got)
	}
	x.Add("a", "<b>", "1000")
	x.Add("größer", "c", "7")
	x.Note("a & b")
	want := "name    what  count\n" +
		"a       <b>    1000\n" +
		"größer  c         7\n" +
		"a & b"
	if got := x.Text(); got != want {
		t.Errorf("text:\n%s\nwant:\n%s", got, want)
	}
	page := x.Bundle().HTML()
	for _, want := range []string{">&lt;b&gt;</td>", "text-align:right;white-space:nowrap\">1000</td>", "text-align:left;white-space:nowrap\">größer</td>", ">a &amp; b</div>"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	x.Add("a cell with more than a few words in it", "", "")
	if page = x.Bundle().HTML(); !strings.Contains(page, "text-align:left\">a cell") {
		t.Errorf("a long cell is kept on one line: %s", page)
	}
}

// TestTableBars: bars have the lengths of their numbers, and start in the middle where there are both signs.
func TestTableBars(t *testing.T) {
	x := &Table{Head: []string{"name", "size"}, Bars: []float64{-1, 0.5, math.NaN()}}
	x.Add("a", "− ████")
	x.Add("b", "+ ██")
	x.Add("c", "not finite")
	page := x.Bundle().HTML()
	for _, want := range []string{"width:5.50em;margin-left:0.00em", "width:2.75em;margin-left:5.50em", ">not finite<"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if strings.Contains(page, "█") || !strings.Contains(x.Text(), "− ████") {
		t.Errorf("text and page have each other's bars: %s, %s", x.Text(), page)
	}
	x.Bars = []float64{-1, -0.5, math.NaN()}
	if page = x.Bundle().HTML(); !strings.Contains(page, "width:5.50em;margin-left:0.00em") || !strings.Contains(page, "width:11.00em;margin-left:0.00em") {
		t.Errorf("bars of one sign do not take all room: %s", page)
	}
}
