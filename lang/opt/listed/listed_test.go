package listed_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/limits"
	"raido/lang/opt/listed"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// differ compares bit for bit, but that NaNs are equal and zeros have no sign.
func differ(want, got value.Value) error {
	return corepass.Exactly(unsigned(want), unsigned(got))
}

func unsigned(v value.Value) value.Value {
	a, ok := v.(*value.Array)
	if !ok || !a.Elem.IsFloat() {
		return v
	}
	out := make([]prim.Scalar, a.Size())
	for i := range out {
		if out[i] = a.At(int64(i)); out[i].Float64() == 0 {
			out[i].Bits = 0
		}
	}
	return value.FromScalars(a.Elem, a.Shape, out)
}

// always makes lists however little work there is.
func always(t *testing.T) {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.ListWork, limits.Now.ListReads = 1, 1
}

// TestGolden runs the cases testdata/listed/*.txtar.
func TestGolden(t *testing.T) {
	always(t)
	limits.Now.ListReads = 2
	corepass.Language(differ).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "listed", Fn: listed.Sums}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	always(t)
	for seed := range uint64(100) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, InPlace: seed%2 == 0, Masks: true})
		corepass.Keeps(t, p, listed.Sums, coregen.Values(args), differ)
	}
}

// TestRandomNests: sums of products by a few arrays, in maps in any order, of which some levels index the arrays. The arrays are zero at some places,
// or at most, or at none, and NaN or infinite at others; what they are multiplied by is finite, as weigh of infinity and zero is a
// product to the interpreter.
func TestRandomNests(t *testing.T) {
	always(t)
	limits.Now.ManyElements = 2
	lists := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 7))
		text, types := randomNest(rng)
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if strings.Contains(core.Print(listed.Sums(p)), "loop") {
			lists++
		}
		for range 3 {
			corepass.Keeps(t, p, listed.Sums, randomArgs(rng, types), differ)
		}
	}
	if lists < 400 {
		t.Errorf("%d of 600 programs have lists", lists)
	}
}

// letters are the dimensions of a nest: those of levels, the sum's b, and one of a sum within a term, k.
const letters = "dijbk"

