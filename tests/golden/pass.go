package golden

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fewest is how many cases a pass has at least.
const fewest = 3

// Pass is a named transformation of programs.
type Pass[P any] struct {
	Name string
	Fn   func(P) P
}

// Language is a language of programs with a text form.
type Language[P any] struct {
	Parse  func(string) (P, error)
	Print  func(P) string // with names that depend on nothing but the program
	Verify func(P) error
	// Same reports how the program after a pass means something else than the one before it, on the inputs that the case gives or on others. It is
	// nil where nothing runs programs of the language by itself.
	Same func(c *Case, before, after P) error
}

// Passes runs the cases of each pass, the files DIR/PASS/*.txtar, of which there are three at least: the section "in" is a program before the
// pass, "out" the one after it. Both verify, print as a text that parses, and mean the same; the pass leaves its input as it is, and one case or more is a program that it
// changes. Each folder of dir that has cases is of one of the passes.
func (l Language[P]) Passes(t *testing.T, dir string, passes []Pass[P]) {
	t.Helper()
	for _, problem := range missing(dir, names(passes)) {
		t.Error(problem)
	}
	done := map[string]bool{}
	for _, pass := range passes {
		if done[pass.Name] {
			continue // it stands twice in the pipeline
		}
		done[pass.Name] = true
		t.Run(pass.Name, func(t *testing.T) {
			changes := false
			Cases(t, filepath.Join(dir, pass.Name, "*.txtar"), Made{"out", func(t *testing.T, c *Case) string {
				out, changed := l.out(t, c, pass)
				changes = changes || changed
				return out
			}})
			if !changes && !t.Failed() && isWhole() {
				t.Error("no case shows a program that the pass changes")
			}
		})
	}
}

// isWhole reports whether no -run leaves out cases.
func isWhole() bool { return !strings.Contains(flag.Lookup("test.run").Value.String(), "/") }

// out is the program of the case after the pass, as text; changed reports whether it is another one than before.
func (l Language[P]) out(t testing.TB, c *Case, pass Pass[P]) (out string, changed bool) {
	t.Helper()
	text, _ := c.Section("in")
	before := l.program(t, "in", text)
	in := l.Print(before)
	after := pass.Fn(before)
	if diff := Diff(in, l.Print(before)); diff != "" {
		t.Errorf("the pass changes its input (-before +after)\n%s", diff)
	}
	if err := l.Verify(after); err != nil {
		t.Errorf("the program after the pass does not verify: %v", err)
	}
	out = l.Print(after)
	if diff := Diff(out, l.Print(l.program(t, "out", out))); diff != "" {
		t.Errorf("the text is that of another program (-text +program)\n%s", diff)
	}
	if l.Same == nil {
		return out, out != in
	}
	if err := l.Same(c, before, after); err != nil {
		t.Errorf("the program after the pass means something else: %v\n%s", err, out)
	}
	return out, out != in
}

// program reads and verifies a program.
func (l Language[P]) program(t testing.TB, section, text string) P {
	t.Helper()
	p, err := l.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", section, err)
	}
	if err := l.Verify(p); err != nil {
		t.Fatalf("%s does not verify: %v", section, err)
	}
	return p
}

func names[P any](passes []Pass[P]) []string {
	var out []string
	for _, p := range passes {
		out = append(out, p.Name)
	}
	return out
}

// missing lists the passes that have too few cases, and the folders of cases that are of no pass.
func missing(dir string, passes []string) (problems []string) {
	ofPass := map[string]bool{}
	for _, name := range passes {
		if files, _ := filepath.Glob(filepath.Join(dir, name, "*.txtar")); !ofPass[name] && len(files) < fewest {
			problems = append(problems, fmt.Sprintf("the pass %s has %d golden cases in %s; %d show what it is for", name, len(files), filepath.Join(dir, name), fewest))
		}
		ofPass[name] = true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return append(problems, err.Error())
	}
	for _, e := range entries {
		if files, _ := filepath.Glob(filepath.Join(dir, e.Name(), "*.txtar")); len(files) > 0 && !ofPass[e.Name()] {
			problems = append(problems, fmt.Sprintf("%s has golden cases of no pass", filepath.Join(dir, e.Name())))
		}
	}
	return problems
}
