package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var binary string

// The tests run the built command, as scripts do.
func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() {
		os.Exit(m.Run()) // nothing runs the command
	}
	dir, err := os.MkdirTemp("", "raido")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "raido")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// raido runs the command in a directory and gives its status and output.
func raido(t *testing.T, dir, in string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	if testing.Short() {
		t.Skip("slow: builds and runs the command")
	}
	cmd := exec.Command(binary, args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(in)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// huge is a legal program that grows by a factor of two forty times.
func huge() string {
	text := "def f0 (g: i64 -> i64) (x: i64) = g (g x)\n"
	for i := 1; i <= 40; i++ {
		text += fmt.Sprintf("def f%d (g: i64 -> i64) (x: i64) = f%d g (f%d g x)\n", i, i-1, i-1)
	}
	return text + "def main (x: i64) = f40 (\\y -> y + x * y) x\n"
}

// The programs of the tests, by file name.
var sources = map[string]string{
	"F.fut": "def main (xs: []i32) (k: i32) = (map (+k) xs, i32.sum xs)\n" +
		"entry half (x: f64) = x / 2\nentry at (xs: []i32) (i: i64) = xs[i]\n",
	"G.fut":          "def main = 1 + true\n",
	"syntax.fut":     "def main = (1\n",
	"tuple.fut":      "def main (p: (i32, (f64, bool))) = (p.1, p.0)\n",
	"param.fut":      "def main (x: i64) = x * #[param(chunk)] (2 + 3)\n",
	"chunk.tuning":   "chunk = 7\n\nmain.suff_outer_par_1=2000000000\n",
	"bad.tuning":     "chunk\n",
	"record.fut":     "def main (p: {a: i32}) = p.a\n",
	"opaque.fut":     "def main (x: i32) = (x, {a = x}, ())\n",
	"hole.fut":       "def main (x: i32): i32 = if x > 0 then x else ???\n",
	"import.fut":     "import \"lib/a\"\ndef main (x: i32) = double x\n",
	"lib/a.fut":      "import \"../b\"\ndef double x = twice x\n",
	"b.fut":          "def twice (x: i32) = 2 * x\n",
	"cycle.fut":      "import \"cycle\"\ndef main = 1i32\n",
	"missing.fut":    "import \"nothing\"\ndef main = 1i32\n",
	"badimport.fut":  "import \"G\"\ndef main = 1i32\n",
	"polyentry.fut":  "entry main x = x\n",
	"unreached.fut":  "def main = 1i32\ndef wrong = 1i32 + true\n",
	"strings.fut":    "def main (s: []u8) = length s\n",
	"constant.fut":   "def main = [1.5f32, 2]\n",
	"valonly.fut":    "let main (x: i32) = x\n",
	"huge.fut":       huge(),
	"functional.fut": "entry main (f: i32 -> i32) = f 1\n",
}

// calls are command lines with what they must give; out "*" is core text.
var calls = []struct {
	args   string
	in     string
	status int
	out    string
	errs   string // part of stderr
}{
	{"run F.fut", "[1i32, 2i32, 3i32] 10i32", 0, "[11i32, 12i32, 13i32]\n6i32\n", ""},
	{"run --backend interp --entry half F.fut", "3.0f64\n", 0, "1.5f64\n", ""},
	{"run F.fut", "empty([0]i32) 1i32\n", 0, "empty([0]i32)\n0i32\n", ""},
	{"run F.fut", "[1, 2] 3 -- a comment\n", 0, "[4i32, 5i32]\n3i32\n", ""},
	{"run param.fut", "10i64\n", 0, "50i64\n", ""},
	{"run --param chunk=4 param.fut", "10i64\n", 0, "40i64\n", ""},
	{"run --tuning chunk.tuning param.fut", "10i64\n", 0, "70i64\n", ""},
	{"run --tuning chunk.tuning --param chunk=-1 param.fut", "10i64\n", 0, "-10i64\n", ""},
	{"run --param tile=4 param.fut", "10i64\n", 3, "", "main in param.fut has no tuning parameter tile; it has: chunk"},
	{"run --param chunk=x param.fut", "10i64\n", 3, "", "--param"},
	{"run --tuning bad.tuning param.fut", "10i64\n", 3, "", "bad.tuning:1: want NAME=VALUE"},
	{"run --tuning none.tuning param.fut", "10i64\n", 3, "", "none.tuning"},
	{"run --entry at F.fut", "[1i32] 7i64\n", 2, "", "index"},
	{"run --entry at F.fut", "[1i32] 7i32\n", 3, "", "i64"},
	{"run --entry at F.fut", "[1i32]\n", 3, "", "2 values"},
	{"run --entry at F.fut", "[1i32] 0i64 1i64\n", 3, "", "2 values"},
	{"run --entry at F.fut", "[[1i32]] 0i64\n", 3, "", "xs must have the type [n]i32"},
	{"run --entry at F.fut", "[1i32] 0\n", 3, "", "those without a suffix are i32, or f64 if they have a point: write 7i64"},
	{"run --entry at F.fut", "[1i32 0i64\n", 3, "", "E"},
	{"run --entry nothing F.fut", "", 3, "", "nothing"},
	{"run --backend nothing F.fut", "[1i32] 1i32", 3, "", "nothing"},
	{"run missingfile.fut", "", 3, "", "missingfile.fut"},
	{"run --nonsense F.fut", "", 3, "", "nonsense"},
	{"run", "", 3, "", "file"},
	{"", "", 3, "", "check"},
	{"check F.fut", "", 0, "", ""},
	{"check G.fut", "", 1, "", "G.fut:1:"},
	{"check syntax.fut", "", 1, "", "syntax.fut:"},
	{"check polyentry.fut", "", 1, "", "polymorphic"},
	{"check functional.fut", "", 1, "", "function"},
	{"check unreached.fut", "", 1, "", "unreached.fut:2:"},
	{"check missingfile.fut", "", 3, "", "missingfile.fut"},
	{"check import.fut", "", 0, "", ""},
	{"check cycle.fut", "", 1, "", "cycle"},
	{"check missing.fut", "", 1, "", "nothing"},
	{"check badimport.fut", "", 1, "", "G.fut"},
	{"run import.fut", "4i32", 0, "8i32\n", ""},
	{"run tuple.fut", "1i32 2.5f64 true", 0, "2.5f64\ntrue\n1i32\n", ""},
	{"run record.fut", "1i32", 3, "", "{a: i32}"},
	{"run opaque.fut", "1i32", 0, "1i32\n#<opaque>\n", ""},
	{"run hole.fut", "0i32", 2, "", "hole.fut:1:"},
	{"run strings.fut", "\"abc\"", 0, "3i64\n", ""},
	{"run constant.fut", "", 0, "[1.5f32, 2.0f32]\n", ""},
	{"run valonly.fut", "5i32", 0, "5i32\n", ""},
	{"check huge.fut", "", 0, "", ""},
	{"run huge.fut", "1i64", 4, "", "too large"},
	{"dump -after lower --entry half F.fut", "", 0, "*", ""},
	{"dump -after ad --entry half F.fut", "", 0, "*", ""},
	{"dump -after nothing F.fut", "", 3, "", "simplify"},
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	for name, text := range sources {
		write(t, dir, name, text)
	}
	for _, x := range calls {
		status, out, errs := raido(t, dir, x.in, strings.Fields(x.args)...)
		if x.out == "*" && strings.Contains(out, "div.f64") {
			x.out = out
		}
		if status != x.status || out != x.out || !strings.Contains(errs, x.errs) {
			t.Errorf("raido %s < %q: status %d, stdout %q, stderr %q; want status %d, stdout %q, stderr with %q",
				x.args, x.in, status, out, errs, x.status, x.out, x.errs)
		}
		if status != 0 && errs == "" {
			t.Errorf("raido %s: no message", x.args)
		}
	}
}

// Binary values are understood, also mixed with text.
func TestBinaryInput(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "F.fut", sources["F.fut"])
	in := "b\x02\x01 i32\x02\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00\xff\xff\xff\xff 10i32"
	status, out, errs := raido(t, dir, in, "run", "F.fut")
	if status != 0 || out != "[15i32, 9i32]\n4i32\n" {
		t.Errorf("status %d, stdout %q, stderr %q", status, out, errs)
	}
}

// TestHelp: help in all the ways people ask for it, and wrong calls that say how to mend them.
func TestHelp(t *testing.T) {
	for _, tc := range []struct {
		args   string
		status int
		want   string
	}{
		{"", 3, "the commands are check"}, {"help", 0, "Type check a program"}, {"--help", 0, "Type check a program"}, {"help run", 0, "Usage: raido run"},
		{"run --help", 0, "interp, opencl, wasm, or dual"}, {"version", 0, "raido 0."}, {"--version", 0, "raido 0."},
		{"chek x.fut", 3, "did you mean raido check?"}, {"frobnicate", 3, "the commands are check"},
		{"run", 3, "raido help run tells what it takes"}, {"run --entri x a.fut", 3, "raido help run"},
		{"notebook --backend gpu a.ipynb", 3, "the backends are interp"},
		{"check nothing.fut", 3, "cannot read nothing.fut: no such file or directory"},
	} {
		status, out, errs := raido(t, t.TempDir(), "", strings.Fields(tc.args)...)
		if status != tc.status || !strings.Contains(out+errs, tc.want) {
			t.Errorf("raido %s: status %d, %q", tc.args, status, out+errs)
		}
	}
}
