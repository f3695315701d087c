package tests

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// step is a cell: what it shows, or the class of its error and a part of its text.
type step struct{ code, want, err, part string }

// play runs cells in order in one notebook.
func play(t *testing.T, steps []step) {
	t.Helper()
	b := newBook(t, "interp")
	for _, s := range steps {
		if s.err != "" {
			e := b.fails(s.code)
			if text := strings.Join(e.Traceback, "\n"); e.Name != s.err || !strings.Contains(text, s.part) {
				t.Errorf("%s\nfails with %s; want %s: %s\n%s", s.code, e.Name, s.err, s.part, text)
			}
			continue
		}
		if got, _, _ := strings.Cut(b.run(s.code), " : "); got != s.want {
			t.Errorf("%s\nshows %q, want %q", s.code, got, s.want)
		}
	}
}

// TestModulesInCells: every declaration form of modules works in a cell, and follows what is defined later.
func TestModulesInCells(t *testing.T) {
	for name, steps := range map[string][]step{
		"late binding of modules": {
			{code: "module m = {def f (x: i32) = x + 1}\ndef g x = m.f x * 10"},
			{code: "g 1", want: "20"},
			{code: "module m = {def f (x: i32) = x + 2}"},
			{code: "g 1", want: "30"},
			{code: "module m = {def h (x: i32) = x}"},
			{code: "g 1", err: "NameError", part: "no longer fits"},
			{code: "module m = {def f (x: i32) = x}"},
			{code: "g 1", want: "10"},
		},
		"values and modules share a name space": {
			{code: "module m = {def x = 1i32}\ndef f (y: i32) = m.x + y"},
			{code: "def m = {x = 10i32, z = 3i32}"},
			{code: "m.z", want: "3"},
			{code: "f 1", want: "11"},
			{code: "module m = {def x = m.z}"},
			{code: "f 1", want: "4"},
			{code: "m.z", err: "NameError", part: "unknown name z in module m"},
			{code: "let m = m.x"},
			{code: "m", want: "3"},
		},
		"late binding of parametric modules": {
			{code: "module type num = {type t val one: t val add: t -> t -> t}"},
			{code: "module twice (N: num) = {def two = N.add N.one N.one}"},
			{code: "module ints = {type t = i32 def one = 1i32 def add (x: t) y = x + y}\nmodule d = twice ints"},
			{code: "d.two", want: "2"},
			{code: "module twice (N: num) = {def two = N.add (N.add N.one N.one) N.one}"},
			{code: "d.two", want: "3"},
			{code: "module ints = {type t = i32 def one = 10i32 def add (x: t) y = x + y}"},
			{code: "d.two", want: "30"},
		},
		"late binding of module types": {
			{code: "module type S = {val x: i32}\nmodule m : S = {def x = 1i32 def y = 2i32}"},
			{code: "m.x", want: "1"},
			{code: "m.y", err: "NameError", part: "unknown name y in module m"},
			{code: "module type S = {val x: i32 val y: i32}"},
			{code: "m.y", want: "2"},
			{code: "module type S = {val z: i32}"},
			{code: "m.x", err: "ModuleError", part: "lacks value z"},
		},
		"an open module follows": {
			{code: "module m = {def x = 1i32 def y = 5i32}"},
			{code: "open m"},
			{code: "def f = x + y"},
			{code: "f", want: "6"},
			{code: "module m = {def x = 2i32 def y = 5i32 def z = 7i32}"},
			{code: "f", want: "7"},
			{code: "z", want: "7"},
			{code: "module m = {def x = 3i32}"},
			{code: "x", want: "3"},
			{code: "f", err: "NameError", part: "unknown name y"},
			{code: "y", err: "NameError", part: "unknown name y"},
		},
		"a later definition wins over an open module": {
			{code: "module m = {def x = 1i32}\nopen m"},
			{code: "def x = 10i32"},
			{code: "module m = {def x = 2i32 def map = 3i32}"},
			{code: "x", want: "10"},
			{code: "map", want: "3"},
			{code: "module m = {}"},
			{code: "map (+ 1) [x]", want: "[11]"},
		},
		"a module that extends its namesake": {
			{code: "module m = {def x = 1i32}"},
			{code: "module m = {open m def y = x + 1}"},
			{code: "(m.x, m.y)", want: "(1, 2)"},
		},
		"types, modules and module types have name spaces of their own": {
			{code: "type t = i32\nmodule type t = {val t: i32}\nmodule t : t = {def t = 4i32}"},
			{code: "def f (x: t) = x + t.t"},
			{code: "f 1", want: "5"},
			{code: "module type t = {val t: i32 val u: i32}"},
			{code: "f 1", err: "ModuleError", part: "lacks value u"},
		},
		"values inside and around modules": {
			{code: "let n = 3i64"},
			{code: "module m = {def xs = iota n}"},
			{code: "m.xs", want: "[0, 1, 2]"},
			{code: "module type S = {type t val show: t -> i64 val v: t}\nmodule o : S = {type t = []i64 def show (x: t) = i64.sum x def v = m.xs}", err: "SizeError"},
			{code: "module o : {type t val show: t -> i64 val v: t} = {type t = i64 def show (x: t) = x def v = n}"},
			{code: "let a = o.v"},
			{code: "o.show a", want: "3"},
		},
		"inside one cell": {
			{code: "def f = 1i32\ndef g = f + 1"},
			{code: "def f = 10i32\ng", want: "11"},
		},
		"a failing module changes nothing": {
			{code: "module m = {def x = 1i32}"},
			{code: "module m : {val y: i32} = {def x = 2i32}", err: "ModuleError", part: "lacks value y"},
			{code: "m.x", want: "1"},
		},
	} {
		t.Run(name, func(t *testing.T) { play(t, steps) })
	}
}

