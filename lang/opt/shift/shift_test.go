package shift_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/shift"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/shifts/*.txtar: derivatives are the same but for rounding.
func TestGolden(t *testing.T) {
	corepass.Language(func(want, got value.Value) error { return value.Compare(want, got, 1e-9) }).
		Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "shifts", Fn: shift.Cancel}, {Name: "restore", Fn: shift.Restore}})
}

// TestRandomExpressions: derivatives of expressions of a maximum of all arguments or of what depends on it, some of which it cancels in, are those
// that ad/dual takes without the pass. Where the value or a derivative is no number the pass may say something else.
func TestRandomExpressions(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n := 1 + rng.Int64N(4)
		var xs []prim.Scalar
		for range n {
			xs = append(xs, prim.Float(prim.F64, rng.Float64()*2-1))
		}
		return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n}, xs)}
	}
	known := func(want, got value.Value) error {
		if s := value.Print(want); strings.Contains(s, "nan") || strings.Contains(s, "inf") {
			return nil
		}
		return value.Compare(want, got, 1e-6)
	}
	if changed := corepass.Random(t, 3000, 5, expression, args, shift.Cancel, known); changed < 200 || changed > 800 {
		t.Errorf("of 3000 expressions %d do not depend on their maximum", changed)
	}
}

// expression is a program with the derivative of random arithmetic with an extremum m.
func expression(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	one := func(of ...string) string { return of[rng.IntN(len(of))] }
	extremum := func() (string, string) {
		if rng.IntN(3) > 0 {
			return "max", "-f64.inf"
		}
		return "min", "f64.inf"
	}
	line("fun main (n: i64) (xs: [n]f64) : (l: f64) (xsBar: [n]f64) =")
	line("let (l: f64) (xsBar: [n]f64) = vjp (\\(xs: [n]f64) : (f64) ->")
	reduce := func(to, from, op, ne string) {
		line("let (%s: f64) = reduce n (%s) (%s) (\\(p: f64) (q: f64) : (f64) -> let (pq: f64) = %s.f64 p q in (pq))", to, from, ne, op)
	}
	op, ne := extremum()
	reduce("m", "xs", op, ne)
	scalars, arrays := []string{"m"}, []string{"xs"}
	array := func() string { return arrays[max(rng.IntN(len(arrays)), rng.IntN(len(arrays)))] } // most often a late one
	scalar := func() string { return scalars[max(rng.IntN(len(scalars)), rng.IntN(len(scalars)))] }
	shifted := func(name string) {
		line("let (%s: [n]f64) = map n (%s) (\\(x: f64) : (f64) -> let (d: f64) = %s.f64 x %s in (d))", name, array(), one("sub", "sub", "add", "mul", "div", "max"), one(scalar(), "m", "0.5f64"))
	}
	powers := func(name string) {
		line("let (%s: [n]f64) = map n (%s) (\\(x: f64) : (f64) -> let (d: f64) = %s.f64 x in (d))", name, array(), one("exp", "exp", "neg", "log"))
	}
	line("let (d0: [n]f64) = map n (xs) (\\(x: f64) : (f64) -> let (d: f64) = sub.f64 x m in (d))") // as softmax begins
	arrays = append(arrays, "d0")
	if rng.IntN(3) > 0 { // and goes on
		line("let (es: [n]f64) = map n (d0) (\\(x: f64) : (f64) -> let (d: f64) = exp.f64 x in (d))")
		reduce("s", "es", "add", "0.0f64")
		line("let (ls: f64) = log.f64 s")
		arrays, scalars = append(arrays, "es"), append(scalars, "s", "ls")
	}
	for k := range rng.IntN(4) {
		name := fmt.Sprint("a", k)
		switch rng.IntN(6) {
		case 0:
			shifted(name)
			arrays = append(arrays, name)
		case 1:
			powers(name)
			arrays = append(arrays, name)
		case 2:
			reduce(name, array(), "add", "0.0f64")
			scalars = append(scalars, name)
		case 3:
			op, ne := extremum()
			reduce(name, array(), op, ne)
			scalars = append(scalars, name)
		case 4:
			line("let (%s: f64) = %s.f64 %s", name, one("exp", "log", "neg", "log"), scalar())
			scalars = append(scalars, name)
		default:
			line("let (%s: f64) = %s.f64 %s %s", name, one("add", "sub", "mul", "div", "max", "min"), scalar(), one(scalar(), scalar(), "m", "0.0f64", "-f64.inf", "2.0f64"))
			scalars = append(scalars, name)
		}
	}
	reduce("sum", array(), "add", "0.0f64")
	scalars = append(scalars, "sum")
	line("let (both: f64) = %s.f64 %s %s", one("add", "sub", "div", "mul"), one(scalars...), one(scalars...))
	line("in (%s)) (xs) (1.0f64)\nin (l, xsBar)", "both")
	return live(b.String())
}

// live leaves out what is not used, which the pass would follow as well.
func live(text string) string {
	lines := strings.SplitAfter(text, "\n")
	out := ""
	for i := len(lines) - 1; i >= 0; i-- {
		name, _, _ := strings.Cut(strings.TrimPrefix(lines[i], "let ("), ":")
		if i < 2 || !strings.HasPrefix(lines[i], "let (") || regexp.MustCompile(`\b`+name+`\b`).MatchString(out) {
			out = lines[i] + out
		}
	}
	return out
}
