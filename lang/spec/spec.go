package spec

import (
	"fmt"
	"regexp"
	"strings"
)

// Flags is what stands in front of every regular expression: messages may have several lines.
const Flags = "(?s)"

// Spec is what the test blocks of a program say.
type Spec struct {
	Blocks     int // number of test blocks
	Tags       []string
	Error      *regexp.Regexp   // of the compile-time error that the program must have; nil if none
	Warnings   []*regexp.Regexp // that the program must give rise to
	Cases      []Case
	Properties []string // entry points to be tested with random values
}

// Case is one call of an entry point.
type Case struct {
	Line   int // of the word input
	Entry  string
	Name   string   // of the data set; may be empty
	Words  []string // before input: compiled, nobench, no_opencl, ...
	Input  Data
	Output *Data          // nil if the result does not matter
	Auto   bool           // the reference interpreter says what the output is
	Error  *regexp.Regexp // of the run-time error that must occur; nil if none
}

// Data says where values come from: from the text of the block, from a file, at random, or from a script.
type Data struct {
	Text     string
	File     string // relative to the program; empty if Text holds the values
	Random   bool   // Text holds types
	IsScript bool   // Text or the file holds an expression
	Bytes    bool   // the file's bytes are the value, of type []u8
}

// Has reports whether a word stands before the input.
func (c *Case) Has(word string) bool {
	for _, w := range c.Words {
		if w == word {
			return true
		}
	}
	return false
}

// Parse reads all test blocks of a program.
func Parse(program string) (*Spec, error) {
	s := &Spec{}
	for _, b := range blocks(program) {
		s.Blocks++
		r := &reader{text: b.text, line: b.line, spec: s}
		if err := r.block(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// block is the cases of a test block; text begins in that line of the program.
type block struct {
	text string
	line int
}

// blocks cuts the comments that begin at the start of a line and have a line of just "==".
func blocks(program string) []block {
	var out []block
	var b strings.Builder
	cases := false
	end := func() {
		if cases {
			out[len(out)-1].text = b.String()
		}
		b.Reset()
		cases = false
	}
	for i, line := range strings.Split(program, "\n") {
		text, comment := strings.CutPrefix(strings.TrimSuffix(line, "\r"), "--")
		switch {
		case !comment:
			end()
		case cases && strings.TrimSpace(text) != "==":
			b.WriteString(text + "\n")
		case strings.TrimSpace(text) == "==": // also ends the block before it
			end()
			out = append(out, block{line: i + 2})
			cases = true
		}
	}
	end()
	return out
}

// reader reads one block.
type reader struct {
	text string
	pos  int
	line int // of the start of text
	spec *Spec
}

func (r *reader) errf(format string, args ...any) error {
	return fmt.Errorf("line %d: test block: %s", r.at(), fmt.Sprintf(format, args...))
}

// at is the line of the position.
func (r *reader) at() int { return r.line + strings.Count(r.text[:r.pos], "\n") }

func (r *reader) skip() {
	for r.pos < len(r.text) && strings.ContainsRune(" \t\n", rune(r.text[r.pos])) {
		r.pos++
	}
}

// peek is the next character other than white space, 0 at the end.
func (r *reader) peek() byte {
	r.skip()
	if r.pos == len(r.text) {
		return 0
	}
	return r.text[r.pos]
}

// word is the next word up to white space, brace or quote; a colon ends it and belongs to it.
func (r *reader) word() string {
	r.skip()
	start := r.pos
	for r.pos < len(r.text) && !strings.ContainsRune(" \t\n{}\"", rune(r.text[r.pos])) {
		r.pos++
		if r.text[r.pos-1] == ':' {
			break
		}
	}
	return r.text[start:r.pos]
}

// rest is what stands on the line after the position.
func (r *reader) rest() string {
	end := strings.IndexByte(r.text[r.pos:], '\n')
	if end < 0 {
		end = len(r.text) - r.pos
	}
	s := r.text[r.pos : r.pos+end]
	r.pos += end
	return strings.TrimSpace(s)
}

// braces is the text between { and }.
func (r *reader) braces() (string, error) {
	if r.peek() != '{' {
		return "", r.errf("expected {")
	}
	open := r.pos
	depth, quoted := 0, false
	for i := r.pos; i < len(r.text); i++ {
		switch c := r.text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				r.pos = i + 1
				return r.text[open+1 : i], nil
			}
		}
	}
	return "", r.errf("nothing closes this {")
}

// regexp is the expression on the rest of the line.
func (r *reader) regexp() (*regexp.Regexp, error) {
	re, err := regexp.Compile(Flags + r.rest())
	if err != nil {
		return nil, r.errf("%v", err)
	}
	return re, nil
}
