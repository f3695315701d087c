package host

import (
	"context"
	"errors"
	"maps"
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
	for _, k := range f.plan.Kernels {
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
