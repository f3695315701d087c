package magic

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"raido/lang/diag"
)

// TestSplit: the parts of a cell, each as "magic name|arguments" or as text, and what they cover.
func TestSplit(t *testing.T) {
	for cell, want := range map[string][]string{
		"":                             nil,
		"1 + 1":                        {"1 + 1"},
		"%time f x":                    {"time %time|f x"},
		"  %time f x":                  {"time %time|f x"},
		"f 1\n  %time 2":               {"f 1\n  %time 2"}, // the operator
		"def f x = x\n%type f\nf 1":    {"def f x = x\n", "type %type|f", "f 1"},
		"%plot xs\n  --label a\n\nf":   {"plot %plot|xs\n  --label a", "\nf"},
		"%who\n%who  ":                 {"who %who|", "who %who|"},
		"!ls -l\n  | wc\nx":            {"! !|ls -l\n  | wc", "x"},
		"%":                            {"% %|"},
		"% time":                       {"% %|time"},
		"?map":                         {"help map|map"},
		"map? ":                        {"help map|map"},
		"%time ?\nx":                   {"time %time|?", "x"},
		"\"ü\"\n%type\t\"ü\" -- é\n\n": {"\"ü\"\n", "type %type|\"ü\" -- é"},
	} {
		src := &diag.Source{ID: diag.ID{Kind: diag.Cell, Number: 1}, Text: cell}
		var got []string
		for _, p := range Split(src) {
			text := p.Span.Text()
			if p.Magic != "" {
				text = fmt.Sprintf("%s %s|%s", p.Magic, p.Name.Text(), p.Args.Text())
			}
			got = append(got, text)
			piece := p.Span.Piece()
			line, col := diag.Span{Source: piece, End: 1}.Pos()
			if wantLine, wantCol := p.Span.Pos(); piece.Text != p.Span.Text() || line != wantLine || col != wantCol || !piece.SameText(src) {
				t.Errorf("%q: the piece %q stands at %d:%d", cell, piece.Text, line, col)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}

// TestOptions: options before an expression and behind it, with the places of their values.
func TestOptions(t *testing.T) {
	for cell, want := range map[string]string{
		"%hist --bins 5 xs":                    "xs; bins=5",
		"%hist --bins=5 xs --title \"a b\"":    "xs; bins=5 title=a b",
		"%hist xs --title='a b' -- a comment":  "xs; title=a b",
		"%hist -- a comment\n  --bins 5\n  xs": "xs; bins=5",
		"%hist xs -- --bins 5":                 "xs --; bins=5",
		"%hist xs --nothing":                   "xs --nothing; ",
		"%heatmap --linear xs":                 "xs; linear=--linear",
		"%hist --nothing xs":                   "%hist has no option --nothing at 7",
		"%hist --bins":                         "--bins needs a value: --bins N at 7",
		"%hist --title \"a xs":                 "this quote is not closed at 15",
		"%heatmap --linear=1 xs":               "--linear takes no value at 10",
		"%hist xs --bins 5 ys":                 "options stand before the expression, or all behind it at 19",
	} {
		p := Split(&diag.Source{Text: cell})[0]
		opts, rest, err := p.around(p.Args)
		var list []string
		for name := range opts {
			list = append(list, name+"="+opts.text(name))
		}
		slices.Sort(list)
		got := strings.TrimSpace(rest.Text()) + "; " + strings.Join(list, " ")
		if d, ok := err.(*diag.Diag); ok {
			_, col := d.Span.Pos()
			got = fmt.Sprintf("%s at %d", d.Msg, col)
		}
		if got != want {
			t.Errorf("%s\n%s\nwant %s", cell, got, want)
		}
	}
}

// TestTables: what the tables of magics say of their arguments has words for a call that lacks them, and finds them.
func TestTables(t *testing.T) {
	for name, want := range map[string]string{"grad": "a function and the point to differentiate it at", "load": "a name and a file", "who": "", "reset": "", "reactive": "on or off", "!": "a command"} {
		if got := Find(name).needs(); got != want {
			t.Errorf("%s needs %q, want %q", name, got, want)
		}
	}
	if m := Find("nothing"); m != nil {
		t.Errorf("there is %s", m.Name)
	}
}
