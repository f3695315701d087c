package opencl

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"raido/backend"
	"raido/backend/plan"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

const cached3 = `fun main (n: i64) (xs: [n]i64) : (r: i64) (s: [n]i64) =
	let (r: i64) = reduce n (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z))
	let (s: [n]i64) = scan n (xs) (0i64) (\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z))
	in (r, s)`

// TestDiskCache: a binary is written, read by the next engine, and a damaged or wrong one is replaced.
func TestDiskCache(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	dir := t.TempDir()
	open := func() *Engine {
		e := device(t)
		e.disk = &diskCache{dir: dir, device: "test", limit: diskLimit}
		return e
	}
	run := func(e *Engine, task bool) (saved int) {
		t.Helper()
		p := parse(t, cached3)
		if d := disagreementIn(e, p, []value.Value{i64(100), ints(prim.I64, 100)}, task); d != "" {
			t.Fatal(d)
		}
		e.saves.Wait()
		c, _ := e.Compile(context.Background(), p)
		form := c.(*compiled).par
		if task {
			form = c.(*compiled).task
		}
		for _, b := range form.built {
			saved += b.saved
		}
		return saved
	}
	files := func() []string {
		m, _ := filepath.Glob(filepath.Join(dir, "*.bin"))
		return m
	}
	if n := run(open(), true); n != 1 || len(files()) != 1 {
		t.Fatalf("after the first run %d kernels are saved in %v", n, files())
	}
	e := open()
	c, err := e.Compile(context.Background(), parse(t, cached3))
	if err != nil {
		t.Fatal(err)
	}
	task := c.(*compiled).task
	kernel := task.gen.Kernels[task.seg.Kernels[0]]
	if b, err := task.build(e, kernel); err != nil || b.saved != 1 {
		t.Fatalf("the binary was not used: %v", err)
	}
	if n := run(e, false); n != 2 {
		t.Fatalf("%d kernels are saved, want the two of the parallel form", n)
	}
	if m := files(); len(m) != 3 {
		t.Fatalf("files %v", m)
	}
	first := kernel.Source
	damaged := e.disk.path(first)
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
		if n := run(open(), true); n != 1 {
			t.Fatalf("after damage %d kernels are saved", n)
		}
	}
}

// TestSomeKernels: only kernels that are launched are built, and each has a binary of its own.
func TestSomeKernels(t *testing.T) {
	e := device(t)
	e.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	p := parse(t, `fun main (n: i64) (up: bool) (xs: [n]i64) : (r: [n]i64) =
		let (r: [n]i64) = if up then
				let (a: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (z: i64) = add.i64 x 1i64 in (z))
				in (a)
			else
				let (b: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (z: i64) = sub.i64 x 1i64 in (z))
				in (b)
		in (r)`)
	for i, up := range []bool{true, false} {
		if d := disagreementIn(e, p, []value.Value{i64(100), value.Scalar{Scalar: prim.BoolOf(up)}, ints(prim.I64, 100)}, false); d != "" {
			t.Fatal(d)
		}
		e.saves.Wait()
		if m, _ := filepath.Glob(filepath.Join(e.disk.dir, "*.bin")); len(m) != i+1 {
			t.Errorf("after %d of two kernels there are the files %v", i+1, m)
		}
	}
}

