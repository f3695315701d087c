package opencl

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"

	"raido/backend/cl"
	"raido/backend/gen"
)

// TestKernelsStayLoaded: PoCL keeps more kernels loaded than it has room for, whether they come from their text or from disk; see
// Note [Kernels stay loaded]. A launch takes 1 to 3 us then, in the caller's thread, else 100.
func TestKernelsStayLoaded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	if !e.dev.Direct {
		t.Skip("TestOneThread runs this")
	}
	e.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	m, err := e.NewBuffer(4096)
	if err != nil {
		t.Fatal(err)
	}
	defer e.FreeBuffer(m)
	const most = 160 // more than PoCL's 128
	made := func(n int) (*build, cl.Kernel) {
		t.Helper()
		b, err := e.newBuild(fmt.Sprintf("__kernel %s void %s(__global int *x) { x[%d] = %d; }\n", gen.Alone, gen.Func, n, n), 1)
		if err != nil {
			t.Fatal(err)
		}
		k, _, err := b.kernel(gen.Func)
		if err != nil || cl.SetKernelArg(k, 0, 8, unsafe.Pointer(&m)) != cl.Success {
			t.Fatal("no kernel: ", err)
		}
		return b, k
	}
	for _, from := range []string{"text", "disk"} {
		var builds []*build // the kernels of others are released
		var all []cl.Kernel
		for i := range most {
			b, k := made(i)
			launch(t, e, []cl.Kernel{k})
			b.keep()
			builds, all = append(builds, b), append(all, k)
		}
		best := time.Hour
		for range 20 {
			start := time.Now()
			launch(t, e, all)
			best = min(best, time.Since(start)/time.Duration(len(all)))
		}
		if best > 25*time.Microsecond {
			t.Errorf("from %s: a launch takes %v", from, best)
		}
		runtime.KeepAlive(builds)
		e.saves.Wait()
	}
}

// launch runs kernels one after the other.
func launch(t *testing.T, e *Engine, kernels []cl.Kernel) {
	t.Helper()
	for _, k := range kernels {
		if cl.EnqueueNDRangeKernel(e.queue, k, 1, 1, nil) != cl.Success || cl.Finish(e.queue) != cl.Success {
			t.Fatal("a kernel cannot be launched")
		}
	}
}

// TestFormForOneItem: the driver needs one compiled form of a kernel of the CPU shape, that for groups of one.
func TestFormForOneItem(t *testing.T) {
	e := device(t)
	if !e.dev.IsCPU() {
		t.Skip("no CPU device")
	}
	c, err := e.Compile(context.Background(), parse(t, cached3))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range c.(*compiled).task.gen.Kernels {
		if !strings.Contains(k.Source, gen.Alone) {
			t.Errorf("no size of groups is declared:\n%s", k.Source)
		}
	}
}
