package enginetest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"raido/backend"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/value"
)

// AddI is the operator that adds i64.
const AddI = `(\(x: i64) (y: i64) : (i64) -> let (z: i64) = add.i64 x y in (z))`

// CountTo takes k operations for each element.
const CountTo = `fun main (n: i64) (k: i64) (xs: [n]i64) : (r: [n]i64) (s: i64) =
	let (r: [n]i64) = map n (xs) (\(x: i64) : (i64) ->
		let (y: i64) = loop (a: i64 = x) for (i: i64) < k do
			let (b: i64) = mul.i64 a a
			let (c: i64) = add.i64 b i
			in (c)
		in (y))
	let (s: i64) = reduce n (r) (0i64) ` + AddI + `
	in (r, s)`

// CountWhile takes n turns of a loop, which no engine knows before.
const CountWhile = `fun main (n: i64) : (r: i64) =
	let (r: i64) = loop (a: i64 = 0i64) while
			let (t: bool) = lt.i64 a n
			in (t)
		do
			let (b: i64) = add.i64 a 1i64
			in (b)
	in (r)`

// Program makes main of a body with the results' binders, of arguments of several types.
func Program(ret, body string) string {
	return fmt.Sprintf("fun main (n: i64) (m: i64) (k: i64) (xs: [n]i64) (fs: [n]f64) (mat: [n][m]f64) (is: [n]i64) : %s = %s", ret, body)
}

// Ints is an array of integers.
func Ints(t prim.Type, shape ...int64) *value.Array {
	return filled(t, shape, func(i int64) prim.Scalar { return prim.Int(t, (i*7919+13)%1009-300) })
}

// Floats is an array of floats.
func Floats(t prim.Type, shape ...int64) *value.Array {
	return filled(t, shape, func(i int64) prim.Scalar { return prim.Float(t, float64((i*7919+13)%1009)/64-3) })
}

// Indices are i64 indices below n, and some that are not in range.
func Indices(n, count int64) *value.Array {
	return filled(prim.I64, []int64{count}, func(i int64) prim.Scalar { return prim.Int(prim.I64, (i*2654435761)%(n+2)-1) })
}

func filled(t prim.Type, shape []int64, elem func(i int64) prim.Scalar) *value.Array {
	elems := make([]prim.Scalar, value.NewArray(t, shape...).Size())
	for i := range elems {
		elems[i] = elem(int64(i))
	}
	return value.FromScalars(t, shape, elems).(*value.Array)
}

// Upload brings a value to an engine.
func Upload(t testing.TB, e backend.Engine, v value.Value) backend.Value {
	t.Helper()
	x, err := e.Upload(t.Context(), v)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Run uploads, runs and fetches.
func Run(e backend.Engine, p backend.Program, args []value.Value) ([]value.Value, error) {
	ctx := context.Background()
	in := make([]backend.Value, len(args))
	for i, a := range args {
		v, err := e.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		defer v.Release()
		in[i] = v
	}
	res, _, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	out := make([]value.Value, len(res))
	for i, v := range res {
		if out[i], err = v.Host(ctx); err != nil {
			return nil, err
		}
		v.Release()
	}
	return out, nil
}

// Same compares values: integers exactly, floats up to a relative error.
func Same(a, b value.Value) bool {
	switch a := a.(type) {
	case value.Scalar:
		b, ok := b.(value.Scalar)
		return ok && a.Type == b.Type && sameScalar(a.Scalar, b.Scalar)
	case *value.Array:
		b, ok := b.(*value.Array)
		if !ok || a.Elem != b.Elem || fmt.Sprint(a.Shape) != fmt.Sprint(b.Shape) {
			return false
		}
		for i := int64(0); i < a.Size(); i++ {
			if !sameScalar(a.At(i), b.At(i)) {
				return false
			}
		}
		return true
	default: // engines give scalars and arrays
	}
	return false
}

func sameScalar(a, b prim.Scalar) bool {
	if !a.Type.IsFloat() {
		return a == b
	}
	x, y := a.Float64(), b.Float64()
	tol := 1e-9
	if a.Type == prim.F32 {
		tol = 1e-4
	}
	return x == y || x != x && y != y || math.Abs(x-y) <= tol*math.Max(1, math.Max(math.Abs(x), math.Abs(y)))
}

// Show prints a value, of an array the beginning.
func Show(v value.Value) string {
	switch v := v.(type) {
	case value.Scalar:
		return v.Scalar.String()
	case *value.Array:
		var parts []string
		for i := int64(0); i < min(v.Size(), 40); i++ {
			parts = append(parts, v.At(i).String())
		}
		return fmt.Sprintf("%v%s{%s}", v.Shape, v.Elem, strings.Join(parts, " "))
	default: // engines give scalars and arrays
	}
	return fmt.Sprint(v)
}

// Class is the class and the message of an error.
func Class(err error) string {
	var d *diag.Diag
	if errors.As(err, &d) {
		return fmt.Sprint(d.Class, " ", d.Msg)
	}
	return fmt.Sprint(err)
}
