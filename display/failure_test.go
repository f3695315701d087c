package display

import (
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/tests/golden"
)

// span finds a piece of text in a source.
func span(src *diag.Source, piece string) diag.Span {
	i := strings.Index(src.Text, piece)
	return diag.Span{Source: src, Start: i, End: i + len(piece)}
}

func TestError(t *testing.T) {
	cell := &diag.Source{Name: "In [3]", Text: "def f x = x\n\tlet grün = f rot + blau\r\nlet y = (1,\n  2)"}
	older := &diag.Source{Name: "In [1]", Text: "def blau = true"}
	list := diag.List{
		{Class: diag.Name, Code: "E0201", Span: span(cell, "rot"), Msg: "no name rot is in scope", Hint: "did you mean red?"},
		{Class: diag.Type, Span: span(cell, "blau"), Msg: "blau is a bool\nand not a number",
			Notes: []diag.Note{{Span: span(older, "blau"), Msg: "it is defined here"}, {Msg: "no place"}}},
		{Class: diag.Type, Span: span(cell, "(1,\n  2)"), Msg: "over two lines"},
		{Class: diag.Syntax, Span: diag.Span{Source: cell, Start: len(cell.Text), End: len(cell.Text)}, Msg: "at the end"},
		{Class: diag.Syntax, Span: diag.Span{Source: cell, Start: 11, End: 12}, Msg: "at a newline"},
		{Class: diag.Device, Msg: "no place at all"},
		{Class: diag.Unique, Warning: true, Span: span(cell, "grün"), Msg: "unused"},
	}
	f := Error(list)
	if f.Name != "NameError" || f.Value != "no name rot is in scope (and 5 more)" {
		t.Errorf("%s: %s", f.Name, f.Value)
	}
	golden.Text(t, "testdata/colour.txt", strings.ReplaceAll(strings.Join(f.Traceback, "\n"), "\x1b", "ESC")+"\n")
}

func TestErrorOfOddLists(t *testing.T) {
	warning := diag.List{{Class: diag.Type, Msg: "w", Warning: true}}
	for _, l := range []diag.List{nil, warning, {{Class: diag.Runtime, Msg: "a\nb"}}} {
		f := Error(l)
		if f.Name == "" || f.Value == "" || strings.Contains(f.Value, "\n") || len(f.Traceback) == 0 {
			t.Errorf("%v: %+v", l, f)
		}
	}
}
