package carry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/carry"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases in testdata.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "carry", Fn: carry.Values}, {Name: "fresh", Fn: carry.Fresh}, {Name: "stay", Fn: carry.Stay}, {Name: "last", Fn: carry.Last}, {Name: "spent", Fn: carry.Spent}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(60) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: true, Calls: seed%4 == 0})
		both(t, p, coregen.Values(args))
		p, args = coregen.Nest(seed)
		both(t, p, coregen.Values(args))
	}
}

// both compares a program before and after each pass, and reports which change it.
func both(t *testing.T, p *core.Prog, args []value.Value) (carries, fresh bool) {
	t.Helper()
	corepass.Keeps(t, p, carry.Spent, args, corepass.Exactly)
	return corepass.Keeps(t, p, carry.Values, args, corepass.Exactly), corepass.Keeps(t, p, carry.Fresh, args, corepass.Exactly)
}

// TestRandomLoops: loops that go through an array and read near the place that they write keep their meaning and their failures.
func TestRandomLoops(t *testing.T) {
	carries, fresh := 0, 0
	for seed := range uint64(500) {
		text := loopProgram(rand.New(rand.NewPCG(seed, 3)))
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		rng := rand.New(rand.NewPCG(seed, 4))
		var a, b bool
		for n := range int64(5) {
			var xs []prim.Scalar
			for range n {
				xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
			}
			x, y := both(t, p, []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n}, xs)})
			a, b = a || x, b || y
		}
		if a {
			carries++
		}
		if b {
			fresh++
		}
	}
	if carries < 50 || fresh < 80 {
		t.Errorf("only %d programs carry values, and %d write arrays that nothing need be in", carries, fresh)
	}
}

// TestRandomSpent: such loops keep their meaning and their failures where nobody reads the array after them.
func TestRandomSpent(t *testing.T) {
	spent := 0
	for seed := range uint64(500) {
		text := loopProgram(rand.New(rand.NewPCG(seed, 5)))
		if seed%8 > 0 {
			text = strings.Replace(strings.Replace(text, "(r: [n]f64) (s: f64) =", "(s: f64) =", 1), "in (r, s)", "in (s)", 1)
		}
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		rng, changed := rand.New(rand.NewPCG(seed, 6)), false
		for n := range int64(5) {
			var xs []prim.Scalar
			for range n {
				xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
			}
			args := []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n}, xs)}
			changed = corepass.Keeps(t, p, carry.Spent, args, corepass.Exactly) || changed
		}
		if changed {
			spent++
		}
	}
	if spent < 40 {
		t.Errorf("only %d programs leave out updates", spent)
	}
}

// loopProgram is a loop that writes an element of an array in each iteration, and reads some.
func loopProgram(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	line("fun main (n: i64) (u: [n]f64) : (r: [n]f64) (s: f64) =")
	line("let (x0: [n]f64) = %s", pick("copy u", "replicate [n] 0.5f64", "rotate 1i64 u"))
	bound := pick("n", "n", "n", "a")
	line("let (a: i64) = sub.i64 n %di64", rng.IntN(3))
	line("let (r: [n]f64) (s: f64) = loop (x: [n]f64 = x0) (t: f64 = 0.0f64) for (i: i64) < %s do", bound)
	line("let (m: i64) = sub.i64 n 1i64")
	back := rng.IntN(3) == 0
	if back {
		line("let (w: i64) = sub.i64 m i")
	} else {
		line("let (w: i64) = add.i64 i %di64", rng.IntN(20)/9)
	}
	sum := "t"
	for k := range rng.IntN(3) {
		d := rng.IntN(6) - 3
		if rng.IntN(3) == 0 {
			d = 0
		}
		line("let (p%d: i64) = add.i64 w %di64", k, d)
		read := fmt.Sprintf("x[p%d]", k)
		switch rng.IntN(5) {
		case 0:
			line("let (e%d: f64) = %s", k, read)
		case 1:
			line("let (c%d: bool) = eq.i64 i %di64", k, rng.IntN(2))
			line("let (e%d: f64) = if c%d then\nin (0.25f64)\nelse\nlet (e: f64) = %s\nin (e)", k, k, read)
		case 2:
			line("let (c%d: bool) = lt.i64 p%d 0i64", k, k)
			line("let (d%d: bool) = lt.i64 m p%d", k, k)
			line("let (f%d: bool) = or.bool c%d d%d", k, k, k)
			line("let (e%d: f64) = if f%d then\nin (0.25f64)\nelse\nlet (e: f64) = %s\nin (e)", k, k, read)
		default:
			line("let (c%d: bool) = lt.i64 i %di64", k, rng.IntN(3)+max(d, -d)-1)
			line("let (e%d: f64) = if c%d then\nin (0.25f64)\nelse\nlet (e: f64) = %s\nin (e)", k, k, read)
		}
		line("let (sum%d: f64) = add.f64 %s e%d", k, sum, k)
		sum = fmt.Sprintf("sum%d", k)
	}
	line("let (e: f64) = u[i]")
	line("let (y: f64) = add.f64 %s e", sum)
	line("let (x1: [n]f64) = x with [w] = y")
	if rng.IntN(5) == 0 { // reads what is there now, maybe at another place
		line("let (z: f64) = x1[%s]", pick("i", "w"))
		sum = "z"
	}
	line("in (x1, %s)\nin (r, s)", pick("e", "y", "t", sum))
	return b.String()
}
