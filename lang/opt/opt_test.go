package opt_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/eval"
	"raido/lang/opt"
	"raido/lang/value"
)

var update = flag.Bool("update", false, "rewrite the wanted output in testdata")

var passes = []struct {
	name string
	run  func(*core.Prog) *core.Prog
}{
	{"inline", opt.Inline},
	{"simplify", opt.Simplify},
	{"cse", opt.CSE},
	{"dce", opt.DCE},
	{"hoist", opt.Hoist},
	{"distribute", opt.Distribute},
	{"fuse", opt.Fuse},
	{"cut", opt.Cut},
	{"turn", opt.Turn},
	{"demand", opt.Demand},
}

// TestGolden: testdata/PASS_CASE.txt has core text before ("in") and after ("out") the pass.
func TestGolden(t *testing.T) {
	for _, pass := range passes {
		files, err := filepath.Glob("testdata/" + pass.name + "_*.txt")
		if err != nil || len(files) == 0 {
			t.Errorf("no test data for %s", pass.name)
		}
		for _, file := range files {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { golden(t, file, pass.run) })
		}
	}
}

func golden(t *testing.T, file string, pass func(*core.Prog) *core.Prog) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	in, want, ok := strings.Cut(strings.TrimPrefix(string(data), "-- in --\n"), "-- out --\n")
	if !ok {
		t.Fatal("no section out")
	}
	p, err := core.Parse(in)
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Verify(p); err != nil {
		t.Fatal(err)
	}
	before := core.Print(p)
	q := pass(p)
	if core.Print(p) != before {
		t.Error("the pass changed its input")
	}
	if err := core.Verify(q); err != nil {
		t.Errorf("output does not verify: %v", err)
	}
	got := core.Canon(q)
	if *update {
		if err := os.WriteFile(file, []byte("-- in --\n"+in+"-- out --\n"+got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func run(t *testing.T, p *core.Prog, args []coregen.Arg) []value.Value {
	t.Helper()
	out, err := eval.Run(context.Background(), p, coregen.Values(args))
	if err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return out
}

// equal compares bit for bit, but that fusing does not change: NaNs are equal.
func equal(a, b value.Value) bool {
	switch a := a.(type) {
	case value.Scalar:
		b := b.(value.Scalar)
		return a == b || a.Type.IsFloat() && math.IsNaN(a.Float64()) && math.IsNaN(b.Float64())
	case *value.Array:
		b := b.(*value.Array)
		return fmt.Sprint(a.Shape) == fmt.Sprint(b.Shape) && string(a.Data) == string(b.Data)
	}
	return false
}

// differs tells how the results of p and of the passed program differ, or "".
func differs(t *testing.T, p *core.Prog, pass func(*core.Prog) *core.Prog, args []coregen.Arg) string {
	q := pass(p)
	if err := core.Verify(q); err != nil {
		return err.Error()
	}
	want := run(t, p, args)
	out, err := eval.Run(context.Background(), q, coregen.Values(args))
	if err != nil {
		return err.Error()
	}
	for i := range want {
		if !equal(want[i], out[i]) {
			return fmt.Sprintf("result %d: %v, want %v", i, out[i], want[i])
		}
	}
	return ""
}

// mixed are programs of all constructs.
func mixed(seed uint64) (*core.Prog, []coregen.Arg) {
	return coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0})
}

func checkPass(t *testing.T, seeds uint64, gen func(uint64) (*core.Prog, []coregen.Arg), pass func(*core.Prog) *core.Prog) {
	for seed := range seeds {
		p, args := gen(seed)
		if differs(t, p, pass, args) == "" {
			continue
		}
		p = coregen.Shrink(p, func(p *core.Prog) bool { return differs(t, p, pass, args) != "" })
		t.Fatalf("seed %d: %s\nbefore\n%s\nafter\n%s", seed, differs(t, p, pass, args), core.Print(p), core.Print(pass(p)))
	}
}

// TestPassesKeepMeaning: each pass alone, on random programs.
func TestPassesKeepMeaning(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.name, func(t *testing.T) { checkPass(t, 250, mixed, pass.run) })
	}
}

// TestPipelineKeepsMeaning: all passes, twice over.
func TestPipelineKeepsMeaning(t *testing.T) {
	checkPass(t, 250, mixed, twice)
}

func twice(p *core.Prog) *core.Prog {
	for range 2 {
		for _, pass := range passes {
			p = pass.run(p)
		}
	}
	return p
}

// TestLayout: what moves elements about, through each pass and through all of them.
func TestLayout(t *testing.T) {
	for _, pass := range passes {
		t.Run(pass.name, func(t *testing.T) { checkPass(t, layouts, coregen.Layout, pass.run) })
	}
	t.Run("all", func(t *testing.T) { checkPass(t, layouts, coregen.Layout, twice) })
}

const layouts = 600
