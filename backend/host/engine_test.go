package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/backend/interp"
	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/limits"
	"raido/lang/value"
	"raido/tests/turns"
)

func TestMain(m *testing.M) {
	os.Setenv("RAIDO_VERIFY", "1")
	os.Exit(m.Run())
}

// What tests of engines share, by the names that the tables of programs use.
var (
	parse   = coretest.Parse
	program = enginetest.Program
	ints    = enginetest.Ints
	floats  = enginetest.Floats
	indices = enginetest.Indices
	i64     = coretest.I64
	runOn   = enginetest.Run
	same    = enginetest.Same
	show    = enginetest.Show
	class   = enginetest.Class
)

const addI = enginetest.AddI

// opened is the engine on the device of the tests.
func opened(t testing.TB) *Engine {
	t.Helper()
	d, err := TestDevice()
	if err != nil {
		t.Skip("no device: ", err)
	}
	e, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// device is that engine, with programs in all forms.
func device(t testing.TB) *Engine {
	t.Helper()
	e := opened(t)
	e.allForms = true
	e.limits.TaskGrain, e.limits.GroupTaskGrain = 0, 0 // loops on the host stay there
	return e
}

// forms makes the programs for each form that the engine may choose: parallel and task.
func forms(p *compiled) map[string]*compiled {
	out := map[string]*compiled{}
	if p.par != nil {
		c := *p
		c.task = nil
		out["parallel"] = &c
	}
	if p.task != nil {
		c := *p
		c.par = nil
		out["task"] = &c
	}
	return out
}

// disagreement runs a program on the interpreter and on the device in both forms; "" if all agree.
func disagreement(e *Engine, p *core.Prog, args []value.Value) string {
	if d := disagreementIn(e, p, args, true); d != "" {
		return d
	}
	return disagreementIn(e, p, args, false)
}

// disagreementIn tries one form. On OpenCL programs take turns: TestEmbedded runs all of them.
func disagreementIn(e *Engine, p *core.Prog, args []value.Value, task bool) string {
	if e.facts.Engine == backend.OpenCL && !turns.Has(core.Print(p)) {
		return ""
	}
	in := interp.New()
	ip, err := in.Compile(context.Background(), p)
	if err != nil {
		return "interpreter: " + err.Error()
	}
	want, wantErr := runOn(in, ip, args)
	c, err := e.Compile(context.Background(), p)
	if err != nil {
		return "compile: " + err.Error()
	}
	name := "parallel"
	if task {
		name = "task"
	}
	form := forms(c.(*compiled))[name]
	if form == nil {
		return ""
	}
	for _, how := range []string{"", ", again"} { // the second time kernels may be called, not launched
		got, err := runOn(e, form, args)
		if (err == nil) != (wantErr == nil) {
			return fmt.Sprintf("%s%s: error %v, want %v", name, how, err, wantErr)
		}
		for i := range got {
			if !same(got[i], want[i]) {
				return fmt.Sprintf("%s%s: result %d is\n  %s\nwant\n  %s", name, how, i, show(got[i]), show(want[i]))
			}
		}
	}
	return ""
}

// TestEmbedded runs all tests of the package on the embedded engine.
func TestEmbedded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all tests of the package")
	}
	if os.Getenv("RAIDO_TEST_DEVICE") != "" {
		t.Skip("the device is chosen already")
	}
	cmd := exec.Command(os.Args[0], "-test.timeout=20m")
	cmd.Env = append(os.Environ(), "RAIDO_TEST_DEVICE=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// seeds is how many random programs a test makes, few by default: each costs the driver's compiler half
// a second. RAIDO_SEEDS asks for more.
func seeds(n uint64) uint64 {
	if s := os.Getenv("RAIDO_SEEDS"); s != "" {
		fmt.Sscan(s, &n)
	}
	return n
}

// firstSeed is RAIDO_SEED.
func firstSeed() (n uint64) {
	fmt.Sscan(os.Getenv("RAIDO_SEED"), &n)
	return n
}

// smallDevice is the device with small limits, in one of the shapes of code.
func smallDevice(t testing.TB, shape string, l limits.Set) *Engine {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	os.Setenv("RAIDO_SHAPE", shape)
	t.Cleanup(func() { os.Unsetenv("RAIDO_SHAPE") })
	limits.Now = l
	e := device(t)
	e.limits.TaskGrain, e.limits.GroupTaskGrain = l.TaskGrain, l.GroupTaskGrain
	return e
}

// TestRandomSmall compares the engines on random programs and their derivatives in the forms for large data: with small limits,
// and with limits at random. RAIDO_SEED is the first seed.
func TestRandomSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	for i, shape := range []string{"cpu", "gpu"} {
		t.Run(shape, func(t *testing.T) {
			for seed := firstSeed(); seed < firstSeed()+seeds(5); seed++ {
				l := limits.Small
				if seed > 0 {
					l = limits.Random(seed)
				}
				e := smallDevice(t, shape, l)
				p, args := coregen.Gen(1000*uint64(i)+seed, coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0, Masks: seed%7 > 4})
				if seed%3 == 1 {
					p, args = coregen.Layout(seed)
				}
				if seed%3 == 2 {
					p, args = coregen.Shared(seed)
				}
				if seed%3 > 0 {
					q, err := backend.Passes(p)
					if err != nil {
						t.Fatal(err)
					}
					p = q
				}
				if d := disagreementIn(e, p, coregen.Values(args), false); d != "" {
					t.Errorf("limits %d, seed %d: %s\n%s", seed, seed, d, core.Print(p))
				}
			}
		})
	}
}

// TestRandomPrograms compares the engines on random programs, as they are and through the pipeline.
func TestRandomPrograms(t *testing.T) {
	randomPrograms(t, func(seed uint64) coregen.Options { return coregen.Options{Accs: seed%2 == 0, Calls: seed%5 == 0} })
}

// TestRandomMasks: programs with arrays that are zero at many places.
func TestRandomMasks(t *testing.T) {
	randomPrograms(t, func(seed uint64) coregen.Options {
		return coregen.Options{Accs: seed%3 == 0, InPlace: seed%4 == 0, Masks: true}
	})
}

// TestRandomInPlace: programs that consume arrays wherever they may.
func TestRandomInPlace(t *testing.T) {
	randomPrograms(t, func(seed uint64) coregen.Options {
		return coregen.Options{Accs: seed%3 == 0, Calls: seed%5 == 0, InPlace: true}
	})
}

func randomPrograms(t *testing.T, options func(seed uint64) coregen.Options) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	e := device(t)
	e.limits.ChunkWork = 2 // several threads for a handful of elements
	for seed := range seeds(10) {
		e.limits.TaskGrain = int64(seed%2) * limits.Normal.TaskGrain // loops on the host, and as tasks
		p, args := coregen.Gen(seed, options(seed))
		if seed%2 == 1 {
			q, err := backend.Passes(p)
			if err != nil {
				t.Fatal(err)
			}
			p = q
		}
		if d := disagreement(e, p, coregen.Values(args)); d != "" {
			t.Errorf("seed %d: %s\n%s", seed, d, core.Print(p))
		}
	}
}
