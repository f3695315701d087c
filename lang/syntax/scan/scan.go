package scan

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"

	"raido/lang/diag"
)

// Scanner turns a text into tokens. It never fails: what it can't read becomes a tokBad with a fault.
type Scanner struct {
	File   string
	Text   string
	pos    int
	line   int
	bol    int // where the line begins
	Toks   []lexer.Token
	Docs   []DocComment
	Faults []fault         // of each tokBad, in order
	last   lexer.TokenType // the last token that is not white space
	lastIs string          // its text
	end    int             // where it ends
	field  bool            // whether it is the number of a field, as in x.0
	attrs  int             // how many brackets are open since the #[ of an attribute, which may hold $name
	exists bool            // the last tokens are the sizes of ?[n][m]. or a part of it
	packs  bool            // arrays of numbers are one token: Note [Tables]
	Tables []table
}

// DocComment is a block of lines that begins with "-- |".
type DocComment struct {
	Start, End int
	Text       string
}

// fault is what is wrong with a tokBad.
type fault struct {
	Code, Msg, Hint string
	From, To        int // the part of the token that is wrong; all of it if to is 0
	At              int // where the token begins
}

// Scan lexes a whole text; the last token is EOF.
func Scan(file, text string) *Scanner {
	return (&Scanner{File: file, Text: text, line: 1}).all()
}

// ScanTables lexes a whole text, arrays of numbers as tables: Note [Tables].
func ScanTables(file, text string) *Scanner {
	return (&Scanner{File: file, Text: text, line: 1, packs: true}).all()
}

// all lexes the text.
func (s *Scanner) all() *Scanner {
	for s.pos < len(s.Text) {
		diag.Poll()
		s.token()
	}
	s.Toks = append(s.Toks, lexer.EOFToken(s.position(s.pos)))
	return s
}

func (s *Scanner) position(at int) lexer.Position {
	return lexer.Position{Filename: s.File, Offset: at, Line: s.line, Column: at - s.bol + 1}
}

// at gives the byte k places on, 0 at the end.
func (s *Scanner) at(k int) byte {
	if s.pos+k < len(s.Text) {
		return s.Text[s.pos+k]
	}
	return 0
}

// push adds a token.
func (s *Scanner) push(t lexer.Token) {
	if len(s.Toks) == cap(s.Toks) { // append would copy more often
		s.Toks = slices.Grow(s.Toks, max(8, len(s.Toks), min(len(s.Text)*2/3, 1000)))
	}
	s.Toks = append(s.Toks, t)
}

// emit makes a token of the next n bytes.
func (s *Scanner) emit(kind lexer.TokenType, n int) {
	text := s.Text[s.pos : s.pos+n]
	s.push(lexer.Token{Type: kind, Value: text, Pos: s.position(s.pos)})
	s.pos += n
	if kind != Space {
		s.field = false
		s.exists = text == "?" || s.exists && (text == "[" || text == "]" || text == "." || kind == Name && s.lastIs != ".")
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
func (s *Scanner) bad(n int, f fault) {
	f.At = s.pos
	s.Faults = append(s.Faults, f)
	s.emit(Bad, n)
}

// touches reports whether the token before ends right here.
func (s *Scanner) touches() bool { return s.pos > 0 && s.end == s.pos }

func (s *Scanner) token() {
	c := s.at(0)
	switch {
	case isSpace(c) || c == '-' && s.at(1) == '-':
		s.space()
	case isLetter(c) || c == '_' || c >= utf8.RuneSelf:
		s.name()
	case IsDigit(c):
		s.number()
	case c == '"':
		s.str()
	case c == '\'':
		s.quote()
	case IsOpStart(c):
		s.operator()
	case c == '#':
		s.hash()
	case c == '[' && s.touches() && s.indexable():
		s.emit(Index, 1)
	case c == '[' && s.packs && s.table():
	case c == '`':
		s.emit(Tick, 1)
	case c == '?' && strings.HasPrefix(s.Text[s.pos:], "???"):
		s.emit(Hole, 3)
	default:
		s.punct(c)
	}
}

// indexable reports whether a [ that touches the last token indexes it: a name, a field, ) or ].
func (s *Scanner) indexable() bool {
	switch s.last {
	case Name, Qual, Table:
		return true
	case Int:
		return s.field
	}
	return s.lastIs == ")" || s.lastIs == "]"
}

func (s *Scanner) punct(c byte) {
	rest := s.Text[s.pos:]
	for _, p := range [...]string{"...", "..<", "..>", "..", ":>"} {
		if strings.HasPrefix(rest, p) {
			s.emit(Punct, len(p))
			return
		}
	}
	if strings.IndexByte("()[]{},:.\\?~", c) >= 0 {
		s.emit(Punct, 1)
		return
	}
	if c == '$' && s.attrs > 0 {
		s.emit(Punct, 1)
		return
	}
	f := fault{Code: codeLex, Msg: "a program can't contain " + quoteRune(rune(c))}
	switch c {
	case ';':
		f.Hint = "Futhark has no semicolons: declarations just follow each other"
	case '@':
		f.Hint = "a product of matrices is map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) (transpose b)) a"
	case '$':
		f.Hint = "operators are made of + - * / % = ! < > | & ^ and ."
	}
	s.badRun(1, f)
}

// badRun makes one tokBad of the next n bytes, which are wrong, and of all that repeat them.
func (s *Scanner) badRun(n int, f fault) {
	all, char := n, s.Text[s.pos:s.pos+n]
	for strings.HasPrefix(s.Text[s.pos+all:], char) {
		all += n
	}
	f.To = n
	s.bad(all, f)
}

// space takes white space and comments, and keeps doc comments aside.
func (s *Scanner) space() {
	start := s.pos
	first := s.position(start)
	s.skip()
	s.push(lexer.Token{Type: Space, Value: s.Text[start:s.pos], Pos: first})
}

// skip takes white space and comments without a token.
func (s *Scanner) skip() {
	for s.pos < len(s.Text) {
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
				s.pos += LineEnd(s.Text[s.pos:])
			}
		default:
			return
		}
	}
}

