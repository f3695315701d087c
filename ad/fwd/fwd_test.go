package fwd_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/ad/fwd"
	"raido/lang/core"
)

var update = flag.Bool("update", false, "rewrite the wanted output in testdata")

// lambdaOf is the entry point as a lambda.
func lambdaOf(f *core.Fun) *core.Lambda {
	return &core.Lambda{Params: f.Params, Ret: core.VarTypes(f.Ret), Body: f.Body}
}

func funOf(l *core.Lambda) *core.Prog {
	f := &core.Fun{Name: "main", Params: l.Params, Body: l.Body}
	for _, t := range l.Ret {
		f.Ret = append(f.Ret, core.NewVar("r", t))
	}
	return &core.Prog{Funs: []*core.Fun{f}}
}

// jvp is the program of the derivative of p's entry point.
func jvp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	q := funOf(fwd.Lambda(lambdaOf(p.Entry()), nil))
	if err := core.Verify(q); err != nil {
		t.Fatalf("derivative does not verify: %v\n%s", err, core.Print(q))
	}
	return q
}

// jmp is jvp with a seed dimension, which becomes the first parameter.
func jmp(t *testing.T, p *core.Prog) *core.Prog {
	t.Helper()
	k := core.NewVar("k", core.I64)
	l := fwd.Lambda(lambdaOf(p.Entry()), k)
	l.Params = append([]*core.Var{k}, l.Params...)
	q := funOf(l)
	if err := core.Verify(q); err != nil {
		t.Fatalf("derivative does not verify: %v\n%s", err, core.Print(q))
	}
	return q
}

// TestGolden compares derivatives as text: "in" is the primal, "jvp" and "jmp" its derivatives.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no test data", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			names, parts := sections(string(data))
			p, err := core.Parse(parts["in"])
			if err != nil {
				t.Fatal(err)
			}
			if err := core.Verify(p); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			for _, name := range names {
				text := parts[name]
				switch name {
				case "jvp":
					text = core.Canon(jvp(t, p))
				case "jmp":
					text = core.Canon(jmp(t, p))
				}
				if text != parts[name] && !*update {
					t.Errorf("%s: got\n%s\nwant\n%s", name, text, parts[name])
				}
				out.WriteString("-- " + name + " --\n" + text)
			}
			if *update {
				if err := os.WriteFile(file, []byte(out.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// sections splits a file at lines "-- name --".
func sections(data string) (names []string, parts map[string]string) {
	parts = map[string]string{}
	for _, line := range strings.SplitAfter(data, "\n") {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "-- "); ok && strings.HasSuffix(name, " --") {
			names = append(names, strings.TrimSuffix(name, " --"))
			continue
		}
		if len(names) > 0 {
			parts[names[len(names)-1]] += line
		}
	}
	return names, parts
}
