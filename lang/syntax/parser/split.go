package parser

import (
	"sort"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// Note [Items]
//
// A text is cut into items before it is parsed, so that one fault spoils one definition only. In a file
// an item begins with a word that begins a declaration, at column 1. In a cell any line at column 1
// begins one, so that an expression may follow the definitions:
//
//	def f x = x + 1
//	f 3
//
// unless the line continues the one before: because a bracket is open; because it begins with what
// can't begin an item (a binary operator, a closing bracket, in, then, else, do, case, with, ...); or
// because the line before ends with what can't end one (=, ->, a comma, an operator, in, ...). So the
// lines of a long expression are indented, or begin or end with an operator.
//
// Some valid programs are cut wrongly: lets of one expression that all stand at column 1. An item
// that ends too early is therefore tried again together with the items of `let` below it. And if an
// item fails, it is cut again at the first line that begins with def, type or their like at column 1,
// brackets or not.

// item is a range of tokens.
type item struct{ from, to int }

// column1 reports whether a token begins a line.
func (s *parse) column1(t *lexer.Token) bool {
	return t.Pos.Offset == 0 || s.src.Text[t.Pos.Offset-1] == '\n'
}

// items cuts the tokens between two.
func (s *parse) items(from, to int) []item {
	var out []item
	toks := s.scan.Toks
	depth, start, last := 0, -1, -1
	for i := from; i < to; i++ {
		t := &toks[i]
		if t.Type == scan.Space {
			continue
		}
		if start < 0 || depth == 0 && s.column1(t) && s.begins(t, &toks[last]) {
			if start >= 0 {
				out = append(out, item{start, i})
			}
			start, depth = i, 0
		}
		depth = max(0, depth+scan.Nesting(t))
		last = i
	}
	if start >= 0 {
		out = append(out, item{start, to})
	}
	return out
}

// begins reports whether a token at column 1 begins an item; last is the token before it.
func (s *parse) begins(t, last *lexer.Token) bool {
	switch {
	case is(last, "local") || s.endsAttr(last):
		return false // the declaration that they belong to
	case scan.Unfinished(last):
		return false
	case s.cell:
		return !scan.Continues(t)
	}
	return scan.StartsDecl(t)
}

// cut is the first token after the first of an item that begins a declaration in any case; the end of
// the item if there is none.
func (s *parse) cut(it item) int {
	for i := it.from + 1; i < it.to; i++ {
		t := &s.scan.Toks[i]
		if scan.HardStart(t) && s.column1(t) && !is(&s.scan.Toks[it.from], "local") {
			return i
		}
	}
	return it.to
}

// endsAttr reports whether the token closes an attribute that begins its line.
func (s *parse) endsAttr(t *lexer.Token) bool {
	if !is(t, "]") {
		return false
	}
	line := s.src.Text[:t.Pos.Offset]
	return strings.HasPrefix(line[strings.LastIndexByte(line, '\n')+1:], "#[")
}

// stream begins the parse of an item: it gives its tokens, of which the EOF at the end stands where the next
// item begins. It is nil for an item that is nested too deeply.
func (s *parse) stream(it item) *lexer.PeekingLexer {
	s.fail = failure{}
	if d := s.tooDeep(it); d != nil {
		s.fail = failure{tok: s.scan.Toks[it.from], found: true, diag: d}
		return nil
	}
	toks := s.scan.Toks
	lex, err := lexer.Upgrade(&scan.Stream{Toks: toks[it.from:it.to], Eof: lexer.EOFToken(toks[it.to].Pos)}, scan.Space)
	if err != nil {
		diag.Bugf("a token stream failed: %v", err)
	}
	return lex
}

// tokenAt is the token that is not white space at or after an offset.
func (s *parse) tokenAt(offset int) *lexer.Token {
	toks := s.scan.Toks
	i := sort.Search(len(toks), func(i int) bool { return toks[i].Pos.Offset >= offset })
	for i < len(toks)-1 && toks[i].Type == scan.Space {
		i++
	}
	return &toks[min(i, len(toks)-1)]
}

// tokenBefore is the last token before an offset that is not white space; EOF if there is none.
func (s *parse) tokenBefore(offset int) *lexer.Token {
	toks := s.scan.Toks
	i := sort.Search(len(toks), func(i int) bool { return toks[i].Pos.Offset >= offset }) - 1
	for i >= 0 && toks[i].Type == scan.Space {
		i--
	}
	if i < 0 {
		return &toks[len(toks)-1]
	}
	return &toks[i]
}

// docBefore is the doc comment that belongs to what begins at the offset: nothing but white space, and
// no blank line, may stand between.
func (s *parse) docBefore(offset int) (scan.DocComment, bool) {
	docs := s.scan.Docs
	i := sort.Search(len(docs), func(i int) bool { return docs[i].Start >= offset }) - 1
	if i < 0 {
		return scan.DocComment{}, false
	}
	gap := s.src.Text[docs[i].End:offset]
	return docs[i], strings.TrimSpace(gap) == "" && strings.Count(gap, "\n") <= 1
}
