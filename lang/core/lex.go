package core

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"raido/lang/diag"
)

// keywords cannot be names of variables in text form.
var keywords = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`fun let in if then else loop for while do use copy replicate scratch
		concat rearrange reshape reverse rotate assert trace map reduce reduce_comm scan hist scatter scatter_distinct with with_acc
		update_acc custom_vjp custom_jvp jvp vjp vec call acc true false`) {
		keywords[w] = true
	}
}

type tokKind uint8

const (
	tokEOF tokKind = iota
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
	return r == '_' || r == '\'' || r == '.' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// startsName reports whether s can begin an identifier.
func startsName(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || unicode.IsLetter(r)
}

// lex splits text into tokens; "--" starts a comment to the end of the line.
func lex(src *diag.Source) ([]token, error) {
	var toks []token
	text := src.Text
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		start := i
		switch {
		case unicode.IsSpace(r):
			i += size
			continue
		case strings.HasPrefix(text[i:], "--"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
			continue
		case r == '"':
			end := stringEnd(text, i)
			if end < 0 {
				return nil, errAt(src, i, i+1, "string without end")
			}
			i = end
			toks = append(toks, token{tokString, text[start:i], start})
		case strings.HasPrefix(text[i:], "->"):
			i += 2
			toks = append(toks, token{tokPunct, "->", start})
		case isDigit(text[i]) || r == '-':
			i = numberEnd(text, i)
			toks = append(toks, token{tokNumber, text[start:i], start})
		case startsName(text[i:]):
			for i < len(text) {
				r, size = utf8.DecodeRuneInString(text[i:])
				if !isNameRune(r) {
					break
				}
				i += size
			}
			toks = append(toks, token{tokName, text[start:i], start})
		case strings.ContainsRune("()[]:;,=<#\\", r):
			i += size
			toks = append(toks, token{tokPunct, text[start:i], start})
		default:
			return nil, errAt(src, i, i+size, "unexpected character %q", r)
		}
	}
	return append(toks, token{tokEOF, "", len(text)}), nil
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

// numberEnd finds the end of the number at i: sign, digits, letters of suffix or "f64.inf", and a
// signed exponent.
func numberEnd(text string, i int) int {
	start := i
	i++
	for i < len(text) {
		c := text[i]
		exp := (c == '+' || c == '-') && (text[i-1] == 'e') && i > start+1 && isDigit(text[i-2])
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
