package parser

import (
	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// Limits of nesting, counted in tokens: 15,000 lets or else-ifs, a thousand brackets. A text beyond them could
// exhaust the stack here or in a later stage.
const (
	maxBrackets = 1000
	maxDepth    = 60000
	maxArgs     = 10000 // of a function, whose type is as deep
)

// bounded refuses one more argument or parameter than n, if that is too many.
func (p parser) bounded(n int) {
	if n < maxArgs {
		return
	}
	t := p.Peek()
	p.faulty(t, &diag.Diag{Class: diag.Unsupported, Code: codeDeep, Span: p.tokSpan(t),
		Msg: "a function has too many arguments here", Hint: "put values that belong together into a tuple, a record or an array"})
}

// tooDeep bounds the depth of an item's tree before it is built. Every bracket, operator and keyword may
// make it deeper by one, until the bracket around it closes, or a comma, a case or a declaration ends it.
func (s *parse) tooDeep(it item) *diag.Diag {
	var open []int // depth where each bracket was opened
	depth, match := 0, -1
	for i := it.from; i < it.to; i++ {
		t := &s.scan.Toks[i]
		base := 0 // depth of what a comma or a declaration begins anew
		if len(open) > 0 {
			base = open[len(open)-1] + 1
		}
		switch n := scan.Nesting(t); {
		case n > 0:
			open = append(open, depth)
			depth++
		case n < 0 && len(open) > 0:
			depth = base
			open = open[:len(open)-1]
		case t.Type == scan.Space || t.Type == scan.Name || t.Type == scan.Int || t.Type == scan.Float || t.Type == scan.Table:
		case is(t, ",") || scan.HardStart(t):
			depth = base
		case is(t, "match"):
			if len(open) == 0 {
				match = depth
			}
			depth++
		case is(t, "case") && len(open) == 0 && match >= 0:
			depth = match + 1
		default:
			depth++
		}
		if len(open) > maxBrackets || depth > maxDepth {
			return &diag.Diag{Class: diag.Unsupported, Code: codeDeep, Span: diag.Span{Source: s.src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)},
				Msg:  "this program is nested too deeply",
				Hint: "give parts of it names with `def`, or make a long list of terms an array and reduce it"}
		}
	}
	return nil
}
