package syntax

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of tokens that the grammar tells apart.
const (
	tokSpace   lexer.TokenType = iota + 1 // white space and comments; elided, but makes end positions exact
	tokName                               // x
	tokQual                               // m.x, also a record's field
	tokOp                                 // + and user operators
	tokQualOp                             // m.+
	tokOpen                               // m.( of a local open
	tokKey                                // keyword
	tokInt                                // integer, with its suffix
	tokFloat                              // floating-point number, with its suffix
	tokChar                               // 'c'
	tokStr                                // "s"
	tokConstr                             // #c
	tokTypeVar                            // 'a, '~a or '^a
	tokTable                              // [ number, ... ]: Note [Tables]
	tokIndex                              // the [ of a[i]
	tokAttr                               // #[
	tokHole                               // ???
	tokTick                               // `
	tokPunct                              // everything else
	tokBad                                // a lexical error; no rule takes it
)

// symbols are the names of the kinds in the grammar's tags.
var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Space": tokSpace, "Name": tokName, "Qual": tokQual, "Op": tokOp, "QualOp": tokQualOp,
	"Open": tokOpen, "Key": tokKey, "Int": tokInt, "Float": tokFloat, "Char": tokChar, "Str": tokStr,
	"Constr": tokConstr, "TypeVar": tokTypeVar, "Table": tokTable, "Index": tokIndex, "Attr": tokAttr, "Hole": tokHole,
	"Tick": tokTick, "Punct": tokPunct, "Bad": tokBad,
}

// keywords of Futhark.
var keywords = map[string]bool{
	"assert": true, "case": true, "def": true, "do": true, "else": true, "entry": true, "false": true,
	"for": true, "if": true, "import": true, "in": true, "include": true, "let": true, "local": true,
	"loop": true, "match": true, "module": true, "open": true, "then": true, "true": true, "type": true,
	"val": true, "while": true, "with": true,
}

// definition is the lexer as participle wants it.
type definition struct{}

// Symbols implements lexer.Definition.
func (definition) Symbols() map[string]lexer.TokenType { return symbols }

// Lex implements lexer.Definition.
func (definition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return definition{}.LexString(filename, string(text))
}

// LexString implements lexer.StringDefinition.
func (definition) LexString(filename, text string) (lexer.Lexer, error) {
	s := scan(filename, text)
	last := len(s.toks) - 1
	return &stream{toks: s.toks[:last], eof: s.toks[last]}, nil
}

// stream gives the tokens of a slice, then EOF; a part of a file is parsed through it.
type stream struct {
	toks []lexer.Token
	next int
	eof  lexer.Token
}

// Next implements lexer.Lexer.
func (s *stream) Next() (lexer.Token, error) {
	if s.next == len(s.toks) {
		return s.eof, nil
	}
	s.next++
	return s.toks[s.next-1], nil
}
