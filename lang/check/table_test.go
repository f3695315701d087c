package check_test

import (
	"fmt"
	"strings"
	"testing"

	"raido/lang/check"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/lower"
	"raido/lang/syntax/parser"
	"raido/lang/types"
)

// TestTables: an array of many numbers has the type, the values and the faults of one with a parenthesis around its last number, which is
// checked one by one.
func TestTables(t *testing.T) {
	const zeros = ", 0, 0, 0, 0, 0, 0, 0, 0"
	numbers := []string{
		"1" + zeros, "0.5" + zeros, "1, 0.5" + zeros, "1u8, 256, -1" + zeros, "1u8, 256u8, -1u8" + zeros, "1f32, 0.1" + zeros, "0x1f, -0x80" + zeros, "300, -300" + zeros,
		"1, 99999999999999999999, 5, 99999999999999999999" + zeros, "1e999" + zeros, "1, 0.5, 1e400" + zeros, "1f16, 65520" + zeros, "-128i8" + zeros, "128i8" + zeros, "-9223372036854775808" + zeros,
		"-1, 2147483648" + zeros, "0rIV, 0b11" + zeros, "1,\n  -- one\n  -70000,\n 70000" + zeros,
	}
	frames := []string{
		"%s", "let xs = %s", "let xs : []u8 = %s", "let xs : []f32 = %s", "let xs : [10]i64 = %s", "let xs : []bool = %s", "let xs : [][]i8 = [%s]", "[%s, [1i16]]", "(%s)[1] + 1i16", "map (+ 1i8) %s",
		"map f32.sqrt %s", "f64.sum %s", "reduce (+) 0 %s", "let f 'a (x: a) = x\nlet xs = f %s", "def f x = x == %s", "map2 (\\x y -> (x : u16) + y) (iota 10 |> map u16.i64) %s", "if true then %s else [1u32]",
		"%s with [0] = 1i16", "\\xs -> xs == %s", "let f (xs: [3]i32) = xs\nf %s", "(%s, %s)", "i32.sum %s + true", "loop xs = %s for i < 3 do map (* 2i16) xs", "assert (%s == []) 1", "replicate %s[0] 1",
	}
	outcome := func(text string) string {
		env, out := check.Prelude().ForCell(), ""
		f, faults := parser.Cell(&diag.Source{Name: "In [1]", Text: text})
		var defs []*types.Def
		for _, d := range f.Decls {
			next, made, ds := check.Decl(env, d)
			env, defs, faults = next, append(defs, made...), append(faults, ds...)
		}
		for _, e := range f.Exps {
			d, ds := check.Exp(env, e.Exp, "it")
			if defs, faults = append(defs, d), append(faults, ds...); d != nil && len(faults.Errors()) == 0 {
				if prog, _, err := lower.Program(d); err == nil {
					out += core.Canon(prog)
				}
			}
		}
		for _, d := range faults {
			out += fmt.Sprintf("%s %d %s\n", d.Code, d.Span.Start, d.Msg)
			for _, n := range d.Notes {
				out += fmt.Sprintf("  %d %s\n", n.Span.Start, n.Msg)
			}
		}
		for _, d := range defs {
			if d != nil && len(faults.Errors()) == 0 {
				out += d.Sym.Name + ": " + types.PrintScheme(d.Sym.Scheme) + "\n"
			}
		}
		return out
	}
	for _, frame := range frames {
		for _, ns := range numbers {
			whole := strings.ReplaceAll(frame, "%s", "["+ns[:len(ns)-1]+" 0 ]")
			got := outcome(whole)
			want := outcome(strings.ReplaceAll(frame, "%s", "["+ns[:len(ns)-1]+"(0)]"))
			if got != want {
				t.Errorf("%s\n  is\n%s\n  not\n%s", whole, got, want)
			}
		}
	}
}
