package parser

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/scan"
)

// parse is one parse in progress. Participle hands custom functions the token stream alone, so they
// find their parse by the file name of the tokens, which is unique (see Note [Parses]).
type parse struct {
	src  *diag.Source
	scan *scan.Scanner
	cell bool
	fail failure
	// misled: a table stands where parsing failed, so that what the fault says may be wrong.
	misled bool
}

// failure is the furthest place where parsing failed, and what could have stood there.
type failure struct {
	tok   lexer.Token
	found bool // whether there is one
	want  []string
	hint  string
	notes []diag.Note
	diag  *diag.Diag // a particular fault instead of "expected ..."
}

var (
	running sync.Map // file name of the tokens -> *parse
	counter atomic.Uint64
)

// errFailed says that parsing failed; the parse knows where and why.
var errFailed = errors.New("syntax error")

func newParse(src *diag.Source, cell bool) *parse {
	id := strconv.FormatUint(counter.Add(1), 36)
	s := &parse{src: src, cell: cell, scan: scan.ScanTables(id, src.Text)}
	running.Store(id, s)
	return s
}

func (s *parse) close() { running.Delete(s.scan.File) }

// stop is what the functions of a parser panic with to leave a failed production; rescue catches it.
type stop struct{}

// parser is the view of a token stream that the hand-written part uses.
type parser struct {
	*lexer.PeekingLexer
	s *parse
}

// at gives the parser of a token stream.
func at(lex *lexer.PeekingLexer) parser {
	s, _ := running.Load(lex.Peek().Pos.Filename)
	return parser{lex, s.(*parse)}
}

// rescue ends a production that failed.
func rescue(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = errFailed
	default:
		panic(r)
	}
}

// custom makes a function of the hand-written parser fit participle. Where starts does not hold, the
// production does not match, and other alternatives may; want, if given, is noted as expected there.
func custom[T any](want string, starts func(parser) bool, body func(parser) T) func(*lexer.PeekingLexer) (T, error) {
	return func(lex *lexer.PeekingLexer) (out T, err error) {
		p := at(lex)
		if !starts(p) {
			if want != "" {
				p.s.expected(p.Peek(), want)
			}
			return out, participle.NextMatch
		}
		defer rescue(&err)
		return body(p), nil
	}
}

// expected notes that want could have stood at the token.
func (s *parse) expected(t *lexer.Token, want string) {
	f := &s.fail
	if !f.found || t.Pos.Offset > f.tok.Pos.Offset {
		*f = failure{tok: *t, found: true}
	}
	if t.Pos.Offset == f.tok.Pos.Offset && want != "" {
		for _, w := range f.want {
			if w == want {
				return
			}
		}
		f.want = append(f.want, want)
	}
}

// suggest gives a hint for the failure that is about to be noted at the next token.
func (p parser) suggest(hint string) {
	p.s.expected(p.Peek(), "")
	if p.s.fail.tok.Pos.Offset == p.here() {
		p.s.fail.hint = hint
	}
}

// remark points at an earlier text that the failure, which is about to be noted at the next token, is about.
func (p parser) remark(start int, text, msg string) {
	p.s.expected(p.Peek(), "")
	if p.s.fail.tok.Pos.Offset == p.here() {
		p.s.fail.notes = []diag.Note{{Msg: msg, Span: diag.Span{Source: p.s.src, Start: start, End: start + len(text)}}}
	}
}

// fails ends the production: want should have stood here.
func (p parser) fails(want string) {
	p.s.expected(p.Peek(), want)
	panic(stop{})
}

// faulty ends the production with a particular diagnostic about the token.
func (p parser) faulty(t *lexer.Token, d *diag.Diag) {
	p.s.expected(t, "")
	if t.Pos.Offset == p.s.fail.tok.Pos.Offset {
		p.s.fail.diag = d
	}
	panic(stop{})
}

// peek2 is the token after the next.
func (p parser) peek2() *lexer.Token {
	c := p.MakeCheckpoint()
	p.Next()
	t := p.Peek()
	p.LoadCheckpoint(c)
	return t
}

// sees reports whether the next token is the keyword or punctuation.
func (p parser) sees(text string) bool { return is(p.Peek(), text) }

func is(t *lexer.Token, text string) bool { return t.Value == text && t.Type != lexer.EOF }

// takes consumes the keyword or punctuation if it is next.
func (p parser) takes(text string) bool {
	if p.sees(text) {
		p.Next()
		return true
	}
	return false
}

// wants consumes the keyword or punctuation, or fails.
func (p parser) wants(text string) {
	if !p.takes(text) {
		p.fails(scan.Quote(text))
	}
}

// name consumes a name; what describes it.
func (p parser) name(what string) (string, diag.Span) {
	t := p.Peek()
	if t.Type != scan.Name {
		p.fails(what)
	}
	p.Next()
	return t.Value, p.tokSpan(t)
}

// here is where the next token begins.
func (p parser) here() int { return p.Peek().Pos.Offset }

// from is the span from a place to the end of the last token consumed.
func (p parser) from(start int) diag.Span {
	return diag.Span{Source: p.s.src, Start: start, End: p.RawPeek().Pos.Offset}
}

func (p parser) since(start int) syntax.At { return syntax.At{Span: p.from(start)} }

func (p parser) tokSpan(t *lexer.Token) diag.Span {
	return diag.Span{Source: p.s.src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}
}

// Note [Parses]
//
// A custom production of participle is a function of the token stream. It has to know the source, for
// spans, and where to note its failures. Both live in a parse, registered under a number for as long
// as it runs; the number is the file name of all its tokens. The registry is a sync.Map, so that cells,
// files and the prelude may be parsed at the same time.
