package core_test

import (
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/verify"
)

const mutual = `fun leaf (n: i64) : (r: i64) = in (n)
fun even (n: i64) : (r: bool) = let (r: bool) = call odd (n) in (r)
fun odd (n: i64) : (r: bool) = let (m: i64) = call leaf (n) let (r: bool) = call even (m) in (r)
fun self (n: i64) : (r: i64) = let (r: i64) = call self (n) in (r)
fun main (n: i64) : (r: bool) = let (r: bool) = call odd (n) let (s: i64) = call self (n) in (r)`

func TestCycles(t *testing.T) {
	p := parse(t, mutual)
	if err := verify.Prog(p); err != nil {
		t.Fatal(err)
	}
	group := core.Cycles(p)
	leaf, even, odd, self, main := p.Funs[0], p.Funs[1], p.Funs[2], p.Funs[3], p.Funs[4]
	if group[leaf] != 0 || group[main] != 0 || group[even] == 0 || group[even] != group[odd] || group[self] == 0 || group[self] == group[odd] {
		t.Error(group)
	}
	if core.Print(parse(t, core.Print(p))) == "" || core.Canon(parse(t, core.Print(p))) != core.Canon(p) {
		t.Error(core.Print(p))
	}
}

func TestVerifyRecursion(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"fun f (n: i64) : (r: i64) = let (r: i64) = call f () in (r)", "argument: 0 values for 1 binders"},
		{"fun f (n: i64) : (r: i64) = let (r: bool) = call f (n) in (n)", "pattern has type bool, want i64"},
		{"fun f (n: i64) : (r: i64) = let (r: i64) = call g (n) in (r) fun g (n: i64) : (r: i64) = in (n)", "function g is not defined before"},
		// A recursive function consumes what its own call consumes.
		{`fun f (n: i64) (xs: [n]i64) (ys: [n]i64) : (r: [n]i64) =
			let (zs: [n]i64) = ys with [0] = n
			let (r: [n]i64) = call f (n, zs, xs) in (r)
		fun main (n: i64) (xs: [n]i64) : (r: [n]i64) (s: [n]i64) =
			let (ys: [n]i64) = copy xs let (r: [n]i64) = call f (n, xs, ys) in (r, xs)`, "xs_"},
	} {
		err := verify.Prog(parse(t, c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\n%v\nwant %s", c.text, err, c.want)
		}
	}
	// Rebuilding keeps calls of functions that come later.
	p := core.Rebuild(parse(t, mutual), func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		b := core.Body{Result: f.Body.Result}
		for _, s := range f.Body.Stms {
			if c, ok := s.Exp.(*core.Call); ok {
				s.Exp = &core.Call{Fun: funs[c.Fun], Args: c.Args}
			}
			b.Stms = append(b.Stms, s)
		}
		return b
	})
	if err := verify.Prog(p); err != nil {
		t.Error(err)
	}
}
