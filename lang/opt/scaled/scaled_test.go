package scaled_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/scaled"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// closely compares numbers up to rounding. A NaN depends on the grouping: -inf joined to -inf.
func closely(want, got value.Value) error {
	w, wok := want.(value.Scalar)
	g, gok := got.(value.Scalar)
	if !wok || !gok || !w.Type.IsFloat() || math.IsInf(w.Float64(), 0) {
		return corepass.Exactly(want, got)
	}
	if math.IsNaN(w.Float64()) {
		return nil
	}
	if math.Abs(w.Float64()-g.Float64()) > 1e-12*math.Abs(w.Float64()) {
		return fmt.Errorf("%v, want %v", g, w)
	}
	return nil
}

// TestGolden runs the cases testdata/scaled/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(closely).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "scaled", Fn: scaled.Sums}})
}

// TestRandomOperators: operators on pairs of a maximum and a sum, in several forms, some of which join other pairs.
func TestRandomOperators(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n := rng.Int64N(6)
		return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), numbers(rng, n), numbers(rng, n)}
	}
	changed := corepass.Random(t, 600, 4, joining, args, scaled.Sums, closely)
	if changed < 60 || changed > 400 {
		t.Errorf("of 600 operators %d are known", changed)
	}
}

func numbers(rng *rand.Rand, n int64) value.Value {
	var xs []prim.Scalar
	for range n {
		xs = append(xs, prim.Float(prim.F64, []float64{0, 0.5, 1, -2, 3, math.Inf(-1), 300, -300}[rng.IntN(8)]))
	}
	return value.FromScalars(prim.F64, []int64{n}, xs)
}

// joining is a program that reduces pairs.
func joining(rng *rand.Rand) string {
	// most often the first
	pick := func(of ...string) string {
		if rng.IntN(5) > 0 {
			return of[0]
		}
		return of[rng.IntN(len(of))]
	}
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	line("fun main (n: i64) (xs: [n]f64) (us: [n]f64) : (r: f64) (q: f64) =")
	if rng.IntN(2) == 0 {
		line("let (us: [n]f64) = replicate [n] %sf64", pick("1.0", "0.0", "2.5"))
	}
	line("let (r: f64) (q: f64) = reduce n (xs, us) (%s, %sf64) (\\(m: f64) (s: f64) (n: f64) (u: f64) : (f64, f64) ->", pick("-f64.inf", "0.0f64"), pick("0.0", "1.0"))
	if rng.IntN(2) == 0 {
		line("let (c: bool) = %s", pick("lt.f64 n m", "le.f64 m n", "lt.f64 m n", "eq.f64 m n"))
		swap := strings.Contains(b.String(), ".f64 m n")
		arm := func(m, s, n, u string) {
			line("let (d: f64) = sub.f64 %s\nlet (e: f64) = exp.f64 d\nlet (f: f64) = mul.f64 %s\nlet (g: f64) = add.f64 %s", pick(n+" "+m, m+" "+n), pick(u+" e", "e "+u, s+" e"), pick(s+" f", "f "+s, u+" f"))
			line("in (%s, g)", m)
		}
		line("let (p: f64) (t: f64) = if c then")
		if swap {
			arm("n", "u", "m", "s")
		} else {
			arm("m", "s", "n", "u")
		}
		line("else")
		if swap {
			arm("m", "s", "n", "u")
		} else {
			arm("n", "u", "m", "s")
		}
		line("in (p, t))")
	} else {
		line("let (p: f64) = %s", pick("max.f64 m n", "max.f64 n m", "min.f64 m n"))
		test := pick("", "s", "m")
		if rng.IntN(2) == 0 {
			test = "s"
		}
		term := func(name, m, s string) {
			code := fmt.Sprintf("let (d: f64) = sub.f64 %s p\nlet (e: f64) = exp.f64 d\nlet (f: f64) = mul.f64 %s e\n", m, s)
			switch pick(test, "", "s") {
			case "s":
				line("let (c: bool) = eq.f64 %s 0.0f64\nlet (%s: f64) = if c then\nin (0.0f64)\nelse\n%sin (f)", pick(s, "s", "m"), name, code)
			case "m":
				line("let (c: bool) = eq.f64 %s -f64.inf\nlet (%s: f64) = if c then\nin (0.0f64)\nelse\n%sin (f)", pick(m, "m"), name, code)
			default:
				b.WriteString(strings.Replace(code, "let (f: f64)", "let ("+name+": f64)", 1))
			}
		}
		term("x", "m", "s")
		term("y", "n", "u")
		line("let (t: f64) = add.f64 %s\nin (p, t))", pick("x y", "y x", "x x"))
	}
	line("in (r, q)")
	return b.String()
}
