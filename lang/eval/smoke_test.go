package eval_test

import (
	"context"
	"fmt"
	"testing"

	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/value"
)

func TestSmoke(t *testing.T) {
	p, err := core.Parse(`fun main (n: i64) : (r: i64) (t: f64) (ys: [n]i64) =
  let (xs: [n]i64) = iota.i64 n 0 1
  let (ys: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = mul.i64 x 2 in (y))
  let (r: i64) = reduce n (ys) (0) (\(a: i64) (b: i64) : (i64) -> let (y: i64) = add.i64 a b in (y))
  let (s: [n]i64) = scan n (ys) (0) (\(a: i64) (b: i64) : (i64) -> let (y: i64) = add.i64 a b in (y))
  let (t: f64) = loop (t: f64 = 0.0f64) for (i: i64) < n do
    let (f: f64) = to_f64.i64 i
    let (t2: f64) = add.f64 t f
    in (t2)
  in (r, t, s)`)
	if err != nil {
		t.Fatal(err)
	}
	if err := core.Verify(p); err != nil {
		t.Fatal(err)
	}
	out, err := eval.Run(context.Background(), p, []value.Value{value.Scalar{Scalar: core.IntC(10).Scalar}})
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(out[:2], value.Of[int64](out[2].(*value.Array)))
	if want := "[90i64 45.0f64] [0 2 6 12 20 30 42 56 72 90]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
