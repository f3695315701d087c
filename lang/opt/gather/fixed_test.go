package gather_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/opt/gather"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestFixedNests: nests of loops that read and update elements of a matrix at affine places compute the same with copies of what they do not write.
func TestFixedNests(t *testing.T) {
	changed := 0
	for seed := range uint64(500) {
		rng := rand.New(rand.NewPCG(seed, 7))
		p := coretest.Parse(t, nest(rng))
		n := rng.Int64N(5)
		var xs []prim.Scalar
		for range n * n {
			xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
		}
		args := []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, n)}, value.FromScalars(prim.F64, []int64{n, n}, xs)}
		if corepass.Keeps(t, p, fixedInside, args, corepass.Exactly) {
			changed++
		}
	}
	if changed < 100 {
		t.Errorf("only %d programs have copies", changed)
	}
}

// fixedInside is what Fixed makes of a program whose derivative is taken.
func fixedInside(p *core.Prog) *core.Prog {
	l := coretest.Lambda(p)
	f := p.Entry()
	d := &core.Diff{Mode: core.VJP, Fn: l, Args: core.Atoms(f.Params), Seeds: core.Atoms(f.Params[1:])}
	var out *core.Lambda
	around := &core.Fun{Name: f.Name, Params: f.Params, Ret: f.Ret, Body: core.Body{Stms: []core.Stm{{Exp: d}}}}
	core.Walk(gather.Fixed(&core.Prog{Funs: []*core.Fun{around}}).Entry().Body, func(st core.Stm) {
		if d, ok := st.Exp.(*core.Diff); ok {
			out = d.Fn
		}
	})
	return coretest.Prog(out)
}

// nest is a program that updates elements of a matrix in a nest of loops, under conditions.
func nest(rng *rand.Rand) string {
	var b strings.Builder
	id := 0
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	let := func(typ, exp string) string {
		id++
		fmt.Fprintf(&b, "let (v%d: %s) = %s\n", id, typ, exp)
		return fmt.Sprintf("v%d", id)
	}
	var update func(a string, at []string) string
	update = func(a string, at []string) string {
		if rng.IntN(3) == 0 {
			a = update(a, at)
		}
		x, y := let("f64", fmt.Sprintf("%s[%s, %s]", a, pick(at...), pick(at...))), let("f64", fmt.Sprintf("%s[%s, %s]", a, pick(at...), pick(at...)))
		m := let("f64", fmt.Sprintf("mul.f64 %s %s", x, y))
		h := let("f64", fmt.Sprintf("add.f64 0.5 %s", m))
		return let("[n][n]f64", fmt.Sprintf("%s with [%s, %s] = %s", a, pick(at...), pick(at...), h))
	}
	var loop func(a string, at []string, depth int) string
	loop = func(a string, at []string, depth int) string {
		id++
		in, out, i := fmt.Sprintf("a%d", id), fmt.Sprintf("b%d", id), fmt.Sprintf("i%d", id)
		fmt.Fprintf(&b, "let (%s: [n][n]f64) = loop (%s: [n][n]f64 = %s) for (%s: i64) < m do\n", out, in, a, i)
		next := let("i64", "add.i64 "+i+" 1")
		inner := append([]string{i, next, i}, at...)
		last := in
		if rng.IntN(3) == 0 {
			last = update(last, inner)
		}
		if c := rng.IntN(4); c > 0 {
			cond := let("bool", fmt.Sprintf("%s.i64 %s %s", pick("eq", "eq", "lt", "le"), pick(i, at[0]), pick(at...)))
			id++
			after := fmt.Sprintf("c%d", id)
			fmt.Fprintf(&b, "let (%s: [n][n]f64) = if %s then in (%s) else\n", after, cond, last)
			x := last
			if depth > 0 {
				x = loop(last, inner, depth-1)
			} else {
				x = update(last, inner)
			}
			fmt.Fprintf(&b, "in (%s)\n", x)
			last = after
		} else if depth > 0 {
			last = loop(last, inner, depth-1)
		} else {
			last = update(last, inner)
		}
		fmt.Fprintf(&b, "in (%s)\n", last)
		return out
	}
	b.WriteString("fun main (n: i64) (xs: [n][n]f64) : (r: [n][n]f64) =\nlet (m: i64) = sub.i64 n 1\nlet (c: [n][n]f64) = copy xs\n" +
		"let (r: [n][n]f64) = loop (a: [n][n]f64 = c) for (k: i64) < m do\nlet (k1: i64) = add.i64 k 1\nlet (e: i64) = sub.i64 m k\n")
	at := []string{"k", "k1", "e", "k"}
	last := loop("a", at, rng.IntN(3))
	fmt.Fprintf(&b, "in (%s)\nin (r)\n", update(last, at))
	return b.String()
}
