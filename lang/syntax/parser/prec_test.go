package parser

import (
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax"
)

func parseExp(t *testing.T, text string) syntax.Exp {
	t.Helper()
	e, faults := Exp(&diag.Source{Name: "test", Text: text})
	if len(faults) > 0 {
		t.Fatalf("%s: %v", text, faults)
	}
	return e
}

func TestPrecedence(t *testing.T) {
	for _, c := range [][2]string{
		{"a + b * c", "(+ a (* b c))"},
		{"a * b + c", "(+ (* a b) c)"},
		{"a - b - c", "(- (- a b) c)"},
		{"a ** b ** c", "(** (** a b) c)"},
		{"-a ** b", "(** (neg a) b)"},
		{"-f a", "(neg (f a))"},
		{"-a[i]", "(neg (at a i))"},
		{"!a && b", "(&& (not a) b)"},
		{"- -a", "(neg (neg a))"},
		{"a - -b", "(- a (neg b))"},
		{`f a \x -> g x + 1`, `(f a (fn x (+ (g x) 1)))`},
		{"f -1", "(- f 1)"},
		{"a % b // c %% d / e", "(/ (%% (// (% a b) c) d) e)"},
		{"a << b + c", "(<< a (+ b c))"},
		{"a >> b >>> c", "(>>> (>> a b) c)"},
		{"a & b << c", "(& a (<< b c))"},
		{"a | b & c ^ d", "(^ (& (| a b) c) d)"},
		{"a == b & c", "(== a (& b c))"},
		{"a < b == c", "(== (< a b) c)"},
		{"a && b == c", "(&& a (== b c))"},
		{"a || b && c", "(|| a (&& b c))"},
		{"a || b |> f", "(|> (|| a b) f)"},
		{"f <| a || b", "(<| f (|| a b))"},
		{"f <| g <| a", "(<| f (<| g a))"},
		{"a |> f |> g", "(|> (|> a f) g)"},
		{"a |> f <| b", "(|> a (<| f b))"},
		{"a `f` b |> g", "(`f` a (|> b g))"},
		{"a `f` b `m.g` c", "(`m.g` (`f` a b) c)"},
		{"a with [i] = b |> f", "(with a i (|> b f))"},
		{"a |> f with [i] = b", "(with (|> a f) i b)"},
		{"a with [i] = b with [j] = c", "(with (with a i b) j c)"},
		{"a with x.y = b", "(with a .x.y b)"},
		{"a `f` b with [i] = c", "(`f` a (with b i c))"},
		{"a..b...c", "(... a b c)"},
		{"0..<n + 1", "(..< 0 (+ n 1))"},
		{"a `f` b..>c", "(..> (`f` a b) c)"},
		{"a + b : i32", "(: (+ a b) i32)"},
		{"a : i32 :> i32", "(:> (: a i32) i32)"},
		{"0...n : []i32", "(: (... 0 n) []i32)"},
		{"f a b + g c", "(+ (f a b) (g c))"},
		{"f a[i] b", "(f (at a i) b)"},
		{"f a [i]", "(f a [i])"},
		{"f (a)[i]", "(f (at a i))"},
		{"f a.x.0.y[i]", "(f (at (get (get a.x 0) y) i))"},
		{"x.0.1", "(get (get x 0) 1)"},
		{"(f x).y.z", "(get (get (f x) y) z)"},
		{"a + if c then x else y + z", "(+ a (if c x (+ y z)))"},
		{"a |> \\x -> x |> f", "(|> a (fn x (|> x f)))"},
		{"let x = a in x : i32", "(let x a (: x i32))"},
		{"-let x = a in x + b", "(neg (let x a (+ x b)))"},
		{"#[a] x + y", "(attr a (+ x y))"},
		{"(+ 1)", "(right + 1)"},
		{"(1 +)", "(left 1 +)"},
		{"(- 1)", "(neg 1)"},
		{"(1 -)", "(left 1 -)"},
		{"(x + y *)", "(left (+ x y) *)"},
		{"(x |> f |>)", "(left (|> x f) |>)"},
		{"(`f` x)", "(right `f` x)"},
		{"(x `f`)", "(left x `f`)"},
		{"(-)", "-"},
		{"(!)", ""},
		{"(m.+ 1)", "(right m.+ 1)"},
		{"a m.+ b m.* c", "(m.+ a (m.* b c))"},
		// A user's operator has the level of its longest standard prefix.
		{"a +^ b *. c", "(+^ a (*. b c))"},
		{"a <*> b <$$ c", ""},
		{"a <*> b + c", "(<*> a (+ b c))"},
		{"a |>> b || c", "(|>> a (|| b c))"},
		{"a >-> b == c", "(== (>-> a b) c)"},
		{"a **- b ** c", "(** (**- a b) c)"},
		{"a =* b && c", "(&& (=* a b) c)"},
	} {
		e, faults := Exp(&diag.Source{Name: "test", Text: c[0]})
		if c[1] == "" {
			if len(faults) == 0 {
				t.Errorf("%s: no fault", c[0])
			}
			continue
		}
		if len(faults) > 0 {
			t.Errorf("%s: %v", c[0], faults)
		} else if got := sexp(e); got != c[1] {
			t.Errorf("%s: got %s, want %s", c[0], got, c[1])
		}
	}
}

