package load_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/diag"
	"raido/lang/load"
)

// folder writes files into an empty folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Programs of several files: main.fut and others. want is a part of the only fault, with its file; none if empty.
var programs = map[string]struct {
	files map[string]string
	want  string
}{
	"relative to the importing file": {map[string]string{
		"main.fut": "import \"lib/a\"\ndef f = a", "lib/a.fut": "import \"b\"\nimport \"../c\"\ndef a = b + c", "lib/b.fut": "def b = 1i32", "c.fut": "def c = 2i32"}, ""},
	"package folders": {map[string]string{
		"main.fut": "import \"lib/github.com/u/p/a\"\ndef f = a", "lib/github.com/u/p/a.fut": "import \"../q/b\"\ndef a = b", "lib/github.com/u/q/b.fut": "def b = 1i32"}, ""},
	"two paths to one file are one module": {map[string]string{
		"main.fut": "module a = import \"x\"\nmodule b = import \"lib/../x\"\nmodule c = import \"lib/y\"\ndef f = a.m.f (b.m.x, c.m.x)",
		"x.fut":    "module m : {type t val x: t val f: (t, t) -> i32} = {type t = i32 def x = 1i32 def f (a: t, b: t) = a + b}", "lib/y.fut": "open import \"../x\""}, ""},
	"import does not pass on": {map[string]string{
		"main.fut": "import \"a\"\ndef f = b", "a.fut": "import \"b\"\ndef a = b", "b.fut": "def b = 1i32"}, "main.fut unknown name b"},
	"open import passes on": {map[string]string{
		"main.fut": "import \"a\"\ndef f = b", "a.fut": "open import \"b\"", "b.fut": "def b = 1i32"}, ""},
	"local names stay":   {map[string]string{"main.fut": "import \"a\"\ndef f = b", "a.fut": "local def b = 1i32"}, "main.fut unknown name b"},
	"a file of its own":  {map[string]string{"main.fut": "import \"main\""}, "main.fut in a circle: main.fut imports main.fut"},
	"a circle":           {map[string]string{"main.fut": "import \"a\"", "a.fut": "import \"b\"", "b.fut": "import \"a\""}, "b.fut in a circle: a.fut imports b.fut imports a.fut"},
	"missing":            {map[string]string{"main.fut": "import \"lib/a\""}, "main.fut there is no file lib/a.fut"},
	"a circle alone":     {map[string]string{"main.fut": "import \"a\"\ndef f = a", "a.fut": "import \"b\"\ndef a = b", "b.fut": "import \"a\"\ndef b = a"}, "b.fut in a circle: a.fut imports b.fut imports a.fut"},
	"nearly":             {map[string]string{"main.fut": "import \"lib/vce\"", "lib/vec.fut": ""}, "main.fut did you mean import \"lib/vec\"?"},
	"in a folder beside": {map[string]string{"main.fut": "import \"vec\"", "lib/vec.fut": ""}, "main.fut did you mean import \"lib/vec\"?"},
	"ending":             {map[string]string{"main.fut": "import \"a.fut\"", "a.fut": ""}, "main.fut leave out the ending: import \"a\""},
	"a fault in a file":  {map[string]string{"main.fut": "import \"a\"\nmodule a = import \"a\"\ndef f = a.x", "a.fut": "def x = 1 + true"}, "a.fut"},
	"syntax in a file":   {map[string]string{"main.fut": "import \"a\"\nmodule a = import \"a\"\ndef f = a.x", "a.fut": "def x ="}, "a.fut"},
	"entries stay apart": {map[string]string{"main.fut": "import \"a\"\nentry main (x: i32) = x", "a.fut": "entry main (x: i64) = x"}, ""},
}

func TestPrograms(t *testing.T) {
	for name, c := range programs {
		t.Run(name, func(t *testing.T) {
			t.Chdir(folder(t, c.files))
			p, ds := load.New().Program("main.fut", c.files["main.fut"])
			if c.want == "" {
				if len(ds) > 0 {
					t.Fatal(ds)
				}
				if len(p.Entries) > 1 {
					t.Errorf("%d entries", len(p.Entries))
				}
				return
			}
			if len(ds) != 1 {
				t.Fatalf("%d faults: %v", len(ds), ds)
			}
			file, part, _ := strings.Cut(c.want, " ")
			if d := ds[0]; d.Span.Source == nil || d.Span.Source.Title() != file || !strings.Contains(d.Msg+" "+d.Hint, part) {
				t.Errorf("got %v, want %q in %s", d, part, file)
			}
		})
	}
}

// TestRefresh: a loader keeps what it has read until it is asked to look again.
func TestRefresh(t *testing.T) {
	dir := folder(t, map[string]string{"a.fut": "import \"b\"\ndef a = b", "b.fut": "def b = 1i32", "c.fut": "def c = 1i32"})
	l := load.New()
	imports := l.Imports(dir)
	get := func(name string) any {
		t.Helper()
		env, ds := imports(name)
		if len(ds.Errors()) > 0 {
			t.Fatal(ds)
		}
		s, _ := env.Symbol(name)
		return s
	}
	a, c := get("a"), get("c")
	write(t, filepath.Join(dir, "b.fut"), "def b = 2i64")
	if get("a") != a {
		t.Error("the file was read again without need")
	}
	l.Refresh()
	if get("a") == a {
		t.Error("a file whose import has changed was not checked again")
	}
	if get("c") != c {
		t.Error("a file that has not changed was checked again")
	}
	write(t, filepath.Join(dir, "b.fut"), "def b = 2i64 +")
	l.Refresh()
	if _, ds := imports("a"); len(ds.Errors()) == 0 || ds[0].Class != diag.Syntax {
		t.Errorf("an error was expected, not %v", ds)
	}
	write(t, filepath.Join(dir, "b.fut"), "def b = 3i64")
	l.Refresh()
	get("a")
}
