package parser

import (
	"os"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/tests/golden"
)

// TestErrors parses the cells of testdata/errors.txt, which stand between lines of ---, each followed by
// what is reported. (go test -update writes the reports anew.)
func TestErrors(t *testing.T) {
	const path = "testdata/errors.txt"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, c := range strings.SplitAfter(string(data), "\n---\n") {
		text, _, _ := strings.Cut(strings.TrimSuffix(c, "---\n"), "\n>>>\n")
		text = strings.TrimSuffix(text, "\n")
		if text == "" {
			continue
		}
		f, faults := Cell(&diag.Source{Name: "In [1]", Text: text})
		if len(faults) == 0 {
			t.Errorf("no fault in\n%s", text)
		}
		for _, d := range faults {
			if d.Class != diag.Syntax || diag.Explain(d.Code) == "" || d.Msg == "" || d.Span.Source == nil {
				t.Errorf("%+v", d)
			}
		}
		out.WriteString(text + "\n>>>\n")
		for _, d := range f.Decls {
			out.WriteString("kept: " + strings.ReplaceAll(syntax.Print(d), "\n", "\n      ") + "\n")
		}
		out.WriteString(diag.RenderList(faults, false) + "\n---\n")
	}
	golden.Text(t, path, out.String())
}
