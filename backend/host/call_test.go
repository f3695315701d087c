package host

import (
	"slices"
	"testing"

	"raido/backend"
	"raido/lang/prim"
	"raido/lang/value"
)

// calledProgram has a map, a scatter of one thread and a reduction, and a task form.
const calledProgram = `fun main (n: i64) (k: i64) (xs: [n]f64) : (r: [n]f64) (s: f64) =
	let (ys: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = exp.f64 x in (y))
	let (zs: [n]f64) = ys with [k] = 5.0f64
	let (s: f64) = reduce n (zs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
	in (zs, s)`

// TestCalledKernels: kernels that the host calls give the bits that launches give, with arguments of other sizes and in buffers that came
// in the place of others, between measured runs, which launch. Note [Kernels as functions] in package gen.
func TestCalledKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	e := device(t)
	if !e.target.Functions {
		t.Skip("the device's kernels are no functions")
	}
	c, err := e.Compile(t.Context(), parse(t, calledProgram))
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range forms(c.(*compiled)) {
		for i, n := range []int64{100, 100, 3, 20_000, 100, 4000} {
			args := []value.Value{i64(n), i64(n / 2), floats(prim.F64, n)}
			measured := backend.WithProfile(t.Context())
			want, err := runUnder(measured, e, f, args)
			if err != nil {
				t.Fatal(err)
			}
			got, err := runUnder(t.Context(), e, f, args)
			if err != nil {
				t.Fatal(err)
			}
			for r := range got {
				g, _ := got[r].Host(t.Context())
				w, _ := want[r].Host(t.Context())
				if !same(g, w) || r == 1 && f.either().task && show(g) != show(w) {
					t.Errorf("%s, run %d of %d: result %d is %s, launched %s", name, i, n, r, show(g), show(w))
				}
			}
			backend.ReleaseAll(slices.Concat(got, want))
			e.pool.Drop()
		}
	}
}

// TestCalledFailure: a kernel that the host calls fails as one that is launched, in each run.
func TestCalledFailure(t *testing.T) {
	e := device(t)
	c, err := e.Compile(t.Context(), parse(t, calledProgram))
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range forms(c.(*compiled)) {
		for range 3 {
			if _, err := runUnder(t.Context(), e, f, []value.Value{i64(10), i64(10), floats(prim.F64, 10)}); err == nil {
				t.Errorf("%s: no failure", name)
			}
			if _, err := runUnder(t.Context(), e, f, []value.Value{i64(10), i64(9), floats(prim.F64, 10)}); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestCallAllocates: a run of a small program makes its results, what they lie in and its profile, each in one piece, and nothing for its launch.
func TestCallAllocates(t *testing.T) {
	e := device(t)
	e.limits.TaskGrain = 1 << 40 // one task
	c, err := e.Compile(t.Context(), parse(t, `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) (s: f64) =
		let (s: f64) = reduce n (xs) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
		let (r: [n]f64) = map n (xs) (\(x: f64) : (f64) -> let (y: f64) = div.f64 x s in (y)) in (r, s)`))
	if err != nil {
		t.Fatal(err)
	}
	in := make([]backend.Value, 2)
	for i, a := range []value.Value{i64(8), floats(prim.F64, 8)} {
		if in[i], err = e.Upload(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	defer backend.ReleaseAll(in)
	run := func() {
		out, _, err := c.Run(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		backend.ReleaseAll(out)
	}
	run()
	if n := testing.AllocsPerRun(100, run); n > 6 {
		t.Errorf("%v allocations", n)
	}
}
