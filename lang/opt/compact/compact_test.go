package compact_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/compact"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/compact/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "compact", Fn: compact.Loops}})
}

// TestRandomLoops: loops that write side by side what they keep, in many ways, of which some are wrong: counters that count otherwise, places out of range,
// values that read counters.
func TestRandomLoops(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n, m := rng.Int64N(6), rng.Int64N(6)
		return []value.Value{integer(n), integer(m), floats(rng, n), floats(rng, m)}
	}
	changed := corepass.Random(t, 240, 3, keeping, args, compact.Loops, corepass.Exactly)
	if changed < 60 || changed > 200 {
		t.Errorf("of 240 programs %d have loops that become sums", changed)
	}
}

func integer(n int64) value.Value {
	return value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)})
}

func floats(rng *rand.Rand, n int64) value.Value {
	var xs []prim.Scalar
	for range n {
		xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
	}
	return value.FromScalars(prim.F64, []int64{n}, xs)
}

// keeping is a program with the derivative of a loop with two arrays and two counters.
func keeping(rng *rand.Rand) string {
	// most often the first
	pick := func(of ...string) string {
		if rng.IntN(3) > 0 {
			return of[0]
		}
		return of[rng.IntN(len(of))]
	}
	kind := pick("i64", "i32")
	dim := pick("n", "m")
	bound := pick("n", "n", "m", "less")
	read := "xs[i]"
	if bound == "m" {
		read = "ys[i]"
	}
	var b strings.Builder
	line := func(form string, args ...any) { fmt.Fprintf(&b, form+"\n", args...) }
	line("fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [m]f64) : (l: f64) (xsBar: [n]f64) (ysBar: [m]f64) =")
	line("let (l: f64) (xsBar: [n]f64) (ysBar: [m]f64) = vjp (\\(xs: [n]f64) (ys: [m]f64) : (f64) ->")
	line("let (less: i64) = add.i64 n -1i64\nlet (t0: [%s]f64) = replicate [%s] 0.25f64\nlet (u0: [%s]f64) = replicate [%s] 0.5f64", dim, dim, dim, dim)
	line("let (t: [%s]f64) (u: [%s]f64) (k: T) (j: T) = loop (t: [%s]f64 = t0) (u: [%s]f64 = u0) (k: T = %sT) (j: T = %sT) for (i: i64) < %s do",
		dim, dim, dim, dim, pick("0", "1", "-1", "2"), pick("0", "0", "1"), bound)
	line("let (x: f64) = %s\nlet (c: bool) = lt.f64 0.0f64 x", read)
	line("let (kz: T) = add.T k %sT\nlet (at: i64) = to_i64.T %s", pick("1", "0"), pick("k", "kz", "kz", "j"))
	value := func(name string) {
		line("let (%s: f64) = %s", name, pick("mul.f64 x x", "add.f64 x 1.0f64", "exp.f64 x", "to_f64.T k"))
	}
	less := func() { line("let (d: bool) = lt.f64 x -0.5f64") }
	if rng.IntN(2) == 0 { // a branch of all
		line("let (t9: [%s]f64) (u9: [%s]f64) (k9: T) (j9: T) = if c then", dim, dim)
		value("v")
		line("let (t1: [%s]f64) = t with [at] = v\nlet (k1: T) = add.T %s\nin (t1, u, k1, j)\nelse", dim, pick("k 1T", "1T k", "k 2T"))
		less()
		line("let (u2: [%s]f64) (j2: T) = if d then", dim)
		value("w")
		line("let (jat: i64) = to_i64.T j\nlet (u1: [%s]f64) = u with [jat] = w\nlet (j1: T) = add.T j 1T\nin (u1, j1)\nelse\nin (u, %s)", dim, pick("j", "j", "k"))
		line("in (t, u2, %s, j2)\nin (t9, u9, k9, j9)", pick("k", "k", "kz"))
	} else { // branches apart, and sums of conditions
		value("v")
		less()
		line("let (t9: [%s]f64) = if c then\nlet (t1: [%s]f64) = t with [at] = v\nin (t1)\nelse\nin (t)", dim, dim)
		line("let (one: T) = to_T.bool c\nlet (k9: T) = add.T k one\nlet (jat: i64) = to_i64.T j")
		line("let (u9: [%s]f64) = if d then\nin (u)\nelse\nlet (u1: [%s]f64) = u with [jat] = x\nin (u1)", dim, dim)
		line("let (j9: T) = if %s then\nin (j)\nelse\nlet (j1: T) = add.T j 1T\nin (j1)\nin (t9, u9, k9, j9)", pick("d", "d", "c"))
	}
	line("let (kf: f64) = to_f64.T k\nlet (jf: f64) = to_f64.T j")
	if kind == "i64" && rng.IntN(2) == 0 { // what is kept of t alone, or nearly: Note [Fronts]
		line("let (kd: i64) = add.i64 k %si64\nlet (lo: bool) = le.i64 0i64 kd\nlet (hi: bool) = le.i64 kd %s", pick("-1", "0", "1"), dim)
		line("let (all: bool) = and.bool lo hi\nlet () = assert all \"%%d of %%d\" (kd, %s)", dim)
		if rng.IntN(2) == 0 {
			line("let (tk: [kd]f64) = t[%si64 : kd : 1i64]", pick("0", "1"))
			line("let (tp: [kd]f64) = map kd (tk) (\\(p: f64) : (f64) -> let (pp: f64) = mul.f64 p p in (pp))")
		} else {
			line("let (is: [kd]i64) = iota.i64 kd 0i64 1i64")
			line("let (tp: [kd]f64) = map kd (is) (\\(i: i64) : (f64) -> let (ip: i64) = add.i64 i %si64 let (p: f64) = t[ip] let (pp: f64) = mul.f64 p p in (pp))", pick("1", "0", "2", "-1"))
		}
		line("let (s: f64) = reduce kd (tp) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (pq: f64) = add.f64 p q in (pq))")
		line("let (s1: f64) = mul.f64 s kf\nlet (s2: f64) = add.f64 s1 jf\nin (s2)) (xs, ys) (1.0f64)\nin (l, xsBar, ysBar)")
		return finished(b.String(), kind)
	}
	line("let (tt: [%s]f64) = map %s (t, u) (\\(p: f64) (q: f64) : (f64) -> let (pp: f64) = mul.f64 p p let (pq: f64) = mul.f64 pp q in (pq))", dim, dim)
	line("let (s: f64) = reduce %s (tt) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (pq: f64) = add.f64 p q in (pq))", dim)
	line("let (s1: f64) = mul.f64 s kf\nlet (s2: f64) = add.f64 s1 jf\nin (s2)) (xs, ys) (1.0f64)\nin (l, xsBar, ysBar)")
	return finished(b.String(), kind)
}

// finished has a type for T.
func finished(text, kind string) string {
	text = strings.NewReplacer(".T", "."+kind, ": T", ": "+kind, "to_T", "to_"+kind, "0T", "0"+kind, "1T", "1"+kind, "2T", "2"+kind).Replace(text)
	return strings.ReplaceAll(text, "to_i64.i64 ", "add.i64 0i64 ")
}