// TestNoBinary: a file that holds something else is no harm.
func TestNoBinary(t *testing.T) {
	e := device(t)
	e.disk = &diskCache{dir: t.TempDir(), device: "test", limit: diskLimit}
	e.disk.store(cached3, []byte("no binary at all"), 1)
	if b, err := e.newBuild("__kernel void f(__global int *a) { a[0] = 1; }", 1); err != nil || b.saved != 0 {
		t.Errorf("build of another source: %v", err)
	}
	e.disk.store("__kernel void g(__global int *a) { a[0] = 1; }", []byte("no binary at all"), 1)
	if b, err := e.newBuild("__kernel void g(__global int *a) { a[0] = 1; }", 1); err != nil || b.saved != 0 {
		t.Errorf("a file that holds no binary: %v, %d", err, b.saved)
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

// TestMemoryCache: an equal program is not compiled again.
func TestMemoryCache(t *testing.T) {
	e := device(t)
	a, err := e.Compile(context.Background(), parse(t, cached3))
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, cached3)
	located(p, func(core.Exp) bool { return true })
	b, err := e.Compile(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	if a == b || len(builds(t, a)) != 1 || !maps.Equal(builds(t, a), builds(t, b)) {
		t.Error("an equal program at another place must be another program with the same build")
	}
	if c, _ := e.Compile(context.Background(), p); c != b {
		t.Error("the same program was compiled again")
	}
}

// builds are those of the kernels of the program's task.
func builds(t *testing.T, p backend.Program) map[*build]bool {
	out := map[*build]bool{}
	f := p.(*compiled).task
	for _, k := range f.gen.Kernels {
		b, err := f.build(p.(*compiled).engine, k)
		if err != nil {
			t.Fatal(err)
		}
		out[b.build] = true
	}
	return out
}

// chained has three kernels that can fail, of which the last two are equal.
const chained = `fun main (n: i64) (k: i64) (xs: [n]i64) : (a: [n]i64) (b: [n]i64) (c: [n]i64) =
	let (a: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = xs[x] let (z: i64) = add.i64 y k in (z))
	let (b: [n]i64) = map n (a) (\(x: i64) : (i64) -> let (y: i64) = xs[x] let (z: i64) = add.i64 y k in (z))
	let (c: [n]i64) = map n (b) (\(x: i64) : (i64) -> let (y: i64) = xs[x] let (z: i64) = add.i64 y k in (z))
	in (a, b, c)`

// TestKernelCache: equal kernels are built once, also those of different programs, and failures are those of their
// places all the same.
func TestKernelCache(t *testing.T) {
	e := device(t)
	e.disk = nil
	last := strings.LastIndex(chained, "add")
	for i, text := range []string{chained, chained[:last] + "sub" + chained[last+3:]} {
		p := parse(t, text)
		src := &diag.Source{Name: "In [1]", Text: "abc"}
		for at, s := range p.Entry().Body.Stms {
			s.Exp.Map(core.Mapper{Lambda: func(l *core.Lambda) *core.Lambda {
				place(&l.Body, isIndex, diag.Span{Source: src, Start: at, End: at + 1})
				return l
			}})
		}
		c, err := e.Compile(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range []struct{ first, k, fails int64 }{{0, 5, -1}, {500, 5, 0}, {0, 99, 1}, {0, 90, 2}} {
			xs := value.NewArray(prim.I64, 100)
			for i := range value.Of[int64](xs) {
				value.Of[int64](xs)[i] = int64(i / 4)
			}
			value.Of[int64](xs)[0] = run.first
			_, err := runOn(e, forms(c.(*compiled))["parallel"], []value.Value{i64(100), i64(run.k), xs})
			var d *diag.Diag
			if errors.As(err, &d) != (run.fails >= 0) || d != nil && d.Span.Start != int(run.fails) {
				t.Errorf("k = %d: %v", run.k, err)
			}
		}
		if n := e.built.Len(); n != 2+i {
			t.Errorf("%d kernels were built, want %d", n, 2+i)
		}
	}
}

// TestProfile: kernels are named and counted, and timed when asked.
func TestProfile(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: measures runs on the device")
	}
	e := device(t)
	c, err := e.Compile(context.Background(), parse(t, cached3))
	if err != nil {
		t.Fatal(err)
	}
	const n = 200000
	var in []backend.Value
	for _, a := range []value.Value{i64(n), ints(prim.I64, n)} {
		v, _ := e.Upload(context.Background(), a)
		in = append(in, v)
	}
	for _, ctx := range []context.Context{context.Background(), backend.WithProfile(context.Background())} {
		out, prof, err := c.Run(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		backend.ReleaseAll(out)
		if len(prof.Kernels) != 2 || prof.Kernels[0].Launches != 2 || prof.Kernels[1].Launches != 3 || prof.PeakBytes < 2*8*n {
			t.Errorf("profile %+v", prof)
		}
		timed := prof.Kernels[1].Time > 0
		if asked := ctx != context.Background(); timed != asked {
			t.Errorf("timed %v, asked %v", timed, asked)
		}
	}
	backend.ReleaseAll(in)
}

// TestShared: arguments keep their contents when a program updates them, and results may share buffers.
func TestShared(t *testing.T) {
	e := device(t)
	c, err := e.Compile(context.Background(), parse(t, `fun main (n: i64) (xs: [n]i64) : (a: [n]i64) =
		let (a: [n]i64) = xs with [0i64] = 77i64 in (a)`))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	arr := ints(prim.I64, 10)
	v, _ := e.Upload(ctx, arr)
	for name, form := range forms(c.(*compiled)) {
		n, _ := e.Upload(ctx, i64(10))
		out, _, err := form.Run(ctx, []backend.Value{n, v})
		if err != nil {
			t.Fatal(err)
		}
		before, _ := v.Host(ctx)
		after, _ := out[0].Host(ctx)
		if !same(before, arr) || after.(*value.Array).At(0).Int64() != 77 {
			t.Errorf("%s: argument %s, result %s", name, show(before), show(after))
		}
		out[0].Release()
	}
	v.Release()
	if n := e.MemoryInUse(); n != 0 {
		t.Errorf("%d bytes in use", n)
	}
}

// A text that the driver refuses is refused again, not taken for built.
func TestFailedBuild(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: waits for clocks and other processes")
	}
	e := device(t)
	f := &form{built: map[*plan.Kernel]*built{}}
	for range 2 {
		if b, err := f.build(e, &plan.Kernel{Source: "__kernel void f("}); err == nil || b != nil {
			t.Errorf("built: %v, error %v", b, err)
		}
	}
}