// TestImportsInCells: files beside the notebook are imported, once each, and read again when they change.
func TestImportsInCells(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const pack = "lib/github.com/some/pack/"
	write(pack+"pack.fut", "import \"secret\"\nmodule type box = {type t val mk: i32 -> t val get: t -> i32}\nmodule box : box = {type t = i32 def mk (x: i32) = x + secret def get (x: t) = x}")
	write(pack+"secret.fut", "def secret = 100i32")
	write("a.fut", "import \""+pack+"pack\"\ndef boxed = box.mk 1")
	write("round.fut", "import \"lib/back\"")
	write("lib/back.fut", "import \"../round\"")
	write("bad.fut", "def x = 1 + true")
	b := newBook(t, "interp")
	check := func(code, want string) {
		t.Helper()
		if got, _, _ := strings.Cut(b.run(code), " : "); got != want {
			t.Errorf("%s\nshows %q, want %q", code, got, want)
		}
	}
	fails := func(code, class, part string) {
		t.Helper()
		if e := b.fails(code); e.Name != class || !strings.Contains(strings.Join(e.Traceback, "\n"), part) {
			t.Errorf("%s\nfails with %s: %s", code, e.Name, e.Value)
		}
	}
	check("import \""+pack+"pack\"", "")
	check("box.get (box.mk 1)", "101")
	fails("secret", "NameError", "unknown name secret") // import does not pass on what was imported
	check("module a = import \"a\"", "")
	check("box.get a.boxed", "101") // the same file by two paths is one module: one type t
	check("def f = box.get a.boxed + 1", "")
	fails("module r = import \"round\"", "ModuleError", "in a circle")
	fails("import \"nowhere\"", "ModuleError", "there is no file nowhere.fut")
	fails("import \"nowhere\"\nx + y", "ModuleError", "nowhere.fut")
	if e := b.fails("import \"nowhere\"\nx + y"); strings.Contains(e.Value, "more") {
		t.Errorf("what follows from a failed import is told, too: %s", e.Value)
	}
	write("library.fut", "def x = 1i32")
	fails("import \"libary\"", "ModuleError", "did you mean import \"library\"?")
	fails("import \"a.fut\"", "ModuleError", "leave out the ending")
	fails("import \"bad\"", "TypeError", "bad.fut:1")
	write("bad.fut", "def x = 1 + 41i32")
	check("import \"bad\"\nx", "42")
	write(pack+"secret.fut", "def secret = 200i32")
	check("f", "102") // nothing was imported again
	check("import \""+pack+"pack\"\nmodule a = import \"a\"\nf", "202")
}
