package auto

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/enginetest"
	"raido/backend/host"
	"raido/backend/interp"
	"raido/backend/opencl"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// autoRun runs a program of the notebook's engine and tells which engine answered.
func autoRun(t *testing.T, ctx context.Context, p backend.Program, args ...backend.Value) string {
	t.Helper()
	out, prof, err := p.Run(ctx, args)
	if err != nil {
		t.Fatal(err)
	}
	backend.ReleaseAll(out)
	return prof.Engine
}

func TestMain(m *testing.M) {
	os.Setenv("RAIDO_VERIFY", "1")
	os.Exit(m.Run())
}

// device is the OpenCL engine.
func device(t *testing.T) *host.Engine {
	t.Helper()
	e, err := opencl.Open()
	if err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	t.Cleanup(e.Close)
	return e
}

// TestAuto: the notebook's engine leaves small programs to the interpreter, and brings the arguments of others to the device once.
func TestAuto(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	dev := device(t)
	e := New(dev, nil)
	p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
	if err != nil {
		t.Fatal(err)
	}
	xs, n := enginetest.Upload(t, e, enginetest.Ints(prim.I64, 1000)), enginetest.Upload(t, e, coretest.I64(1000))
	for range 20 { // for good
		if got := autoRun(t, t.Context(), p, n, enginetest.Upload(t, e, coretest.I64(100)), xs); got != "interp" {
			t.Fatalf("a small run went to %s", got)
		}
	}
	if n := dev.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes on the device", n)
	}
	k := enginetest.Upload(t, e, coretest.I64(100_000))
	for range 2 {
		if got := autoRun(t, t.Context(), p, n, k, xs); got != "opencl" {
			t.Errorf("a large run went to %s", got)
		}
		if n := dev.MemoryInUse(); n != 8192 {
			t.Errorf("%d bytes on the device, want one copy of the argument", n)
		}
	}
	xs.Release()
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes are still in use", n)
	}
}

