package block_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/opt/block"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/blocks/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "blocks", Fn: block.Blocks}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(50) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		corepass.Keeps(t, p, block.Blocks, coregen.Values(args), corepass.Exactly)
	}
}

// TestRandomBlocks: maps that read other parts of their blocks, or only seem to, keep their meaning and their failures.
func TestRandomBlocks(t *testing.T) {
	nests := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, err := core.Parse(randomMap(r))
		if err != nil {
			t.Fatal(err)
		}
		n := int64(r.IntN(5)) * int64(1+r.IntN(6))
		xs := make([]prim.Scalar, n)
		for k := range xs {
			xs[k] = prim.Int(prim.I64, int64(r.IntN(9))-4)
		}
		args := []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.I64, []int64{n}, xs),
			value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, int64(r.IntN(5)))})}
		corepass.Keeps(t, p, block.Blocks, args, corepass.Exactly)
		nested := false
		core.Walk(block.Blocks(p).Entry().Body, func(s core.Stm) {
			_, ok := s.Exp.(*core.Rearrange)
			nested = nested || ok
		})
		if nested {
			nests++
		}
	}
	if nests < 100 {
		t.Errorf("only %d maps become nests", nests)
	}
}

// randomMap is a program with a map of sums, quotients, comparisons and elements at random.
func randomMap(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("fun main (n: i64) (xs: [n]i64) (h: i64) : (ys: [n]i64) =\n  let (is: [n]i64) = iota.i64 n 0 1\n  let (h2: i64) = mul.i64 h 2\n  let (half: i64) = div.i64 n 2\n")
	b.WriteString("  let (ys: [n]i64) = map n (is) (\\(i: i64) : (i64) ->\n")
	vals := []string{"i", "i", "h", "h2", "half", "2", "3"}
	any := func() string { return vals[r.IntN(len(vals))] }
	let := func(text string) {
		v := fmt.Sprintf("v%d", len(vals))
		fmt.Fprintf(&b, "      let (%s: i64) = %s\n", v, text)
		vals = append(vals, v)
	}
	let("div.i64 i h2")
	let(fmt.Sprintf("mul.i64 v%d h2", len(vals)-1))
	let("mod.i64 i h")
	j := len(vals)
	let(fmt.Sprintf("add.i64 v%d v%d", j-2, j-1))
	let(fmt.Sprintf("add.i64 v%d h", j))
	at := []string{"i", fmt.Sprintf("v%d", j), fmt.Sprintf("v%d", j+1)}
	for range 2 + r.IntN(5) {
		switch r.IntN(7) {
		case 4: // of what is the same in all blocks, maybe
			k := len(vals)
			fmt.Fprintf(&b, "      let (f%d: f64) = to_f64.i64 %s\n      let (g%d: f64) = cos.f64 f%d\n      let (x%d: f64) = mul.f64 g%d 50.0\n", k, any(), k, k, k, k)
			let(fmt.Sprintf("to_i64.f64 x%d", k))
		case 0:
			let(fmt.Sprintf("%s.i64 %s %s", []string{"div", "mod", "quot", "rem"}[r.IntN(4)], any(), any()))
		case 1:
			let(fmt.Sprintf("%s.i64 %s %s", []string{"add", "sub", "mul"}[r.IntN(3)], any(), any()))
		case 2:
			c := fmt.Sprintf("c%d", len(vals))
			fmt.Fprintf(&b, "      let (%s: bool) = %s.i64 %s %s\n", c, []string{"eq", "lt", "le"}[r.IntN(3)], any(), any())
			let(fmt.Sprintf("if %s then in (%s) else in (%s)", c, any(), any()))
		default:
			place := at[r.IntN(len(at))]
			if r.IntN(6) == 0 {
				place = any()
			}
			let(fmt.Sprintf("xs[%s]", place))
		}
	}
	last := len(vals) - 1
	let(fmt.Sprintf("mul.i64 v%d 7", last-1))
	let(fmt.Sprintf("add.i64 v%d v%d", last, last+1))
	fmt.Fprintf(&b, "      in (v%d))\n  in (ys)\n", last+2)
	return b.String()
}
