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
	if proved < 300 || filled < 60 {
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
	m := out[1].(value.Scalar).Int64()
	for i := range n {
		k := at.At(i).Int64()
		if k < 0 || k >= m {
			continue
		}
		if seen[k] {
			t.Fatalf("place %d is written twice: %s of %v\n%s", k, value.Print(at), ks, core.Print(p))
		}
		seen[k] = true
	}
	if fills && len(seen) < int(m) {
		t.Fatalf("not all places are written: %s of %v\n%s", value.Print(at), ks, core.Print(p))
	}
}

// places is a program that counts two or three kinds of numbers, in i64 or i32, and makes indices of the counts into n elements or fewer.
func places(rng *rand.Rand) string {
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	kinds := 2 + rng.IntN(2)
	var b strings.Builder
	b.WriteString("fun main (n: i64) (ks: [n]i64) : (at: [n]i64) (m: i64) (ys: [m]i64) =\n")
	b.WriteString("let (nt: T) = to_T.i64 n\nlet (is: [n]i64) = iota.i64 n 0 1\nlet (next: [n]i64) = iota.i64 n 1 1\n")
	mask := pick("and.i64 k 3", "mod.i64 k 3", "and.i64 k 1")
	for j := range kinds {
		flag := pick("eq.i64 d "+fmt.Sprint(j), "eq.i64 d "+fmt.Sprint(j), "lt.i64 d 2", "lt.i64 k 4")
		fmt.Fprintf(&b, "let (f%d: [n]T) = map n (ks) (\\(k: i64) : (T) -> let (d: i64) = %s let (c: bool) = %s let (x: T) = to_T.bool c in (x))\n", j, mask, flag)
		if j == 1 && rng.IntN(3) == 0 {
			b.WriteString("let (f1: [n]T) = map n (f0) (\\(x: T) : (T) -> let (y: T) = sub.T 1T x in (y))\n")
		}
		add := "(\\(x: T) (y: T) : (T) -> let (z: T) = add.T x y in (z))"
		fmt.Fprintf(&b, "let (s%d: [n]T) = scan n (f%d) (0T) %s\nlet (t%d: T) = reduce n (f%d) (0T) %s\n", j, j, add, j, j, add)
		b.WriteString(strings.ReplaceAll(exclusive(pick), "J", fmt.Sprint(j)))
	}
	fmt.Fprintf(&b, "let (at: [n]i64) = map n (is, f0, f1, s0, s1, s%d, e0, e1) (\\(i: i64) (f0: T) (f1: T) (s0: T) (s1: T) (sl: T) (e0: T) (e1: T) : (i64) ->\n", kinds-1)
	fmt.Fprintf(&b, "let (k: i64) = ks[i]\nlet (kt: T) = to_T.i64 k\nlet (it: T) = to_T.i64 i\nlet (d: i64) = %s\n", mask)
	b.WriteString("let (m: T) = sub.T nt t0\nlet (t01: T) = add.T t0 t1\nlet (last: T) = sub.T nt 1T\n")
	fmt.Fprintf(&b, "let (a: T) = %s\n", pick("add.T s0 -1T", "add.T s0 -1T", "add.T e0 0T", "sub.T t0 s0", "sub.T it e1"))
	fmt.Fprintf(&b, "let (b1: T) = add.T s1 %s\nlet (b2: T) = add.T b1 -1T\n", pick("t0", "t0", "t0", "0T", "m"))
	fmt.Fprintf(&b, "let (b3: T) = add.T e1 t0\nlet (b: T) = %s\n", pick("add.T b2 0T", "add.T b2 0T", "add.T b3 0T", "sub.T nt s1", "sub.T last e1", "sub.T it s0"))
	fmt.Fprintf(&b, "let (c1: T) = add.T sl %s\nlet (c: T) = add.T c1 -1T\n", pick("t01", "t01", "t0", "0T"))
	fmt.Fprintf(&b, "let (isA: bool) = eq.%s\nlet (isB: bool) = eq.%s\n", pick("T f0 1T", "i64 d 0", "T f0 0T"), pick("T f1 1T", "i64 d 1", "T f1 1T"))
	fmt.Fprintf(&b, "let (r: T) = if isA then in (a) else let (q: T) = if isB then in (b) else in (%s) in (q)\n", pick("c", "c", "-1T", "nt", "b", "kt"))
	b.WriteString("let (to: i64) = to_i64.T r\nin (to))\n")
	fmt.Fprintf(&b, "let (t01: T) = add.T t0 t1\nlet (m: i64) = to_i64.T %s\n", pick("nt", "nt", "t0", "t01"))
	b.WriteString("let (zs: [m]i64) = replicate [m] 0\nlet (ys: [m]i64) = scatter n (zs) (at) (ks)\nin (at, m, ys)\n")
	kind := pick("i64", "i32")
	text := strings.NewReplacer("to_T", "to_"+kind, ".T", "."+kind, ": T", ": "+kind, "]T", "]"+kind, "0T", "0"+kind, "1T", "1"+kind, "(T)", "("+kind+")").Replace(b.String())
	return strings.ReplaceAll(text, "let (to: i64) = to_i64.i64 r\n", "let (to: i64) = add.i64 r 0\n")
}

// exclusive is the sums eJ of what stands before each element of fJ, in several forms, some of them wrong.
func exclusive(pick func(...string) string) string {
	read := "let (eJ: [n]T) = map n (is) (\\(i: i64) : (T) -> let (c: bool) = COND let (r: T) = if c then in (0T) else let (p: i64) = sub.i64 i 1 let (x: T) = sJ[p] in (x) in (r))\n"
	return pick(
		"let (eJ: [n]T) = map n (sJ, fJ) (\\(s: T) (f: T) : (T) -> let (x: T) = sub.T s f in (x))\n",
		"let (zJ: [n]T) = replicate [n] 0T\nlet (eJ: [n]T) = scatter n (zJ) (next) (sJ)\n",
		strings.ReplaceAll(read, "COND", "eq.i64 i 0"), strings.ReplaceAll(read, "COND", "lt.i64 i 1"),
		strings.ReplaceAll(read, "COND", "le.i64 i 1"))
}