// The printer puts parentheses where a made-up tree needs them.
func TestPrintMadeUp(t *testing.T) {
	v := func(n string) syntax.Exp { return &syntax.VarExp{Name: syntax.Name{Base: n}} }
	bin := func(op string, l, r syntax.Exp) syntax.Exp {
		return &syntax.BinExp{Op: syntax.Name{Base: op}, L: l, R: r}
	}
	iff := &syntax.IfExp{Cond: v("c"), Then: v("x"), Else: v("y")}
	neg := &syntax.NegExp{Exp: v("a")}
	for _, c := range []struct {
		e    syntax.Exp
		want string
	}{
		{bin("*", bin("+", v("a"), v("b")), v("c")), "(a + b) * c"},
		{bin("-", v("a"), bin("-", v("b"), v("c"))), "a - (b - c)"},
		{bin("-", bin("-", v("a"), v("b")), v("c")), "a - b - c"},
		{bin("<|", bin("<|", v("a"), v("b")), v("c")), "(a <| b) <| c"},
		{bin("+", iff, v("z")), "(if c then x else y) + z"},
		{bin("+", v("z"), iff), "z + if c then x else y"},
		{bin("+", bin("+", v("a"), iff), v("z")), "(a + if c then x else y) + z"},
		{&syntax.ApplyExp{Fn: v("f"), Args: []syntax.Exp{neg, iff, v("x")}}, "f (-a) (if c then x else y) x"},
		{&syntax.ApplyExp{Fn: &syntax.ApplyExp{Fn: v("f"), Args: []syntax.Exp{v("x")}}, Args: []syntax.Exp{v("y")}}, "(f x) y"},
		{&syntax.NegExp{Exp: neg}, "- -a"},
		{&syntax.IndexExp{Arr: &syntax.ApplyExp{Fn: v("f"), Args: []syntax.Exp{v("x")}}, Idx: []syntax.DimIndex{{Fix: v("i")}}}, "(f x)[i]"},
		{&syntax.ProjectExp{Rec: bin("+", v("a"), v("b")), Field: "0"}, "(a + b).0"},
		{&syntax.MatchExp{Scrut: v("x"), Cases: []syntax.CaseExp{
			{Pat: &syntax.PatWild{}, Body: &syntax.MatchExp{Scrut: v("y"), Cases: []syntax.CaseExp{{Pat: &syntax.PatWild{}, Body: v("a")}}}},
			{Pat: &syntax.PatName{Name: "z"}, Body: v("b")}}}, "match x\ncase _ -> (match y\n  case _ -> a)\ncase z -> b"},
	} {
		got := syntax.Print(c.e)
		if got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
		if again := dump(parseExp(t, got)); again != dump(c.e) {
			t.Errorf("%s parses as\n%s, not as\n%s", got, again, dump(c.e))
		}
	}
}
