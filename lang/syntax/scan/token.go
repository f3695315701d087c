package scan

import (
	"io"

	"github.com/alecthomas/participle/v2/lexer"
)

// The kinds of tokens that the grammar tells apart.
const (
	Space   lexer.TokenType = iota + 1 // white space and comments; elided, but makes end positions exact
	Name                               // x
	Qual                               // m.x, also a record's field
	Op                                 // + and user operators
	QualOp                             // m.+
	Open                               // m.( of a local open
	Key                                // keyword
	Int                                // integer, with its suffix
	Float                              // floating-point number, with its suffix
	Char                               // 'c'
	Str                                // "s"
	Constr                             // #c
	TypeVar                            // 'a, '~a or '^a
	Table                              // [ number, ... ]: Note [Tables]
	Index                              // the [ of a[i]
	Attr                               // #[
	Hole                               // ???
	Tick                               // `
	Punct                              // everything else
	Bad                                // a lexical error; no rule takes it
)

// symbols are the names of the kinds in the grammar's tags.
var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Space": Space, "Name": Name, "Qual": Qual, "Op": Op, "QualOp": QualOp,
	"Open": Open, "Key": Key, "Int": Int, "Float": Float, "Char": Char, "Str": Str,
	"Constr": Constr, "TypeVar": TypeVar, "Table": Table, "Index": Index, "Attr": Attr, "Hole": Hole,
	"Tick": Tick, "Punct": Punct, "Bad": Bad,
}

// keywords of Futhark.
var keywords = map[string]bool{
	"assert": true, "case": true, "def": true, "do": true, "else": true, "entry": true, "false": true,
	"for": true, "if": true, "import": true, "in": true, "include": true, "let": true, "local": true,
	"loop": true, "match": true, "module": true, "open": true, "then": true, "true": true, "type": true,
	"val": true, "while": true, "with": true,
}

// Definition is the lexer as participle wants it.
type Definition struct{}

// Symbols implements lexer.Definition.
func (Definition) Symbols() map[string]lexer.TokenType { return symbols }

// Lex implements lexer.Definition.
func (Definition) Lex(filename string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return Definition{}.LexString(filename, string(text))
}

// LexString implements lexer.StringDefinition.
func (Definition) LexString(filename, text string) (lexer.Lexer, error) {
	s := Scan(filename, text)
	last := len(s.Toks) - 1
	return &Stream{Toks: s.Toks[:last], Eof: s.Toks[last]}, nil
}

// Stream gives the tokens of a slice, then EOF; a part of a file is parsed through it.
type Stream struct {
	Toks []lexer.Token
	next int
	Eof  lexer.Token
}

// Next implements lexer.Lexer.
func (s *Stream) Next() (lexer.Token, error) {
	if s.next == len(s.Toks) {
		return s.Eof, nil
	}
	s.next++
	return s.Toks[s.next-1], nil
}
