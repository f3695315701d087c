package ad_test

import (
	"math"
	"strings"
	"testing"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

func apply(t *testing.T, text string) *core.Prog {
	t.Helper()
	q := coretest.Verified(t, ad.Apply(coretest.Parse(t, text)))
	for _, f := range q.Funs {
		core.Walk(f.Body, func(st core.Stm) {
			if _, ok := st.Exp.(*core.Diff); ok {
				t.Fatalf("a derivative is left in %s", core.Print(q))
			}
		})
	}
	return q
}

func run(t *testing.T, p *core.Prog, args ...value.Value) []value.Value {
	t.Helper()
	return coretest.Run(t, p, args)
}

func wantFloats(t *testing.T, v value.Value, want ...float64) {
	t.Helper()
	var got []float64
	if s, ok := v.(value.Scalar); ok {
		got = []float64{s.Float64()}
	} else {
		got = value.Of[float64](v.(*value.Array))
	}
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-12*(1+math.Abs(want[i]))) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

// TestCalls: calls under a derivative are inlined, also calls of functions that call and differentiate.
func TestCalls(t *testing.T) {
	q := apply(t, `
fun square (x: f64) : (r: f64) =
  let (y: f64) = mul.f64 x x
  in (y)
fun slope (x: f64) : (r: f64) =
  let (y: f64) (d: f64) = vjp (\(p: f64) : (f64) ->
      let (s: f64) = call square (p)
      let (c: f64) = mul.f64 s p
      in (c)) (x) (1.0)
  in (d)
fun main (x: f64) : (a: f64) (b: f64) =
  let (a: f64) = call slope (x)
  let (s: f64) (b: f64) = jvp (\(p: f64) : (f64) ->
      let (s: f64) = call slope (p)
      in (s)) (x) (1.0)
  in (a, b)`)
	out := run(t, q, coretest.F64(3))
	wantFloats(t, out[0], 27)
	wantFloats(t, out[1], 18)
}

// TestNoConfusion: the derivative of x * (d/dy (x + y)) is 1, not 2 [Jensen24, 3.3], in all four modes.
func TestNoConfusion(t *testing.T) {
	for _, outer := range []string{"jvp", "vjp"} {
		for _, inner := range []string{"jvp", "vjp"} {
			q := apply(t, `
fun main (x: f64) : (a: f64) =
  let (v: f64) (d: f64) = `+outer+` (\(x: f64) : (f64) ->
      let (v: f64) (d: f64) = `+inner+` (\(y: f64) : (f64) ->
          let (s: f64) = add.f64 x y
          in (s)) (1.0) (1.0)
      let (p: f64) = mul.f64 x d
      in (p)) (x) (1.0)
  in (d)`)
			wantFloats(t, run(t, q, coretest.F64(5))[0], 1)
		}
	}
}

// TestHigherOrder takes derivatives of sum (map exp (2 xs)) in the direction of ones, up to the third.
func TestHigherOrder(t *testing.T) {
	f := `(\(x: f64) : (f64) ->
      let (n: i64) = use 3
      let (ys: [n]f64) = map n (xs) (\(a: f64) : (f64) ->
          let (p: f64) = mul.f64 a x
          let (q: f64) = exp.f64 p
          in (q))
      let (s: f64) = reduce n (ys) (0.0) (\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))
      in (s))`
	xs := []float64{0.5, -1, 0.25}
	for _, modes := range [][]string{{"vjp"}, {"jvp", "vjp"}, {"vjp", "vjp"}, {"vjp", "jvp"}, {"vjp", "vjp", "vjp"}, {"jvp", "vjp", "vjp"}, {"vjp", "jvp", "vjp"}} {
		order := len(modes)
		fn := f
		for _, m := range modes[1:] {
			fn = `(\(x: f64) : (f64) -> let (v: f64) (d: f64) = ` + m + ` ` + fn + ` (x) (1.0) in (d))`
		}
		q := apply(t, `fun main (xs: [3]f64) (x: f64) : (r: f64) =
  let (v: f64) (d: f64) = `+modes[0]+` `+fn+` (x) (1.0)
  in (d)`)
		want := 0.0
		for _, a := range xs {
			want += math.Pow(a, float64(order)) * math.Exp(a*0.7)
		}
		wantFloats(t, run(t, q, coretest.F64s(xs...), coretest.F64(0.7))[0], want)
	}
}

// TestVec: with a seed dimension the rows of a Jacobian come at once.
func TestVec(t *testing.T) {
	q := apply(t, `
fun main (xs: [2]f64) (seeds: [2][2]f64) : (j: [2][2]f64) =
  let (ys: [2]f64) (j: [2][2]f64) = vjp vec 2 (\(xs: [2]f64) : ([2]f64) ->
      let (a: f64) = xs[0]
      let (b: f64) = xs[1]
      let (p: f64) = mul.f64 a b
      let (q: f64) = sin.f64 a
      let (ys: [2]f64) = [p, q] : f64
      in (ys)) (xs) (seeds)
  in (j)`)
	eye := &value.Array{Elem: prim.F64, Shape: []int64{2, 2}, Data: coretest.F64s(1, 0, 0, 1).Data}
	wantFloats(t, run(t, q, coretest.F64s(3, 5), eye)[0], 5, 3, math.Cos(3), 0)
}

// TestCustom: reverse mode uses the adjoint that is given, at the second derivative too; forward mode does not,
// and nothing is left of it without a derivative.
func TestCustom(t *testing.T) {
	const rule = `custom_vjp (\(p: f64) : (f64) -> let (q: f64) = mul.f64 p p in (q))
      (\(y: f64) (yBar: f64) : (f64) -> let (c: f64) = mul.f64 y yBar in (c)) (x)`
	for _, c := range []struct {
		exp  string
		want float64
	}{
		{`let (r: f64) = ` + rule, 9},
		{`let (v: f64) (r: f64) = jvp (\(x: f64) : (f64) -> let (y: f64) = ` + rule + ` in (y)) (x) (1.0)`, 6},
		{`let (v: f64) (r: f64) = vjp (\(x: f64) : (f64) -> let (y: f64) = ` + rule + ` in (y)) (x) (1.0)`, 9},
		{`let (v: f64) (r: f64) = vjp (\(x: f64) : (f64) ->
            let (v: f64) (d: f64) = vjp (\(x: f64) : (f64) -> let (y: f64) = ` + rule + ` in (y)) (x) (1.0)
            in (d)) (x) (2.0)`, 18},
	} {
		q := apply(t, "fun main (x: f64) : (r: f64) =\n  "+c.exp+"\n  in (r)")
		wantFloats(t, run(t, q, coretest.F64(3))[0], c.want)
	}
}

// TestMutualRecursion: f n x = x * g (n-1) x and g n x = sin (f (n-1) x), both 1 at n = 0; all orders of two modes.
func TestMutualRecursion(t *testing.T) {
	fun := func(name, other, last string) string {
		return `
fun ` + name + ` (n: i64) (x: f64) : (y: f64) =
  let (c: bool) = le.i64 n 0
  let (y: f64) = if c then in (1.0) else
    let (m: i64) = sub.i64 n 1
    let (z: f64) = call ` + other + ` (m, x)
    let (w: f64) = ` + last + `
    in (w)
  in (y)`
	}
	g := func(inner, arg string) string {
		return inner + ` (\(` + arg + `: f64) : (f64) -> let (r: f64) = call f (4, ` + arg + `) in (r)) (` + arg + `0) (1.0)`
	}
	f := func(x float64) float64 { return x * math.Sin(x*math.Sin(1)) }
	const x, h = 0.7, 1e-4
	for _, inner := range []string{"jvp", "vjp"} {
		for _, outer := range []string{"jvp", "vjp"} {
			q := apply(t, fun("f", "g", "mul.f64 x z")+fun("g", "f", "sin.f64 z")+`
fun main (x0: f64) : (d: f64) (dd: f64) =
  let (y: f64) (d: f64) = `+g(inner, "x")+`
  let (e: f64) (dd: f64) = `+outer+` (\(z0: f64) : (f64) -> let (y: f64) (d: f64) = `+g(inner, "z")+` in (d)) (x0) (1.0)
  in (d, dd)`)
			out := run(t, q, coretest.F64(x))
			d, dd := (f(x+h)-f(x-h))/(2*h), (f(x+h)-2*f(x)+f(x-h))/(h*h)
			if got := out[0].(value.Scalar).Float64(); !(math.Abs(got-d) < 1e-6) {
				t.Errorf("%s: %v, differences give %v", inner, got, d)
			}
			if got := out[1].(value.Scalar).Float64(); !(math.Abs(got-dd) < 1e-6) {
				t.Errorf("%s of %s: %v, differences give %v", outer, inner, got, dd)
			}
		}
	}
}

// TestDerivativeOfItself: a function that takes a derivative of itself has none, since it would need all orders.
func TestDerivativeOfItself(t *testing.T) {
	p, err := core.Parse(`fun f (n: i64) (x: f64) : (y: f64) =
  let (c: bool) = le.i64 n 0
  let (y: f64) = if c then in (x) else
    let (m: i64) = sub.i64 n 1
    let (a: f64) (z: f64) = jvp (\(z: f64) : (f64) -> let (r: f64) = call f (m, z) in (r)) (x) (1.0)
    in (z)
  in (y)
fun main (n: i64) (x: f64) : (y: f64) =
  let (y: f64) = call f (n, x)
  in (y)`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		d, ok := recover().(*diag.Diag)
		if !ok || d.Class != diag.Unsupported || !strings.Contains(d.Msg, "f takes a derivative of itself") || d.Hint == "" {
			t.Error(d)
		}
	}()
	ad.Apply(p)
	t.Error("no error")
}
