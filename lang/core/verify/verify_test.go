package verify_test

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/verify"
)

func parse(t *testing.T, text string) *core.Prog {
	t.Helper()
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Each body stands in a function of n, m: i64, xs, ys: [n]f64, is: [n]i64, c: bool, x: f64.
func TestVerifyRefuses(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"let (a: i64) = use x in (x)", "pattern 0 has type i64, want f64"},
		{"let (a: f64) = add.i64 n m in (x)", "pattern 0 has type f64, want i64"},
		{"let (a: f64) = add.f64 x n in (x)", "an operand has type i64, want f64"},
		{"let (a: f64) = sqrt.i64 n in (x)", "sqrt does not take i64"},
		{"let (a: f64) = xs[x] in (x)", "an index has type f64, want i64"},
		{"let (a: f64) = xs[n, n] in (x)", "want an array of rank 2 at least"},
		{"let (a: [3]f64) = [x, x] : f64 in (x)", "pattern 0 has type [3i64]f64, want [2i64]f64"},
		{"let (a: [n]f64) = rearrange (1) xs in (x)", "(1) is no permutation"},
		{"let (a: f64) = if x then in (x) else in (x) in (x)", "the condition has type f64"},
		{"let (a: f64) = if c then in (x) else in (n) in (x)", "else 0 has type i64, want f64"},
		{"let (a: f64) = loop (p: f64 = n) for (i: i64) < n do in (p) in (x)", "initial value 0 has type i64"},
		{"let (a: f64) = loop (p: f64 = x) for (i: i64) < n do in (i) in (x)", "loop result 0 has type i64"},
		{"let (a: f64) = loop (p: f64 = x) for (i: i32) < n do in (p) in (x)", "the bound has type i64, want i32"},
		{`let (a: [n]f64) = map n (xs) (\(p: i64) : (f64) -> in (x)) in (x)`, "parameter 0 has type i64, want f64"},
		{`let (a: [n]f64) = map n (xs) (\(p: f64) : (f64) -> in (n)) in (x)`, "result 0 has type i64, want f64"},
		{`let (a: [n]i64) = map n (xs) (\(p: f64) : (f64) -> in (p)) in (x)`, "pattern 0 has type [n_"},
		{`let (a: f64) = reduce n (xs) (0) (\(p: f64) (q: f64) : (f64) -> in (p)) in (x)`, "neutral element 0 has type i64"},
		{`let (a: f64) = reduce n (xs) (0.0) (\(p: f64) : (f64) -> in (p)) in (x)`, "parameter: 1, want 2"},
		{"let (a: [n]f64) = scatter n (xs) (ys) (ys) in (x)", "an index has type f64, want i64"},
		{`let (a: f64) (b: f64) = jvp (\(p: f64) : (f64) -> in (p)) (x) (n) in (x)`, "seed 0 has type i64, want f64"},
		{"let (a: [2]f64) = replicate [3] x in (x)", "pattern 0 has type [2i64]f64, want [3i64]f64"},
		{"in (n)", "result 0 has type i64, want f64"},
		{"in (x, x)", "result: 2 values for 1 binders"},
		// Consumption.
		{"let (a: [n]f64) = xs with [0] = x let (b: f64) = xs[0] in (b)", "is used after it was consumed"},
		{"let (v: [n]f64) = xs[0 : n : 1] let (a: [n]f64) = xs with [0] = x let (b: f64) = v[0] in (b)", "is used after"},
		{"let (v: [n]f64) = use xs let (a: [n]f64) = v with [0] = x let (b: f64) = xs[0] in (b)", "is used after"},
		{"let (a: [n]f64) = if c then let (z: [n]f64) = xs with [0] = x in (z) else in (ys) let (b: f64) = xs[0] in (b)", "is used after"},
		{`let (a: [n]f64) = map n (is) (\(p: i64) : (f64) -> let (z: [n]f64) = xs with [p] = x in (x)) in (x)`, "run more than once"},
		{`let (a: [n]f64) = loop (p: [n]f64 = xs) for (i: i64) < n do let (z: [n]f64) = p with [i] = x in (z) let (b: f64) = xs[0] in (b)`, "is used after"},
		{`let (a: [n]f64) (o: [n]f64) = loop (p: [n]f64 = xs) (q: [n]f64 = ys) for (i: i64) < n do let (z: [n]f64) = p with [i] = x in (q, z) let (b: f64) = ys[0] in (b)`, "is used after"},
		{`let (a: [n]f64) = loop (p: [n]f64 = xs) for (i: i64) < n do let (z: [n]f64) = p with [i] = x in (ys) in (x)`, "is consumed by the next iteration"},
		// Accumulators.
		{withAcc(`let (d: acc k [n]f64) = update_acc a [0] x in (a)`), "is used after"},
		{withAcc(`let (d: acc k [n]f64) = update_acc a [0] n in (d)`), "the value has type i64, want f64"},
		{withAcc(`let (d: [n]f64) = map n (xs) (\(p: f64) : (f64) -> let (e: acc k [n]f64) = update_acc a [0] p in (p)) in (a)`), "run more than once"},
	} {
		text := "fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [n]f64) (is: [n]i64) (c: bool) (x: f64) : (r: f64) = " + c.body
		p := parse(t, text)
		err := verify.Prog(p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.body, err, c.want)
		}
	}
}

