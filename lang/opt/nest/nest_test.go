package nest_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/nest"
	"raido/lang/opt/tabulate"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// about compares results up to the rounding of sums in another order.
func about(want, got value.Value) error { return value.Compare(want, got, 1e-9) }

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(about).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "nests", Fn: nest.Nests}, {Name: "branches", Fn: nest.Branches}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		same(t, p, args)
		corepass.Keeps(t, p, nest.Branches, coregen.Values(args), about)
	}
}

// TestRandomNests: loops that update arrays in place keep their meaning.
func TestRandomNests(t *testing.T) {
	changed := 0
	for seed := range uint64(250) {
		p, args := coregen.Nest(seed)
		if same(t, p, args) {
			changed++
		}
	}
	if changed < 25 {
		t.Errorf("only %d programs change", changed)
	}
}

// same compares a program before and after the pass, and reports whether the pass changes it.
func same(t *testing.T, p *core.Prog, args []coregen.Arg) bool {
	t.Helper()
	return corepass.Keeps(t, p, nest.Nests, coregen.Values(args), about)
}

// TestRandomLoops: nests without iterations that wait for others keep their meaning, and most are no loops after.
func TestRandomLoops(t *testing.T) {
	left := 0
	for seed := range uint64(250) {
		p, args := coregen.Affine(seed)
		same(t, p, args)
		loops := false
		core.Walk(nest.Nests(tabulate.Loops(p)).Entry().Body, func(s core.Stm) {
			_, ok := s.Exp.(*core.Loop)
			loops = loops || ok
		})
		if loops {
			left++
		}
	}
	if left > 70 {
		t.Errorf("%d programs keep a loop", left)
	}
}

// TestRandomSteps: loops of maps keep their meaning, and most are maps of loops after.
func TestRandomSteps(t *testing.T) {
	left := 0
	for seed := range uint64(200) {
		p, args := coregen.Steps(seed)
		same(t, p, args)
		for _, s := range nest.Nests(p).Entry().Body.Stms {
			if _, ok := s.Exp.(*core.Loop); ok {
				left++
			}
		}
	}
	if left > 110 {
		t.Errorf("%d programs have a loop outside", left)
	}
}

// TestRandomAdds: loops that combine values with what is at places that data tell keep their meaning and their failures, and most are maps after.
func TestRandomAdds(t *testing.T) {
	left := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 5))
		p, err := core.Parse(addsProgram(rng))
		if err != nil {
			t.Fatalf("%v\n%s", err, addsProgram(rand.New(rand.NewPCG(seed, 5))))
		}
		for _, k := range []int64{1, 3, 5} {
			n := rng.Int64N(6)
			var is, xs []prim.Scalar
			for range n {
				is = append(is, prim.Int(prim.I64, rng.Int64N(k+1)-rng.Int64N(20)/19))
				xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
			}
			size := func(n int64) value.Value {
				return value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)})
			}
			corepass.Keeps(t, p, nest.Nests, []value.Value{size(n), size(k), value.FromScalars(prim.I64, []int64{n}, is), value.FromScalars(prim.F64, []int64{n}, xs)}, about)
		}
		for _, s := range nest.Nests(p).Entry().Body.Stms {
			if _, ok := s.Exp.(*core.Loop); ok {
				left++
			}
		}
	}
	if left > 110 {
		t.Errorf("%d programs have a loop outside", left)
	}
}

// addsProgram is a loop over n indices and values that updates k rows of 2 numbers, or k numbers.
func addsProgram(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	t := []string{"f64", "f32", "i64", "i8"}[rng.IntN(4)]
	op := []string{"add", "add", "mul", "min", "sub"}[rng.IntN(5)]
	array, rows := "[k]"+t, rng.IntN(3) == 0
	if rows {
		array = "[k][2i64]" + t
	}
	line("fun main (n: i64) (k: i64) (is: [n]i64) (xs: [n]f64) : (r: %s) =", array)
	line("let (h0: %s) = replicate [k%s] %s", array, map[bool]string{true: ", 2i64"}[rows], map[string]string{"f64": "0.5f64", "f32": "0.5f32", "i64": "3i64", "i8": "3i8"}[t])
	line("let (r: %s) = loop (h: %s = h0) for (i: i64) < n do", array, array)
	line("let (b: i64) = is[i]")
	line("let (x: f64) = xs[i]")
	line("let (v: %s) = to_%s.f64 x", t, t)
	h := "h"
	for c := range 1 + rng.IntN(3) {
		at := "b"
		if c > 0 && rng.IntN(2) == 0 {
			line("let (at%d: i64) = add.i64 b -%di64", c, rng.IntN(2))
			at = fmt.Sprintf("at%d", c)
		}
		from, to := at, at
		if rng.IntN(20) == 0 {
			from = "0i64" // another place
		}
		update := func(h, next string) {
			if rows && rng.IntN(2) == 0 {
				line("let (row: [2i64]%s) = %s[%s]", t, h, from)
				line("let (sum: [2i64]%s) = map 2i64 (row) (\\(a: %s) : (%s) -> let (y: %s) = %s.%s a v in (y))", t, t, t, t, op, t)
				line("let (%s: %s) = %s with [%s] = sum", next, array, h, to)
				return
			}
			from, to := from, to
			if rows {
				from, to = from+", 1i64", to+", 1i64"
			}
			line("let (a: %s) = %s[%s]", t, h, from)
			if !rows && rng.IntN(15) == 0 { // the whole array as well
				line("let (hs: [k]%s) = map k (%s) (\\(q: %s) : (%s) -> let (z: %s) = add.%s q v in (z))", t, h, t, t, t, t)
				line("let (v: %s) = hs[0i64]", t)
			}
			if rng.IntN(3) == 0 {
				line("let (again: f64) = xs[b]") // which may fail
			}
			line("let (y: %s) = %s.%s a v", t, op, t)
			line("let (%s: %s) = %s with [%s] = y", next, array, h, to)
		}
		next := fmt.Sprintf("h%d", c+1)
		switch rng.IntN(4) {
		case 0:
			line("let (c: bool) = lt.f64 x 0.25f64")
			line("let (%s: %s) = if c then", next, array)
			update(h, "yes")
			line("in (yes)\nelse\nin (%s)", h)
		case 1:
			line("let (%s: %s) = loop (g: %s = %s) for (j: i64) < %di64 do", next, array, array, h, rng.IntN(3))
			update("g", "more")
			line("in (more)")
		default:
			update(h, next)
		}
		h = next
	}
	line("in (%s)\nin (r)", h)
	return b.String()
}
