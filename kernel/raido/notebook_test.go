package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// notebookOf is the text of a notebook with these code cells.
func notebookOf(cells ...string) string {
	var list []string
	for i, c := range cells {
		source, _ := json.Marshal(c)
		list = append(list, fmt.Sprintf(`{"cell_type":"code","id":"c%d","metadata":{},"execution_count":null,"outputs":[],"source":%s}`, i, source))
	}
	return `{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[` + strings.Join(list, ",") + `]}`
}

func TestNotebook(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "sub/good.ipynb", notebookOf("def f x = x * x : f64", "vjp f 3 1", "import \"lib\"\nlib_one"))
	write(t, dir, "sub/lib.fut", "def lib_one = 1i32")
	write(t, dir, "bad.ipynb", notebookOf("let a = 1i32", "a + true", "a"))
	write(t, dir, "no.ipynb", "{}")
	outputs := func(path string) string {
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}

	status, out, errs := raido(t, dir, "", "notebook", "sub/good.ipynb", "--output", "out.ipynb", "--html", "-")
	if status != 0 || !strings.Contains(out, "<!DOCTYPE html>") || !strings.Contains(errs, "all cells ran") {
		t.Errorf("%d\n%s\n%s", status, out, errs)
	}
	if s := outputs("out.ipynb"); !strings.Contains(s, "6.0") || !strings.Contains(s, `"execution_count": 3`) {
		t.Errorf("written: %s", s)
	}
	if s := outputs("sub/good.ipynb"); strings.Contains(s, "6.0") {
		t.Error("with --output the notebook itself is changed")
	}
	if status, _, errs := raido(t, dir, "", "notebook", "sub/good.ipynb"); status != 0 || !strings.Contains(outputs("sub/good.ipynb"), "6.0") {
		t.Errorf("in place: %d %s", status, errs)
	}

	status, _, errs = raido(t, dir, "", "notebook", "bad.ipynb")
	for _, want := range []string{"cell 2 failed", "In [2]", "a + true", "^"} {
		if !strings.Contains(errs, want) {
			t.Errorf("no %q in %s", want, errs)
		}
	}
	if s := outputs("bad.ipynb"); status != 1 || !strings.Contains(s, "TypeError") || strings.Contains(errs, "\x1b") {
		t.Errorf("%d %s %s", status, errs, s)
	}
	if status, _, errs = raido(t, dir, "", "notebook", "bad.ipynb", "--allow-errors", "--output", "-"); status != 0 {
		t.Errorf("allowed: %d %s", status, errs)
	}
	for _, path := range []string{"no.ipynb", "nowhere.ipynb"} {
		if status, _, errs := raido(t, dir, "", "notebook", path); status != 3 || !strings.Contains(errs, path) {
			t.Errorf("%s: %d %s", path, status, errs)
		}
	}
	write(t, dir, "endless.ipynb", notebookOf("loop x = 1i64 while x > 0 do (x * 3) % 1000003 + 1"))
	for _, args := range [][]string{{"--html", "no/such/dir.html"}, {"--output", "no/such/dir.ipynb"}, {"--output", "sub"}} { // said before the cells run
		status, _, errs := raido(t, dir, "", append([]string{"notebook", "endless.ipynb"}, args...)...)
		if status != 1 || !strings.Contains(errs, args[1]) {
			t.Errorf("%v: %d %s", args, status, errs)
		}
	}
}