// doc takes a doc comment: a line that begins with "-- |" and the comment lines right below it.
func (s *Scanner) doc() {
	d := DocComment{Start: s.pos}
	var lines []string
	for {
		n := LineEnd(s.Text[s.pos:])
		line := strings.TrimPrefix(s.Text[s.pos:s.pos+n], "--")
		if len(lines) == 0 {
			line = strings.TrimPrefix(line, " |")
		}
		lines = append(lines, strings.TrimRight(strings.TrimPrefix(line, " "), " \t\r"))
		s.pos += n
		d.End = s.pos
		rest := s.Text[s.pos:]
		next := strings.TrimLeft(strings.TrimPrefix(rest, "\n"), " \t")
		if !strings.HasPrefix(rest, "\n") || !strings.HasPrefix(next, "--") || strings.HasPrefix(next, "-- |") || strings.HasPrefix(next, "-- ==") {
			break
		}
		s.line++
		s.bol = s.pos + 1
		s.pos = len(s.Text) - len(next)
	}
	d.Text = strings.Join(lines, "\n")
	s.Docs = append(s.Docs, d)
}

// name takes a name, a keyword, a qualified name or operator, or the start of a local open.
func (s *Scanner) name() {
	n := s.ident(0)
	if n == 0 {
		r, size := utf8.DecodeRuneInString(s.Text[s.pos:])
		hint := strangeRune(r)
		s.badRun(size, fault{Code: codeLex, Msg: "a program can't contain " + quoteRune(r), Hint: hint})
		return
	}
	word := s.Text[s.pos : s.pos+n]
	switch {
	case keywords[word]:
		s.emit(Key, n)
	case word == "_":
		s.emit(Punct, n)
	case s.last == Punct && s.lastIs == "." && s.touches() && !s.exists:
		s.emit(Name, n) // fields of a projection come one by one
	default:
		s.qualified(n)
	}
}

// qualified takes a name of n bytes and what dots add to it.
func (s *Scanner) qualified(n int) {
	kind := Name
	for s.at(n) == '.' {
		c := s.at(n + 1)
		if m := s.ident(n + 1); m > 0 && !(m == 1 && c == '_') {
			if keywords[s.Text[s.pos+n+1:s.pos+n+1+m]] {
				break
			}
			kind, n = Qual, n+1+m
			continue
		}
		if c == '(' {
			s.emit(Open, n+2)
			return
		}
		if IsOpStart(c) && !strings.HasPrefix(s.Text[s.pos+n+1:], "--") {
			s.emit(QualOp, n+1+s.opLen(n+1))
			return
		}
		break
	}
	s.emit(kind, n)
}

// ident is the length of the identifier k places on, 0 if there is none.
func (s *Scanner) ident(k int) int {
	n := k
	for s.pos+n < len(s.Text) {
		c := s.Text[s.pos+n]
		switch {
		case isLetter(c) || c == '_':
			n++
		case (IsDigit(c) || c == '\'') && n > k:
			n++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.Text[s.pos+n:])
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

func (s *Scanner) opLen(k int) int {
	n := k
	for IsOpStart(s.at(n)) || n > k && s.at(n) == '.' {
		n++
	}
	return n - k
}

func (s *Scanner) operator() {
	n := s.opLen(0)
	switch op := s.Text[s.pos : s.pos+n]; op {
	case "=", "->":
		s.emit(Punct, n)
	default:
		s.emit(Op, n)
	}
}

// hash takes #[ or a constructor.
func (s *Scanner) hash() {
	if s.at(1) == '[' {
		s.emit(Attr, 2)
		return
	}
	if n := s.ident(1); n > 0 {
		s.emit(Constr, n+1)
		return
	}
	s.bad(1, fault{Code: codeLex, Msg: "a # must be followed by the name of a constructor or by [", Hint: "write #some_name, or #[attribute]; comments begin with --"})
}

// LineEnd is the length of the first line of a text.
func LineEnd(text string) int {
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		return n
	}
	return len(text)
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}

// IsDigit reports whether a byte is a decimal digit.
func IsDigit(c byte) bool { return '0' <= c && c <= '9' }

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

// IsOpStart reports whether an operator may begin with a byte.
func IsOpStart(c byte) bool {
	switch c {
	case '+', '-', '*', '/', '%', '=', '!', '>', '<', '|', '&', '^':
		return true
	}
	return false
}
