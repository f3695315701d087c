package gather_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/opt/gather"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/PASS/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "early", Fn: gather.Early}, {Name: "views", Fn: gather.Views}, {Name: "fixed", Fn: gather.Fixed}, {Name: "wanted", Fn: gather.Wanted}, {Name: "shared", Fn: gather.Shared}, {Name: "inner-indices", Fn: gather.Inner}, {Name: "chosen", Fn: gather.Chosen}, {Name: "chosen-rows", Fn: gather.ChosenRows}, {Name: "pairs", Fn: gather.Pairs}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(200) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		same(t, p, coregen.Values(args))
		corepass.Keeps(t, p, gather.Shared, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, gather.Views, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, gather.Fixed, coregen.Values(args), corepass.Exactly)
		corepass.Keeps(t, p, gather.Wanted, coregen.Values(args), corepass.Exactly)
	}
}

// TestRandomRows: maps and loops over edges that compute with rows of nodes. Some indices are out of range.
func TestRandomRows(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 3))
		text := rowProgram(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for range 3 {
			if same(t, p, rowArguments(rng)) {
				changed++
			}
		}
	}
	if changed < 300 {
		t.Errorf("only %d programs compute rows early", changed)
	}
}

// same compares a program before and after the pass, and reports whether the pass changes it.
func same(t *testing.T, p *core.Prog, args []value.Value) bool {
	t.Helper()
	return corepass.Keeps(t, p, gather.Early, args, corepass.Exactly)
}

// rowProgram is a map or a loop over edges as text: statements that compute numbers and rows of one or two nodes and of the edge.
func rowProgram(rng *rand.Rand) string {
	var b strings.Builder
	nums, rows := []string{"a", "x[s]"}, []string{"h[s]", "h[q]"}
	pick := func(of []string) string { return of[rng.IntN(len(of))] }
	id := 0
	of := func(from []string, typ string) string {
		c := pick(from)
		if strings.Contains(c, "[") {
			id++
			fmt.Fprintf(&b, "let (g%d: %s) = %s\n", id, typ, c)
			c = fmt.Sprintf("g%d", id)
		}
		return c
	}
	num := func() string { return of(nums, "f64") }
	row := func() string { return of(rows, "[d]f64") }
	for range 2 + rng.IntN(5) {
		switch rng.IntN(5) {
		case 0:
			x := num()
			id++
			fmt.Fprintf(&b, "let (n%d: f64) = %s.f64 %s\n", id, pick([]string{"exp", "neg", "sin"}), x)
			nums = append(nums, fmt.Sprintf("n%d", id))
		case 1:
			x, y := num(), num()
			id++
			fmt.Fprintf(&b, "let (n%d: f64) = mul.f64 %s %s\n", id, x, y)
			nums = append(nums, fmt.Sprintf("n%d", id))
		case 2:
			x := row()
			id++
			fmt.Fprintf(&b, "let (n%d: f64) = reduce d (%s) (0.0) (\\(u: f64) (v: f64) : (f64) -> let (z: f64) = add.f64 u v in (z))\n", id, x)
			nums = append(nums, fmt.Sprintf("n%d", id))
		case 3:
			x, y := row(), num()
			id++
			fmt.Fprintf(&b, "let (r%d: [d]f64) = map d (%s) (\\(u: f64) : (f64) -> let (z: f64) = mul.f64 u %s in (z))\n", id, x, y)
			rows = append(rows, fmt.Sprintf("r%d", id))
		case 4:
			x, y, r := num(), num(), row()
			id++
			fmt.Fprintf(&b, `let (r%d: [d]f64) = map d (w) (\(c: [d]f64) : (f64) ->
				let (m: [d]f64) = map d (c, %s) (\(u: f64) (v: f64) : (f64) -> let (z: f64) = mul.f64 u v in (z))
				let (s: f64) = reduce d (m) (0.0) (\(u: f64) (v: f64) : (f64) -> let (z: f64) = add.f64 u v in (z))
				let (t: f64) = mul.f64 s %s
				let (t2: f64) = exp.f64 %s
				let (y: f64) = add.f64 t t2
				in (y))
`, id, r, x, y)
			rows = append(rows, fmt.Sprintf("r%d", id))
		}
	}
	n, r := num(), row()
	head := "fun main (n: i64) (e: i64) (d: i64) (src: [e]i64) (dst: [e]i64) (as: [e]f64) (h: [n][d]f64) (x: [n]f64) (w: [d][d]f64) : "
	if rng.IntN(3) == 0 {
		return head + "(t: f64) (y: [d]f64) =\n let (z0: [d]f64) = replicate [d] 0.0\nlet (t: f64) (y: [d]f64) = loop (t0: f64 = 0.0) (y0: [d]f64 = z0) for (k: i64) < e do\n" +
			"let (s: i64) = src[k] let (q: i64) = dst[k] let (a: f64) = as[k]\n" + b.String() +
			"let (t1: f64) = add.f64 t0 " + n + "\nlet (y1: [d]f64) = map d (y0, " + r + ") (\\(u: f64) (v: f64) : (f64) -> let (z: f64) = add.f64 u v in (z))\nin (t1, y1)\nin (t, y)"
	}
	return head + "(y: [e]f64) (z: [e][d]f64) =\n let (y: [e]f64) (z: [e][d]f64) = map e (src, dst, as) (\\(s: i64) (q: i64) (a: f64) : (f64, [d]f64) ->\n" +
		b.String() + "in (" + n + ", " + r + "))\nin (y, z)"
}

func rowArguments(rng *rand.Rand) []value.Value {
	n, e, d := rng.Int64N(5), rng.Int64N(7), rng.Int64N(4)
	if n == 0 && rng.IntN(4) > 0 {
		e = 0
	}
	floats := func(shape ...int64) value.Value { return coretest.Quarters(rng, shape...) }
	indices := func() value.Value {
		var xs []prim.Scalar
		for range e {
			i := int64(7)
			if n > 0 && rng.IntN(40) > 0 {
				i = rng.Int64N(n)
			}
			xs = append(xs, prim.Int(prim.I64, i))
		}
		return value.FromScalars(prim.I64, []int64{e}, xs)
	}
	return []value.Value{coretest.I64(n), coretest.I64(e), coretest.I64(d), indices(), indices(), floats(e), floats(n, d), floats(n), floats(d, d)}
}
