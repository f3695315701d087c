package syntax

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
)

// scanner turns a text into tokens. It never fails: what it can't read becomes a tokBad with a fault.
type scanner struct {
	file   string
	text   string
	pos    int
	line   int
	bol    int // where the line begins
	toks   []lexer.Token
	docs   []docComment
	faults []fault         // of each tokBad, in order
	last   lexer.TokenType // the last token that is not white space
	lastIs string          // its text
	end    int             // where it ends
	field  bool            // whether it is the number of a field, as in x.0
	attrs  int             // how many brackets are open since the #[ of an attribute, which may hold $name
	exists bool            // the last tokens are the sizes of ?[n][m]. or a part of it
	packs  bool            // arrays of numbers are one token: Note [Tables]
	tables []table
}

// docComment is a block of lines that begins with "-- |".
type docComment struct {
	start, end int
	text       string
}

// fault is what is wrong with a tokBad.
type fault struct {
	code, msg, hint string
	from, to        int // the part of the token that is wrong; all of it if to is 0
	at              int // where the token begins
}

// scan lexes a whole text; the last token is EOF.
func scan(file, text string) *scanner {
	return (&scanner{file: file, text: text, line: 1}).all()
}

// all lexes the text.
func (s *scanner) all() *scanner {
	for s.pos < len(s.text) {
		diag.Poll()
		s.token()
	}
	s.toks = append(s.toks, lexer.EOFToken(s.position(s.pos)))
	return s
}

func (s *scanner) position(at int) lexer.Position {
	return lexer.Position{Filename: s.file, Offset: at, Line: s.line, Column: at - s.bol + 1}
}

// at gives the byte k places on, 0 at the end.
func (s *scanner) at(k int) byte {
	if s.pos+k < len(s.text) {
		return s.text[s.pos+k]
	}
	return 0
}

// push adds a token.
func (s *scanner) push(t lexer.Token) {
	if len(s.toks) == cap(s.toks) { // append would copy more often
		s.toks = slices.Grow(s.toks, max(8, len(s.toks), min(len(s.text)*2/3, 1000)))
	}
	s.toks = append(s.toks, t)
}

// emit makes a token of the next n bytes.
func (s *scanner) emit(kind lexer.TokenType, n int) {
	text := s.text[s.pos : s.pos+n]
	s.push(lexer.Token{Type: kind, Value: text, Pos: s.position(s.pos)})
	s.pos += n
	if kind != tokSpace {
		s.field = false
		s.exists = text == "?" || s.exists && (text == "[" || text == "]" || text == "." || kind == tokName && s.lastIs != ".")
		s.last, s.lastIs, s.end = kind, text, s.pos
		switch {
		case text == "#[" || text == "[" && s.attrs > 0:
			s.attrs++
		case text == "]" && s.attrs > 0:
			s.attrs--
		}
	}
}

// bad makes a tokBad of the next n bytes.
func (s *scanner) bad(n int, f fault) {
	f.at = s.pos
	s.faults = append(s.faults, f)
	s.emit(tokBad, n)
}

// touches tells whether the token before ends right here.
func (s *scanner) touches() bool { return s.pos > 0 && s.end == s.pos }

func (s *scanner) token() {
	c := s.at(0)
	switch {
	case isSpace(c) || c == '-' && s.at(1) == '-':
		s.space()
	case isLetter(c) || c == '_' || c >= utf8.RuneSelf:
		s.name()
	case isDigit(c):
		s.number()
	case c == '"':
		s.str()
	case c == '\'':
		s.quote()
	case isOpStart(c):
		s.operator()
	case c == '#':
		s.hash()
	case c == '[' && s.touches() && s.indexable():
		s.emit(tokIndex, 1)
	case c == '[' && s.packs && s.table():
	case c == '`':
		s.emit(tokTick, 1)
	case c == '?' && strings.HasPrefix(s.text[s.pos:], "???"):
		s.emit(tokHole, 3)
	default:
		s.punct(c)
	}
}

// indexable tells whether a [ that touches the last token indexes it: a name, a field, ) or ].
func (s *scanner) indexable() bool {
	switch s.last {
	case tokName, tokQual, tokTable:
		return true
	case tokInt:
		return s.field
	}
	return s.lastIs == ")" || s.lastIs == "]"
}

func (s *scanner) punct(c byte) {
	rest := s.text[s.pos:]
	for _, p := range [...]string{"...", "..<", "..>", "..", ":>"} {
		if strings.HasPrefix(rest, p) {
			s.emit(tokPunct, len(p))
			return
		}
	}
	if strings.IndexByte("()[]{},:.\\?~", c) >= 0 {
		s.emit(tokPunct, 1)
		return
	}
	if c == '$' && s.attrs > 0 {
		s.emit(tokPunct, 1)
		return
	}
	f := fault{code: codeLex, msg: "a program can't contain " + quoteRune(rune(c))}
	switch c {
	case ';':
		f.hint = "Futhark has no semicolons: declarations just follow each other"
	case '@':
		f.hint = "a product of matrices is map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) (transpose b)) a"
	case '$':
		f.hint = "operators are made of + - * / % = ! < > | & ^ and ."
	}
	s.badRun(1, f)
}

// badRun makes one tokBad of the next n bytes, which are wrong, and of all that repeat them.
func (s *scanner) badRun(n int, f fault) {
	all, char := n, s.text[s.pos:s.pos+n]
	for strings.HasPrefix(s.text[s.pos+all:], char) {
		all += n
	}
	f.to = n
	s.bad(all, f)
}

// space takes white space and comments, and keeps doc comments aside.
func (s *scanner) space() {
	start := s.pos
	first := s.position(start)
	s.skip()
	s.push(lexer.Token{Type: tokSpace, Value: s.text[start:s.pos], Pos: first})
}

