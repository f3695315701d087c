package opencl

import (
	"os"
	"path/filepath"
	"testing"

	"raido/backend/enginetest"
	"raido/backend/plan"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestDiskCache: a binary is written, read by the next device, and a damaged or wrong one is replaced.
func TestDiskCache(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	dir := t.TempDir()
	kernels := []*plan.Kernel{writes(0, 1), writes(1, 2), writes(2, 3)}
	// run launches a kernel on a new device, and tells how many kernels the binary held before and holds now.
	run := func(k *plan.Kernel) (before, now int) {
		t.Helper()
		d := opened(t)
		defer d.Close()
		d.disk = &diskCache{dir: dir, device: "test", limit: diskLimit}
		m, err := d.NewBuffer(256)
		if err != nil {
			t.Fatal(err)
		}
		defer d.FreeBuffer(m)
		b := built(t, d, k)
		defer b.Release()
		before = b.saved
		launch(t, d, b, m)
		b.Launched()
		d.saves.Wait()
		return before, b.saved
	}
	files := func() []string {
		m, _ := filepath.Glob(filepath.Join(dir, "*.bin"))
		return m
	}
	for i, k := range kernels {
		if before, now := run(k); before != 0 || now != 1 || len(files()) != i+1 {
			t.Fatalf("after the first run %d and then %d kernels are saved in %v", before, now, files())
		}
		if before, now := run(k); before != 1 || now != 1 || len(files()) != i+1 {
			t.Fatalf("after the second run %d and then %d kernels are saved in %v", before, now, files())
		}
	}
	damaged := (&diskCache{dir: dir, device: "test"}).path(kernels[0].Source)
	for _, damage := range []func([]byte) []byte{
		func(b []byte) []byte { return b[:len(b)/2] },
		func(b []byte) []byte { b[len(b)-5] ^= 1; return b },
		func([]byte) []byte { return nil },
		func([]byte) []byte { // of another program
			for _, f := range files() {
				if f != damaged {
					data, _ := os.ReadFile(f)
					return data
				}
			}
			return nil
		},
	} {
		data, err := os.ReadFile(damaged)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(damaged, damage(data), 0o600); err != nil {
			t.Fatal(err)
		}
		if before, now := run(kernels[0]); before != 0 || now != 1 {
			t.Fatalf("after damage %d and then %d kernels are saved", before, now)
		}
	}
}

// TestSomeKernels: only kernels that are launched are built, and each has a binary of its own.
func TestSomeKernels(t *testing.T) {
	d := opened(t)
	d.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	e := engine(t, d, false)
	p := coretest.Parse(t, `fun main (n: i64) (up: bool) (xs: [n]i64) : (r: [n]i64) =
		let (r: [n]i64) = if up then
				let (a: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (z: i64) = add.i64 x 1i64 in (z))
				in (a)
			else
				let (b: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (z: i64) = sub.i64 x 1i64 in (z))
				in (b)
		in (r)`)
	for i, up := range []bool{true, false} {
		ran(t, e, p, []value.Value{coretest.I64(100), value.Scalar{Scalar: prim.BoolOf(up)}, enginetest.Ints(prim.I64, 100)})
		d.saves.Wait()
		if m, _ := filepath.Glob(filepath.Join(d.disk.dir, "*.bin")); len(m) != i+1 {
			t.Errorf("after %d of two kernels there are the files %v", i+1, m)
		}
	}
}

// TestNoBinary: a file that holds something else is no harm.
func TestNoBinary(t *testing.T) {
	d := alone(t)
	d.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	other, good := writes(0, 7).Source, writes(0, 8).Source
	d.disk.store(other, []byte("no binary at all"), 1)
	if b, err := d.newBuild(good, 1, false); err != nil || b.saved != 0 {
		t.Errorf("build of another source: %v", err)
	}
	d.disk.store(good, []byte("no binary at all"), 1)
	if b, err := d.newBuild(good, 1, false); err != nil || b.saved != 0 {
		t.Errorf("a file that holds no binary: %v", err)
	}
}

// TestDiskLimit: the files used longest ago go first.
func TestDiskLimit(t *testing.T) {
	c := &diskCache{dir: t.TempDir(), device: "test", limit: 3000}
	for _, name := range []string{"a", "b", "c", "d"} {
		c.store(name, make([]byte, 1000), 1)
		c.trim()
	}
	if bin, _ := c.load("d"); len(bin) != 1000 {
		t.Error("the newest file is gone")
	}
	files, _ := filepath.Glob(filepath.Join(c.dir, "*"))
	if len(files) != 2 {
		t.Errorf("%d files are left, want 2", len(files))
	}
}
