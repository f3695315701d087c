package fwd_test

import (
	"strings"
	"testing"

	"raido/ad/fwd"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/core/verify"
	"raido/lang/prim"
	"raido/lang/value"
)

// TestTies: of equal elements the first has the derivative, in max and min, reduced or scanned.
func TestTies(t *testing.T) {
	for _, c := range []struct {
		op   string
		xs   []float64
		want float64
	}{
		{"max", []float64{1, 2, 2, 0}, 10},
		{"min", []float64{5, 2, 3, 2}, 10},
		{"max", []float64{3, 3, 3, 3}, 1},
	} {
		p, err := core.Parse(`fun main (xs: [4]f64) : (r: f64) =
  let (r: f64) = reduce_comm 4 (xs) (` + map[string]string{"max": "-f64.inf", "min": "f64.inf"}[c.op] + `) (\(a: f64) (b: f64) : (f64) ->
      let (m: f64) = ` + c.op + `.f64 a b
      in (m))
  in (r)`)
		if err != nil {
			t.Fatal(err)
		}
		dots := []float64{1, 10, 100, 1000}
		res := coretest.Run(t, jvp(t, p), []value.Value{value.FromSlice(prim.F64, c.xs), value.FromSlice(prim.F64, dots)})
		if got := coretest.Floats(res[1])[0]; got != c.want {
			t.Errorf("%s %v: tangent %g, want %g", c.op, c.xs, got, c.want)
		}
	}
}

// TestFreeAreConstants: what a lambda uses from outside has no tangent, and a seed that is the constant
// zero costs no code.
func TestFreeAreConstants(t *testing.T) {
	p, err := core.Parse(`fun main (y: f64) (x: f64) : (r: f64) (d: f64) =
  let (r: f64) (d: f64) = jvp (\(a: f64) (b: f64) : (f64) ->
      let (p: f64) = mul.f64 a b
      let (q: f64) = mul.f64 p y
      in (q)) (x, x) (1.0, 0.0)
  in (r, d)`)
	if err != nil {
		t.Fatal(err)
	}
	f := p.Entry()
	b := &core.Builder{}
	res := fwd.Diff(b, f.Body.Stms[0].Exp.(*core.Diff), nil)
	q := &core.Prog{Funs: []*core.Fun{{Name: "main", Params: f.Params, Ret: f.Ret, Body: b.Body(res...)}}}
	if err := verify.Prog(q); err != nil {
		t.Fatal(err)
	}
	got := core.Canon(q)
	want := `fun main (y_1: f64) (x_2: f64) : (r_3: f64) (d_4: f64) =
  let (a_5: f64) = use x_2
  let (b_6: f64) = use x_2
  let (p_7: f64) = mul.f64 a_5 b_6
  let (mul_8: f64) = mul.f64 b_6 1.0f64
  let (q_9: f64) = mul.f64 p_7 y_1
  let (mul_10: f64) = mul.f64 y_1 mul_8
  in (q_9, mul_10)
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestCallIsABug(t *testing.T) {
	p, err := core.Parse(`fun f (x: f64) : (r: f64) = in (x)
fun main (x: f64) : (r: f64) = let (y: f64) = call f (x) in (y)`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if r := recover(); r == nil || !strings.Contains(r.(error).Error(), "Call") {
			t.Errorf("recovered %v", r)
		}
	}()
	fwd.Lambda(coretest.Lambda(p), nil, nil)
}
