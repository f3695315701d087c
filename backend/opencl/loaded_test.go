package opencl

import (
	"strings"
	"testing"
	"time"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/gen"
	"raido/backend/seg"
	"raido/lang/core/coretest"
)

// TestKernelsStayLoaded: PoCL keeps more kernels loaded than it has room for, whether they come from their text or from disk; see
// Note [Kernels stay loaded]. A launch takes 1 to 3 us then, in the caller's thread, else 100.
func TestKernelsStayLoaded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	d := alone(t)
	if !d.dev.Direct {
		t.Skip("TestOneThread runs this")
	}
	d.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	m, err := d.NewBuffer(4096)
	if err != nil {
		t.Fatal(err)
	}
	defer d.FreeBuffer(m)
	const most = 160 // more than PoCL's 128
	for _, from := range []string{"text", "disk"} {
		var all []*build
		for i := range most {
			b := built(t, d, writes(i, i))
			launch(t, d, b, m)
			b.keep()
			all = append(all, b)
		}
		best := time.Hour
		for range 20 {
			begin := time.Now()
			for _, b := range all {
				launch(t, d, b, m)
			}
			best = min(best, time.Since(begin)/time.Duration(len(all)))
		}
		if best > 25*time.Microsecond {
			t.Errorf("from %s: a launch takes %v", from, best)
		}
		d.saves.Wait()
		for _, b := range all {
			b.Release()
		}
	}
}

// TestFormForOneItem: the driver needs one compiled form of a kernel of the CPU shape, that for groups of one.
func TestFormForOneItem(t *testing.T) {
	s, err := flat.Task(coretest.Parse(t, `fun main (n: i64) (xs: [n]i64) : (r: i64) =
		let (r: i64) = reduce n (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z)) in (r)`))
	if err != nil {
		t.Fatal(err)
	}
	s.Target = seg.Target{CPU: true}
	kernels := gen.Generate(backend.RunKernelPasses(s, "")).Kernels
	if len(kernels) != 1 {
		t.Errorf("%d kernels", len(kernels))
	}
	for _, k := range kernels {
		if !strings.Contains(k.Source, gen.Alone) {
			t.Errorf("no size of groups is declared:\n%s", k.Source)
		}
	}
}