func withAcc(body string) string {
	return `let (w: [n]f64) = with_acc (k xs 0.0 (\(p: f64) (q: f64) : (f64) -> let (r: f64) = add.f64 p q in (r)))
		(\(a: acc k [n]f64) : (acc k [n]f64) -> ` + body + `) in (x)`
}

func TestVerifyAccepts(t *testing.T) {
	for _, body := range []string{
		withAcc("in (a)"),
		withAcc("let (d: acc k [n]f64) = if c then let (e: acc k [n]f64) = update_acc a [0] x in (e) else in (a) in (d)"),
		withAcc("let (d: acc k [n]f64) = loop (e: acc k [n]f64 = a) for (i: i64) < n do let (f: acc k [n]f64) = update_acc e [i] x in (f) in (d)"),
		"let (v: [n]f64) = copy xs let (a: [n]f64) = v with [0] = x let (b: f64) = xs[0] in (b)",
		"let (a: [n]f64) = if c then let (z: [n]f64) = xs with [0] = x in (z) else let (y: [n]f64) = xs with [1] = x in (y) in (x)",
		"let (k: i64) (a: [k]f64) = if c then in (n, xs) else in (m, ys) in (x)",
		"let (k: i64) (a: [k]f64) = loop (j: i64 = n) (p: [j]f64 = xs) for (i: i64) < n do let (d: [j]f64) = reverse p in (j, d) in (x)",
	} {
		p := parse(t, "fun main (n: i64) (m: i64) (xs: [n]f64) (ys: [m]f64) (c: bool) (x: f64) : (r: f64) = "+body)
		if err := verify.Prog(p); err != nil {
			t.Errorf("%s\n%v", body, err)
		}
	}
}

