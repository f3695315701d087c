package parser

import (
	"strings"

	"raido/lang/diag"
	"raido/lang/syntax/scan"
)

// What Complete answers, as Jupyter spells it.
const (
	StatusComplete   = "complete"
	StatusIncomplete = "incomplete"
	StatusInvalid    = "invalid"
)

// Complete reports whether a cell could be run as it stands, needs more lines (with the indentation for
// the next), or has a fault that more lines can't mend.
func Complete(text string) (status, indent string) {
	src := &diag.Source{Name: "cell", Text: text}
	s := newParse(src, true)
	defer s.close()
	_, faults := s.text()
	if len(faults) == 0 {
		return StatusComplete, ""
	}
	end := len(strings.TrimRight(text, " \t\r\n"))
	if d := faults[len(faults)-1]; len(faults) > 1 || d.Code != codeExpected || d.Span.Start < s.lastEnd() {
		return StatusInvalid, ""
	}
	return StatusIncomplete, s.nextIndent(text[:end])
}

// lastEnd is where the last token ends; comments after it do not count.
func (s *parse) lastEnd() int {
	for i := len(s.scan.Toks) - 2; i >= 0; i-- {
		if t := &s.scan.Toks[i]; t.Type != scan.Space {
			return t.Pos.Offset + len(t.Value)
		}
	}
	return 0
}

// nextIndent is the indentation of the line after an unfinished text: that of its last line, and two
// spaces more if that line opens something.
func (s *parse) nextIndent(text string) string {
	line := text[strings.LastIndexByte(text, '\n')+1:]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	deeper := indent == "" // a line at column 1 would begin another item
	depth := 0
	for i := range s.scan.Toks {
		t := &s.scan.Toks[i]
		if t.Type == scan.Space || t.Pos.Offset < len(text)-len(line) || t.Pos.Offset >= len(text) {
			continue
		}
		depth += scan.Nesting(t)
		deeper = indent == "" || depth > 0 || scan.Unfinished(t) && !is(t, ",") && !is(t, "in")
	}
	if deeper {
		indent += "  "
	}
	return indent
}
