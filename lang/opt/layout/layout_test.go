package layout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/layout"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/layout.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "layout", Fn: layout.Apply}, {Name: "pieces", Fn: layout.Pieces}})
}

// TestRandomNests: loops that update matrices in place keep their meaning and their failures.
func TestRandomNests(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		p, args := coregen.Nest(seed)
		if corepass.Keeps(t, p, layout.Apply, coregen.Values(args), corepass.Exactly) {
			changed++
		}
	}
	if changed < 20 {
		t.Errorf("only %d programs have a loop that goes along columns", changed)
	}
}

// TestRandomPieces: columns, rows and parts of them that code goes along once or in loops and maps keep what they hold, and some are copied.
func TestRandomPieces(t *testing.T) {
	args := func(r *rand.Rand) []value.Value {
		n := 1 + r.Int64N(4)
		xs := make([]prim.Scalar, n*n)
		for k := range xs {
			xs[k] = prim.Float(prim.F64, float64(r.IntN(9)-4)/4)
		}
		return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n, n}, xs)}
	}
	if changed := corepass.Random(t, 200, 13, columns, args, layout.Pieces, corepass.Exactly); changed < 40 || changed > 160 {
		t.Errorf("of 200 programs %d have columns that are copied", changed)
	}
}

// columns is a loop that adds to the rows of a matrix what it finds along one of its columns or rows, before it overwrites them.
func columns(r *rand.Rand) string {
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	view := fmt.Sprintf("      let (t: [n][n]f64) = rearrange (%s) a\n      let (w: [n]f64) = t[i]\n", pick("1, 0", "1, 0", "0, 1"))
	count, part := "n", "      let (c: [n]f64) = copy w\n"
	switch r.IntN(3) {
	case 0:
		count, part = "m", "      let (c: [m]f64) = w[i : m : 1]\n"
	case 1:
		part = "      let (c: [n]f64) = w[0 : n : 1]\n"
	}
	sum := fmt.Sprintf(`let (f: [%[1]s]f64) = map %[1]s (c) (\(x: f64) : (f64) -> let (z: f64) = mul.f64 x x in (z))
      let (s: f64) = reduce %[1]s (f) (0.0f64) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z))
`, count)
	row := "let (u: [n]f64) = replicate [n] s\n"
	switch r.IntN(3) {
	case 0:
		sum = "let (s: f64) = loop (s: f64 = 0.5f64) for (k: i64) < i do\n" + sum + "      let (s2: f64) = add.f64 s s\n      in (s2)\n"
	case 1:
		sum, row = "", "let (u: [n]f64) = map n (a) (\\(o: [n]f64) : (f64) ->\n"+sum+"      in (s))\n"
	}
	return fmt.Sprintf(`fun main (n: i64) (b: [n][n]f64) : (r: [n][n]f64) =
  let (a0: [n][n]f64) = copy b
  let (a: [n][n]f64) = loop (a: [n][n]f64 = a0) for (i: i64) < n do
      let (m: i64) = sub.i64 n i
%s%s      %s      %s      let (a1: [n][n]f64) = a with [%s] = u
      in (a1)
  in (a)
`, view, part, sum, row, pick("i", "0"))
}

// TestRandomBoth: loops that carry a matrix and its transpose keep their meaning and their failures, whatever they read of them and write.
func TestRandomBoth(t *testing.T) {
	args := func(r *rand.Rand) []value.Value {
		n := 1 + r.Int64N(4)
		xs := make([]prim.Scalar, n*n)
		for k := range xs {
			xs[k] = prim.Float(prim.F64, float64(r.IntN(9)-4)/4)
		}
		return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.F64, []int64{n, n}, xs)}
	}
	both := func(p *core.Prog) *core.Prog {
		p = layout.Apply(p)
		core.Walk(p.Funs[0].Body, func(s core.Stm) {
			if e, ok := s.Exp.(*core.Loop); ok && e.Params[0].Type.Rank() == 2 && len(e.Params) > 1 {
				carried++
			}
		})
		return p
	}
	carried = 0
	if corepass.Random(t, 200, 14, spans, args, both, corepass.Exactly); carried < 100 {
		t.Errorf("of 200 programs only %d loops carry a matrix and its transpose", carried)
	}
}

var carried int // loops that carry a matrix and its transpose

// spans is a loop that fills a matrix with sums of products of what it has in rows and in columns.
func spans(r *rand.Rand) string {
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	at := func() string { return pick("k", "k", "k", "x", "i", "j") }
	reads := fmt.Sprintf("let (u: f64) = c[i, %s]\n              let (v: f64) = c[%s, j]\n", at(), at())
	if r.IntN(3) == 0 {
		reads = fmt.Sprintf("let (t: [n][n]f64) = rearrange (1, 0) c\n              let (u: f64) = %s[%s]\n              let (v: f64) = %s[%s]\n",
			pick("c", "t"), pick("i, k", "k, i"), pick("c", "t"), pick("j, k", "k, j", "x, j"))
	}
	write := fmt.Sprintf("let (d: [n][n]f64) = c with [%s] = s\n", pick("i, j", "i, j", "j, i", "i, i", "y, j"))
	switch r.IntN(4) {
	case 0:
		write = "let (q: bool) = lt.f64 s 0.5\n          let (d: [n][n]f64) = if q then\n " + write + "          in (d)\n          else\n in (c)\n"
	case 1:
		write = "let (e: [n][n]f64) = use c\n          let (d: [n][n]f64) = e with [i, j] = s\n"
	case 2:
		write = "let (w: [n]f64) = replicate [n] s\n          let (d: [n][n]f64) = c with [i] = w\n"
	}
	return fmt.Sprintf(`fun main (n: i64) (b: [n][n]f64) : (r: [n][n]f64) =
  let (a: [n][n]f64) = copy b
  let (r: [n][n]f64) = loop (c: [n][n]f64 = a) for (i: i64) < n do
      let (d: [n][n]f64) = loop (c: [n][n]f64 = c) for (j: i64) < n do
          let (y: i64) = add.i64 j %s
          let (m: i64) = %s
          let (s: f64) = loop (s: f64 = 0.25) for (k: i64) < m do
              let (x: i64) = %s
              %s              let (w: f64) = mul.f64 u v
              let (z: f64) = add.f64 s w
              in (z)
          %s          in (d)
      in (d)
  in (r)
`, pick("0", "0", "1"), pick("use n", "use i", "sub.i64 n i"), pick("add.i64 k 1", "sub.i64 m k", "use k"), reads, write)
}
