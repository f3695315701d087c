package scan

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
	start, Count int
	Suffix       string // of the first number, and of all that have one
	Float        bool   // whether a number without suffix has a point or an exponent
}

// table takes an array of nothing but numbers; it reports whether there is one, and takes nothing else.
func (s *Scanner) table() bool {
	if s.attrs > 0 || s.exists || s.lastIs == "with" || s.lastIs == "." {
		return false
	}
	r := tableReader{Scanner: Scanner{Text: s.Text, pos: s.pos + 1, line: s.line, bol: s.bol}}
	t := table{start: s.pos}
	for r.Next() {
		diag.Poll()
		if t.Count == 0 {
			t.Suffix = r.Suffix
		}
		if r.Suffix != "" && r.Suffix != t.Suffix || r.Suffix == "" && r.Float && t.Suffix != "" && t.Suffix[0] != 'f' {
			return false
		}
		t.Float = t.Float || r.Suffix == "" && r.Float
		t.Count++
	}
	if !r.closed || t.Count < minTable {
		return false
	}
	s.Tables = append(s.Tables, t)
	s.emit(Table, r.pos-s.pos)
	s.line, s.bol = r.line, r.bol
	return true
}

// tableReader reads the numbers of a table one by one, from behind its bracket.
type tableReader struct {
	Scanner
	Start, End int    // where the number is, with its sign and without its suffix
	Suffix     string // what follows
	Float      bool   // whether it is written as a float: it has a point, an exponent, or a suffix of a float
	closed     bool   // whether the last next found the closing bracket
}

// Next reads a number with what separates it from the one after it. It is false at the closing bracket, and where something else stands.
func (r *tableReader) Next() bool {
	if r.closed || !r.blank() {
		return false
	}
	if r.at(0) == ']' {
		r.pos++
		r.closed = true
		return false
	}
	r.Start = r.pos
	if r.at(0) == '-' {
		r.pos++
	}
	if !IsDigit(r.at(0)) || !r.numberHere() || !r.blank() {
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
	text, n := r.Text[r.pos:], 0
	for n < len(text) && IsDigit(text[n]) {
		n++
	}
	r.Float = n+1 < len(text) && text[n] == '.' && IsDigit(text[n+1])
	if r.Float {
		for n++; n < len(text) && IsDigit(text[n]); n++ {
		}
	}
	for _, suffix := range [...]string{"", "f64", "i64", "f32", "i32", "u8"} { // most are such
		m := n + len(suffix)
		if m < len(text) && strings.IndexByte(",] \n", text[m]) >= 0 && text[n:m] == suffix && !(r.Float && suffix != "" && suffix[0] != 'f') {
			r.Float = r.Float || suffix != "" && suffix[0] == 'f'
			r.pos, r.End, r.Suffix = r.pos+m, r.pos+n, suffix
			return true
		}
	}
	n, m, kind, fault := r.numeralSuffix()
	r.End, r.Suffix, r.Float = r.pos+n, text[n:n+m], kind == Float
	r.pos += n + m
	return fault.Code == ""
}

// blank takes white space and comments; false at a doc comment, which no array has.
func (r *tableReader) blank() bool {
	if r.at(0) == ' ' {
		r.pos++
	}
	if c := r.at(0); IsDigit(c) || c == ',' {
		return true
	}
	r.skip()
	return len(r.Docs) == 0
}

// TableOf is what the scanner knows about the table at an offset.
func (s *Scanner) TableOf(offset int) table {
	return s.Tables[sort.Search(len(s.Tables), func(i int) bool { return s.Tables[i].start >= offset })]
}

// Plain reports whether the text of a number without suffix stands for itself: it is of digits, a point and an exponent.
func Plain(digits string) bool {
	return strings.IndexByte(digits, '_') < 0 && (digits[0] != '0' || len(digits) == 1 || IsDigit(digits[1]) || digits[1] == '.')
}

// ReadTable reads the numbers of a table, whose text begins with its bracket.
func ReadTable(text string) *tableReader {
	return &tableReader{Scanner: Scanner{Text: text, pos: 1}}
}
