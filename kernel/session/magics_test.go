package session

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"raido/kernel/magic"
	"raido/tests/load"
)

// gathered is an Output that keeps what is shown.
type gathered struct {
	noOutput
	text strings.Builder
}

func (g *gathered) Stream(_, text string) { g.text.WriteString(text) }

// out runs a cell and gives what it prints.
func (n *notebookTest) out(ctx context.Context, code string) (string, Result) {
	n.count++
	g := &gathered{}
	r := n.nb.Execute(ctx, code, ExecuteOptions{Count: n.count}, g)
	return g.text.String(), r
}

// TestMagicTable: every magic says what it does and has an example that runs.
func TestMagicTable(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	for _, g := range magic.Groups() {
		for _, m := range g.Magics {
			t.Run(m.Name, func(t *testing.T) {
				t.Chdir(t.TempDir())
				n := newNotebookTest(t)
				if m.Doc == "" || m.Example == "" {
					t.Errorf("doc %q, example %q", m.Doc, m.Example)
				}
				if strings.Contains(m.Doc, "\n") || strings.HasSuffix(m.Doc, ".") {
					t.Errorf("doc %q", m.Doc)
				}
				for _, cell := range strings.Split(m.Example, "-- in another cell:\n") {
					if _, r := n.out(context.Background(), cell); r.Err != nil {
						t.Errorf("%s\nfails: %s", cell, strings.Join(r.Err.Traceback, "\n"))
					}
					if m.Takes == nil { // expressions, which may end in a comment
						if _, r := n.out(context.Background(), strings.TrimRight(cell, "\n")+" -- a comment"); r.Err != nil {
							t.Errorf("%s -- a comment\nfails: %s", cell, strings.Join(r.Err.Traceback, "\n"))
						}
					}
				}
				help := n.cell("%help " + m.Name)
				for _, o := range m.Options {
					if !strings.Contains(help, "--"+o.Name) || !strings.Contains(m.Args, "--"+o.Name) {
						t.Errorf("--%s is missing in the help or in %q", o.Name, m.Args)
					}
				}
			})
		}
	}
}

// TestFiles: values go to files and come back; what they are computed from follows.
func TestFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("HOME", t.TempDir())
	n := newNotebookTest(t)
	n.want("%save [[1.5f32, 2], [3, 4]] \"a b.npy\"", "a b.npy: ")
	n.want("%load m \"a b.npy\"", "m : [2][2]f32, from a b.npy")
	n.want("let s = f32.sum (flatten m)\ns", "10.5 : f32")
	n.want("%load --as f64 m \"a b.npy\"\nm[0]", "[1.5, 2.0] : [2]f64")
	n.want("%save {y = [1i64, 2], x = [0.5, 1.5]} ~/t.csv", "~/t.csv: ")
	n.want("%load t ~/t.csv\nt.x", "[0.5, 1.5] : [2]f64")
	n.want("map2 (\\x y -> x * f64.i64 y) t.x t.y", "[0.5, 3.0]")
	n.want("%save (1i32, [true, false]) p.bin\n%load p p.bin\np.1", "[true, false]")
	n.want("%save [[0xff0000u32, 0xff00]] i.png\n%load i i.png --as [][][3]u8\ni", "[[[255,   0,   0]")
	n.want("%load k i.png\nlength k", "1")
	n.want("%who", "")
	n.wants(map[string]string{
		"%load x nothing.npy":                 "there is no nothing.npy",
		"%load x t.csv":                       "paths are relative to",
		"%load x \"a b.npx\"":                 "did you mean a b.npy?",
		"%load let \"a b.npy\"":               `"let" cannot be the name`,
		"%load x":                             "takes a name and a file",
		"%load x p.bin --as f32":              "there are 2 values in it",
		"%load x p.bin --sa f32":              "--as",
		"%load x \"a b.npy\" --as u8":         "element 0: 1.5f32 is no u8",
		"%save t t.npy":                       "one array of numbers",
		"%save t t.foo":                       "there are .npy",
		"%save t":                             "takes an expression and a file",
		"%save [1] nowhere/a.npy":             "there is no folder nowhere",
		"%plot f64.sin":                       "%plot (xs, map f xs)",
		"%save undefined a.npy":               "undefined",
		"let z = 1i32\n%load m missing.npy\n": "missing.npy",
	})
	n.want("m[1]", "[3.0, 4.0] : [2]f64")
	if left, _ := filepath.Glob(".raido-*"); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// TestAround: environment, folder, commands; a cell that does not check changes nothing of it.
