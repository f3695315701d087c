package distinct_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/verify"
	"raido/lang/eval"
	"raido/lang/opt/distinct"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/distinct/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "distinct", Fn: distinct.Scatters}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(150) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: seed%2 == 0})
		corepass.Keeps(t, p, distinct.Scatters, coregen.Values(args), corepass.Exactly)
	}
}

// TestRandomPlaces: indices made of inclusive sums of random flags, and of their totals, some of them wrong. Where a scatter is said
// to be distinct, or to write all places, random data must not show that it is not.
func TestRandomPlaces(t *testing.T) {
	proved, filled := 0, 0
	for seed := range uint64(3000) {
		rng := rand.New(rand.NewPCG(seed, 5))
		text := places(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		q := distinct.Scatters(p)
		if err := verify.Prog(q); err != nil {
			t.Fatalf("%v\n%s", err, core.Print(q))
		}
		isDistinct, isAll := false, false
		core.Walk(q.Entry().Body, func(s core.Stm) {
			if e, ok := s.Exp.(*core.Scatter); ok {
				isDistinct = e.Distinct
			}
			_, scratch := s.Exp.(*core.Scratch)
			isAll = isAll || scratch
		})
		if !isDistinct {
			continue
		}
		proved++
		if isAll {
			filled++
		}
		for range 10 {
			checkPlaces(t, p, rng, isAll)
		}
	}
	if proved < 100 || filled < 20 {
		t.Errorf("%d scatters are proved to be distinct, %d to write all places", proved, filled)
	}
}

// checkPlaces runs a program on random data: no index is there twice, and all are, if it fills.
func checkPlaces(t *testing.T, p *core.Prog, rng *rand.Rand, fills bool) {
	t.Helper()
	n := rng.Int64N(9)
	var ks []prim.Scalar
	for range n {
		ks = append(ks, prim.Int(prim.I64, rng.Int64N(8)))
	}
	out, err := eval.Run(context.Background(), p, []value.Value{
		value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.I64, []int64{n}, ks)})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	at := out[0].(*value.Array)
	for i := range n {
		k := at.At(i).Int64()
		if k < 0 || k >= n {
			continue
		}
		if seen[k] {
			t.Fatalf("place %d is written twice: %s of %v\n%s", k, value.Print(at), ks, core.Print(p))
		}
		seen[k] = true
	}
	if fills && len(seen) < int(n) {
		t.Fatalf("not all places are written: %s of %v\n%s", value.Print(at), ks, core.Print(p))
	}
}

// places is a program that counts two or three kinds of numbers and makes indices of the counts.
func places(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	kinds := 2 + rng.IntN(2)
	var b strings.Builder
	b.WriteString("fun main (n: i64) (ks: [n]i64) : (at: [n]i64) (ys: [n]i64) =\n")
	mask := pick("and.i64 k 3", "mod.i64 k 3", "and.i64 k 1")
	for j := range kinds {
		flag := pick("eq.i64 d "+fmt.Sprint(j), "eq.i64 d "+fmt.Sprint(j), "lt.i64 d 2", "lt.i64 k 4")
		fmt.Fprintf(&b, "let (f%d: [n]i64) = map n (ks) (\\(k: i64) : (i64) -> let (d: i64) = %s let (c: bool) = %s let (x: i64) = to_i64.bool c in (x))\n", j, mask, flag)
		if j == 1 && rng.IntN(3) == 0 {
			b.WriteString("let (f1: [n]i64) = map n (f0) (\\(x: i64) : (i64) -> let (y: i64) = sub.i64 1 x in (y))\n")
		}
		add := "(\\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z))"
		fmt.Fprintf(&b, "let (s%d: [n]i64) = scan n (f%d) (0) %s\nlet (t%d: i64) = reduce n (f%d) (0) %s\n", j, j, add, j, j, add)
	}
	fmt.Fprintf(&b, "let (at: [n]i64) = map n (ks, f0, f1, s0, s1, s%d) (\\(k: i64) (f0: i64) (f1: i64) (s0: i64) (s1: i64) (sl: i64) : (i64) ->\n", kinds-1)
	fmt.Fprintf(&b, "let (d: i64) = %s\nlet (m: i64) = sub.i64 n t0\nlet (t01: i64) = add.i64 t0 t1\n", mask)
	fmt.Fprintf(&b, "let (a: i64) = add.i64 s0 -1\nlet (b1: i64) = add.i64 s1 %s\nlet (b: i64) = add.i64 b1 -1\n", pick("t0", "t0", "t0", "0", "m"))
	fmt.Fprintf(&b, "let (c1: i64) = add.i64 sl %s\nlet (c: i64) = add.i64 c1 -1\n", pick("t01", "t01", "t0", "0"))
	fmt.Fprintf(&b, "let (isA: bool) = eq.i64 %s\nlet (isB: bool) = eq.i64 %s\n", pick("f0 1", "d 0", "f0 0"), pick("f1 1", "d 1", "f1 1"))
	fmt.Fprintf(&b, "let (r: i64) = if isA then in (a) else let (q: i64) = if isB then in (b) else in (%s) in (q)\n", pick("c", "c", "-1", "b", "k"))
	b.WriteString("in (r))\nlet (zs: [n]i64) = replicate [n] 0\nlet (ys: [n]i64) = scatter n (zs) (at) (ks)\nin (at, ys)\n")
	return b.String()
}