// skip takes white space and comments without a token.
func (s *scanner) skip() {
	for s.pos < len(s.text) {
		switch c := s.at(0); {
		case c == '\n':
			s.pos++
			s.line++
			s.bol = s.pos
		case isSpace(c):
			s.pos++
		case c == '-' && s.at(1) == '-':
			if s.at(2) == ' ' && s.at(3) == '|' {
				s.doc()
			} else {
				s.pos += lineEnd(s.text[s.pos:])
			}
		default:
			return
		}
	}
}

// doc takes a doc comment: a line that begins with "-- |" and the comment lines right below it.
func (s *scanner) doc() {
	d := docComment{start: s.pos}
	var lines []string
	for {
		n := lineEnd(s.text[s.pos:])
		line := strings.TrimPrefix(s.text[s.pos:s.pos+n], "--")
		if len(lines) == 0 {
			line = strings.TrimPrefix(line, " |")
		}
		lines = append(lines, strings.TrimRight(strings.TrimPrefix(line, " "), " \t\r"))
		s.pos += n
		d.end = s.pos
		rest := s.text[s.pos:]
		next := strings.TrimLeft(strings.TrimPrefix(rest, "\n"), " \t")
		if !strings.HasPrefix(rest, "\n") || !strings.HasPrefix(next, "--") || strings.HasPrefix(next, "-- |") || strings.HasPrefix(next, "-- ==") {
			break
		}
		s.line++
		s.bol = s.pos + 1
		s.pos = len(s.text) - len(next)
	}
	d.text = strings.Join(lines, "\n")
	s.docs = append(s.docs, d)
}

// name takes a name, a keyword, a qualified name or operator, or the start of a local open.
func (s *scanner) name() {
	n := s.ident(0)
	if n == 0 {
		r, size := utf8.DecodeRuneInString(s.text[s.pos:])
		hint := strangeRune(r)
		s.badRun(size, fault{code: codeLex, msg: "a program can't contain " + quoteRune(r), hint: hint})
		return
	}
	word := s.text[s.pos : s.pos+n]
	switch {
	case keywords[word]:
		s.emit(tokKey, n)
	case word == "_":
		s.emit(tokPunct, n)
	case s.last == tokPunct && s.lastIs == "." && s.touches() && !s.exists:
		s.emit(tokName, n) // fields of a projection come one by one
	default:
		s.qualified(n)
	}
}

// qualified takes a name of n bytes and what dots add to it.
func (s *scanner) qualified(n int) {
	kind := tokName
	for s.at(n) == '.' {
		c := s.at(n + 1)
		if m := s.ident(n + 1); m > 0 && !(m == 1 && c == '_') {
			if keywords[s.text[s.pos+n+1:s.pos+n+1+m]] {
				break
			}
			kind, n = tokQual, n+1+m
			continue
		}
		if c == '(' {
			s.emit(tokOpen, n+2)
			return
		}
		if isOpStart(c) && !strings.HasPrefix(s.text[s.pos+n+1:], "--") {
			s.emit(tokQualOp, n+1+s.opLen(n+1))
			return
		}
		break
	}
	s.emit(kind, n)
}

// ident is the length of the identifier k places on, 0 if there is none.
func (s *scanner) ident(k int) int {
	n := k
	for s.pos+n < len(s.text) {
		c := s.text[s.pos+n]
		switch {
		case isLetter(c) || c == '_':
			n++
		case (isDigit(c) || c == '\'') && n > k:
			n++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.text[s.pos+n:])
			if !unicode.IsLetter(r) && (n == k || !unicode.IsDigit(r) && !unicode.IsMark(r)) {
				return n - k
			}
			n += size
		default:
			return n - k
		}
	}
	return n - k
}

func (s *scanner) opLen(k int) int {
	n := k
	for isOpStart(s.at(n)) || n > k && s.at(n) == '.' {
		n++
	}
	return n - k
}

func (s *scanner) operator() {
	n := s.opLen(0)
	switch op := s.text[s.pos : s.pos+n]; op {
	case "=", "->":
		s.emit(tokPunct, n)
	default:
		s.emit(tokOp, n)
	}
}

// hash takes #[ or a constructor.
func (s *scanner) hash() {
	if s.at(1) == '[' {
		s.emit(tokAttr, 2)
		return
	}
	if n := s.ident(1); n > 0 {
		s.emit(tokConstr, n+1)
		return
	}
	s.bad(1, fault{code: codeLex, msg: "a # must be followed by the name of a constructor or by [", hint: "write #some_name, or #[attribute]; comments begin with --"})
}

func lineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// plainText is what stands in programs for signs of books and word processors.
var plainText = map[rune]string{'“': `"`, '”': `"`, '„': `"`, '‘': "'", '’': "'", '–': "-", '—': "-", '−': "-", '×': "*", '·': "*", '÷': "/", '≤': "<=", '≥': ">=", '≠': "!=",
	'→': "->", '←': "=", '∧': "&&", '∨': "||", '¬': "!", '²': "** 2", '³': "** 3", '…': "...", '√': "f64.sqrt", '∞': "f64.inf", '∑': "f64.sum", '∏': "f64.product"}

// strangeRune is a hint about a character that no program has.
func strangeRune(r rune) string {
	switch plain := plainText[r]; {
	case r == utf8.RuneError:
		return "the text must be UTF-8"
	case plain != "":
		return "write " + plain
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r):
		return "it is invisible, and comes with copied text: delete it, or write a plain space"
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isOpStart(c byte) bool {
	switch c {
	case '+', '-', '*', '/', '%', '=', '!', '>', '<', '|', '&', '^':
		return true
	}
	return false
}
