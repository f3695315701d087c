package tests

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/load"
	"raido/lang/lower"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/turns"
)

// costEntry is an entry point of a cost program as an engine takes it.
func costEntry(t *testing.T, text, name string) *core.Prog {
	t.Helper()
	p, ds := load.New().Program("cost.fut", text)
	if es := ds.Errors(); len(es) > 0 {
		t.Fatalf("%v\n%s", ds, text)
	}
	for _, d := range p.Entries {
		if d.Sym.Name != name {
			continue
		}
		prog, _, err := lower.Program(d)
		if err != nil {
			t.Fatal(err)
		}
		if prog, err = backend.Passes(prog); err != nil {
			t.Fatal(err)
		}
		return prog
	}
	t.Fatalf("no entry %s", name)
	return nil
}

// costInput is n numbers.
func costInput(n int64) *value.Array {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = 0.9 + 0.001*float64(i%7)
	}
	return value.FromSlice(prim.F64, xs)
}

// costRun counts a run on n numbers.
func costRun(t *testing.T, p *core.Prog, n int64) eval.Counts {
	t.Helper()
	args := []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, n)}, costInput(n)}
	_, counts, err := eval.RunCounted(context.Background(), p, args)
	if err != nil {
		t.Fatalf("%v\n%s", err, core.Print(p))
	}
	return counts
}

func work(c eval.Counts) float64 { return float64(c.Ops + c.Reads + c.Writes) }

// costProgram has the derivatives of a function.
const costProgram = `
def rising (n: i64) (x: f64): f64 = if n == 0 then 1 else (x + f64.i64 n) * rising (n - 1) x
def f [n] (xs: [n]f64): f64 =
    %s
entry primal [n] (xs: [n]f64) = f xs
entry gradient [n] (xs: [n]f64) = vjp2 f xs 1
entry tangent [n] (xs: [n]f64) = jvp2 f xs (map (* 2) xs)
entry vector [n] (xs: [n]f64) = mjp2 f xs [1, 2, 3, 4]
`

// TestWorkEfficiency counts scalar operations, reads and writes: for every rule, a gradient costs a bounded factor of the
// primal, and its tapes a bounded number of bytes for each operation of the primal, when the work grows 16-fold. So does a
// derivative in forward mode, and gradients for 4 seeds cost no more than 4 of them. Rules take turns.
func TestWorkEfficiency(t *testing.T) { costTable(t, costRules, 1.15) }

// costTable is that test for rules of which the ratios may grow so many times: small terms weigh less in large runs.
func costTable(t *testing.T, rules []costRule, slack float64) {
	if testing.Short() {
		t.Skip("slow: computes with large inputs")
	}
	var table strings.Builder
	fmt.Fprintf(&table, "%-32s %10s %10s %8s %8s %8s %8s %8s %8s %8s\n", "rule", "primal", "16-fold", "vjp", "16-fold", "tape/op", "16-fold",
		"jvp", "16-fold", "4 seeds")
	for _, c := range rules {
		if !turns.Has("cost of " + c.name) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			text := fmt.Sprintf(costProgram, c.f)
			primal, gradient := costEntry(t, text, "primal"), costEntry(t, text, "gradient")
			tangent, vector := costEntry(t, text, "tangent"), costEntry(t, text, "vector")
			var works, ratio, tape, forward, seeds [2]float64
			for i, n := range []int64{c.n, c.n * c.grows} {
				p, g := costRun(t, primal, n), costRun(t, gradient, n)
				works[i] = work(p)
				ratio[i], tape[i] = work(g)/work(p), float64(g.Scratch-p.Scratch)/work(p)
				forward[i], seeds[i] = work(costRun(t, tangent, n))/work(p), work(costRun(t, vector, n))/work(p)
			}
			fmt.Fprintf(&table, "%-32s %10.0f %10.0f %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f\n", c.name, works[0], works[1], ratio[0], ratio[1],
				tape[0], tape[1], forward[0], forward[1], seeds[1])
			switch {
			case works[1] < 8*works[0]:
				t.Errorf("the work grows %.1f-fold only", works[1]/works[0])
			case ratio[1] > c.limit || ratio[1] > slack*ratio[0]+0.2:
				t.Errorf("the gradient costs %.2f times the primal, want at most %v\n%s", ratio, c.limit, core.Print(gradient))
			case tape[1] > c.tape || tape[1] > slack*tape[0]+0.2:
				t.Errorf("%.2f bytes of tape for an operation of the primal, want at most %v\n%s", tape, c.tape, core.Print(gradient))
			case forward[1] > 6 || forward[1] > slack*forward[0]+0.2:
				t.Errorf("a tangent costs %.2f times the primal\n%s", forward, core.Print(tangent))
			case seeds[1] > 4*(ratio[1]+1) || seeds[1] > slack*seeds[0]+0.2:
				t.Errorf("gradients for 4 seeds cost %.2f times the primal, one costs %.2f\n%s", seeds, ratio, core.Print(vector))
			}
		})
	}
	t.Log("\n" + table.String())
}

