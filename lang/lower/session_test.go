package lower_test

import (
	"context"
	"testing"

	"raido/lang/check"
	"raido/lang/check/scope"
	"raido/lang/core"
	"raido/lang/core/verify"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/lower"
	"raido/lang/syntax/parser"
	"raido/lang/types"
	"raido/lang/value"
)

// notebook is a session in small: definitions, and the values of top-level lets.
type notebook struct {
	t    *testing.T
	env  *scope.Env
	vals map[*types.Symbol]value.Value
}

// run gives the value of a definition; the session's values are extra arguments.
func (n *notebook) run(def *types.Def) value.Value {
	n.t.Helper()
	prog, iface, err := lower.Program(def)
	if err != nil {
		n.t.Fatal(err)
	}
	if err := verify.Prog(prog); err != nil {
		n.t.Fatalf("%v\n%s", err, core.Print(prog))
	}
	var vals []value.Value
	for _, g := range iface.Globals {
		v, ok := n.vals[g.Sym]
		if !ok {
			n.t.Fatalf("no value for %s", g.Sym.Name)
		}
		vals = append(vals, v)
	}
	args, err := iface.Args(vals)
	if err != nil {
		n.t.Fatal(err)
	}
	out, err := eval.Run(context.Background(), prog, args)
	if err != nil {
		n.t.Fatalf("%v\n%s", err, core.Print(prog))
	}
	return iface.Result(out)
}

// cell runs a cell and gives the value of its last expression.
func (n *notebook) cell(text string) value.Value {
	n.t.Helper()
	file, ds := parser.Cell(&diag.Source{Name: "cell", Text: text})
	if len(ds) > 0 {
		n.t.Fatal(ds)
	}
	for _, d := range file.Decls {
		env, defs, ds := check.Decl(n.env, d)
		if len(ds) > 0 {
			n.t.Fatal(ds)
		}
		n.env = env
		for _, def := range defs {
			if def.Sym.Kind == types.KindValue {
				n.vals[def.Sym] = n.run(def)
			}
		}
	}
	if len(file.Exps) == 0 {
		return nil
	}
	def, ds := check.Exp(n.env, file.Exps[0].Exp, "it")
	if len(ds) > 0 {
		n.t.Fatal(ds)
	}
	return n.run(def)
}

// The values of a session are extra parameters after the entry's own; their sizes are known to each other.
func TestGlobals(t *testing.T) {
	tests := []struct {
		cells []string
		want  string
	}{
		{[]string{"let xs = [1i32, 2, 3]", "let k = 10i32", "def add ys = map2 (+) ys xs", "add (map (* k) xs)"}, "[11i32, 22i32, 33i32]"},
		{[]string{"let n = 3i64", "let xs = iota n", "def f (ys: [n]i64) = map2 (+) ys xs", "f (map (* 2) xs)"}, "[0i64, 3i64, 6i64]"},
		{[]string{"let n = 3i64\nlet xs = iota n", "map2 (+) xs (replicate n 1)"}, "[1i64, 2i64, 3i64]"},
		{[]string{"let ys = filter (> 1) (iota 5)", "map2 (+) ys (reverse ys)"}, "[6i64, 6i64, 6i64]"},
		{[]string{"let ys = filter (> 1) (iota 5)", "let zs = map (* 2) ys", "def f x = map (+ x) ys", "map2 (-) zs (f 1)"}, "[1i64, 2i64, 3i64]"},
		{[]string{"let ps = zip (iota 2) [1.5, 2.5]", "(unzip ps).1"}, "[1.5f64, 2.5f64]"},
		{[]string{"let r = {a = 1i32, b = [1i32, 2]}", "map (+ r.a) r.b"}, "[2i32, 3i32]"},
		{[]string{"type s = #some i32 | #none", "let x: s = #some 4", "match x case #some y -> y case #none -> 0"}, "4i32"},
		{[]string{"type o = #some [2]i32 | #none", "let xs: []o = [#none, #some [3, 4], #some [5, 6]]",
			"map (\\x -> match x case #some ys -> ys[1] case #none -> 0) xs"}, "[0i32, 4i32, 6i32]"},
		{[]string{"type o = #some i32 | #none", "let xss: [][]o = [[#none, #some 3], [#some 4, #none]]", "let ys = xss[1]",
			"map (\\(y: o) -> match y case #some v -> v case #none -> 0) ys"}, "[4i32, 0i32]"},
		{[]string{"let xs = [1i32, 2]", "let ys = copy xs with [0] = 7", "(xs[0], ys[0]) |> \\(a, b) -> [a, b]"}, "[1i32, 7i32]"},
		{[]string{"let xs = [3.0f64]", "def f (k: f64) = f64.sum (map (* k) xs)", "f 2 + f 3"}, "15.0f64"},
		{[]string{"let xs = [1i64, 2, 3]", "let k = 10i64", "def total (i: i64): i64 = if i >= length xs then k else xs[i] + total (i+1)",
			"def twice (i: i64) = total i + total i", "[twice 0] ++ map twice (iota 2)"}, "[32i64, 32i64, 30i64]"},
	}
	for _, x := range tests {
		n := &notebook{t, check.Prelude().ForCell(), map[*types.Symbol]value.Value{}}
		var got value.Value
		for _, c := range x.cells {
			got = n.cell(c)
		}
		if s := value.Print(got); s != x.want {
			t.Errorf("%q gives %s, want %s", x.cells, s, x.want)
		}
	}
}
