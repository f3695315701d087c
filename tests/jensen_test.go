package tests

import (
	"context"
	"testing"
	"time"

	"raido/ad/dual"
	"raido/backend"
	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
)

// jensenProgram is the benchmark of [Jensen24, 4.2], with an entry point for each of its branches.
const jensenProgram = `
def f (n: i32) (x: f32) =
  loop x = x for _i < n do
    let s = (i32.f32 (x * 10)) %% 4 in
    if x > 100 then
      if s == 0 then 1 + f32.sin x   else
      if s == 1 then 1 + f32.cos x   else
      if s == 2 then f32.log1p x     else
      if s == 3 then f32.sqrt x      else
      x / 13
    else
      if s == 0 then x + 10          else
      if s == 1 then x ** 3          else
      if s == 2 then f32.exp (x / 10) else
      if s == 3 then reduce (*) x [2, x, 5] else
      x * 1.3
entry primal (x: f32) = f 100000 x
entry forward (x: f32) = jvp (f 100000) x 1
entry reverse (x: f32) = vjp (f 100000) x 1
entry first_steps (x: f32) = all (\n -> f32.abs (jvp (f n) x 1 / vjp (f n) x 1 - 1) < 1e-5) (1...9)
`

// TestJensen: what derivatives cost on that program, where Jensen's interpreter took 2.63 times as long in forward and 2.10
// times in reverse mode. Counted are scalar operations, and for the transformed program memory traffic too; times are
// printed.
func TestJensen(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles many kernels")
	}
	ctx, x := context.Background(), []value.Value{value.Scalar{Scalar: prim.Float(prim.F32, 3)}}
	limits := map[string][2]float64{"primal": {1, 1}, "forward": {2.6, 2.6}, "reverse": {2.1, 6}, "first_steps": {1, 1}}
	var first [2]float64
	var duration time.Duration
	p, ds := load.New().Program("jensen.fut", jensenProgram)
	if es := ds.Errors(); len(es) > 0 {
		t.Fatal(es)
	}
	results := map[string][2]string{}
	for i, d := range p.Entries {
		raw, _, err := lower.Program(d)
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		byDual, ops, err := dual.RunCounted(ctx, raw, x)
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		q, err := backend.Passes(raw)
		if err != nil {
			t.Fatal(err)
		}
		out, n, err := eval.RunCounted(ctx, q, x)
		if err != nil {
			t.Fatalf("%v\n%s", err, core.Print(q))
		}
		name, costs := d.Sym.Name, [2]float64{float64(ops), work(n)}
		if i == 0 {
			first, duration = costs, took
		}
		results[name] = [2]string{value.Print(byDual[0]), value.Print(out[0])}
		t.Logf("%-11s dual numbers and tapes %8.0f operations, %.2f times (time: %.2f); transformed %8.0f, %.2f times; %v", name,
			costs[0], costs[0]/first[0], took.Seconds()/duration.Seconds(), costs[1], costs[1]/first[1], results[name])
		for k, c := range costs {
			if c > limits[name][k]*first[k] {
				t.Errorf("%s costs %.2f times the primal in way %d, want at most %v", name, c/first[k], k, limits[name][k])
			}
		}
	}
	if results["first_steps"] != [2]string{"true", "true"} {
		t.Errorf("forward and reverse mode differ in the first steps: %v", results)
	}
}