// TestBudget: what the estimate cannot know is the interpreter's up to a number of operations, which is the same each time.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	e := New(device(t), nil)
	p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountWhile))
	if err != nil {
		t.Fatal(err)
	}
	engine := func(n int64) string { return autoRun(t, t.Context(), p, enginetest.Upload(t, e, coretest.I64(n))) }
	if got := engine(100); got != "interp" {
		t.Errorf("a short loop went to %s", got)
	}
	if got := engine(200_000_000); got != "opencl" {
		t.Errorf("a long loop went to %s", got)
	}
	if got := engine(100); got != "interp" {
		t.Errorf("afterwards a short loop went to %s", got)
	}
	from, to := int64(100), int64(200_000_000)
	for from+1 < to {
		if mid := (from + to) / 2; engine(mid) == "interp" {
			from = mid
		} else {
			to = mid
		}
	}
	for range 5 {
		if a, b := engine(from), engine(to); a != "interp" || b != "opencl" {
			t.Errorf("%d turns went to %s, %d to %s", from, a, to, b)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, _, err := p.Run(ctx, []backend.Value{enginetest.Upload(t, e, coretest.I64(1<<40))}); enginetest.Class(err) != enginetest.Class(diag.Interrupted()) {
		t.Errorf("interrupted: %v", err)
	}
}

// slow is an engine that sometimes takes its time.
type slow struct {
	backend.Engine
	longest time.Duration
}

func (e slow) Compile(ctx context.Context, p *core.Prog) (backend.Program, error) {
	e.wait()
	q, err := e.Engine.Compile(ctx, p)
	return slowProgram{q, e}, err
}

func (e slow) wait() { time.Sleep(rand.N(e.longest)) }

type slowProgram struct {
	backend.Program
	e slow
}

func (p slowProgram) Run(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	p.e.wait()
	return p.Program.Run(ctx, args)
}

// sumTo adds up 1/(i+1) for i below n, in an order that engines choose.
const sumTo = `fun main (n: i64) : (r: f64) =
	let (is: [n]i64) = iota.i64 n 0i64 1i64
	let (xs: [n]f64) = map n (is) (\(i: i64) : (f64) ->
		let (j: i64) = add.i64 i 1i64
		let (x: f64) = to_f64.i64 j
		let (y: f64) = div.f64 1f64 x
		in (y))
	let (r: f64) = reduce n (xs) (0f64) (\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))
	in (r)`

// TestSameEngine: the same programs are run by the same engine and give the same bits, however long either engine takes.
func TestSameEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	dev := device(t)
	type seen struct {
		engine string
		value  value.Value
	}
	var first []seen
	for round := range 20 {
		e := New(slow{dev, time.Duration(round%4)*5*time.Millisecond + 1}, nil)
		if round%3 > 0 {
			e.host = slow{e.host, 20 * time.Millisecond}
		}
		var now []seen
		for _, text := range []string{enginetest.CountWhile, sumTo} {
			p, err := e.Compile(t.Context(), coretest.Parse(t, text))
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int64{1000, 50_000, 250_000, 1_000_000, 3_000_000} {
				out, prof, err := p.Run(t.Context(), []backend.Value{enginetest.Upload(t, e, coretest.I64(n))})
				if err != nil {
					t.Fatal(err)
				}
				v, err := out[0].Host(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				now = append(now, seen{prof.Engine, v})
			}
		}
		if first == nil {
			first = now
		}
		for i := range now {
			if now[i].engine != first[i].engine || !enginetest.Same(now[i].value, first[i].value) {
				t.Errorf("round %d, run %d: %v, at first %v", round, i, now[i], first[i])
			}
		}
	}
	engines := map[string]int{}
	for _, s := range first {
		engines[s.engine]++
	}
	if engines["interp"] == 0 || engines["opencl"] == 0 {
		t.Errorf("all went to one engine: %v", engines)
	}
}

// endingEngine is a device whose driver ends its process over each program, as worker.Broke sees it.
type endingEngine struct {
	backend.Engine
	code string
	ends int
}

func (e *endingEngine) Compile(context.Context, *core.Prog) (backend.Program, error) {
	e.ends++
	return nil, &diag.Diag{Class: diag.Device, Code: e.code, Msg: "the process ended"}
}

// TestEnds: a program over which the driver has ended its process twice is the interpreter's, for good, unless memory may be why; others are the device's.
func TestEnds(t *testing.T) {
	for code, ends := range map[string]int{"E1317": 3, "E1314": 6} {
		dev := &endingEngine{interp.New(), code, 0}
		e := New(dev, nil)
		xs, n, k := enginetest.Upload(t, e, enginetest.Ints(prim.I64, 1000)), enginetest.Upload(t, e, coretest.I64(1000)), enginetest.Upload(t, e, coretest.I64(3000))
		run := func(p backend.Program) string {
			out, prof, err := p.Run(t.Context(), []backend.Value{n, k, xs})
			if err != nil {
				return err.Error()
			}
			backend.ReleaseAll(out)
			return prof.Fallback
		}
		for round := range 5 { // a cell that runs again compiles again
			p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
			if err != nil {
				t.Fatal(err)
			}
			if said := run(p); strings.Contains(said, "has ended its process 2 times") != (code == "E1317" && round >= 2) {
				t.Errorf("%s, run %d: %q", code, round, said)
			}
		}
		other := coretest.Parse(t, strings.Replace(enginetest.CountTo, "add.i64 b i", "add.i64 a i", 1))
		p, err := e.Compile(t.Context(), other)
		if err != nil {
			t.Fatal(err)
		}
		if run(p); dev.ends != ends {
			t.Errorf("%s: %d ends, want %d", code, dev.ends, ends)
		}
		xs.Release()
	}
}

// brokenEngine is a device that cannot.
type brokenEngine struct {
	backend.Engine
	err error
}

func (e *brokenEngine) Compile(context.Context, *core.Prog) (backend.Program, error) {
	return nil, e.err
}

// TestEmbedded: what a device cannot run is the embedded engine's, and what that cannot either the interpreter's.
func TestEmbedded(t *testing.T) {
	none := &diag.Diag{Class: diag.Device, Code: backend.CodeNoDevice, Msg: "no driver"}
	recursive := &diag.Diag{Class: diag.Unsupported, Msg: "it calls itself"}
	for _, c := range []struct {
		open  func() (backend.Engine, error)
		said  string
		opens int
	}{
		{func() (backend.Engine, error) { return interp.New(), nil }, "no OpenCL device, running on the embedded engine", 1},
		{func() (backend.Engine, error) { return &brokenEngine{interp.New(), recursive}, nil }, "no OpenCL device, running on the interpreter", 1},
		{func() (backend.Engine, error) { return nil, errors.New("no memory") }, "no OpenCL device, running on the interpreter", 1},
	} {
		opens := 0
		e := New(&brokenEngine{interp.New(), none}, func() (backend.Engine, error) {
			opens++
			return c.open()
		})
		p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
		if err != nil {
			t.Fatal(err)
		}
		xs, n, k := enginetest.Upload(t, e, enginetest.Ints(prim.I64, 1000)), enginetest.Upload(t, e, coretest.I64(1000)), enginetest.Upload(t, e, coretest.I64(3000))
		for round := range 2 {
			out, prof, err := p.Run(t.Context(), []backend.Value{n, k, xs})
			if err != nil {
				t.Fatal(err)
			}
			if round == 0 && !strings.HasPrefix(prof.Fallback, c.said) || round > 0 && prof.Fallback != "" {
				t.Errorf("round %d: %q, want %q", round, prof.Fallback, c.said)
			}
			backend.ReleaseAll(out)
		}
		xs.Release()
		if n := e.MemoryInUse(); n != 0 || opens != c.opens {
			t.Errorf("%s: %d bytes in use, opened %d times", c.said, n, opens)
		}
		e.Close()
	}
}

// TestTakeOver: the interpreter runs what a device cannot, and says so: each time, but once that there is no device or what it is not made for.
func TestTakeOver(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	for name, c := range map[string]struct {
		err  error
		said int
	}{
		"no compiler": {backend.DeviceError(errors.New("no compiler")), 3},
		"no f64":      {&diag.Diag{Class: diag.Unsupported, Code: backend.CodeDouble, Msg: "the device has no f64", Hint: "raido doctor lists others"}, 1},
		"no device":   {&diag.Diag{Class: diag.Device, Code: backend.CodeNoDevice, Msg: "no driver"}, 1},
	} {
		e := New(&brokenEngine{interp.New(), c.err}, nil)
		p, err := e.Compile(t.Context(), coretest.Parse(t, enginetest.CountTo))
		if err != nil {
			t.Fatal(err)
		}
		xs, n, k := enginetest.Upload(t, e, enginetest.Ints(prim.I64, 1000)), enginetest.Upload(t, e, coretest.I64(1000)), enginetest.Upload(t, e, coretest.I64(3000))
		said := 0
		for range 3 {
			out, prof, err := p.Run(t.Context(), []backend.Value{n, k, xs})
			if err != nil || prof.Engine != "interp" {
				t.Fatalf("%s: %v, %+v", name, err, prof)
			}
			if strings.Contains(prof.Fallback, "no ") {
				said++
			}
			backend.ReleaseAll(out)
		}
		if said != c.said {
			t.Errorf("%s was said %d times", name, said)
		}
		xs.Release()
		if n := e.MemoryInUse(); n != 0 {
			t.Errorf("%s: %d bytes in use", name, n)
		}
	}
}
