package eval_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/prim"
	"raido/lang/value"
)

func read(t testing.TB, text string) []value.Value {
	t.Helper()
	vs, err := value.ReadAll([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return vs
}

// show prints results, or class and message of an error.
func show(vs []value.Value, err error) string {
	var d *diag.Diag
	if errors.As(err, &d) {
		return string(d.Class) + ": " + d.Msg
	}
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, v := range vs {
		out = append(out, value.Print(v))
	}
	return strings.Join(out, " ; ")
}

// TestPrograms runs testdata/*.core: programs, separated by lines of "====", each followed by cases
// "> arguments" and "< results or error".
func TestPrograms(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile("testdata/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		for i, chunk := range strings.Split(string(data), "\n====\n") {
			t.Run(fmt.Sprintf("%s/%d", f.Name(), i), func(t *testing.T) { runChunk(t, chunk) })
		}
	}
}

func runChunk(t *testing.T, chunk string) {
	text, cases, ok := strings.Cut(chunk, "\n> ")
	if !ok {
		t.Fatal("a program without cases")
	}
	prog := coretest.Parse(t, text)
	p := eval.Compile(prog)
	for _, c := range strings.Split(cases, "\n> ") {
		in, want, _ := strings.Cut(c, "\n< ")
		args := read(t, in)
		before := show(args, nil)
		got := show(p.Run(context.Background(), args))
		if want = strings.TrimSpace(want); got != want {
			t.Errorf("%s gives\n  %s, want\n  %s", in, got, want)
		}
		if after := show(args, nil); after != before {
			t.Errorf("the arguments %s have become %s", before, after)
		}
		out, _, err := p.RunCounted(context.Background(), args)
		if counted := show(out, err); counted != got {
			t.Errorf("%s gives %s when counted, else %s", in, counted, got)
		}
	}
}

// Every operator at every type gives what its row says, in whatever form it is compiled.
func TestPrimitivesAgainstRows(t *testing.T) {
	for _, op := range prim.Ops {
		for _, ty := range prim.Types {
			if op.Class.Has(ty) {
				checkPrim(t, op, ty)
			}
		}
	}
}

func checkPrim(t *testing.T, op *prim.Op, ty prim.Type) {
	b := &core.Builder{}
	params := make([]*core.Var, op.Arity)
	for i := range params {
		params[i] = core.NewVar("x", core.Prim(op.OperandType(ty, i)))
	}
	r := b.Prim(op, ty, core.Atoms(params)...)
	f := &core.Fun{Name: "main", Params: params, Ret: []*core.Var{core.NewVar("r", r.Type)}, Body: b.Body(r)}
	p := eval.Compile(&core.Prog{Funs: []*core.Fun{f}})
	var rec func(args []prim.Scalar)
	rec = func(args []prim.Scalar) {
		if len(args) < op.Arity {
			for _, s := range samples(op.OperandType(ty, len(args))) {
				rec(append(args[:len(args):len(args)], s))
			}
			return
		}
		var vs []value.Value
		for _, a := range args {
			vs = append(vs, value.Scalar{Scalar: a})
		}
		got := show(p.Run(context.Background(), vs))
		want, err := op.Eval(ty, args)
		text := want.String()
		if err != nil {
			text = "RuntimeError: " + err.Error()
		}
		if got != text {
			t.Errorf("%s.%s %v = %s, want %s", op.Name, ty, args, got, text)
		}
	}
	rec(nil)
}

func samples(t prim.Type) []prim.Scalar {
	var out []prim.Scalar
	switch {
	case t == prim.Bool:
		return []prim.Scalar{prim.BoolOf(false), prim.BoolOf(true)}
	case t.IsFloat():
		for _, f := range []float64{math.Copysign(0, -1), 1, -0.75, 2.5, 6e4, 0.1, 1e30, math.NaN(), math.Inf(-1)} {
			out = append(out, prim.Float(t, f))
		}
	default:
		for _, i := range []int64{0, 1, -1, 3, -7, 31, 64} {
			out = append(out, prim.Int(t, i))
		}
		out = append(out, prim.IntMin(t), prim.IntMax(t))
	}
	return out
}

// Division by constants has forms of its own.
func TestDivisionByConstants(t *testing.T) {
	for _, op := range []*prim.Op{prim.Div, prim.Mod, prim.Quot, prim.Rem} {
		for _, ty := range []prim.Type{prim.I64, prim.I32} {
			for _, y := range samples(ty) {
				for _, x := range samples(ty) {
					v := core.NewVar("x", core.Prim(ty))
					b := &core.Builder{}
					r := b.Prim(op, ty, v, core.Const{Scalar: y})
					f := &core.Fun{Name: "main", Params: []*core.Var{v}, Ret: []*core.Var{r}, Body: b.Body(r)}
					got := show(eval.Run(context.Background(), &core.Prog{Funs: []*core.Fun{f}}, []value.Value{value.Scalar{Scalar: x}}))
					want, err := op.Eval(ty, []prim.Scalar{x, y})
					text := want.String()
					if err != nil {
						text = "RuntimeError: " + err.Error()
					}
					if got != text {
						t.Errorf("%s %v %v = %s, want %s", op.Name, x, y, got, text)
					}
				}
			}
		}
	}
}

// Elements of every type survive loading, storing and copying.
func TestElementTypes(t *testing.T) {
	for _, ty := range prim.Types {
		p := eval.Compile(coretest.Parse(t, strings.ReplaceAll(`fun main (n: i64) (xs: [n]T) : (a: [n]T) (b: [n]T) (c: [n][2]T) =
  let (a: [n]T) = map n (xs) (\(x: T) : (T) -> in (x))
  let (b: [n]T) = reverse a
  let (c0: [2][n]T) = [a, b] : [n]T
  let (c: [n][2]T) = rearrange (1, 0) c0
  in (a, b, c)`, "T", ty.String())))
		ss := samples(ty)
		xs := value.NewArray(ty, int64(len(ss)))
		for i, s := range ss {
			b, _ := value.AppendBinary(nil, value.Scalar{Scalar: s})
			copy(xs.Data[i*ty.Size():], b[7:])
		}
		out, err := p.Run(context.Background(), []value.Value{value.Scalar{Scalar: prim.Int(prim.I64, int64(len(ss)))}, xs})
		if err != nil {
			t.Fatal(err)
		}
		if !value.Equal(out[0], xs) {
			t.Errorf("%s: %s became %s", ty, value.Print(xs), value.Print(out[0]))
		}
		n := len(ss)
		for i := range n {
			x, y := xs.At(int64(i)).String(), xs.At(int64(n-1-i)).String()
			if got := out[1].(*value.Array).At(int64(i)).String(); got != y {
				t.Errorf("%s: reversed element %d is %s, want %s", ty, i, got, y)
			}
			c := out[2].(*value.Array)
			if got := c.At(int64(2*i)).String() + c.At(int64(2*i+1)).String(); got != x+y {
				t.Errorf("%s: row %d of the transpose is %s, want %s", ty, i, got, x+y)
			}
		}
	}
}

func TestArguments(t *testing.T) {
	p := eval.Compile(coretest.Parse(t, `fun main (n: i64) (x: i32) (xs: [n][2]f32) : (r: i32) = in (x)`))
	for in, want := range map[string]string{
		"1i64 2i32 [[1f32, 2]]":    "2i32",
		"1i64 2i32":                "UsageError: the program takes 3 arguments, not 2",
		"1i64 2i64 [[1f32, 2]]":    "UsageError: argument 2 is a i64, expected i32",
		"1i64 2i32 [[1f64, 2]]":    "UsageError: argument 3 is a [1][2]f64, expected",
		"1i64 2i32 [1f32]":         "UsageError: argument 3 is a [1]f32, expected",
		"1i64 [2i32] [[1f32, 2]]":  "UsageError: argument 2 is a [1]i32, expected i32",
		"2i64 2i32 [[1f32, 2]]":    "UsageError: argument 3 has shape [1][2], expected [2][2]",
		"1i64 2i32 [[1f32, 2, 3]]": "UsageError: argument 3 has shape [1][3], expected [1][2]",
	} {
		if got := show(p.Run(context.Background(), read(t, in))); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	short := &value.Array{Elem: prim.F32, Shape: []int64{1, 2}, Data: make([]byte, 4)}
	got := show(p.Run(context.Background(), append(read(t, "1i64 2i32"), short)))
	if want := "UsageError: argument 3 has 4 bytes for shape [1][2]f32"; got != want {
		t.Errorf("short data: %s, want %s", got, want)
	}
}

// A failure is reported at the place of its statement, the innermost that has one.
func TestPositions(t *testing.T) {
	src := &diag.Source{Name: "cell", Text: "xs[i]"}
	p := coretest.Parse(t, `fun main (n: i64) (xs: [n]i64) (i: i64) : (ys: [n]i64) =
  let (ys: [n]i64) = map n (xs) (\(x: i64) : (i64) -> let (y: i64) = xs[i] in (y))
  in (ys)`)
	inner := p.Entry().Body.Stms[0].Exp.(*core.Map).Fn.Body.Stms
	for _, where := range []diag.Span{{Source: src, Start: 0, End: 5}, {Source: src, Start: 2, End: 3}} {
		inner[0].Src = where
		_, err := eval.Run(context.Background(), p, read(t, "2i64 [1i64, 2] 7i64"))
		var d *diag.Diag
		if !errors.As(err, &d) || d.Span != where || d.Msg != "index 7 out of bounds for array of length 2" {
			t.Errorf("%v at %v, want it at %v", err, d.Span, where)
		}
	}
}

func TestCounts(t *testing.T) {
	p := coretest.Parse(t, `fun main (n: i64) (xs: [n]f64) : (r: f64) =
  let (ys: [n]f64) = map n (xs) (\(x: f64) : (f64) ->
      let (y: f64) = mul.f64 x x
      let (z: f64) = add.f64 y 1.0f64
      in (z))
  let (r: f64) = reduce n (ys) (0.0f64) (\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))
  in (r)`)
	_, n, err := eval.RunCounted(context.Background(), p, read(t, "4i64 [1.0, 2, 3, 4]"))
	if want := (eval.Counts{Ops: 12, Reads: 8, Writes: 4}); err != nil || n != want {
		t.Errorf("counts %+v, %v, want %+v", n, err, want)
	}
}

// A program may be run at once from several goroutines.
func TestConcurrentRuns(t *testing.T) {
	p := eval.Compile(coretest.Parse(t, `fun main (n: i64) : (r: i64) =
  let (xs: [n]i64) = iota.i64 n 0 1
  let (r: i64) = reduce n (xs) (0) (\(a: i64) (b: i64) : (i64) -> let (c: i64) = add.i64 a b in (c))
  in (r)`))
	var wg sync.WaitGroup
	for k := range 8 {
		wg.Go(func() {
			for n := range int64(50) {
				got := show(p.Run(context.Background(), read(t, fmt.Sprintf("%di64", n+int64(k)))))
				if want := fmt.Sprintf("%di64", (n+int64(k))*(n+int64(k)-1)/2); got != want {
					t.Errorf("sum of %d: %s, want %s", n+int64(k), got, want)
				}
			}
		})
	}
	wg.Wait()
}

// Nesting in the program does not reach the limits of the Go stack.
func TestDeepNesting(t *testing.T) {
	const depth = 2000
	text := "let (y: i64) = add.i64 x 1 in (y)"
	for range depth {
		text = "let (z: i64) = if true then " + text + " else in (x) in (z)"
	}
	text = "fun main (x: i64) : (r: i64) = " + text
	p, err := core.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if got := show(eval.Run(context.Background(), p, read(t, "41i64"))); got != "42i64" {
		t.Error(got)
	}
}

// TestTrace: values are shown in the order of the statements, arrays too; dead code is no reason to leave one out.
func TestTrace(t *testing.T) {
	p, err := core.Parse(`fun main (x: i32) : (r: i32) =
  let () = trace "x: %d" (x)
  let (ys: [2]i32) = map 2 () (\ : (i32) -> let () = trace "in %d" (x) in (x))
  let () = trace "(%d, %d)" (ys, 1.5f64)
  in (x)`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	ctx := eval.WithTrace(context.Background(), func(s string) { got = append(got, s) })
	if _, err := eval.Run(ctx, p, []value.Value{value.Scalar{Scalar: prim.Int(prim.I32, 7)}}); err != nil {
		t.Fatal(err)
	}
	if want := []string{"x: 7i32", "in 7i32", "in 7i32", "([7i32, 7i32], 1.5f64)"}; !slices.Equal(got, want) {
		t.Errorf("traced %q, want %q", got, want)
	}
}
