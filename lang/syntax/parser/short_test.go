package parser

import (
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax"
)

// The short cuts for plain types and parameters give what the grammar gives.
func TestShortCuts(t *testing.T) {
	parse := func(text string, f func(p parser) any) (out any) {
		s := newParse(&diag.Source{Text: text}, false)
		defer s.close()
		p := parser{s.stream(item{0, len(s.scan.Toks) - 1}), s}
		var err error
		defer rescue(&err)
		return f(p)
	}
	taken := 0
	for _, text := range []string{"t", "m.t", "*t", "[n]t", "[3]t", "[]m.n.t", "*[n][]*[4]t", "[n+1]t", "[n] i32", "* [ n ] t", "t u", "[n]t u", "t [n]", "t -> t", "(t)"} {
		text += ")"
		grammar := parse(text, func(p parser) any { return p.chain(run(p, typeParser())) })
		short := parse(text, func(p parser) any {
			if q := p.plainType(); q != nil {
				return q
			}
			return nil
		})
		if grammar == nil {
			t.Fatalf("%s: the grammar fails", text)
		}
		if short != nil {
			taken++
			g, s := grammar.(syntax.TypeExp), short.(syntax.TypeExp)
			if dump(g) != dump(s) || g.TypeSpan().Text() != s.TypeSpan().Text() {
				t.Errorf("%s: grammar %s, short cut %s", text, dump(g), dump(s))
			}
		}
		text = "(x: " + text + " y"
		if short := parse(text, func(p parser) any { return p.plainParam() }); short != syntax.Pat(nil) && short != nil {
			taken++
			g := parse(text, func(p parser) any { return p.patAtom(run(p, atomPat())) }).(syntax.Pat)
			s := short.(syntax.Pat)
			if dump(g) != dump(s) || g.PatSpan().Text() != s.PatSpan().Text() {
				t.Errorf("%s: grammar %s %q, short cut %s %q", text, dump(g), g.PatSpan().Text(), dump(s), s.PatSpan().Text())
			}
		}
	}
	if taken != 18 {
		t.Errorf("%d short cuts taken", taken)
	}
}
