package gather_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/opt/gather"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestInnerRandom: nests of maps and loops keep their meaning and their failures, whatever their points compute.
func TestInnerRandom(t *testing.T) {
	for seed := range uint64(200) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		corepass.Keeps(t, p, gather.Inner, coregen.Values(args), corepass.Exactly)
	}
	changed := 0
	for seed := range uint64(600) {
		g := &nestWriter{rng: rand.New(rand.NewPCG(seed, 17))}
		x := g.nest(2+g.rng.IntN(3), []string{"c"}, map[string][]string{})
		p := coretest.Parse(t, "fun main (n: i64) (k: i64) (m: i64) (c: f64) (xs: [n]f64) (ws: [k]f64) (cs: [9]f64) (b: [n][k]f64) : (r: f64) =\n"+
			"let (jn: [n]i64) = iota.i64 n 0i64 1i64 let (jk: [k]i64) = iota.i64 k 0i64 1i64 let (j9: [9]i64) = iota.i64 9i64 0i64 1i64\n"+g.String()+"in ("+x+")")
		for range 2 {
			if corepass.Keeps(t, p, gather.Inner, nestArguments(g.rng), corepass.Exactly) {
				changed++
			}
		}
	}
	if changed < 300 {
		t.Errorf("only %d programs have tables", changed)
	}
}

// nestWriter writes a nest as text.
type nestWriter struct {
	strings.Builder
	rng *rand.Rand
	id  int
}

func (g *nestWriter) pick(of ...string) string { return of[g.rng.IntN(len(of))] }

// let writes a statement that binds a number of a type.
func (g *nestWriter) let(typ, format string, args ...any) string {
	g.id++
	v := fmt.Sprintf("v%d", g.id)
	fmt.Fprintf(g, "let (%s: %s) = %s\n", v, typ, fmt.Sprintf(format, args...))
	return v
}

// nest writes levels around each other, in each of which are the numbers nums and for each length the counters; it gives the number that it comes to.
func (g *nestWriter) nest(depth int, nums []string, counters map[string][]string) string {
	num := func() string { return nums[max(0, len(nums)-1-g.rng.IntN(5))] }
	some := func() {
		for range 1 + g.rng.IntN(3) {
			switch g.rng.IntN(8) {
			case 0, 1:
				nums = append(nums, g.let("f64", "%s.f64 %s", g.pick("exp", "sin", "neg"), num()))
			case 2, 3:
				nums = append(nums, g.let("f64", "%s.f64 %s %s", g.pick("mul", "add"), num(), num()))
			case 4:
				if in, ik := counters["n"], counters["k"]; len(in) > 0 && len(ik) > 0 {
					nums = append(nums, g.let("f64", "b[%s, %s]", g.pick(in...), g.pick(ik...)))
				}
			case 5: // perhaps out of bounds
				if is := counters[g.pick("n", "k", "9i64")]; len(is) > 0 {
					nums = append(nums, g.let("f64", "%s[%s]", g.pick("xs", "ws", "cs"), g.pick(is...)))
				}
			case 6:
				c := g.let("bool", "lt.f64 %s %s", num(), num())
				g.id++
				v := fmt.Sprintf("v%d", g.id)
				fmt.Fprintf(g, "let (%s: f64) = if %s then let (y%s: f64) = exp.f64 %s in (y%s) else in (%s)\n", v, c, v, num(), v, num())
				nums = append(nums, v)
			case 7:
				fmt.Fprintf(g, "let () = assert %s \"too small: %%f\" (%s)\n", g.let("bool", "lt.f64 -9.0 %s", num()), num())
			}
		}
	}
	some()
	if depth > 0 {
		w := g.pick("n", "k", "9i64")
		in := map[string][]string{}
		for k, v := range counters {
			in[k] = v
		}
		g.id++
		i, x := fmt.Sprintf("i%d", g.id), fmt.Sprintf("x%d", g.id)
		in[w] = append(append([]string{}, in[w]...), i)
		if g.rng.IntN(5) == 0 { // a length that the nest computes
			h := g.let("i64", "div.i64 n 2")
			delete(in, w)
			fmt.Fprintf(g, "let (h%s: [%s]i64) = iota.i64 %s 0i64 1i64\n", i, h, h)
			fmt.Fprintf(g, "let (m%s: [%s]f64) = map %s (h%s) (\\(%s: i64) : (f64) ->\nlet (%s: f64) = to_f64.i64 %s\n", i, h, h, i, i, x, i)
			fmt.Fprintf(g, "in (%s))\n", g.nest(depth-1, append(append([]string{}, nums...), x), in))
			nums = append(nums, g.let("f64", "reduce %s (m%s) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (z: f64) = add.f64 a b in (z))", h, i))
		} else if g.rng.IntN(3) > 0 {
			arr := map[string]string{"n": "xs", "k": "ws", "9i64": "cs"}[w]
			iota := map[string]string{"n": "jn", "k": "jk", "9i64": "j9"}[w]
			fmt.Fprintf(g, "let (m%s: [%s]f64) = map %s (%s, %s) (\\(%s: f64) (%s: i64) : (f64) ->\n", i, w, w, arr, iota, x, i)
			fmt.Fprintf(g, "in (%s))\n", g.nest(depth-1, append(append([]string{}, nums...), x), in))
			nums = append(nums, g.let("f64", "reduce %s (m%s) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (z: f64) = add.f64 a b in (z))", w, i))
		} else {
			g.id++
			v := fmt.Sprintf("v%d", g.id)
			if g.rng.IntN(3) == 0 { // perhaps less than 0
				delete(in, w)
				w = "m"
			}
			fmt.Fprintf(g, "let (%s: f64) = loop (%s: f64 = %s) for (%s: i64) < %s do\nlet (f%s: f64) = to_f64.i64 %s\n", v, x, num(), i, w, i, i)
			fmt.Fprintf(g, "in (%s)\n", g.nest(depth-1, append(append([]string{}, nums...), x, "f"+i), in))
			nums = append(nums, v)
		}
	}
	some()
	return nums[len(nums)-1]
}

func nestArguments(rng *rand.Rand) []value.Value {
	n, k := rng.Int64N(5), rng.Int64N(5)
	floats := func(shape ...int64) value.Value { return coretest.Quarters(rng, shape...) }
	return []value.Value{coretest.I64(n), coretest.I64(k), coretest.I64(rng.Int64N(5) - 2), coretest.F64(0.5), floats(n), floats(k), floats(9), floats(n, k)}
}
