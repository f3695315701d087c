package scan

import (
	"maps"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
)

// Kind is what a token is, as far as highlighting and completion care.
type Kind string

// The kinds of Tokens.
const (
	KindKeyword   Kind = "keyword"
	KindName      Kind = "name"
	KindQualified Kind = "qualified" // m.x, or r.f
	KindOperator  Kind = "operator"  // also = -> : and the like
	KindNumber    Kind = "number"
	KindString    Kind = "string" // also characters
	KindConstr    Kind = "constructor"
	KindTypeParam Kind = "typeparam"
	KindAttribute Kind = "attribute" // the #[ of one
	KindPunct     Kind = "punctuation"
	KindComment   Kind = "comment"
	KindDoc       Kind = "doc"
	KindError     Kind = "error" // what no program contains, such as a string without end
)

// Token is one token of a text.
type Token struct {
	Kind Kind
	Span diag.Span
}

// Text is the token's text.
func (t Token) Text() string { return t.Span.Text() }

// Tokens cuts any text, broken programs too, into tokens and comments, in order.
func Tokens(src *diag.Source) []Token {
	s := Scan("", src.Text)
	var out []Token
	for i := range s.Toks {
		t := &s.Toks[i]
		switch t.Type {
		case lexer.EOF:
		case Space:
			out = append(out, comments(src, t)...)
		default:
			out = append(out, Token{kindOf(t), diag.Span{Source: src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}})
		}
	}
	return out
}

// Words are the names, qualified names and operators among the Tokens of a text.
func Words(src *diag.Source) []Token {
	s := &Scanner{Text: src.Text, line: 1, packs: true}
	var out []Token
	for s.pos < len(s.Text) {
		diag.Poll()
		s.Toks = s.Toks[:0]
		s.token()
		for i := range s.Toks {
			t := &s.Toks[i]
			if k := kindOf(t); k == KindName || k == KindQualified || k == KindOperator {
				out = append(out, Token{k, diag.Span{Source: src, Start: t.Pos.Offset, End: t.Pos.Offset + len(t.Value)}})
			}
		}
	}
	return out
}

// comments finds the comments in white space, one per line.
func comments(src *diag.Source, t *lexer.Token) []Token {
	var out []Token
	at := t.Pos.Offset
	doc := false
	for line := range strings.Lines(t.Value) {
		from := strings.Index(line, "--")
		text := strings.TrimRight(line, "\r\n")
		if from < 0 {
			doc = false
		} else {
			kind := KindComment
			if doc = doc && !strings.HasPrefix(text[from:], "-- ==") || strings.HasPrefix(text[from:], "-- |"); doc {
				kind = KindDoc
			}
			out = append(out, Token{kind, diag.Span{Source: src, Start: at + from, End: at + len(text)}})
		}
		at += len(line)
	}
	return out
}

func kindOf(t *lexer.Token) Kind {
	switch t.Type {
	case Key:
		return KindKeyword
	case Name:
		return KindName
	case Qual, Open:
		return KindQualified
	case Op, QualOp, Tick:
		return KindOperator
	case Int, Float:
		return KindNumber
	case Char, Str:
		return KindString
	case Constr:
		return KindConstr
	case TypeVar:
		return KindTypeParam
	case Attr:
		return KindAttribute
	case Bad:
		return KindError
	case Punct:
		switch t.Value {
		case "=", "->", ":", ":>", "..", "...", "..<", "..>", `\`, "?":
			return KindOperator
		case "_":
			return KindName
		}
	}
	return KindPunct
}

// Keywords lists the keywords, sorted.
func Keywords() []string { return slices.Sorted(maps.Keys(keywords)) }
