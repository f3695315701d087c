package scan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// suffixes are the type suffixes of numbers.
var suffixes = [...]string{"i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "f32", "f64"}

// number takes an integer or floating-point number with its suffix. After a dot it is a tuple's field.
func (s *Scanner) number() {
	if s.lastIs == "." && s.touches() {
		n := 0
		for IsDigit(s.at(n)) {
			n++
		}
		s.emit(Int, n)
		s.field = true
		return
	}
	n, m, kind, f := s.numeralSuffix()
	if f.Code != "" {
		s.bad(n+m, f)
		return
	}
	s.emit(kind, n+m)
}

// numeralSuffix is the length of the number here, that of its suffix, and its kind; what is wrong with it, if the fault has a code.
func (s *Scanner) numeralSuffix() (int, int, lexer.TokenType, fault) {
	n, kind := s.numeral()
	if n == 2 && !IsDigit(s.at(1)) && s.at(1) != '_' {
		return n, s.identAt(n), Bad, fault{Code: codeNumber,
			Msg: Quote(s.Text[s.pos:s.pos+n]) + " must be followed by digits", Hint: "as in 0x1f, 0b101 or 0rXIV"}
	}
	m := s.identAt(n)
	if m == 0 {
		return n, 0, kind, fault{}
	}
	tail := s.Text[s.pos+n : s.pos+n+m]
	switch isSuffix := slices.Contains(suffixes[:], tail); {
	case isSuffix && tail[0] == 'f':
		return n, m, Float, fault{}
	case isSuffix && kind != Float:
		return n, m, kind, fault{}
	}
	return n, m, Bad, fault{Code: codeNumber, Msg: fmt.Sprintf("a number can't be followed by %s without a space", Quote(tail)),
		Hint: "the suffixes of numbers are " + strings.Join(suffixes[:], ", "), From: n, To: n + m}
}

// identAt is the length of the word k places on, digits included.
func (s *Scanner) identAt(k int) int {
	if IsDigit(s.at(k)) {
		return 0
	}
	return s.ident(k)
}

// numeral is the length and kind of the number here, without suffix.
func (s *Scanner) numeral() (int, lexer.TokenType) {
	if s.at(0) == '0' {
		switch s.at(1) {
		case 'x', 'X':
			return s.hexadecimal()
		case 'b', 'B':
			return s.digits(2, func(c byte) bool { return c == '0' || c == '1' }), Int
		case 'r', 'R':
			return s.digits(2, func(c byte) bool { return strings.IndexByte("IVXLCDM", c) >= 0 }), Int
		}
	}
	n, kind := s.digits(0, IsDigit), Int
	if s.at(n) == '.' && IsDigit(s.at(n+1)) {
		n, kind = s.digits(n+1, IsDigit), Float
	}
	if m := s.exponent(n, 'e'); m > 0 {
		return m, Float
	}
	return n, kind
}

func (s *Scanner) hexadecimal() (int, lexer.TokenType) {
	n, kind := s.digits(2, isHex), Int
	m := n
	if s.at(n) == '.' && isHex(s.at(n+1)) {
		m = s.digits(n+1, isHex)
	}
	if e := s.exponent(m, 'p'); e > 0 {
		return e, Float
	}
	return n, kind
}

// digits is where the digits that begin at n end; underscores may follow the first.
func (s *Scanner) digits(n int, ok func(byte) bool) int {
	if !ok(s.at(n)) {
		return n
	}
	for ok(s.at(n)) || s.at(n) == '_' {
		n++
	}
	return n
}

// exponent is where the exponent that begins at n ends, 0 if there is none.
func (s *Scanner) exponent(n int, mark byte) int {
	if s.at(n)|0x20 != mark {
		return 0
	}
	n++
	if s.at(n) == '+' || s.at(n) == '-' {
		n++
	}
	if !IsDigit(s.at(n)) {
		return 0
	}
	return s.digits(n, IsDigit)
}

func isHex(c byte) bool { return IsDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }

// str takes a string literal.
func (s *Scanner) str() {
	n := 1
	for {
		switch c := s.at(n); {
		case c == '"':
			text := s.Text[s.pos : s.pos+n]
			if _, bad := Unescape(text[1:]); bad != "" {
				s.bad(n+1, badEscape(text, bad))
				return
			}
			s.emit(Str, n+1)
			return
		case c == '\\' && s.at(n+1) != 0 && s.at(n+1) != '\n':
			n += 2
		case c == '\n' || s.pos+n >= len(s.Text):
			s.bad(n, fault{Code: codeString, Msg: "this string has no closing quote", Hint: `close it with ", on the same line`})
			return
		default:
			n++
		}
	}
}

// quote takes a character or a type parameter.
func (s *Scanner) quote() {
	rest := s.Text[s.pos+1:]
	if strings.HasPrefix(rest, "\\") {
		if n := strings.IndexByte(rest[min(2, len(rest)):], '\''); n >= 0 && n < 12 {
			s.char(n + 2)
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	if size > 0 && rest[0] != '\n' && rest[0] != '\'' && strings.HasPrefix(rest[size:], "'") {
		s.char(size)
		return
	}
	k := 1
	if c := s.at(1); c == '~' || c == '^' {
		k = 2
	}
	if n := s.ident(k); n > 0 {
		s.emit(TypeVar, k+n)
		return
	}
	s.bad(1, fault{Code: codeString, Msg: "a ' must begin a character or a type parameter", Hint: "write 'x' for a character, 'a for a type parameter"})
}

func (s *Scanner) char(n int) {
	val, bad := Unescape(s.Text[s.pos+1 : s.pos+1+n])
	if bad == "" && utf8.RuneCountInString(val) != 1 {
		bad = s.Text[s.pos+1 : s.pos+1+n]
	}
	if bad != "" {
		s.bad(n+2, badEscape(s.Text[s.pos:s.pos+1+n], bad))
		return
	}
	s.emit(Char, n+2)
}

// badEscape is the fault of an escape without meaning in a literal.
func badEscape(text, esc string) fault {
	at := strings.Index(text, esc)
	if at < 0 {
		return fault{Code: codeString, Msg: "this text is not UTF-8", Hint: `write single bytes as \xHH`}
	}
	return fault{Code: codeString, Msg: "unknown escape " + Quote(esc), From: at, To: at + len(esc), Hint: `the escapes are \n \t \r \a \b \f \v \0 \\ \' \" \xHH \oNNN \uHHHH and \DDD`}
}

// simpleEscapes are the escapes of one character.
var simpleEscapes = map[byte]rune{
	'n': '\n', 't': '\t', 'r': '\r', 'a': '\a', 'b': '\b', 'f': '\f', 'v': '\v', '\\': '\\', '\'': '\'', '"': '"',
}

// Unescape gives the meaning of a literal's text, or the first escape that has none.
func Unescape(text string) (val, bad string) {
	if !utf8.ValidString(text) {
		return "", strings.ToValidUTF8(text, "\ufffd")
	}
	if strings.IndexByte(text, '\\') < 0 {
		return text, ""
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '\\' {
			b.WriteByte(text[i])
			i++
			continue
		}
		rest := text[i+1:]
		if rest == "" {
			return "", `\`
		}
		if r, ok := simpleEscapes[rest[0]]; ok {
			b.WriteRune(r)
			i += 2
			continue
		}
		r, n := numericEscape(rest)
		if n == 0 {
			_, size := utf8.DecodeRuneInString(rest)
			return "", `\` + rest[:size]
		}
		b.WriteRune(r)
		i += 1 + n
	}
	return b.String(), ""
}

// numericEscape reads xHH, oNNN, uHHHH or DDD; n is the length, 0 if it is none of them.
func numericEscape(text string) (r rune, n int) {
	start, base, most := 0, 10, 7
	switch text[0] {
	case 'x':
		start, base, most = 1, 16, 6
	case 'u':
		start, base, most = 1, 16, 4
	case 'o':
		start, base, most = 1, 8, 7
	}
	n = start
	for n < len(text) && n-start < most && digitVal(text[n]) < base {
		n++
	}
	v, err := strconv.ParseUint(text[start:n], base, 32)
	if err != nil || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
		return 0, 0
	}
	return rune(v), n
}

func digitVal(c byte) int {
	switch {
	case IsDigit(c):
		return int(c - '0')
	case isHex(c):
		return int(c|0x20-'a') + 10
	}
	return 99
}

// isHexInt tells a hexadecimal integer, whose last digits look like a suffix, from a hexadecimal float.
func isHexInt(text string) bool {
	return len(text) > 1 && text[0] == '0' && text[1]|0x20 == 'x' && !strings.ContainsAny(text, "pP")
}

func roman(text string) int {
	worth := map[byte]int{'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
	sum := 0
	for i := range len(text) {
		v := worth[text[i]]
		if i+1 < len(text) && v < worth[text[i+1]] {
			v = -v
		}
		sum += v
	}
	return sum
}

// Quote is a piece of program text in a message.
func Quote(text string) string { return "`" + text + "`" }

func quoteRune(r rune) string {
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return fmt.Sprintf("the character %U", r)
	}
	return Quote(string(r))
}

// Numeral is what a number token means: its digits as the language reads them, its suffix, and whether it is a float's.
type Numeral struct {
	Text, Suffix string
	Float        bool
}

// NumeralOf reads the text of a number token.
func NumeralOf(text string) Numeral {
	l := Numeral{Text: text}
	for _, suf := range suffixes {
		if strings.HasSuffix(text, suf) && (suf[0] != 'f' || !isHexInt(text)) {
			l.Text, l.Suffix = strings.TrimSuffix(text, suf), suf
			break
		}
	}
	l.Text = strings.ReplaceAll(l.Text, "_", "")
	switch {
	case isHexInt(l.Text):
	case len(l.Text) > 1 && (l.Text[1] == 'r' || l.Text[1] == 'R'):
		l.Text = strconv.Itoa(roman(l.Text[2:]))
	default:
		l.Float = strings.ContainsAny(l.Text, ".epP") && !strings.HasPrefix(l.Text, "0b") || strings.Contains(l.Text, "E")
	}
	l.Float = l.Float || strings.HasPrefix(l.Suffix, "f")
	return l
}
