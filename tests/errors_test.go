package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/diag"
	"raido/lang/syntax/parser"
	"raido/tests/golden"
)

const (
	chunkLine = "---\n"
	saidMark  = "--> "
)

// faultsOf are the faults of a program.
func faultsOf(text string) diag.List {
	f, ds := parser.File(&diag.Source{Name: "program.fut", Text: text})
	if len(ds) > 0 {
		return ds
	}
	_, ds = check.File(check.Prelude(), f, nil)
	return ds
}

// programOf is a chunk without the lines that say what Raido answers.
func programOf(chunk string) string {
	var p strings.Builder
	for _, line := range strings.SplitAfter(chunk, "\n") {
		if !strings.HasPrefix(line, strings.TrimSpace(saidMark)) {
			p.WriteString(line)
		}
	}
	return p.String()
}

// marked writes a message as comments.
func marked(said string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(said, "\n") {
		if line != "" {
			b.WriteString(strings.TrimRight(saidMark+strings.TrimSuffix(line, "\n"), " ") + "\n")
		}
	}
	return b.String()
}

// TestErrorTable compares what Raido says about typical mistakes with the messages kept in errors/*.fut, where
// "---" stands between programs and "-->" begins a line of the message. Every message must have a place and
// a way out: a hint, or a note about another place; "expected x" is one by itself.
func TestErrorTable(t *testing.T) {
	files, err := filepath.Glob("errors/*.fut")
	if err != nil {
		t.Fatal(err)
	}
	mistakes := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		chunks := strings.Split(string(text), chunkLine)
		for i, chunk := range chunks {
			mistakes++
			program := programOf(chunk)
			ds := faultsOf(program)
			if !strings.HasPrefix(program, "-- ") {
				t.Errorf("%s: this program does not begin with a comment about its mistake:\n%s", file, program)
			}
			if len(ds.Errors()) == 0 {
				t.Errorf("%s: no error in\n%s", file, program)
			}
			for _, d := range ds {
				if d.Span.Source == nil || d.Hint == "" && len(d.Notes) == 0 && d.Class != diag.Syntax {
					t.Errorf("%s: this message has no place, or no way out: %v", file, d)
				}
			}
			got := strings.TrimRight(diag.RenderList(ds, false), "\n") + "\n"
			chunks[i] = program + marked(got)
		}
		golden.Text(t, file, strings.Join(chunks, chunkLine))
	}
	if mistakes < 60 {
		t.Errorf("only %d mistakes", mistakes)
	}
}
