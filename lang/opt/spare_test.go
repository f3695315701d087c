package opt_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/verify"
	"raido/lang/opt"
	"raido/lang/prim"
)

// relatives is a program with a map whose results are made of each other, some with little work, and with statements that read and
// overwrite them in any order.
func relatives(rng *rand.Rand) string {
	n := 2 + rng.IntN(4)
	var body, names, types, uses, out []string
	any := func(k int) string {
		return []string{fmt.Sprint("v", rng.IntN(k)), "a", "c", "2.0"}[max(0, rng.IntN(6)-2)]
	}
	for i := range n {
		op := []string{"neg.f64 ", "sin.f64 ", "add.f64 ", "mul.f64 ", "sub.f64 "}[rng.IntN(5)]
		args := "a"
		if i > 0 {
			args = any(i)
		}
		if op != "neg.f64 " && op != "sin.f64 " {
			args += " " + any(max(i, 1))
		}
		if i == 0 {
			op, args = "sin.f64 ", "a"
		}
		body = append(body, fmt.Sprintf("let (v%d: f64) = %s%s", i, op, args))
		names, types = append(names, fmt.Sprintf("(x%d: [n]f64)", i)), append(types, "f64")
	}
	const plus = "(0.0) (\\(p: f64) (q: f64) : (f64) -> let (e: f64) = add.f64 p q in (e))"
	gone := map[int]bool{}
	for k := range 1 + rng.IntN(5) {
		i := rng.IntN(n)
		if gone[i] {
			continue
		}
		switch rng.IntN(4) {
		case 0:
			uses = append(uses, fmt.Sprintf("let (r%d: [n]f64) = scan n (x%d) %s", k, i, plus))
			out = append(out, fmt.Sprintf("(r%d: [n]f64)", k))
		case 1:
			uses = append(uses, fmt.Sprintf("let (r%d: [n]f64) = x%d with [0i64] = c", k, i))
			out = append(out, fmt.Sprintf("(r%d: [n]f64)", k))
			gone[i] = true
		default:
			uses = append(uses, fmt.Sprintf("let (r%d: f64) = reduce n (x%d) %s", k, i, plus))
			out = append(out, fmt.Sprintf("(r%d: f64)", k))
		}
	}
	for i := range n {
		if !gone[i] && rng.IntN(2) == 0 {
			out = append(out, names[i])
		}
	}
	var results, vs []string
	for i, o := range out {
		name, typ, _ := strings.Cut(strings.Trim(o, "()"), ":")
		results, out[i] = append(results, name), fmt.Sprintf("(o%d:%s)", i, typ)
	}
	for i := range n {
		vs = append(vs, fmt.Sprint("v", i))
	}
	return fmt.Sprintf("fun main (n: i64) (c: f64) (as: [n]f64) : %s =\n let %s = map n (as) (\\(a: f64) : (%s) -> %s in (%s))\n %s\n in (%s)",
		strings.Join(out, " "), strings.Join(names, " "), strings.Join(types, ", "), strings.Join(body, " "), strings.Join(vs, ", "),
		strings.Join(uses, "\n "), strings.Join(results, ", "))
}

// TestSpareRelatives: results that are made of others keep their bits, whatever else is done with either.
func TestSpareRelatives(t *testing.T) {
	spared := 0
	for seed := range uint64(600) {
		text := relatives(rand.New(rand.NewPCG(seed, 1)))
		p, err := core.Parse(text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if err := verify.Prog(p); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if core.Print(opt.Spare(p)) != core.Print(p) {
			spared++
		}
		f := func(x float64) prim.Scalar { return prim.Float(prim.F64, x) }
		args := []coregen.Arg{{Type: prim.I64, Elems: []prim.Scalar{prim.Int(prim.I64, 3)}}, {Type: prim.F64, Elems: []prim.Scalar{f(0.3)}},
			{Type: prim.F64, Shape: []int64{3}, Elems: []prim.Scalar{f(0.5), f(-2), f(7)}}}
		if d := differs(p, opt.Spare, args); d != "" {
			t.Fatalf("%s\n%s\n%s", d, text, core.Print(opt.Spare(p)))
		}
	}
	if spared < 50 {
		t.Errorf("only %d programs are changed", spared)
	}
}
