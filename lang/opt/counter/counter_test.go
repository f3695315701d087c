package counter_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/counter"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/counters/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "counters", Fn: counter.Widen}})
}

// TestRandomArithmetic: whatever is computed of counters and elements of ranges of all types, wrapped around or not, is the same number. At least half of
// the programs must be changed.
func TestRandomArithmetic(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		var out []value.Value
		for _, ty := range types {
			out = append(out, value.FromScalars(ty, nil, []prim.Scalar{prim.Int(ty, rng.Int64N(9)-1)}))
		}
		return out
	}
	if changed := corepass.Random(t, 600, 7, arithmetic, args, counter.Widen, corepass.Exactly); changed < 300 {
		t.Errorf("of 600 programs %d have changed", changed)
	}
}

// TestRandomFlat: loops over products of sizes, whose counters are taken apart by division, add up the same, and most are nests after.
func TestRandomFlat(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		var out, sizes []value.Value
		for range 3 {
			n := rng.Int64N(4)
			out = append(out, value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}))
			sizes = append(sizes, value.FromScalars(prim.Bool, []int64{n}, slices.Repeat([]prim.Scalar{prim.BoolOf(false)}, int(n))))
		}
		return append(append(out, sizes...), value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, rng.Int64N(9)-4)}))
	}
	if changed := corepass.Random(t, 300, 3, flat, args, counter.Widen, corepass.Exactly); changed < 90 {
		t.Errorf("of 300 programs %d have changed", changed)
	}
}

// flat is a program with a loop over a product of sizes, or of numbers that may be none.
func flat(rng *rand.Rand) string {
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	line("fun main (n: i64) (m: i64) (l: i64) (_n: [n]bool) (_m: [m]bool) (_l: [l]bool) (x: i64) : (s: i64) =")
	var factors []string
	factor := func() string {
		f := []string{"n", "m", "l", "3i64", "x"}[rng.IntN(5)]
		if len(factors) > 0 && rng.IntN(3) == 0 {
			f = factors[0]
		}
		factors = append(factors, f)
		return f
	}
	line("let (nm: i64) = mul.i64 %s %s", factor(), factor())
	bound := "nm"
	if rng.IntN(2) == 0 {
		line("let (nml: i64) = mul.i64 nm %s", factor())
		bound = "nml"
	}
	line("let (s: i64) = loop (s: i64 = x) for (p: i64) < %s do", bound)
	names := []string{"p"}
	for k := range 2 + rng.IntN(4) {
		of, by := names[rng.IntN(len(names))], factors[len(factors)-1-min(k/2, rng.IntN(len(factors)))]
		if rng.IntN(4) == 0 {
			by = fmt.Sprint("d", k)
			line("let (%s: i64) = max.i64 x 1i64", by)
		}
		name := fmt.Sprint("q", k)
		line("let (%s: i64) = %s.i64 %s %s", name, []string{"div", "mod", "quot", "rem"}[rng.IntN(4)], of, by) // of a loop of no factor 0
		names = append(names, name)
	}
	sum := "s"
	for k, name := range names {
		line("let (w%d: i64) = mul.i64 %s %di64", k, name, 2*k+3)
		line("let (s%d: i64) = add.i64 %s w%d", k, sum, k)
		sum = fmt.Sprint("s", k)
	}
	line("let (t: i64) = mul.i64 %s 3i64\nin (t)\nin (s)", sum) // in this order
	return b.String()
}

var types = []prim.Type{prim.I8, prim.I16, prim.I32, prim.I64, prim.U8, prim.U16, prim.U32, prim.U64}

// arithmetic is a program that adds up numbers computed of the counters of loops and of the elements of ranges.
func arithmetic(rng *rand.Rand) string {
	var b strings.Builder
	b.WriteString("fun main")
	for _, ty := range types {
		fmt.Fprintf(&b, " (n%s: %s)", ty, ty)
	}
	b.WriteString(" : (s: i64) =\n")
	w := &writer{rng: rng, b: &b}
	fmt.Fprintf(&b, "%sin (%s)\n", "", w.nest("0i64", 1+rng.IntN(3)))
	return b.String()
}

