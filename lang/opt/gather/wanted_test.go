package gather_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"raido/lang/core/coretest"
	"raido/lang/opt/gather"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden/corepass"
)

// TestWantedRandom: maps whose elements others read under conditions on indices keep what is read.
func TestWantedRandom(t *testing.T) {
	changed := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 9))
		pick := func(of ...string) string { return of[rng.IntN(len(of))] }
		reader := func() string {
			c := pick("i k", "k i", "i k", "i z")
			used, other := "let (y: f64) = add.f64 x 1.0 in (y)", "in (0.5)"
			if rng.IntN(8) == 0 {
				other = "in (x)"
			}
			if rng.IntN(2) == 0 {
				used, other = other, used
			}
			return fmt.Sprintf("map n (is, v) (\\(i: i64) (x: f64) : (f64) -> let (c: bool) = %s.i64 %s let (q: f64) = if c then %s else %s in (q))",
				pick("lt", "le", "eq"), c, used, other)
		}
		r := reader()
		from := [][2]string{{"is, xs", "(i: i64)"}, {"xs", ""}}[rng.IntN(2)]
		r2 := r
		if rng.IntN(4) == 0 {
			r2 = reader()
		}
		p := coretest.Parse(t, fmt.Sprintf(`fun main (n: i64) (k: i64) (xs: [n]f64) : (r: [n]f64) (r2: [n]f64) (s: f64) =
  let (is: [n]i64) = iota.i64 n 0i64 1i64
  let (z: i64) = add.i64 k 1i64
  let (v: [n]f64) = map n (%s) (\%s (x: f64) : (f64) ->
    let (m: [n]f64) = map n (xs) (\(y: f64) : (f64) -> let (w: f64) = mul.f64 x y in (w))
    let (s: f64) = reduce n (m) (0.0) (\(u: f64) (v: f64) : (f64) -> let (z: f64) = add.f64 u v in (z))
    in (s))
  let (s: f64) = %s
  let (r: [n]f64) = %s
  let (r2: [n]f64) = %s
  in (r, r2, s)`, from[0], from[1], pick("v[k]", "xs[k]", "v[0]"), r, r2))
		n := 1 + rng.Int64N(5)
		var xs []prim.Scalar
		for range n {
			xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
		}
		number := func(x int64) value.Value { return value.Scalar{Scalar: prim.Int(prim.I64, x)} }
		args := []value.Value{number(n), number(rng.Int64N(n)), value.FromScalars(prim.F64, []int64{n}, xs)}
		if corepass.Keeps(t, p, gather.Wanted, args, corepass.Exactly) {
			changed++
		}
	}
	if changed < 100 {
		t.Errorf("only %d programs ask for less", changed)
	}
}
