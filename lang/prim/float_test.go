package prim_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"raido/lang/prim"
)

func polygamma(x float64, n int) float64 {
	y, _ := prim.Polygamma.Eval(prim.F64, []prim.Scalar{prim.Float(prim.F64, x), prim.Int(prim.I32, int64(n))})
	return y.Float64()
}

func TestPolygammaIsTheDerivative(t *testing.T) {
	for _, x := range []float64{0.1, 0.3, 0.7, 1, 2.5, 10, 40, -0.3, -1.6, -5.25} {
		for n := range 5 {
			f := func(x float64) float64 { return polygamma(x, n-1) }
			if n == 0 {
				f = func(x float64) float64 { y, _ := math.Lgamma(x); return y }
			}
			h := 1e-5
			want := (8*(f(x+h)-f(x-h)) - (f(x+2*h) - f(x-2*h))) / (12 * h)
			if got := polygamma(x, n); !(math.Abs(got-want) <= 1e-8*(1+math.Abs(want))) {
				t.Errorf("polygamma %v %d = %v, differences give %v", x, n, got, want)
			}
		}
	}
	if got, want := polygamma(1, 0), -0.57721566490153286; math.Abs(got-want) > 2e-15 {
		t.Errorf("digamma 1 = %v, want %v", got, want)
	}
	if got, want := polygamma(1, 1), math.Pi*math.Pi/6; math.Abs(got-want) > 2e-15 {
		t.Errorf("trigamma 1 = %v, want %v", got, want)
	}
}

// fma of narrow floats is checked against exact rational arithmetic.
func TestFmaRoundsOnce(t *testing.T) {
	op := prim.Fma
	for range 20000 {
		a := make([]prim.Scalar, 3)
		for i := range a {
			a[i] = prim.Float(prim.F32, math.Ldexp(rand.Float64()-0.5, rand.IntN(40)-20))
		}
		z := new(big.Float).SetPrec(400).SetFloat64(a[0].Float64())
		z.Mul(z, new(big.Float).SetFloat64(a[1].Float64()))
		z.Add(z, new(big.Float).SetPrec(400).SetFloat64(a[2].Float64()))
		want, _ := z.Float32()
		if got, _ := op.Eval(prim.F32, a); got.Float64() != float64(want) {
			t.Fatalf("fma %v = %v, want %v", a, got.Float64(), want)
		}
	}
}

func TestHalf(t *testing.T) {
	for b := range 1 << 16 {
		f := prim.HalfValue(uint16(b))
		if f != f {
			continue
		}
		if got := prim.HalfBits(f); got != uint16(b) {
			t.Fatalf("HalfBits(HalfValue(%#x)) = %#x", b, got)
		}
		if s := prim.Float(prim.F16, f); s.Float64() != f {
			t.Fatalf("Float(f16, %v) = %v", f, s.Float64())
		}
	}
	// Halfway cases go to even.
	for _, c := range []struct {
		f    float64
		want uint16
	}{{1 + 0x1p-11, 0x3c00}, {1 + 3*0x1p-11, 0x3c02}, {65519, 0x7bff}, {65520, 0x7c00}, {0x1p-25, 0}, {0x1.8p-24, 2}} {
		if got := prim.HalfBits(c.f); got != c.want {
			t.Errorf("HalfBits(%v) = %#x, want %#x", c.f, got, c.want)
		}
	}
}
