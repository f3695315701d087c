package irtext

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	End Kind = iota // of the text; it has no text itself
	Name
	Number
	String // with its quotes
	Punct
)

// Token is a piece of text.
type Token struct {
	Kind Kind
	Text string
	At   int // byte offset
}

// Fault is what is wrong with the bytes from Start to End.
type Fault struct {
	Start, End int
	Msg        string
}

// Error implements error.
func (f *Fault) Error() string { return f.Msg }

// Lexer says what the tokens of a language are.
type Lexer struct {
	Inside string   // what a name may have inside besides letters, digits, _ and '
	Punct  []string // longer ones first
}

// Lex is the tokens of text from start to end, and End.
func (l Lexer) Lex(text string, start, end int) (toks []Token, fault *Fault) {
	text = text[:end]
	add := func(k Kind, from, to int) int {
		toks = append(toks, Token{k, text[from:to], from})
		return to
	}
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(text[i:])
		punct := slices.IndexFunc(l.Punct, func(p string) bool { return strings.HasPrefix(text[i:], p) })
		switch {
		case unicode.IsSpace(r):
			i += size
		case strings.HasPrefix(text[i:], "--"):
			i = lineEnd(text, i)
		case r == '"':
			to := stringEnd(text, i)
			if to < 0 {
				return nil, &Fault{i, i + 1, "string without end"}
			}
			i = add(String, i, to)
		case punct >= 0:
			i = add(Punct, i, i+len(l.Punct[punct]))
		case isDigit(text[i]) || r == '-':
			i = add(Number, i, numberEnd(text, i))
		case StartsName(text[i:]):
			i = add(Name, i, l.nameEnd(text, i))
		default:
			return nil, &Fault{i, i + size, fmt.Sprintf("unexpected character %q", r)}
		}
	}
	return append(toks, Token{End, "", end}), nil
}

// StartsName reports whether s can begin a name.
func StartsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || unicode.IsLetter(r)
}

// InName reports whether a name may have a rune inside.
func (l Lexer) InName(r rune) bool {
	return r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(l.Inside, r)
}

func (l Lexer) nameEnd(text string, i int) int {
	n := strings.IndexFunc(text[i:], func(r rune) bool { return !l.InName(r) })
	if n < 0 {
		return len(text)
	}
	return i + n
}

func lineEnd(text string, i int) int {
	if n := strings.IndexByte(text[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(text)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// stringEnd finds the end of the quoted string at i, or -1.
func stringEnd(text string, i int) int {
	for i++; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n':
			return -1
		}
	}
	return -1
}

// numberEnd finds the end of the number at i: sign, digits, letters of suffix or "f64.inf", and a signed exponent.
func numberEnd(text string, i int) int {
	start := i
	for i++; i < len(text); i++ {
		c := text[i]
		exp := (c == '+' || c == '-') && text[i-1] == 'e' && i > start+1 && isDigit(text[i-2])
		if !isDigit(c) && c != '.' && !(c >= 'a' && c <= 'z') && !exp {
			break
		}
	}
	return i
}

// PlainName is a name of which nothing but letters, digits, _ and ' is left, with first before it if it could not begin one.
func PlainName(s, first string) string {
	out := strings.Map(func(r rune) rune {
		if (Lexer{}).InName(r) {
			return r
		}
		return '_'
	}, s)
	if !StartsName(out) {
		return first + out
	}
	return out
}

// BaseName drops the number that printers append to names.
func BaseName(s string) string {
	base := strings.TrimRight(s, "0123456789")
	if len(base) < len(s) && strings.HasSuffix(base, "_") && len(base) > 1 {
		return strings.TrimSuffix(base, "_")
	}
	return s
}
