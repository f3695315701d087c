package tabulate_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/tabulate"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/tabulate/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "tabulate", Fn: tabulate.Loops}})
}

// TestRandomPrograms: programs of all constructs, and nests of loops that update arrays, keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(60) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: true, Calls: seed%4 == 0})
		same(t, p, coregen.Values(args))
		p, args = coregen.Nest(seed)
		same(t, p, coregen.Values(args))
	}
}

// TestRandomNests: nests that go through the places of arrays in all ways, some of which are no maps: out of range, under conditions,
// with reads of what is written, with checks that fail.
func TestRandomNests(t *testing.T) {
	changed := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 9))
		text := nestProgram(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		any := false
		for range 3 {
			n, m := rng.Int64N(5), rng.Int64N(5)
			any = same(t, p, []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, m)}), floats(rng, n, m), floats(rng, n, m)}) || any
		}
		if any {
			changed++
		}
	}
	if changed < 150 {
		t.Errorf("only %d programs have loops that become maps", changed)
	}
}

func floats(rng *rand.Rand, n, m int64) value.Value {
	var xs []prim.Scalar
	for range n * m {
		xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
	}
	return value.FromScalars(prim.F64, []int64{n, m}, xs)
}

// same compares a program before and after the pass, and reports whether the pass changes it.
func same(t *testing.T, p *core.Prog, args []value.Value) bool {
	t.Helper()
	return corepass.Keeps(t, p, tabulate.Loops, args, corepass.Exactly)
}

// nestProgram is a loop around a loop that update an array of n times m numbers.
func nestProgram(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	line("fun main (n: i64) (m: i64) (u: [n][m]f64) (w: [n][m]f64) : (r: [n][m]f64) =")
	sizes := [2]string{"n", "m"}
	turned := rng.IntN(3) == 0 // the outer loop goes along rows
	outer, inner := "n", "m"
	if turned {
		outer, inner = inner, outer
	}
	line("let (v0: [n][m]f64) = %s", []string{"copy u", "copy w", "replicate [n, m] 0.5f64"}[rng.IntN(3)])
	bound := func(name, size string) {
		line("let (%s: i64) = sub.i64 %s %di64", name, size, []int{0, 0, 1, 2, 3, -1}[rng.IntN(6)])
	}
	bound("a", outer)
	line("let (r: [n][m]f64) = loop (v: [n][m]f64 = v0) for (i: i64) < a do")
	bound("b", inner)
	if rng.IntN(3) == 0 {
		line("let (ok: bool) = le.i64 %di64 %s", rng.IntN(3), sizes[rng.IntN(2)])
		line(`let () = assert ok "a size" ()`)
	}
	costly := rng.IntN(6) == 0 // the outer loop computes something by a loop of its own
	if costly {
		line("let (s: f64) = loop (t: f64 = 0.5f64) for (k: i64) < m do\nlet (ki: i64) = mul.i64 k i\nlet (kf: f64) = to_f64.i64 ki")
		line("let (t1: f64) = sub.f64 kf t\nin (t1)")
	}
	inOrder := !turned // the map comes to what fails first in the same order
	place := func(name, of, size string) {
		if rng.IntN(4) > 0 {
			line("let (%s: i64) = add.i64 %s %di64", name, of, rng.IntN(3))
			return
		}
		inOrder = false
		line("let (%s0: i64) = sub.i64 %s %di64", name, size, 1+rng.IntN(2))
		line("let (%s: i64) = sub.i64 %s0 %s", name, name, of)
	}
	place("p", "i", outer)
	line("let (w1: [n][m]f64) = loop (v1: [n][m]f64 = v) for (j: i64) < b do")
	place("q", "j", inner)
	at := "p, q"
	if turned {
		at = "q, p"
	}
	read := at
	if inOrder && rng.IntN(4) == 0 {
		read = "q, q"
	}
	line("let (x: f64) = %s[%s]", []string{"u", "w", "v1"}[rng.IntN(3)], read)
	line("let (y: f64) = to_f64.i64 i")
	if costly {
		line("let (x1: f64) = mul.f64 x s\nlet (z: f64) = add.f64 x1 y")
	} else {
		line("let (z: f64) = add.f64 x y")
	}
	if rng.IntN(3) == 0 {
		line("let (c: bool) = le.f64 x %.1ff64", rng.Float64()-0.5)
		line("let (v2: [n][m]f64) = if c then")
		update := fmt.Sprintf("let (v3: [n][m]f64) = v1 with [%s] = z\nin (v3)", at)
		if rng.IntN(2) == 0 {
			line("%s\nelse\nin (v1)", update)
		} else {
			line("in (v1)\nelse\n%s", update)
		}
	} else {
		line("let (v2: [n][m]f64) = v1 with [%s] = z", at)
	}
	line("in (v2)\nin (w1)\nin (r)")
	return b.String()
}
