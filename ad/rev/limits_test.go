package rev_test

import (
	"strings"
	"testing"

	"raido/ad/rev"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/value"
)

// TestAccOperator: an accumulator with another operator than + is refused, and its forward derivative is not
// asked for.
func TestAccOperator(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (xs: [n]f64) : (r: [n]f64) =
  let (c: [n]f64) = copy xs
  let (r: [n]f64) = with_acc (A c 1.0 `+mulOp+`) (\(a: acc A [n]f64) : (acc A [n]f64) ->
    let (b: acc A [n]f64) = update_acc a [0] 2.0
    in (b))
  in (r)`)
	defer func() {
		d, ok := recover().(*diag.Diag)
		if !ok || d.Class != diag.Unsupported || !strings.Contains(d.Msg, "not +") || d.Hint == "" {
			t.Fatalf("got %v", d)
		}
	}()
	rev.Lambda(coretest.Lambda(p), nil, nil)
}

// TestInactiveAccOperator: it does not matter where nothing depends on the arguments.
func TestInactiveAccOperator(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (x: f64) : (s: f64) =
  let (c: [n]f64) = replicate [n] 1.0
  let (r: [n]f64) = with_acc (A c 1.0 `+mulOp+`) (\(a: acc A [n]f64) : (acc A [n]f64) ->
    let (b: acc A [n]f64) = update_acc a [0] 2.0
    in (b))
  let (y: f64) = r[0]
  let (s: f64) = mul.f64 x y
  in (s)`)
	got := coretest.Run(t, vjp(t, p), append(sized(2)[:1], coretest.F64(3), coretest.F64(1)))
	if !value.Equal(coretest.F64(2), got[2]) {
		t.Fatalf("got %v", show(got[2]))
	}
}

// TestDiffIsABug: derivatives and calls must be gone.
func TestDiffIsABug(t *testing.T) {
	p := coretest.Parse(t, `
fun f (x: f64) : (r: f64) =
  in (x)
fun main (x: f64) : (r: f64) =
  let (r: f64) = call f (x)
  in (r)`)
	defer func() {
		if _, ok := recover().(*diag.Bug); !ok {
			t.Fatal("a call was taken")
		}
	}()
	rev.Lambda(coretest.Lambda(p), nil, nil)
}

// TestInactive: no adjoint code for what does not depend on an active argument; free variables of the lambda are
// constants.
func TestInactive(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (c: [n]f64) : (s: f64) =
  let (s: f64) (d: f64) = vjp (\(x: f64) : (f64) ->
      let (k: [n]f64) = map n (c) (\(a: f64) : (f64) -> let (b: f64) = sin.f64 a in (b))
      let (s: f64) = reduce n (k) (0.0) `+addOp+`
      let (y: f64) = mul.f64 s x
      in (y)) (2.0) (1.0)
  in (d)`)
	l := rev.Lambda(p.Entry().Body.Stms[0].Exp.(*core.Diff).Fn, nil, nil)
	kinds := map[string]int{}
	core.Walk(l.Body, func(st core.Stm) {
		switch e := st.Exp.(type) {
		case *core.Map:
			kinds["map"]++
		case *core.Reduce:
			kinds["reduce"]++
		case *core.PrimApp:
			kinds[e.Op.Name]++
		}
	})
	// the primal's map and sum; the product, and its derivative
	if kinds["map"] != 1 || kinds["reduce"] != 1 || kinds["cos"] != 0 || kinds["mul"] != 2 {
		t.Fatalf("got %v", kinds)
	}
}
