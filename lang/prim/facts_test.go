package prim_test

import (
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"raido/lang/prim"
)

// at is an operator on floats of a type.
func at(op *prim.Op, t prim.Type, xs ...float64) float64 {
	var args []prim.Scalar
	for _, x := range xs {
		args = append(args, prim.Float(t, x))
	}
	s, _ := op.Eval(t, args)
	return s.Float64()
}

// TestFacts: what everybody knows of the functions holds exactly.
func TestFacts(t *testing.T) {
	inf, zero := math.Inf(1), math.Copysign(0, -1)
	for _, ty := range []prim.Type{prim.F16, prim.F32, prim.F64} {
		for _, c := range []struct {
			op   *prim.Op
			x, y float64
			want float64
		}{
			{prim.Exp, 0, 0, 1}, {prim.Exp2, 3, 0, 8}, {prim.Exp10, 2, 0, 100}, {prim.Expm1, 0, 0, 0}, {prim.Log, 1, 0, 0}, {prim.Log2, 8, 0, 3}, {prim.Log10, 1000, 0, 3},
			{prim.Log1p, 0, 0, 0}, {prim.Sin, 0, 0, 0}, {prim.Cos, 0, 0, 1}, {prim.Tan, 0, 0, 0}, {prim.Asin, 0, 0, 0}, {prim.Acos, 1, 0, 0}, {prim.Atan, 0, 0, 0},
			{prim.Sinh, 0, 0, 0}, {prim.Cosh, 0, 0, 1}, {prim.Tanh, 0, 0, 0}, {prim.Tanh, 30, 0, 1}, {prim.Asinh, 0, 0, 0}, {prim.Acosh, 1, 0, 0}, {prim.Atanh, 0, 0, 0},
			{prim.Sinpi, 0.5, 0, 1}, {prim.Cospi, 0.5, 0, 0}, {prim.Cospi, 1, 0, -1}, {prim.Cbrt, 27, 0, 3}, {prim.Hypot, 3, 4, 5}, {prim.Gamma, 5, 0, 24},
			{prim.Lgamma, 1, 0, 0}, {prim.Lgamma, 2, 0, 0}, {prim.Erf, 0, 0, 0}, {prim.Erf, inf, 0, 1}, {prim.Erfc, 0, 0, 1}, {prim.Atan2, 0, 1, 0},
			{prim.Pow, 2, 10, 1024}, {prim.Pow, 0, 0, 1}, {prim.Pow, inf, 0, 1}, {prim.Pow, 1, inf, 1}, {prim.Pow, -2, 3, -8}, {prim.Mod, 7, 3, 1}, {prim.Mod, -7, 3, 2},
			{prim.Exp, inf, 0, inf}, {prim.Exp, -inf, 0, 0}, {prim.Log, 0, 0, -inf}, {prim.Min, 0, zero, zero}, {prim.Min, zero, 0, 0}, {prim.Max, math.NaN(), 2, 2},
		} {
			if got := at(c.op, ty, []float64{c.x, c.y}[:c.op.Arity]...); got != c.want || math.Signbit(got) != math.Signbit(c.want) {
				t.Errorf("%s.%s %v %v = %v, want %v", c.op.Name, ty, c.x, c.y, got, c.want)
			}
		}
		rng := rand.New(rand.NewPCG(3, 4))
		for range 2000 {
			x := at(prim.Abs, ty, prim.Float(ty, math.Ldexp(rng.Float64()-0.5, rng.IntN(16)-8)).Float64())
			if at(prim.Pow, ty, x, 1) != x || at(prim.Sin, ty, -x) != -at(prim.Sin, ty, x) || at(prim.Tanh, ty, -x) != -at(prim.Tanh, ty, x) ||
				at(prim.Cos, ty, -x) != at(prim.Cos, ty, x) || at(prim.Cbrt, ty, -x) != -at(prim.Cbrt, ty, x) || at(prim.Mod, ty, x, x) != 0 {
				t.Fatalf("%v.%s breaks a law", x, ty)
			}
			next := at(prim.Nextafter, ty, x, inf)
			for _, op := range []*prim.Op{prim.Exp, prim.Log, prim.Atan, prim.Tanh, prim.Sinh, prim.Cbrt} {
				if a, b := at(op, ty, x), at(op, ty, next+next-x); b < a && ty != prim.F64 {
					t.Errorf("%s.%s falls from %v at %v to %v", op.Name, ty, a, x, b)
				}
			}
		}
	}
}

// TestNothingFused: compilers for processors that fuse products and sums do not fuse any of the interpreter's, but what fma is made of.
func TestNothingFused(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: compiles two packages for another processor")
	}
	cmd := exec.Command("go", "build", "-gcflags=-S", "raido/lang/prim", "raido/lang/eval")
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fused := 0
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "\tFMADD") || strings.Contains(line, "\tFMSUB") || strings.Contains(line, "\tFNMADD") || strings.Contains(line, "\tFNMSUB") {
			if fused++; fused > 1 {
				t.Errorf("fused: %s", line)
			}
		}
	}
	if fused == 0 {
		t.Error("the one fused product is not seen: is the text of instructions another?")
	}
}
