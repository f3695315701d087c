package sparse_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/limits"
	"raido/lang/prim"
	"raido/lang/sparse"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// differ compares bit for bit, but that NaNs are equal and zeros have no sign.
func differ(want, got value.Value) error {
	return corepass.Exactly(unsigned(want), unsigned(got))
}

func unsigned(v value.Value) value.Value {
	switch v := v.(type) {
	case value.Scalar:
		if v.Type.IsFloat() && v.Float64() == 0 {
			v.Bits = 0
		}
		return v
	case *value.Array:
		out := make([]prim.Scalar, v.Size())
		for i := range out {
			out[i] = v.At(int64(i))
			if v.Elem.IsFloat() && out[i].Float64() == 0 {
				out[i].Bits = 0
			}
		}
		return value.FromScalars(v.Elem, v.Shape, out)
	}
	return v
}

// TestGolden runs the cases testdata/PASS/*.txtar. Sums over intervals are taken in another order.
func TestGolden(t *testing.T) {
	corepass.Language(about).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "sparse", Fn: sparse.Apply}, {Name: "conditions", Fn: sparse.Sums}})
}

// about compares results up to the rounding of sums in another order.
func about(want, got value.Value) error { return value.Compare(want, got, 1e-9) }

// TestKeepsMeaning: the pass on random programs with masks, one-hot arrays, triangles and bands.
func TestKeepsMeaning(t *testing.T) { keeps(t, sparse.Apply, differ, 3) }

// TestEarlyKeepsMeaning: so does what comes before derivatives.
func TestEarlyKeepsMeaning(t *testing.T) { keeps(t, sparse.Sums, about, 60) }

// keeps checks a pass on random programs, of which it changes one of so many at least.
func keeps(t *testing.T, pass func(*core.Prog) *core.Prog, differ func(want, got value.Value) error, share int) {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.SparseShare, limits.Now.SparseWidth = 1, 1
	changed := 0
	n := uint64(500)
	if testing.Short() {
		n = 150
	}
	for seed := range n {
		p, args := coregen.Gen(seed, coregen.Options{Accs: seed%3 > 0, Calls: seed%5 == 0, InPlace: seed%4 == 0, Masks: true, Large: seed%6 == 0})
		if core.Print(pass(p)) != core.Print(p) {
			changed++
		}
		if corepass.Differs(p, pass, coregen.Values(args), differ) == "" {
			continue
		}
		p = coregen.Shrink(p, func(p *core.Prog) bool { return corepass.Differs(p, pass, coregen.Values(args), differ) != "" })
		t.Fatalf("seed %d: %s\nbefore\n%s\nafter\n%s", seed, corepass.Differs(p, pass, coregen.Values(args), differ), core.Print(p), core.Print(pass(p)))
	}
	if changed < int(n)/share {
		t.Errorf("%d of %d programs changed", changed, n)
	}
}

// TestRandomConditions: sums under random conditions in loops that overwrite what they sum.
func TestRandomConditions(t *testing.T) {
	args := func(r *rand.Rand) []value.Value {
		n := r.Int64N(6)
		xs := make([]prim.Scalar, n)
		for k := range xs {
			x := 0.5 + r.Float64()
			if r.IntN(9) == 0 {
				x = math.Inf(1)
			}
			xs[k] = prim.Float(prim.F64, x)
		}
		scalar := func(x int64) value.Value {
			return value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, x)})
		}
		return []value.Value{scalar(n), scalar(r.Int64N(9) - 2), value.FromScalars(prim.F64, []int64{n}, xs)}
	}
	if changed := corepass.Random(t, 400, 11, conditional, args, sparse.Sums, about); changed < 150 {
		t.Errorf("only %d programs have sums over intervals", changed)
	}
}

// conditional is a loop that takes a sum of the elements of a vector which it overwrites, under a condition on their places.
func conditional(r *rand.Rand) string {
	pick := func(xs ...string) string { return xs[r.IntN(len(xs))] }
	compare := func(name string) string {
		x, y := pick("j", "j", "up"), pick("i", "i", "m", "2", "k")
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		return fmt.Sprintf("          let (%s: bool) = %s.i64 %s %s\n", name, pick("lt", "le", "lt", "le", "eq"), x, y)
	}
	cond := compare("c")
	if r.IntN(2) == 0 {
		cond = compare("d") + compare("e") + fmt.Sprintf("          let (c: bool) = %s.bool d e\n", pick("and", "and", "or"))
	}
	yes, no := "in (w)", "in (0.0f64)"
	if r.IntN(4) == 0 {
		yes, no = no, yes
	}
	before, after, check := "", "      let (x2: [n]f64) = x with [i] = s\n", ""
	switch r.IntN(8) {
	case 0, 1: // the map computes what is there before
		before, after = "      let (x1: [n]f64) = x with [i] = 1.0f64\n", "      let (x2: [n]f64) = x1 with [i] = s\n"
	case 2: // something else uses it
		after = "      let (g: f64) = fs[k]\n      let (s: f64) = add.f64 s g\n" + after
	case 3:
		check = "          let (few: bool) = lt.i64 j 4\n          let () = assert few \"too many\" ()\n"
	}
	term := fmt.Sprintf("          let (up: i64) = add.i64 j 1\n"+check+"%s          let (f: f64) = if c then %s else %s\n          in (f)", cond, yes, no)
	sum := fmt.Sprintf(`      let (js: [n]i64) = iota.i64 n 0 1
      let (fs: [n]f64) = map n (js, x) (\(j: i64) (w: f64) : (f64) ->
%s)
%s      let (s: f64) = reduce n (fs) (0.0f64) (\(p: f64) (q: f64) : (f64) -> let (o: f64) = add.f64 p q in (o))
`, term, before)
	if r.IntN(3) == 0 && before == "" && !strings.Contains(after, "fs") {
		sum = fmt.Sprintf(`      let (s: f64) = loop (t: f64 = 0.25f64) for (j: i64) < n do
          let (w: f64) = x[j]
          let (up: i64) = add.i64 j 1
          let (f: f64) = if c then let (o: f64) = %s.f64 t w in (o) else in (t)
          in (f)
`, pick("add", "sub", "mul"))
		sum = strings.Replace(sum, "          let (f", cond+"          let (f", 1)
	}
	return fmt.Sprintf(`fun main (n: i64) (m: i64) (x0: [n]f64) : (r: [n]f64) =
  let (y: [n]f64) = copy x0
  let (last: i64) = sub.i64 n 1
  let (x: [n]f64) = loop (x: [n]f64 = y) for (k: i64) < n do
      let (i: i64) = %s
%s%s      in (x2)
  in (x)
`, pick("sub.i64 last k", "add.i64 k 0"), sum, after)
}
