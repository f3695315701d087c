package syntax

import (
	"sort"
	"strings"

	"raido/lang/diag"
)

// Note [Tables]
//
// Data in a program are arrays of very many numbers: [0.25, -1, 3, ...]. Tokens, trees and types for each number would cost
// some microseconds and half a kilobyte. So the scanner gives an array of nothing but numbers as one token, tokTable, and the
// parser as one node, a TableExp, which knows what inference asks: how many numbers there are, their suffix, and
// whether one is a float. The numbers stay in the text until somebody wants them. A TableExp means what the ArrayExp means that
// its Array gives: the checker falls back on it for what is in error, and so does the printer. TestTables compares the two.
//
// Where a table is next to what the parser cannot read, the text is parsed again without tables, for a fault that says what it found.
//
// What is no table, as it has something else between its brackets, few numbers, or suffixes that need unification, is scanned as
// usual. Highlighting sees numbers: Tokens has no tables.

// minTable is how many numbers a table has at least.
const minTable = 8

// table is what the scanner knows about a tokTable.
type table struct {
	start, count int
	suffix       string // of the first number, and of all that have one
	float        bool   // whether a number without suffix has a point or an exponent
}

// table takes an array of nothing but numbers; it tells whether there is one, and takes nothing else.
func (s *scanner) table() bool {
	if s.attrs > 0 || s.exists || s.lastIs == "with" || s.lastIs == "." {
		return false
	}
	r := tableReader{scanner: scanner{text: s.text, pos: s.pos + 1, line: s.line, bol: s.bol}}
	t := table{start: s.pos}
	for r.next() {
		diag.Poll()
		if t.count == 0 {
			t.suffix = r.suffix
		}
		if r.suffix != "" && r.suffix != t.suffix || r.suffix == "" && r.float && t.suffix != "" && t.suffix[0] != 'f' {
			return false
		}
		t.float = t.float || r.suffix == "" && r.float
		t.count++
	}
	if !r.closed || t.count < minTable {
		return false
	}
	s.tables = append(s.tables, t)
	s.emit(tokTable, r.pos-s.pos)
	s.line, s.bol = r.line, r.bol
	return true
}

// tableReader reads the numbers of a table one by one, from behind its bracket.
type tableReader struct {
	scanner
	start, end int    // where the number is, with its sign and without its suffix
	suffix     string // what follows
	float      bool   // whether it is written as a float: it has a point, an exponent, or a suffix of a float
	closed     bool   // whether the last next found the closing bracket
}

// next reads a number with what separates it from the one after it. It is false at the closing bracket, and where something else stands.
func (r *tableReader) next() bool {
	if r.closed || !r.blank() {
		return false
	}
	if r.at(0) == ']' {
		r.pos++
		r.closed = true
		return false
	}
	r.start = r.pos
	if r.at(0) == '-' {
		r.pos++
	}
	if !isDigit(r.at(0)) || !r.numberHere() || !r.blank() {
		return false
	}
	if r.at(0) == ',' {
		r.pos++
		return true
	}
	return r.at(0) == ']'
}

// numberHere takes a number and its suffix; false if there is none that is right.
func (r *tableReader) numberHere() bool {
	text, n := r.text[r.pos:], 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	r.float = n+1 < len(text) && text[n] == '.' && isDigit(text[n+1])
	if r.float {
		for n++; n < len(text) && isDigit(text[n]); n++ {
		}
	}
	for _, suffix := range [...]string{"", "f64", "i64", "f32", "i32", "u8"} { // most are such
		m := n + len(suffix)
		if m < len(text) && strings.IndexByte(",] \n", text[m]) >= 0 && text[n:m] == suffix && !(r.float && suffix != "" && suffix[0] != 'f') {
			r.float = r.float || suffix != "" && suffix[0] == 'f'
			r.pos, r.end, r.suffix = r.pos+m, r.pos+n, suffix
			return true
		}
	}
	n, m, kind, fault := r.numeralSuffix()
	r.end, r.suffix, r.float = r.pos+n, text[n:n+m], kind == tokFloat
	r.pos += n + m
	return fault.code == ""
}

// blank takes white space and comments; false at a doc comment, which no array has.
func (r *tableReader) blank() bool {
	if r.at(0) == ' ' {
		r.pos++
	}
	if c := r.at(0); isDigit(c) || c == ',' {
		return true
	}
	r.skip()
	return len(r.docs) == 0
}

// tableOf is what the scanner knows about the table at an offset.
func (s *scanner) tableOf(offset int) table {
	return s.tables[sort.Search(len(s.tables), func(i int) bool { return s.tables[i].start >= offset })]
}

// Elems gives the numbers of the table: the place of each, and the number as a pattern would have it, with its sign. The number is
// another one at the next call.
func (x *TableExp) Elems(yield func(i int, n *NumLit) bool) {
	text := x.Span.Text()
	r := tableReader{scanner: scanner{text: text, pos: 1}}
	var n NumLit
	for i := 0; r.next(); i++ {
		n = NumLit{At: At{diag.Span{Source: x.Span.Source, Start: x.Span.Start + r.start, End: x.Span.Start + r.end + len(r.suffix)}}, Text: text[r.start:r.end], Suffix: r.suffix, Float: r.float}
		if digits, negative := strings.CutPrefix(n.Text, "-"); !plain(digits) {
			n.Text = numLit(digits + r.suffix).Text
			if negative {
				n.Text = "-" + n.Text
			}
		}
		if !yield(i, &n) {
			return
		}
	}
}

// plain tells whether the text of a number without suffix stands for itself: it is of digits, a point and an exponent.
func plain(digits string) bool {
	return strings.IndexByte(digits, '_') < 0 && (digits[0] != '0' || len(digits) == 1 || isDigit(digits[1]) || digits[1] == '.')
}

// Array is the table as an array of expressions.
func (x *TableExp) Array() *ArrayExp {
	out := &ArrayExp{At: x.At, Elems: make([]Exp, 0, x.Count)}
	for _, n := range x.Elems {
		lit := *n
		digits, negative := strings.CutPrefix(n.Text, "-")
		if !negative {
			out.Elems = append(out.Elems, &lit)
			continue
		}
		lit.Text = digits
		lit.Span.Start++
		out.Elems = append(out.Elems, &NegExp{Exp: &lit, At: n.At})
	}
	return out
}
