package opencl

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"raido/backend/enginetest"
	"raido/backend/gen"
	"raido/backend/host"
	"raido/backend/mem"
	"raido/backend/plan"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/value"
)

func TestMain(m *testing.M) {
	os.Setenv("RAIDO_VERIFY", "1")
	os.Exit(m.Run())
}

// opened is the device, which something else closes.
func opened(t testing.TB) *device {
	t.Helper()
	d, err := open()
	if err != nil {
		t.Skip("no OpenCL device: ", err)
	}
	return d
}

// alone is the device without an engine.
func alone(t testing.TB) *device {
	t.Helper()
	d := opened(t)
	t.Cleanup(d.Close)
	return d
}

// engine is the engine on a device; in the parallel form loops on the host stay there, else all is one task.
func engine(t testing.TB, d host.Device, task bool) *host.Engine {
	t.Helper()
	usual := limits.Now
	defer func() { limits.Now = usual }()
	limits.Now.TaskGrain, limits.Now.GroupTaskGrain = 0, 0
	if task {
		limits.Now.TaskGrain, limits.Now.GroupTaskGrain = 1<<40, 1<<40
	}
	e, err := host.New(d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// ran runs a program on an engine.
func ran(t *testing.T, e *host.Engine, p *core.Prog, args []value.Value) []value.Value {
	t.Helper()
	c, err := e.Compile(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := enginetest.Run(e, c, args)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// writes is a kernel that writes a number at a place of its only argument, in the CPU shape.
func writes(at, number int) *plan.Kernel {
	return &plan.Kernel{Source: fmt.Sprintf("__kernel %s void %s(__global int *x) { x[%d] = %d; }\n", gen.Alone, gen.Func, at, number),
		Builtins: []string{"get_global_id"}, Args: []plan.Arg{{Kind: plan.ArgMem}}} // so the driver can do without its header
}

// built has the device build a kernel.
func built(t *testing.T, d *device, k *plan.Kernel) *build {
	t.Helper()
	b, err := d.Build(k)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*build)
}

// launch launches a kernel of one argument and one thread, and waits for it.
func launch(t *testing.T, d *device, b *build, arg mem.Handle) {
	t.Helper()
	if err := b.Launch(0, []uint64{uint64(arg)}, 1, 1); err != nil {
		t.Fatal(err)
	}
	if err := d.Finish(); err != nil {
		t.Fatal(err)
	}
}

// TestShape: the kind of device chooses the shape, and the environment may ask for the GPU shape.
func TestShape(t *testing.T) {
	d := alone(t)
	if target := d.Facts().Target; target.GPU == d.dev.IsCPU() {
		t.Errorf("a device that is a CPU (%v) has the target %+v", d.dev.IsCPU(), target)
	}
	t.Setenv("RAIDO_SHAPE", "gpu")
	if !d.Facts().Target.GPU {
		t.Error("RAIDO_SHAPE=gpu has no effect")
	}
}

// TestBuildError: a program that the driver refuses is a clean error with the driver's words.
func TestBuildError(t *testing.T) {
	d := alone(t)
	_, err := d.Build(&plan.Kernel{Source: "__kernel void f() { no_such_name = 1; }"})
	var found *diag.Diag
	if !errors.As(err, &found) || found.Class != diag.Device || len(found.Notes) == 0 || !strings.Contains(found.Notes[0].Msg, "no_such_name") {
		t.Errorf("error %#v", err)
	}
}

// TestLaunches: a kernel runs as often as it is launched, and no more since it is asked for its binary or where it is; a buffer that comes in the place
// of one that was freed is another argument.
func TestLaunches(t *testing.T) {
	d := alone(t)
	b := built(t, d, &plan.Kernel{Source: fmt.Sprintf("__kernel %s void %s(__global int *x, int n) { x[0] += n; }\n", gen.Alone, gen.Func),
		Args: []plan.Arg{{Kind: plan.ArgMem}, {Kind: plan.ArgStage}}})
	for range 3 {
		m := newBlock(t, d, 256)
		for i, n := range []int{1, 1, 3} {
			if err := b.Launch(0, []uint64{uint64(m.Handle), uint64(n)}, 1, 1); err != nil || d.Pending() != 1 {
				t.Fatal(err, d.Pending())
			}
			if i != 1 {
				b.Launched()
			}
			if err := d.Finish(); err != nil {
				t.Fatal(err)
			}
		}
		if got := make([]byte, 4); d.Read(m, 0, got) != nil || got[0] != 5 {
			t.Errorf("the kernel left %v", got)
		}
		d.FreeBuffer(m.Handle)
	}
}

// TestMeasured: what a measured run does is charged to whom it belongs, and after it nothing is measured.
func TestMeasured(t *testing.T) {
	d := alone(t)
	b := built(t, d, writes(0, 1))
	const n = 1 << 20
	m := host.Block{Bytes: n}
	var err error
	if m.Handle, err = d.NewBuffer(n); err != nil {
		t.Fatal(err)
	}
	defer d.FreeBuffer(m.Handle)
	launch(t, d, b, m.Handle) // it is compiled
	var fill, run, read time.Duration
	for _, on := range []bool{false, true, false} {
		if err := d.Measure(on); err != nil {
			t.Fatal(err)
		}
		if on != (d.queue == d.timed) || on != (d.clock != nil) {
			t.Errorf("measured is %v", !on)
		}
		to := func(where *time.Duration, err error) {
			*where = 0
			if err != nil {
				t.Fatal(err)
			}
			d.Charge(func(took time.Duration) { *where += took })
		}
		to(&fill, d.Fill(m, 0, n, []byte{1}))
		to(&run, b.Launch(0, []uint64{uint64(m.Handle)}, 1, 1))
		if err := d.Finish(); err != nil {
			t.Fatal(err)
		}
		if on != (fill > 0) || on != (run > 0) {
			t.Errorf("measured %v: %v to fill 1 MiB, %v for a kernel", on, fill, run)
		}
		err := b.Launch(0, []uint64{uint64(m.Handle)}, 1, 1)
		if err == nil {
			err = d.Finish()
		}
		if to(&run, err); on != (run > 0) { // it has ended
			t.Errorf("measured %v: %v for a kernel", on, run)
		}
		if to(&read, d.Read(m, 0, make([]byte, n))); on != (read > 0) {
			t.Errorf("measured %v: %v to read", on, read)
		}
	}
}

// calls is a device that keeps the kernels that it builds.
type calls struct {
	*device
	built []*build
}

func (c *calls) Build(k *plan.Kernel) (host.Kernel, error) {
	b, err := c.device.Build(k)
	if err == nil {
		c.built = append(c.built, b.(*build))
	}
	return b, err
}

// TestCalled: the host calls kernels as functions from the second launch on, where that is what it can; those of several threads only if the
// device has but one. Note [Kernels as functions] in package gen.
func TestCalled(t *testing.T) {
	for _, task := range []bool{true, false} {
		d := opened(t)
		if !d.dev.Functions {
			d.Close()
			t.Skip("the device's kernels are no functions")
		}
		c := &calls{device: d}
		e := engine(t, c, task)
		p := coretest.Parse(t, `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) (s: f64) =
			let (s: f64) = reduce n (xs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
			let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = div.f64 x s in (y)) in (r, s)`)
		args := []value.Value{coretest.I64(100), enginetest.Floats(prim.F64, 100)}
		first := ran(t, e, p, args)
		again := ran(t, e, p, args)
		for i := range first {
			if !enginetest.Same(first[i], again[i]) {
				t.Errorf("task %v: result %d is %s, launched %s", task, i, enginetest.Show(again[i]), enginetest.Show(first[i]))
			}
		}
		if len(c.built) == 0 {
			t.Errorf("task %v: nothing is built", task)
		}
		for _, b := range c.built {
			if b.callee == nil || b.callee.freed < 0 && (d.dev.Direct || task) {
				t.Errorf("task %v: the host cannot call a kernel, or did not:\n%s", task, b.source)
			}
		}
	}
}