func TestAround(t *testing.T) {
	dir, _ := filepath.EvalSymlinks(t.TempDir())
	t.Chdir(dir)
	t.Setenv("RAIDO_TEST_A", "1")
	os.MkdirAll("sub", 0o755)
	os.WriteFile("sub/lib.fut", []byte("def seven = 7i32"), 0o644)
	n := newNotebookTest(t)
	n.want("%env RAIDO_TEST_A", "1")
	n.want("%env RAIDO_TEST_A = a b", "RAIDO_TEST_A=a b")
	n.want("%env RAIDO_TEST_B", "the variable RAIDO_TEST_B is not set")
	n.want("%env RAIDO_TEST_A=2\n%env RAIDO_TEST_C=3\n%cd sub\nnonsense", "unknown name")
	n.want("%env RAIDO_TEST_A", "a b")
	n.want("%env RAIDO_TEST_C", "the variable")
	n.want("%cd", dir)
	n.want("%env RAIDO_TEST_C=3\n%cd sub\n[1i32][7]", "index 7 out of bounds")
	n.want("%env RAIDO_TEST_C", "3")
	n.want("%cd ..", dir)
	n.want("%cd sbu", "there is no sbu")
	n.want("%cd sub", filepath.Join(dir, "sub"))
	n.want("import \"lib\"\nseven", "7")
	n.want("%cd ..", dir)
	text, r := n.out(context.Background(), "!echo $RAIDO_TEST_A\n  echo more; exit 3")
	if r.Err != nil || text != "a b\nmore\n[exit status 3]\n" {
		t.Errorf("%q, %v", text, r.Err)
	}
	start := time.Now()
	if _, r := n.out(context.Background(), "!sleep 30 & echo started"); r.Err != nil || time.Since(start) > load.Bound(5*time.Second) {
		t.Errorf("a command in the background took %v, %v", time.Since(start), r.Err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start = time.Now()
	if _, r := n.out(ctx, "!sh -c 'sleep 30; echo late' | cat"); r.Err == nil || r.Err.Name != "Interrupted" || time.Since(start) > load.Bound(5*time.Second) {
		t.Errorf("an interrupt took %v, %v", time.Since(start), r.Err)
	}
	n.want(" !true", "false")
}

// TestSeed: the same numbers for the same seed, others for another, of the right distribution.
func TestSeed(t *testing.T) {
	n := newNotebookTest(t)
	n.want("%seed x", "%seed takes a number")
	n.cell("%seed 42")
	first := n.cell("uniform 0 3")
	if who := n.cell("%who"); strings.Contains(who, "mix") || strings.Count(who, "%seed") != 3 {
		t.Errorf("%%seed defines more than its help tells:\n%s", who)
	}
	n.want("let us = uniform 1 3\nus == uniform 0 3", "false")
	n.want("%seed 43\nus == uniform 1 3", "false")
	n.want("%refresh", "computed again: us")
	n.want("%seed 42\nuniform 0 3", first)
	n.want("let z = normal 5 100000\nlet mean = f64.sum z / 100000\nlet var = f64.sum (map (\\x -> (x - mean) ** 2) z) / 100000\nf64.abs mean < 0.01 && f64.abs (var - 1) < 0.02", "true")
	n.want("let u = uniform 5 100000\nf64.abs (f64.sum u / 100000 - 0.5) < 0.005 && all (\\x -> x >= 0 && x < 1) u", "true")
}

// TestMagicCompletion: names, options and arguments of magics.
func TestMagicCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	os.MkdirAll("data", 0o755)
	os.WriteFile("data/größe.csv", nil, 0o644)
	os.WriteFile("dates.npy", nil, 0o644)
	t.Setenv("RAIDO_TEST_VAR", "1")
	n := newNotebookTest(t)
	n.cell("let days = [1, 2]")
	for code, want := range map[string]string{
		"%timei":               "1 timeit",
		"def f x = x\n%gradc":  "13 gradcheck",
		"%plot --xl":           "6 --xlabel",
		"%heatmap --":          "9 --title --xlabel --ylabel --linear",
		"%plot day":            "6 days",
		"%plot [1,2]\n  --tit": "14 --title",
		"%reactive o":          "10 on off",
		"%device int":          "8 interp",
		"%help jaco":           "6 jacobian",
		"%help day":            "6 days",
		"%help %loa":           "6 %load",
		"%load x da":           "8 data/ dates.npy",
		"%load x data/gr":      "8 data/größe.csv",
		"%save days da":        "11 data/ dates.npy days",
		"%save days data/g":    "11 data/größe.csv",
		"%cd da":               "4 data/",
		"%env RAIDO_TEST_V":    "5 RAIDO_TEST_VAR",
		"!cat da":              "5 data/ dates.npy",
		"%dump distr":          "6 distribute",
		"%who ":                "5",
		"%who\nday":            "5 days",
	} {
		at, all, _ := strings.Cut(want, " ")
		c := n.nb.Complete(code, len([]rune(code)))
		var got []string
		for _, m := range c.Matches {
			got = append(got, m.Text)
		}
		if g := strings.Join(got, " "); g != all || at != strconv.Itoa(c.Start) {
			t.Errorf("%q offers %d %s, want %s", code, c.Start, g, want)
		}
	}
}

// TestLooking: what %timeit, %dump, %who, %hist and %image show, and what they say when called wrongly.
func TestLooking(t *testing.T) {
	n := newNotebookTest(t)
	n.cell("let xs = map f64.i64 (iota 10)")
	n.wants(map[string]string{
		"%timeit f64.sum xs":         "per loop, best ",
		"%dump fuse map (+ 1) xs":    "map",
		"%dump lower f64.sum xs":     "reduce",
		"%dump fsue xs":              "no pass",
		"%dump fuse":                 "the name of a pass and an expression",
		"%whos":                      " host",
		"%who":                       "bytes on the host",
		"%hist --bins 0 xs":          "--bins takes a number from 1",
		"%hist 1.0":                  "this is f64",
		"%hist [f64.nan]":            "no finite number",
		"%image xs":                  "an image is a matrix",
		"%timeit xs[20]":             "out of bounds",
		"%plot --title":              "--title needs a value",
		"%tiemit xs":                 "did you mean %timeit?",
		"%image [[0.0, 5.0]]\nxs[1]": "1.0",
	})
}
