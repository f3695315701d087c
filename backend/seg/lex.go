package seg

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"raido/lang/diag"
)

// keywords cannot be names of variables in text form: those that begin a line, and those that may follow on a list of atoms.
var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`target param result kernels var set alloc move own free copy fill for if else while break check task map reduce scan
		updates over mem width enter yield operator into after accumulate last leave lanes form rows stage fold reserve scatter pack pointwise
		atomic bind poll tell barrier try in work with is neutral arg from unread by start has of count idx lane true false`) {
		keywords[w] = true
	}
}

type tokKind uint8

const (
	tokEnd tokKind = iota // of the line
	tokName
	tokNumber
	tokString
	tokPunct
)

type token struct {
	kind tokKind
	text string
	at   int // byte offset
}

func isNameRune(r rune) bool {
	return r == '_' || r == '\'' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// startsName reports whether s can begin a name.
func startsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || unicode.IsLetter(r)
}

// line is a line of text with those that are farther to the right below it.
type line struct {
	toks []token // the last is tokEnd
	kids []*line
}

// lines splits text into lines, and these into tokens; "--" starts a comment to the end of the line.
func lines(src *diag.Source) (out []*line, err error) {
	text := src.Text
	type open struct {
		list   *[]*line
		indent int
	}
	stack := []open{{&out, -1}}
	for at := 0; at < len(text); {
		end := len(text)
		if n := strings.IndexByte(text[at:], '\n'); n >= 0 {
			end = at + n
		}
		start := at
		for start < end && text[start] == ' ' {
			start++
		}
		toks, err := lex(src, start, end)
		if err != nil {
			return nil, err
		}
		if len(toks) > 1 {
			for stack[len(stack)-1].indent >= start-at {
				stack = stack[:len(stack)-1]
			}
			l := &line{toks: toks}
			list := stack[len(stack)-1].list
			*list = append(*list, l)
			stack = append(stack, open{&l.kids, start - at})
		}
		at = end + 1
	}
	return out, nil
}

// lex is the tokens from start to end.
func lex(src *diag.Source, start, end int) (toks []token, err error) {
	text := src.Text[:end]
	add := func(k tokKind, from, to int) int {
		toks = append(toks, token{k, text[from:to], from})
		return to
	}
	for i := start; i < end; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case strings.HasPrefix(text[i:], "--"):
			i = end
		case r == '"':
			to := stringEnd(text, i)
			if to < 0 {
				return nil, errAt(src, i, i+1, "string without end")
			}
			i = add(tokString, i, to)
		case isDigit(text[i]) || r == '-':
			i = add(tokNumber, i, numberEnd(text, i))
		case startsName(text[i:]):
			i = add(tokName, i, nameEnd(text, i))
		case strings.ContainsRune("()[]:,=<+*@", r):
			i = add(tokPunct, i, i+size)
		default:
			return nil, errAt(src, i, i+size, "unexpected character %q", r)
		}
	}
	return append(toks, token{tokEnd, "", end}), nil
}

// nameEnd is the end of the name at i: of a variable, an operator with its type, or a memory with its number.
func nameEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isNameRune(r) && r != '.' && r != '#' {
			break
		}
		i += size
	}
	return i
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
		}
	}
	return -1
}

// numberEnd finds the end of the number at i: sign, digits, letters of suffix or "f64.inf", and a
// signed exponent.
func numberEnd(text string, i int) int {
	start := i
	i++
	for i < len(text) {
		c := text[i]
		exp := (c == '+' || c == '-') && text[i-1] == 'e' && i > start+1 && isDigit(text[i-2])
		if !isDigit(c) && c != '.' && !(c >= 'a' && c <= 'z') && !exp {
			break
		}
		i++
	}
	return i
}

func errAt(src *diag.Source, start, end int, format string, args ...any) error {
	return &diag.Diag{Class: diag.Syntax, Span: diag.Span{Source: src, Start: start, End: end}, Msg: fmt.Sprintf(format, args...)}
}
