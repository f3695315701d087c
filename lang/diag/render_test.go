package diag

import (
	"strings"
	"testing"

	"raido/tests/golden"
)

// in makes the span of a part of a text.
func in(src *Source, part string) Span {
	i := strings.Index(src.Text, part)
	return Span{src, i, i + len(part)}
}

func samples() List {
	cell := &Source{Name: "In [3]", Text: "def f x =\n\tx + blau\nlet 変数 = \"e\u0301x\" ++ wrong\n\x1b[31mred = 1\nmany (a,\n  b)\r\nlast"}
	other := &Source{Name: "In [1]", Text: "def blau = true\n"}
	long := &Source{Name: "a.fut", Text: strings.Repeat("x + ", 60) + "here" + strings.Repeat(" + y", 60)}
	end := Span{cell, len(cell.Text), len(cell.Text)}
	return List{
		{Class: Type, Code: "E0201", Span: in(cell, "blau"), Msg: "blau is a bool", Hint: "use i64.bool",
			Notes: []Note{{in(other, "blau"), "it is defined here"}, {in(cell, "x +"), "the other operand"}, {Span{}, "no place"}}},
		{Class: Name, Code: "E0301", Span: in(cell, "wrong"), Msg: "wide and combining characters", Warning: true},
		{Class: Name, Code: "E0301", Span: in(cell, "変数"), Msg: "a wide name"},
		{Class: Syntax, Span: in(cell, "red"), Msg: "a control \x1b[0m character\nand two lines"},
		{Class: Syntax, Span: in(cell, "(a,\n  b)"), Msg: "over two lines"},
		{Class: Syntax, Span: end, Msg: "at the end"},
		{Class: Type, Span: in(long, "here"), Msg: "in the middle of a long line"},
		{Class: Type, Span: Span{long, 0, len(long.Text)}, Msg: "a long line"},
		{Class: Runtime, Msg: "no place"},
		{Class: Type, Span: Span{cell, 4000, 5000}, Msg: "a place outside"},
	}
}

func TestRender(t *testing.T) {
	golden.Text(t, "testdata/plain.txt", RenderList(samples(), false)+"\n")
	golden.Text(t, "testdata/color.txt", strings.ReplaceAll(RenderList(samples(), true), "\x1b", "ESC")+"\n")
}

// Nothing of a source may reach the terminal as a control code, whatever the span.
func TestRenderSafe(t *testing.T) {
	src := &Source{Name: "a\x1bb", Text: "\x00\x1b[2J\xff\xfe\t\u202e\u009b x\n\n"}
	for start := -1; start <= len(src.Text)+1; start++ {
		for end := start - 1; end <= len(src.Text)+1; end++ {
			out := Render(&Diag{Class: Syntax, Msg: "m\x1b\r", Span: Span{src, max(start, 0), max(end, 0)}}, false)
			if strings.ContainsAny(out, "\x00\x1b\t\r\u202e\u009b") || !strings.Contains(out, "^") {
				t.Fatalf("%d-%d: %q", start, end, out)
			}
		}
	}
}

func TestRegister(t *testing.T) {
	if got := Register("E9999", "For the test."); got != "E9999" || Explain(got) != "For the test." {
		t.Errorf("got %q, %q", got, Explain(got))
	}
	if all := Codes(); all[len(all)-1] != "E9999" {
		t.Errorf("codes: %v", all)
	}
	defer func() {
		if _, ok := recover().(*Bug); !ok {
			t.Error("a second registration is no bug")
		}
		delete(codes, "E9999")
	}()
	Register("E9999", "Again.")
}

// TestPartOfALongerText: what stands in a longer text is shown there, with all of its carets.
func TestPartOfALongerText(t *testing.T) {
	src := &Source{ID: ID{Kind: Cell, Number: 1}, Text: "def f = true + 1"}
	src.Move(Place{src.ID, "-- above\n\n  def f = true + 1 -- behind", 12})
	got := Render(&Diag{Class: Type, Span: Span{src, 8, 16}, Msg: "m"}, false)
	if want := "TypeError In [1]:3:11: m\n3 |   def f = true + 1 -- behind\n  |           ^^^^^^^^"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