type writer struct {
	rng   *rand.Rand
	b     *strings.Builder
	names int
	vars  []typed
}

type typed struct {
	name string
	ty   prim.Type
}

func (w *writer) name(s string) string { w.names++; return fmt.Sprint(s, w.names) }

func (w *writer) line(form string, args ...any) { fmt.Fprintf(w.b, form+"\n", args...) }

// atom is a variable at hand, or a constant.
func (w *writer) atom() typed {
	if len(w.vars) > 0 && w.rng.IntN(4) > 0 {
		return w.vars[len(w.vars)-1-w.rng.IntN(min(6, len(w.vars)))]
	}
	return w.constant(types[w.rng.IntN(len(types))])
}

func (w *writer) constant(ty prim.Type) typed {
	c := []int64{0, 1, 2, 3, 5, 7, 30, 31, 100, 127, 255, 300, 40000, 1 << 20, 1<<31 - 1, 1 << 31, 1 << 32, -1, -2, -128, 1<<63 - 1}
	return typed{prim.Int(ty, c[w.rng.IntN(min(len(c), 1+w.rng.IntN(30)))]).String(), ty}
}

// as is a variable or a constant of a type.
func (w *writer) as(ty prim.Type) string {
	for range 5 {
		if a := w.atom(); a.ty == ty {
			return a.name
		}
	}
	return w.constant(ty).name
}

// nest is a loop or a range with arithmetic inside; it returns the sum afterwards.
func (w *writer) nest(sum string, depth int) string {
	ty := types[w.rng.IntN(len(types))]
	inner, i, out := w.name("s"), w.name("i"), w.name("s")
	outside := len(w.vars)
	if w.rng.IntN(3) == 0 {
		is, start, step := w.name("is"), w.constant(ty).name, prim.Int(ty, w.rng.Int64N(9)-2)
		n := 1 + w.rng.IntN(5)
		w.line("let (%s: [%di64]%s) = iota.%s %di64 %s %s", is, n, ty, ty, n, start, step)
		ys := w.name("ys")
		w.line("let (%s: [%di64]i64) = map %di64 (%s) (\\(%s: %s) : (i64) ->", ys, n, n, is, i, ty)
		w.vars = append(w.vars, typed{i, ty})
		last := w.inside("0i64", depth)
		w.line("in (%s))", last)
		w.vars = w.vars[:outside]
		total := w.name("t")
		w.line("let (%s: i64) = reduce_comm %di64 (%s) (0i64) (\\(p: i64) (q: i64) : (i64) -> let (r: i64) = add.i64 p q in (r))", total, n, ys)
		w.line("let (%s: i64) = add.i64 %s %s", out, sum, total)
		return out
	}
	if w.rng.IntN(3) == 0 {
		return w.counted(sum, depth, ty)
	}
	bound := "n" + ty.String()
	if w.rng.IntN(3) > 0 {
		bound = prim.Int(ty, w.rng.Int64N(8)-1).String()
	}
	if !ty.IsSigned() && strings.HasPrefix(bound, "n") || !ty.IsSigned() && w.rng.IntN(8) > 0 {
		bound = prim.Int(ty, w.rng.Int64N(8)).String()
	}
	if len(bound) > 8 { // so often nobody counts
		bound = prim.Int(ty, 3).String()
	}
	w.line("let (%s: i64) = loop (%s: i64 = %s) for (%s: %s) < %s do", out, inner, sum, i, ty, bound)
	w.vars = append(w.vars, typed{i, ty})
	last := w.inside(inner, depth)
	w.line("in (%s)", last)
	w.vars = w.vars[:outside]
	return out
}