// randomNest is a program and the dimensions of its parameters, after the five sizes.
func randomNest(rng *rand.Rand) (string, []string) {
	levels := []rune("dij")
	rng.Shuffle(3, func(a, b int) { levels[a], levels[b] = levels[b], levels[a] })
	levels = levels[:1+rng.IntN(3)]
	pick := func(from []rune, least rune) string {
		out := []rune{least}
		for _, c := range from {
			if rng.IntN(2) == 0 {
				out = append(out, c)
			}
		}
		rng.Shuffle(len(out), func(a, b int) { out[a], out[b] = out[b], out[a] })
		return string(out)
	}
	few := levels[:len(levels)-1+rng.IntN(2)]
	inner := rng.IntN(2) == 0
	t, u, w := pick(few, 'b'), pick(few, 'b'), pick(levels, 'b')
	if inner {
		t = pick([]rune(t), 'k')
		t = string(slices.Compact([]rune(t)))
		if !strings.ContainsRune(t, 'b') {
			t += "b"
		}
	}
	read := func(name, dims string) string {
		return fmt.Sprintf("%s[%s]", name, strings.Join(strings.Split(dims, ""), ", "))
	}
	typ := func(dims string) string {
		out := ""
		for _, c := range dims {
			out += fmt.Sprintf("[n%c]", c)
		}
		return out + "f64"
	}
	add := `(\(u: f64) (v: f64) : (f64) -> let (t: f64) = add.f64 u v in (t))`
	term := fmt.Sprintf("let (x: f64) = %s let (y: f64) = %s let (p: f64) = weigh.f64 y x", read("t", t), read("w", w))
	if inner {
		term = fmt.Sprintf(`let (es: [nk]f64) = map nk (ks) (\(k: i64) : (f64) -> let (x: f64) = %s in (x))
			let (x: f64) = reduce_comm nk (es) (0.0f64) %s let (y: f64) = %s let (p: f64) = weigh.f64 y x`, read("t", t), add, read("w", w))
	}
	switch rng.IntN(3) {
	case 0:
		term += " let (q: f64) = neg.f64 p"
	case 1:
		term += fmt.Sprintf(" let (z: f64) = %s let (q: f64) = %s.f64 p z", read("u", u), []string{"add", "sub"}[rng.IntN(2)])
	case 2:
		term += " let (q: f64) = use p"
	}
	body := fmt.Sprintf(`let (ps: [nb]f64) = map nb (bs) (\(b: i64) : (f64) -> %s in (q)) let (s: f64) = reduce_comm nb (ps) (0.0f64) %s`, term, add)
	beside, result := rng.IntN(len(levels)+1), "s"
	result0, types, types0 := "", "", ""
	for k, c := range slices.Backward(levels) {
		all := fmt.Sprintf("(%sf64", types)
		if result0 != "" {
			all += fmt.Sprintf(", %sf64", types0)
		} else if k == beside {
			body += fmt.Sprintf(` let (rs: [nb]f64) = map nb (bs) (\(b: i64) : (f64) -> let (x: f64) = to_f64.i64 b in (x)) let (a: f64) = reduce_comm nb (rs) (1.0f64) %s`, add)
			result0, types0, all = "a", "", all+", f64"
		}
		pat := fmt.Sprintf("(r%c: [n%c]%sf64)", c, c, types)
		results := result
		if result0 != "" {
			pat += fmt.Sprintf(" (o%c: [n%c]%sf64)", c, c, types0)
			results += ", " + result0
			result0, types0 = fmt.Sprintf("o%c", c), fmt.Sprintf("[n%c]%s", c, types0)
		}
		body = fmt.Sprintf(`let (%cs: [n%c]i64) = iota.i64 n%c 0i64 1i64 let %s = map n%c (%cs) (\(%c: i64) : %s) -> %s in (%s))`, c, c, c, pat, c, c, c, all, body, results)
		result, types = fmt.Sprintf("r%c", c), fmt.Sprintf("[n%c]%s", c, types)
	}
	ret := fmt.Sprintf("(r: %sf64)", types)
	if result0 != "" {
		ret += fmt.Sprintf(" (o: %sf64)", types0)
		result += ", " + result0
	}
	sizes := ""
	for _, c := range letters {
		sizes += fmt.Sprintf(" (n%c: i64)", c)
	}
	text := fmt.Sprintf(`fun main%s (t: %s) (u: %s) (w: %s) : %s =
		let (bs: [nb]i64) = iota.i64 nb 0i64 1i64 let (ks: [nk]i64) = iota.i64 nk 0i64 1i64 %s in (%s)`, sizes, typ(t), typ(u), typ(w), ret, body, result)
	return text, []string{t, u, w}
}

// randomArgs are sizes and arrays of dimensions; the last one is finite.
func randomArgs(rng *rand.Rand, types []string) []value.Value {
	size := map[rune]int64{}
	var out []value.Value
	for _, c := range letters {
		size[c] = rng.Int64N(5)
		out = append(out, value.Scalar{Scalar: prim.Int(prim.I64, size[c])})
	}
	zeros := []float64{0, 0.5, 0.9, 1}[rng.IntN(4)]
	for k, dims := range types {
		n, shape := int64(1), []int64(nil)
		for _, c := range dims {
			n, shape = n*size[c], append(shape, size[c])
		}
		var xs []prim.Scalar
		for range n {
			x := rng.NormFloat64()
			switch {
			case k == 2:
			case rng.Float64() < zeros:
				x = math.Copysign(0, x)
			case rng.IntN(20) == 0:
				x = []float64{math.NaN(), math.Inf(1), math.Inf(-1)}[rng.IntN(3)]
			}
			xs = append(xs, prim.Float(prim.F64, x))
		}
		out = append(out, value.FromScalars(prim.F64, shape, xs))
	}
	return out
}