// memory are bodies that consume, each in a function of n: i64, xs, ys: [n][n]f64, ne: [n]f64, is: [n]i64, x: f64, beside a
// function set that consumes its second parameter and gives its third; want is the fault, or nothing. They were told
// apart by one analysis and not by another before there was one only.
var memory = []struct{ name, body, want string }{
	{"a scan whose operator consumes rows of a copy", `let (c: [n][n]f64) = copy xs
		let (zs: [n][n]f64) = scan n (c) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = b with [0] = x in (r)) in (zs, xs)`, ""},
	{"a scan whose operator consumes rows", `
		let (zs: [n][n]f64) = scan n (xs) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = b with [0] = x in (r)) in (zs, xs)`, "xs_"},
	{"a scan whose operator consumes what it gave, which is a row", `
		let (zs: [n][n]f64) = scan n (xs) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = a with [0] = x in (b)) in (zs, xs)`, "is used after"},
	{"an operator that consumes what it gave, which is bound outside", `let (f: [n]f64) = copy ne
		let (zs: [n][n]f64) = scan n (xs) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = a with [0] = x in (f)) in (zs, xs)`, "is consumed by the next iteration"},
	{"a histogram whose operator consumes values", `let (d: [n][n]f64) = copy xs
		let (zs: [n][n]f64) = hist n (d) (is) (ys) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = b with [0] = x in (r)) in (zs, ys)`, "ys_"},
	{"a histogram whose operator works in the destination", `let (d: [n][n]f64) = copy xs
		let (zs: [n][n]f64) = hist n (d) (is) (ys) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = a with [0] = x in (r)) in (zs, ys)`, ""},
	{"a histogram whose operator reads the destination", `let (d: [n][n]f64) = copy xs
		let (zs: [n][n]f64) = hist n (d) (is) (ys) (ne) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = d[0] in (r)) in (zs, ys)`, "is used after"},
	{"a map that consumes its rows and reads the array", `
		let (zs: [n][n]f64) = map n (xs) (\(a: [n]f64) : ([n]f64) -> let (v: f64) = xs[0, 0] let (r: [n]f64) = a with [0] = v in (r)) in (zs, ys)`, "in another way"},
	{"a map over an array twice that consumes one row", `
		let (zs: [n][n]f64) = map n (xs, xs) (\(a: [n]f64) (b: [n]f64) : ([n]f64) -> let (r: [n]f64) = a with [0] = x in (b)) in (zs, ys)`, "in another way"},
	{"a loop with an array twice that consumes one", `
		let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = xs) for (i: i64) < n do
			let (r: [n][n]f64) = p with [0, 0] = x in (r, q) in (p, q)`, "in another way"},
	{"a loop that reads what it consumes", `
		let (p: [n][n]f64) = loop (p: [n][n]f64 = xs) for (i: i64) < n do let (v: f64) = xs[0, 0] let (r: [n][n]f64) = p with [0, 0] = v in (r) in (p, p)`, "in another way"},
	{"results of a loop that exchanges", `let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = ys) for (i: i64) < n do in (q, p)
		let (a: [n][n]f64) = p with [0, 0] = x let (b: [n][n]f64) = q with [0, 0] = x in (a, b)`, ""},
	{"one result of a loop that exchanges, and an initial value", `let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = ys) for (i: i64) < n do in (q, p)
		let (a: [n][n]f64) = p with [0, 0] = x in (a, ys)`, "ys_"},
	{"an initial value, and a result of a loop that exchanges", `let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = ys) for (i: i64) < n do in (q, p)
		let (a: [n][n]f64) = ys with [0, 0] = x in (a, p)`, "p_"},
	{"results of a loop that are one", `let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = ys) for (i: i64) < n do in (p, p)
		let (a: [n][n]f64) = p with [0, 0] = x in (a, q)`, "q_"},
	{"a loop that exchanges and consumes", `let (p: [n][n]f64) (q: [n][n]f64) = loop (p: [n][n]f64 = xs) (q: [n][n]f64 = ys) for (i: i64) < n do
		let (r: [n][n]f64) = p with [0, 0] = x in (q, r) in (p, ys)`, "ys_"},
	{"a call that consumes", "let (a: [n][n]f64) = call set (n, xs, ys) in (a, xs)", "xs_"},
	{"the result of a call is an argument", "let (a: [n][n]f64) = call set (n, xs, ys) let (b: [n][n]f64) = a with [0, 0] = x in (b, ys)", "ys_"},
	{"results of a call that are one", "let (a: [n]f64) (b: [n]f64) = call pair (n) let (c: [n]f64) = a with [0] = x let (v: f64) = b[0] in (xs, ys)", "b_"},
	{"a call with an array twice", "let (a: [n][n]f64) = call set (n, xs, xs) in (a, ys)", "in another way"},
	{"a derivative consumes seeds as it consumes arguments", `let (a: [n][n]f64) (d: [n][n]f64) = jvp (\(p: [n][n]f64) : ([n][n]f64) -> let (r: [n][n]f64) = p with [0, 0] = x in (r)) (xs) (ys) in (a, ys)`, "ys_"},
	{"the value beside a derivative is the argument", `let (a: [n][n]f64) (d: [n][n]f64) = jvp (\(p: [n][n]f64) : ([n][n]f64) -> in (p)) (xs) (ys)
		let (b: [n][n]f64) = a with [0, 0] = x in (b, xs)`, "xs_"},
	{"a derivative is the seed", `let (a: [n][n]f64) (d: [n][n]f64) = jvp (\(p: [n][n]f64) : ([n][n]f64) -> in (p)) (xs) (ys)
		let (b: [n][n]f64) = d with [0, 0] = x in (b, ys)`, "ys_"},
	{"what only the other branch consumes", `let (a: [n][n]f64) = if true then let (b: [n][n]f64) = xs with [0, 0] = x in (b) else in (xs)
		let (b: [n][n]f64) = a with [0, 0] = x in (b, ys)`, ""},
	{"what one branch consumed", `let (a: [n][n]f64) = if true then let (b: [n][n]f64) = xs with [0, 0] = x in (b) else in (ys) in (a, xs)`, "xs_"},
	{"a value that is part of what is written to", "let (v: [n]f64) = xs[0] let (a: [n][n]f64) = xs with [1] = v in (a, ys)", ""},
}

func TestMemory(t *testing.T) {
	for _, c := range memory {
		err := verify.Prog(parse(t, `fun pair (n: i64) : (r: [n]f64) (s: [n]f64) = let (a: [n]f64) = replicate [n] 0.0 in (a, a)
		fun set (n: i64) (a: [n][n]f64) (b: [n][n]f64) : (r: [n][n]f64) = let (c: [n][n]f64) = a with [0, 0] = 0.0 in (b)
		fun main (n: i64) (xs: [n][n]f64) (ys: [n][n]f64) (ne: [n]f64) (is: [n]i64) (x: f64) : (r: [n][n]f64) (s: [n][n]f64) = `+c.body))
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// Faults that text cannot express: a variable bound twice or out of scope.
func TestVerifyBinders(t *testing.T) {
	x := core.NewVar("x", core.I64)
	twice := &core.Fun{Name: "main", Params: []*core.Var{x, x}}
	free := &core.Fun{Name: "main", Ret: []*core.Var{core.NewVar("r", core.I64)}, Body: core.Body{Result: []core.Atom{x}}}
	for _, c := range []struct {
		f    *core.Fun
		want string
	}{{twice, "is bound twice"}, {free, "is not in scope"}} {
		err := verify.Prog(&core.Prog{Funs: []*core.Fun{c.f}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
