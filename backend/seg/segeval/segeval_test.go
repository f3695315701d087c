package segeval_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/backend/seg/verify"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/spec"
	"raido/lang/value"
)

// launches are ways to run kernels: the points in order, and backward; what has forms in one thread, and in several.
var launches = []segeval.Launch{{Room: 1}, {Room: 1 << 10, Threads: 3, Backward: true, Grain: 1 << 50}}

var forms = []struct {
	name      string
	translate func(*core.Prog) (*seg.Prog, error)
}{{"parallel", flat.Program}, {"task", flat.Task}}

// disagreement runs a core program as kernels, and says how the results differ from those of the interpreter; "" if they do not.
func disagreement(p *core.Prog, args []value.Value) string {
	want, wantErr := eval.Run(context.Background(), p, args)
	if d := new(diag.Diag); errors.As(wantErr, &d) && d.Class == diag.Memory {
		return ""
	}
	for _, form := range forms {
		s, err := form.translate(p)
		if err != nil {
			continue
		}
		cpu := *s
		cpu.Target.CPU = true
		for _, s := range []*seg.Prog{s, backend.RunKernelPasses(s, "free"), backend.RunKernelPasses(&cpu, "")} {
			if d := disagreementOf(s, args, want, wantErr); d != "" {
				return form.name + ", " + d
			}
		}
	}
	return ""
}

// disagreementOf runs a program as it reads back from its text.
func disagreementOf(s *seg.Prog, args, want []value.Value, wantErr error) string {
	text := seg.Print(s)
	s, err := seg.Parse(text)
	if err != nil {
		return err.Error() + " in\n" + text
	}
	if got := seg.Print(s); got != text {
		return "read and printed\n" + got + "instead of\n" + text
	}
	if err := verify.Prog(s); err != nil {
		return err.Error() + " in\n" + text
	}
	for i, how := range launches {
		how.Steps = 100_000
		got, err := segeval.Run(s, args, how)
		if err == segeval.ErrSteps {
			return ""
		}
		if d := differ(got, err, want, wantErr); d != "" {
			return fmt.Sprintf("launch %d: %s\n%s", i, d, text)
		}
	}
	return ""
}

func differ(got []value.Value, err error, want []value.Value, wantErr error) string {
	var g, w *diag.Diag
	if err != nil || wantErr != nil {
		if !errors.As(err, &g) || !errors.As(wantErr, &w) || g.Code != w.Code || g.Msg != w.Msg {
			return fmt.Sprintf("error %v, want %v", err, wantErr)
		}
		return ""
	}
	for i := range want {
		if err := value.Compare(want[i], got[i], 1e-9); err != nil {
			return fmt.Sprintf("result %d: %v", i, err)
		}
	}
	return ""
}

// TestRandom compares random programs.
func TestRandom(t *testing.T) {
	for seed := range uint64(80) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0})
		switch seed % 8 {
		case 1, 5:
			p, args = coregen.Layout(seed)
		case 3:
			p, args = coregen.Rows(seed)
		case 0, 7:
			p, args = coregen.Shared(seed)
		case 6:
			p, args = coregen.Steps(seed)
			p = coretest.Derivative(p, core.VJP)
		}
		if seed%3 > 0 || seed%8 == 6 {
			q, err := backend.Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreement(p, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}

// TestRunning compares loops that carry numbers and store them on the way, and derivatives of such.
func TestRunning(t *testing.T) {
	for seed := range uint64(150) {
		p, args := coregen.Running(seed)
		if seed%3 == 0 {
			p = coretest.Derivative(p, core.VJP)
		}
		if seed%3 < 2 {
			q, err := backend.Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreement(p, coregen.Values(args)); d != "" {
			t.Fatalf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}

// TestPrograms runs the test blocks of programs under tests/lang: of every third one, or of all with RAIDO_FULL=1.
func TestPrograms(t *testing.T) {
	root := filepath.Join("..", "..", "..", "tests", "lang")
	n := 0
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".fut") {
			n++
			if os.Getenv("RAIDO_FULL") != "1" && n%3 > 0 || testing.Short() && n%30 > 0 {
				return nil
			}
			t.Run(strings.TrimPrefix(path, root+"/"), func(t *testing.T) { program(t, path) })
		}
		return err
	})
	if err != nil || n < 200 {
		t.Errorf("%d programs, %v", n, err)
	}
}

func program(t *testing.T, path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := spec.Parse(string(text))
	if err != nil || len(s.Cases) == 0 {
		return
	}
	p, ds := load.New().Program(path, string(text))
	if len(ds.Errors()) > 0 {
		return
	}
	for _, c := range s.Cases {
		for _, def := range p.Entries {
			if def.Sym.Name != c.Entry || c.Input.IsScript || c.Input.Random {
				continue
			}
			prog, iface, err := lower.Program(def)
			if err != nil {
				continue
			}
			args, err := c.Input.Values(filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			leaves, err := iface.Args(args)
			if err != nil {
				continue
			}
			if prog, err = backend.Passes(prog); err != nil || len(core.Cycles(prog)) > 0 { // devices have no recursion
				continue
			}
			if d := disagreement(prog, leaves); d != "" {
				t.Errorf("line %d: %s", c.Line, d)
			}
		}
	}
}
