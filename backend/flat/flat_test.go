package flat_test

import (
	"testing"

	"raido/backend/flat"
	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/lang/core"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden compares the flat forms of core programs, before the kernel passes, as text.
func TestGolden(t *testing.T) {
	of := func(f func(*core.Prog) (*seg.Prog, error)) func(*testing.T, *golden.Case) string {
		return func(t *testing.T, c *golden.Case) string { return form(t, corepass.In(t, c), f) }
	}
	golden.Cases(t, "testdata/*.txtar", golden.Made{Name: "parallel", Make: of(flat.Program)}, golden.Made{Name: "task", Make: of(flat.Task)})
}

func form(t *testing.T, p *core.Prog, f func(*core.Prog) (*seg.Prog, error)) string {
	t.Helper()
	s, err := f(p)
	if err != nil {
		return "refused: " + err.Error() + "\n"
	}
	if err := verify.Prog(s); err != nil {
		t.Error(err)
	}
	text := seg.Print(s)
	if again, err := seg.Parse(text); err != nil {
		t.Error(err)
	} else if got := seg.Print(again); got != text {
		t.Errorf("printed\n%s\nread and printed\n%s", text, got)
	}
	return text
}

// TestGrain: small inputs are not worth a launch, unknown sizes count as large.
func TestGrain(t *testing.T) {
	p, err := core.Parse(`fun main (n: i64) (k: i64) (xs: [n]f64) : (r: [n]f64) =
		let (m: i64) = mul.i64 k 2i64
		let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < 1000000i64 do
			let (b: [n]f64) = map n (a) (\(x: f64) : (f64) ->
				let (z: [m]f64) = replicate [m] x
				let (s: f64) = reduce m (z) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q))
				in (s))
			in (b)
		in (r)`)
	if err != nil {
		t.Fatal(err)
	}
	ps := p.Entry().Params
	of := func(known map[*core.Var]int64) seg.Amounts {
		parts := flat.Grain(p, known)
		if len(parts) != 1 {
			t.Fatalf("parts %v, want that of the loop", parts)
		}
		return parts[0]
	}
	if g := of(map[*core.Var]int64{ps[0]: 10, ps[1]: 3}); g.All < 60 || g.All > 1000 || g.Launches != 1 || !g.OneThread(1<<16, 2) {
		t.Errorf("10 rows of 6 elements: %+v", g)
	}
	if g := of(map[*core.Var]int64{ps[0]: 1000, ps[1]: 1000}); g.All < 1000*2000 || g.OneThread(1<<16, 1) {
		t.Errorf("1000 rows of 2000 elements: %+v", g)
	}
	if g := of(map[*core.Var]int64{ps[0]: 1000}); g.All < seg.HugeWork || g.OneThread(1<<16, 1) {
		t.Errorf("rows of unknown length: %+v", g)
	}
}

// TestGrainAccumulators: a map that adds to a few places of a large array is as much work as it has elements.
func TestGrainAccumulators(t *testing.T) {
	p, err := core.Parse(`fun main (n: i64) (m: i64) (xs: [n]f64) (a: [m][n]f64) : (r: [m][n]f64) =
		let (r: [m][n]f64) = with_acc (acc_1 a 0.0f64 (\(p: f64) (q: f64) : (f64) -> let (s: f64) = add.f64 p q in (s)))
			(\(c: acc acc_1 [m][n]f64) : (acc acc_1 [m][n]f64) ->
				let (c2: acc acc_1 [m][n]f64) = map n (c; xs) (\(c: acc acc_1 [m][n]f64) (x: f64) : (acc acc_1 [m][n]f64) ->
					let (u: acc acc_1 [m][n]f64) = update_acc c [3i64, 4i64] x
					in (u))
				in (c2))
		in (r)`)
	if err != nil {
		t.Fatal(err)
	}
	ps := p.Entry().Params
	parts := flat.Grain(p, map[*core.Var]int64{ps[0]: 10, ps[1]: 1000})
	if len(parts) != 1 || parts[0].All > 100 {
		t.Errorf("10 elements: %+v", parts)
	}
}

// TestGrainFlag: a map over as many elements as a condition says has one at most.
func TestGrainFlag(t *testing.T) {
	p, err := core.Parse(`fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
		let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < n do
			let (b: [n]f64) = map n (a) (\(x: f64) : (f64) ->
				let (c: bool) = lt.f64 x 0.0f64
				let (k: i64) = to_i64.bool c
				let (z: [k]f64) = replicate [k] x
				let (s: f64) = reduce k (z) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q))
				in (s))
			in (b)
		in (r)`)
	if err != nil {
		t.Fatal(err)
	}
	parts := flat.Grain(p, map[*core.Var]int64{p.Entry().Params[0]: 10})
	if len(parts) != 1 || parts[0].All > 1000 {
		t.Errorf("10 elements: %+v", parts)
	}
}

// TestGrainTriangle: of counters and of branches, what is done on the whole counts, not the most that an iteration or a point may do.
func TestGrainTriangle(t *testing.T) {
	p, err := core.Parse(`fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
		let (r: [n]f64) = loop (a: [n]f64 = xs) for (i: i64) < n do
			let (b: [n]f64) = map n (a) (\(x: f64) : (f64) ->
				let (c: bool) = lt.f64 x 0.0f64
				let (s: f64) = if c then
						let (z: [i]f64) = replicate [i] x
						let (s: f64) = reduce i (z) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (q: f64) = add.f64 x y in (q))
						in (s)
					else in (x)
				in (s))
			in (b)
		in (r)`)
	if err != nil {
		t.Fatal(err)
	}
	whole := int64(1000 * 1000)
	parts := flat.Grain(p, map[*core.Var]int64{p.Entry().Params[0]: 1000})
	if len(parts) != 1 || parts[0].All < whole/2 || parts[0].All > whole { // a quarter of all pairs, a few operations each
		t.Errorf("a quarter of %d pairs: %+v", whole, parts)
	}
}
