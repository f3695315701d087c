package opt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core/coretest"
	"raido/lang/opt"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestSmallLoopsRandom: loops, maps and sums over lists and rows of indices keep their meaning and their failures, whatever they do.
func TestSmallLoopsRandom(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 23))
		pick := func(of ...string) string { return of[rng.IntN(len(of))] }
		var b strings.Builder
		nums, arrs, id := []string{"x", "c"}, []string{"ws", "us", "row"}, 0
		num := func() string { return nums[rng.IntN(len(nums))] }
		name := func() string { id++; return fmt.Sprintf("v%d", id) }
		for range 2 + rng.IntN(4) {
			v, at := name(), pick("ds[i]", "i", "t[i]", "div.i64 i 2", "sub.i64 i 1")
			index := "let (j: i64) = " + at + " "
			if at == "i" {
				index = "let (j: i64) = add.i64 i 0 "
			}
			pickOf := pick(index+"let (y: f64) = xs[j]", "let (y: f64) = "+pick(arrs...)+"[i]",
				index+"let (k: i64) = add.i64 p j let (y: f64) = xs[k]", "let (b: bool) = lt.i64 i 1 let (y: f64) = if b then in ("+num()+") else in ("+num()+")")
			op := pick("mul", "add", "max")
			switch rng.IntN(4) {
			case 0:
				fmt.Fprintf(&b, "let (%s: f64) = loop (a: f64 = %s) for (i: i64) < 3 do %s let (z: f64) = %s.f64 a y in (z)\n", v, num(), pickOf, op)
				nums = append(nums, v)
			case 1:
				fmt.Fprintf(&b, "let (%s: f64) (%sI: i64) = loop (a: f64 = %s) (h: i64 = 0) for (l: i32) < 3i32 do let (i: i64) = to_i64.i32 l let (g: i64) = ds[i] let (h: i64) = add.i64 h g %s let (z: f64) = %s.f64 a y in (z, h)\n", v, v, num(), pickOf, op)
				nums = append(nums, v)
			case 2:
				from := pick("ds", "t", "is")
				fmt.Fprintf(&b, "let (%s: [3]f64) = map 3 (%s, %s) (\\(i: i64) (w: f64) : (f64) -> %s let (z: f64) = %s.f64 w y in (z))\n", v, from, pick(arrs...), pickOf, op)
				arrs = append(arrs, v)
				fmt.Fprintf(&b, "let (%sE: f64) = %s[1]\n", v, v)
				nums = append(nums, v+"E")
			case 3:
				fmt.Fprintf(&b, "let (%s: f64) = reduce 3 (%s) (0.5) (\\(a: f64) (b: f64) : (f64) -> let (z: f64) = %s.f64 a b in (z))\n", v, pick(arrs...), op)
				nums = append(nums, v)
			}
		}
		all := "x" // what fails is used
		for _, v := range nums {
			s := name()
			fmt.Fprintf(&b, "let (%s: f64) = add.f64 %s %s\n", s, all, v)
			all = s
		}
		p := coretest.Parse(t, fmt.Sprintf(`fun main (n: i64) (c: f64) (xs: [n]f64) (ts: [n][3]i64) (rows: [n][3]f64) : (r: [n]f64) (s: [n][3]f64) =
let (ds: [3]i64) = [%d, %d, %d] : i64
let (ws: [3]f64) = [0.5, 2.0, -1.0] : f64
let (is: [3]i64) = iota.i64 3 0 1
let (ps: [n]i64) = iota.i64 n 0 1
let (r: [n]f64) (s: [n][3]f64) = map n (xs, ts, rows, ps) (\(x: f64) (t: [3]i64) (row: [3]f64) (p: i64) : (f64, [3]f64) ->
let (us: [3]f64) = [x, 1.0, c] : f64
%sin (%s, %s))
in (r, s)`, rng.IntN(3), rng.IntN(3), rng.IntN(3)-rng.IntN(2), b.String(), all, arrs[rng.IntN(len(arrs))]))
		for range 2 {
			if corepass.Keeps(t, p, opt.SmallLoops, rowsOfThree(rng), corepass.Exactly) {
				changed++
			}
		}
	}
	if changed < 300 {
		t.Errorf("only %d programs are written out", changed)
	}
}

func rowsOfThree(rng *rand.Rand) []value.Value {
	n := rng.Int64N(6)
	var ts []prim.Scalar
	for range 3 * n {
		ts = append(ts, prim.Int(prim.I64, rng.Int64N(max(min(n, 3), 1))))
	}
	return []value.Value{coretest.I64(n), coretest.F64(0.5), coretest.Quarters(rng, n), value.FromScalars(prim.I64, []int64{n, 3}, ts), coretest.Quarters(rng, n, 3)}
}
