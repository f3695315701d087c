package syntax_test

import (
	"testing"

	"raido/lang/diag"
	"raido/lang/syntax"
	"raido/lang/syntax/parser"
	"raido/lang/syntax/scan"
)

// TestBuilder: what is built around a tree stands where it is said to, the tree where it stood, and no text means what is bound.
func TestBuilder(t *testing.T) {
	src := &diag.Source{Text: "f (x + 1)"}
	e, errs := parser.Exp(src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	app := e.(*syntax.ApplyExp)
	b := &syntax.Builder{At: e.ExpSpan()}
	v, w := b.Fresh("x"), b.Fresh("x")
	built := b.Apply(b.Lambda(b.TuplePat(v, w), b.Tuple(b.Apply(b.Library("vjp2"), app.Fn, b.Use(v), b.Number(1, "u8")))), app.Args...)
	if got, want := syntax.Print(built), "(\\(1 x, 2 x) -> vjp2 f (1 x) 1u8) (x + 1)"; got != want && got != "(\\(1 x, 2 x) -> vjp2 f 1 x 1u8) (x + 1)" {
		t.Errorf("%s\nwant %s", got, want)
	}
	outer := built.(*syntax.ApplyExp)
	if outer.Span != e.ExpSpan() || outer.Args[0] != app.Args[0] || syntax.Spelled(outer.Fn) != "this function" {
		t.Errorf("the call stands at %v, its function is %s", outer.Span, syntax.Spelled(outer.Fn))
	}
	inner := outer.Fn.(*syntax.LambdaExp).Body.(*syntax.ApplyExp)
	if syntax.Spelled(inner.Fn) != "vjp2" || inner.Args[0].ExpSpan().Text() != "f" {
		t.Errorf("%s %s", syntax.Spelled(inner.Fn), inner.Args[0].ExpSpan().Text())
	}
	for _, p := range []*syntax.PatName{v, w} {
		for _, tok := range scan.Tokens(&diag.Source{Text: p.Name}) {
			if tok.Text() == p.Name {
				t.Errorf("%q is a token", p.Name)
			}
		}
	}
	d := b.Def("let", "x", b.At, b.Hole())
	d.Ret = b.RecordType([]string{"0", "1"}, []syntax.TypeExp{b.ArrayType([]int64{2, 3}, b.Type("f64")), b.RecordType([]string{"a"}, []syntax.TypeExp{b.Type("bool")})})
	if got, want := syntax.Print(d), "let x: ([2][3]f64, {a: bool}) = ???"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
