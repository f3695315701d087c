package irtext

import (
	"fmt"
	"strings"
	"testing"
)

var test = Lexer{Inside: ".", Punct: []string{"->", "(", ")", "=", "<"}}

// TestLex: tokens of each kind, and where they end.
func TestLex(t *testing.T) {
	kinds := map[Kind]string{End: "end", Name: "name", Number: "number", String: "string", Punct: "punct"}
	for text, want := range map[string]string{
		"":                           "end",
		" -- a comment":              "end",
		"a -- b\nc":                  "name a, name c, end",
		"x' add.i64 _y":              "name x', name add.i64, name _y, end",
		"-1i64 2.5e-3f32 1e+9":       "number -1i64, number 2.5e-3f32, number 1e+9, end",
		"f64.inf -f64.inf":           "name f64.inf, number -f64.inf, end",
		`"a \" b" "-- c"`:            `string "a \" b", string "-- c", end`,
		"(a)->b":                     "punct (, name a, punct ), punct ->, name b, end",
		"a = 1<2":                    "name a, punct =, number 1, punct <, number 2, end",
		"\u00e4\u4e2d":               "name \u00e4\u4e2d, end",
		`"no end`:                    "0..1 string without end",
		"\"no\nend\"":                "0..1 string without end",
		"a $":                        "2..3 unexpected character '$'",
		"\xff":                       "0..1 unexpected character '\ufffd'",
		strings.Repeat("a", 3) + "#": "3..4 unexpected character '#'",
	} {
		var got []string
		toks, fault := test.Lex(text, 0, len(text))
		for _, tok := range toks {
			got = append(got, strings.TrimSpace(kinds[tok.Kind]+" "+tok.Text))
			if text[tok.At:tok.At+len(tok.Text)] != tok.Text {
				t.Errorf("%q: %q is not at %d", text, tok.Text, tok.At)
			}
		}
		if fault != nil {
			got = append(got, fmt.Sprintf("%d..%d %s", fault.Start, fault.End, fault.Msg))
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q: %s, want %s", text, s, want)
		}
	}
}

// TestCursor: what does not fit is a fault at its place, and the end is never passed.
func TestCursor(t *testing.T) {
	for text, want := range map[string]string{
		"":          `0..1 expected "let" before the end`,
		"in":        `0..2 expected "let", found "in"`,
		"let x":     `4..5 expected a number, found "x"`,
		"let 1.5":   `4..7 expected a number, found "1.5"`,
		"let 12":    `6..7 expected a string, found ""`,
		`let 12 "a`: `7..8 string without end`,
		`let 1 "a"`: "1 a",
	} {
		got := ""
		toks, fault := test.Lex(text, 0, len(text))
		if fault == nil {
			fault = func() (f *Fault) {
				defer Caught(&f)
				c := &Cursor{Toks: toks}
				c.Expect("let")
				n := c.Int()
				got = fmt.Sprint(n, " ", c.Str())
				if c.Next(); c.Next().Kind != End {
					t.Errorf("%q: the end is passed", text)
				}
				return nil
			}()
		}
		if fault != nil {
			got = fmt.Sprintf("%d..%d %s", fault.Start, fault.End, fault.Msg)
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestNames: names of variables as text, and back.
func TestNames(t *testing.T) {
	for s, want := range map[string]string{"": "v", "a b": "a_b", "1": "v1", "x'": "x'", "a.b": "a_b"} {
		if got := PlainName(s, "v"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{"a_1": "a", "a1": "a1", "_1": "_1", "a_": "a_", "a_b_12": "a_b"} {
		if got := BaseName(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