// counted is a while loop that counts, up or down, most often by 1.
func (w *writer) counted(sum string, depth int, ty prim.Type) string {
	number := func() string {
		if w.rng.IntN(3) > 0 {
			return prim.Int(ty, 1+w.rng.Int64N(7)).String()
		}
		few := w.name("few") // unknown, but not far
		w.line("let (%s: %s) = min.%s n%s %s", few+"a", ty, ty, ty, prim.Int(ty, 7))
		w.line("let (%s: %s) = max.%s %s %s", few, ty, ty, few+"a", prim.Int(ty, 1))
		return few
	}
	start, bound, step, test, op := number(), number(), int64(1), "lt", "add"
	down := w.rng.IntN(2) == 0
	if down {
		op = "sub"
	}
	if w.rng.IntN(2) == 0 && (!down || ty.IsSigned()) {
		step = 1 + w.rng.Int64N(3)
	}
	if w.rng.IntN(2) == 0 {
		test = "le"
	}
	if w.rng.IntN(4) == 0 && op == "add" && ty.IsSigned() {
		op, step = "sub", -step
	}
	i, s, t := w.name("i"), w.name("s"), w.name("t")
	last, out, total := w.name("i"), w.name("s"), w.name("s")
	left, right := i, bound
	if down {
		left, right = bound, i
	}
	going := fmt.Sprintf("let (%s: bool) = %s.%s %s %s", t, test, ty, left, right)
	not := w.name("t")
	switch { // the same in other words
	case w.rng.IntN(4) == 0:
		going = fmt.Sprintf("let (%s: bool) = %s.%s %s %s let (%s: bool) = not.bool %s", not, map[string]string{"lt": "le", "le": "lt"}[test], ty, right, left, t, not)
	case test == "lt" && step == 1 && !strings.Contains(start+bound, "few") && (start <= bound) != down && start != bound: // of one digit each
		going = fmt.Sprintf("let (%s: bool) = eq.%s %s %s let (%s: bool) = not.bool %s", not, ty, left, right, t, not)
	}
	w.line("let (%s: %s) (%s: i64) = loop (%s: %s = %s) (%s: i64 = %s) while %s in (%s) do", last, ty, out, i, ty, start, s, sum, going, t)
	outside := len(w.vars)
	w.vars = append(w.vars, typed{i, ty})
	inner := w.inside(s, depth)
	next := w.name("i")
	w.line("let (%s: %s) = %s.%s %s %s", next, ty, op, ty, i, prim.Int(ty, step))
	w.line("in (%s, %s)", next, inner)
	w.vars = append(w.vars[:outside], typed{last, ty})
	wide := w.name("w")
	w.line("let (%s: i64) = to_i64.%s %s", wide, ty, last)
	w.line("let (%s: i64) = add.i64 %s %s", total, out, wide)
	return total
}

// inside is arithmetic, then a nest or none; it returns the sum.
func (w *writer) inside(sum string, depth int) string {
	for range 1 + w.rng.IntN(5) {
		a := w.atom()
		v := w.name("v")
		switch w.rng.IntN(5) {
		case 0:
			to := types[w.rng.IntN(len(types))]
			w.line("let (%s: %s) = to_%s.%s %s", v, to, to, a.ty, a.name)
			w.vars = append(w.vars, typed{v, to})
		case 1:
			w.line("let (%s: bool) = %s.%s %s %s", v, []string{"lt", "le", "eq"}[w.rng.IntN(3)], a.ty, a.name, w.as(a.ty))
			chosen := w.name("c")
			w.line("let (%s: %s) = if %s then let (u: %s) = use %s in (u) else let (u: %s) = use %s in (u)", chosen, a.ty, v, a.ty, a.name, a.ty, w.as(a.ty))
			w.vars = append(w.vars, typed{chosen, a.ty})
		default:
			op := []string{"add", "sub", "mul", "min", "max", "and", "shl", "shr", "lshr", "div", "mod", "quot", "rem"}[w.rng.IntN(13)]
			right := w.as(a.ty)
			if strings.Contains("div mod quot rem", op) {
				right = prim.Int(a.ty, 1+w.rng.Int64N(5)).String()
			}
			w.line("let (%s: %s) = %s.%s %s %s", v, a.ty, op, a.ty, a.name, right)
			w.vars = append(w.vars, typed{v, a.ty})
		}
	}
	if depth > 1 {
		sum = w.nest(sum, depth-1)
	}
	a, n, out := w.vars[len(w.vars)-1], w.name("a"), w.name("s")
	w.line("let (%s: i64) = to_i64.%s %s", n, a.ty, a.name)
	w.line("let (%s: i64) = add.i64 %s %s", out, sum, n)
	return out
}