// TestCheckpointing: a loop of n iterations with stripmine(k) keeps about k * n**(1/k) rows of tape at a time.
func TestCheckpointing(t *testing.T) {
	for k, attr := range []string{"", "#[stripmine(2)] ", "#[stripmine(3)] "} {
		k++
		text := fmt.Sprintf("def f [n] (xs: [n]f64): f64 = %sloop a = 1 for i < n do f64.sin (a * xs[i])\n", attr) +
			"entry gradient [n] (xs: [n]f64) = vjp f xs 1\n"
		p := costEntry(t, text, "gradient")
		for _, n := range []int64{256, 4096, 65536} {
			got := float64(costRun(t, p, n).ScratchPeak) / 8
			want := float64(k) * math.Pow(float64(n), 1/float64(k))
			t.Logf("%sn = %d: %.0f rows, %.2f * k * n**(1/k)", attr, n, got, got/want)
			if got > 2.2*want+8 {
				t.Errorf("%sn = %d: %.0f rows of tape are kept, want about %.0f", attr, n, got, want)
			}
		}
	}
}

// recursions are functions f: [n]f64 -> f64 that call themselves; depth is how deep, and the gradient costs at most limit
// times the primal and the depth, or, where linear says so, times the primal alone.
var recursions = []struct {
	name, def string
	depth     func(n float64) float64
	linear    bool
	limit     float64
}{
	{"of halves", `def f [n] (xs: [n]f64): f64 =
  if n == 1 then f64.sin xs[0] else let (a, b) = (f xs[:n / 2], f xs[n / 2:]) in a * f64.cos b + xs[0]`, math.Log2, false, 4},
	{"not in the end", `def at [n] (xs: [n]f64) (i: i64): f64 = if i == n then 1 else f64.sin (xs[i] * at xs (i + 1))
def f [n] (xs: [n]f64): f64 = at xs 0`, func(n float64) float64 { return n }, false, 4},
	{"in the end", `def at (x: f64) (i: i64) (a: f64): f64 = if i == 0 then a else at x (i - 1) (f64.sin (a * x))
def f [n] (xs: [n]f64): f64 = at xs[0] n 1`, func(n float64) float64 { return n }, true, 8},
}

// TestRecursionCost: the derivative of a call computes again what it needs of the calls inside, and nothing if it needs no
// result of theirs.
func TestRecursionCost(t *testing.T) {
	for _, c := range recursions {
		t.Run(c.name, func(t *testing.T) {
			text := c.def + "\nentry primal [n] (xs: [n]f64) = f xs\nentry gradient [n] (xs: [n]f64) = vjp2 f xs 1\n"
			primal, gradient := costEntry(t, text, "primal"), costEntry(t, text, "gradient")
			for _, n := range []int64{16, 128} {
				ratio := work(costRun(t, gradient, n)) / work(costRun(t, primal, n))
				t.Logf("n = %d: %.1f, %.2f of the depth", n, ratio, ratio/c.depth(float64(n)))
				if bound := c.depth(float64(n)); !c.linear && ratio > c.limit*bound || c.linear && ratio > c.limit {
					t.Errorf("n = %d: the gradient costs %.1f times the primal", n, ratio)
				}
			}
		})
	}
}
