package gen

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"raido/lang/prim"
)

// mathRange is where most points of a function lie; others are anywhere.
var mathRange = map[*prim.Op][2]float64{
	prim.Exp: {-750, 720}, prim.Exp2: {-1080, 1030}, prim.Exp10: {-325, 310}, prim.Expm1: {-40, 700}, prim.Log1p: {-1, 10},
	prim.Sin: {-100, 100}, prim.Cos: {-100, 100}, prim.Tan: {-100, 100}, prim.Asin: {-1, 1}, prim.Acos: {-1, 1}, prim.Asinpi: {-1, 1}, prim.Acospi: {-1, 1},
	prim.Sinh: {-711, 711}, prim.Cosh: {-711, 711}, prim.Tanh: {-20, 20}, prim.Acosh: {1, 10}, prim.Atanh: {-1, 1}, prim.Erf: {-6, 6}, prim.Erfc: {-6, 28},
	prim.Lgamma: {0, 30}, prim.Gamma: {0, 170}, prim.Log: {0, 10}, prim.Log2: {0, 10}, prim.Log10: {0, 10}, prim.Pow: {0, 10},
}

// mathOps are the functions of floats.
func mathOps() (ops []*prim.Op) {
	for _, op := range prim.Ops {
		if op.IsFunctionOf(prim.F64) && op != prim.Polygamma {
			ops = append(ops, op)
		}
	}
	return ops
}

// mathProgram computes each function on vectors, at both types.
func mathProgram(t *testing.T) *program {
	var b strings.Builder
	for _, op := range mathOps() {
		for ty, w := range map[prim.Type]int{prim.F64: 8, prim.F32: 16} {
			c := ctype(ty)
			text, _ := vecText(op, ty, w, []string{"x", "y"}[:op.Arity])
			fmt.Fprintf(&b, "__kernel void %s_%s(__global const %s *a, __global const %s *b, __global %s *o, long n) {\n", op.Name, ty, c, c, c)
			fmt.Fprintf(&b, "  for (long i = 0; i < n; i += %d) { %s%d x = vload%d(0, a + i), y = vload%d(0, b + i); vstore%d(%s, 0, o + i); }\n}\n",
				w, c, w, w, w, w, text)
		}
	}
	return buildProgram(t, b.String())
}

func (p *program) math(op *prim.Op, ty prim.Type, x, y []float64) []float64 {
	n := len(x)
	bytesOf := func(xs []float64) (b []byte) {
		for _, v := range xs {
			b = append(b, binary.LittleEndian.AppendUint64(nil, prim.FloatBits(ty, v))[:ty.Size()]...)
		}
		return b
	}
	out := make([]byte, n*ty.Size())
	p.run(op.Name+"_"+ty.String(), int64(n), bytesOf(x), bytesOf(y), out)
	res := make([]float64, n)
	for i := range res {
		var word [8]byte
		copy(word[:], out[i*ty.Size():(i+1)*ty.Size()])
		res[i] = prim.FloatFromBits(ty, binary.LittleEndian.Uint64(word[:]))
	}
	return res
}

// ulpsApart is the distance in units of want's last place; special values must be equal.
func ulpsApart(ty prim.Type, got, want float64) float64 {
	switch {
	case got == want || got != got && want != want:
		return 0
	case got-got != 0 || want != want:
		return math.Inf(1)
	}
	digits, least := 53, -1074
	if ty == prim.F32 {
		digits, least = 24, -149
	}
	_, e := math.Frexp(want)
	return math.Ldexp(math.Abs(got-want), -max(e-digits, least))
}

var mathCorners = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, -2, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(),
	0x1p-1074, -0x1p-1022, 1e-310, math.MaxFloat64, -math.MaxFloat64, 1e22, 0x1p52, 0x1p53, 0x1p30, 709.78, -745.2, 1.5, 2.5, 88.7, -104}

// TestMath: the functions are off by at most 2 units of the last place, the gamma functions by 4.
func TestMath(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	p := mathProgram(t)
	t.Run("f32", func(t *testing.T) { sweepSingle(t, p) })
	t.Run("f64", func(t *testing.T) { compareExact(t, p) })
}

// sweepSingle compares functions of f32 with those of f64, rounded, at many points.
func sweepSingle(t *testing.T, p *program) {
	const n = 100_000
	for _, op := range mathOps() {
		rng := rand.New(rand.NewPCG(1, 2))
		r, found := mathRange[op]
		if !found {
			r = [2]float64{-10, 10}
		}
		var x, y []float64
		for i := range n {
			a, b := r[0]+(r[1]-r[0])*rng.Float64(), 20*rng.Float64()-10
			switch k := len(mathCorners); {
			case i < k*k:
				a, b = mathCorners[i/k], mathCorners[i%k]
			case i%8 == 1 && slices.Contains([]*prim.Op{prim.Sin, prim.Cos, prim.Tan}, op):
				a = math.Ldexp(rng.Float64()-0.5, rng.IntN(127))
			case i%4 == 0:
				a = max(r[0], math.Ldexp(rng.Float64()-0.5, rng.IntN(40)-30))
			}
			x, y = append(x, a), append(y, b)
		}
		worst, at := 0.0, 0
		for i, got := range p.math(op, prim.F32, x, y) {
			a, b := prim.Float(prim.F32, x[i]).Float64(), prim.Float(prim.F32, y[i]).Float64()
			want, _ := op.Eval(prim.F64, []prim.Scalar{prim.Float(prim.F64, a), prim.Float(prim.F64, b)}[:op.Arity])
			if u := ulpsApart(prim.F32, got, prim.Float(prim.F32, want.Float64()).Float64()); u > worst {
				worst, at = u, i
			}
		}
		t.Logf("%s: at most %g units off", op.Name, worst)
		if worst > 2 {
			t.Errorf("%s %v %v: %v units off", op.Name, x[at], y[at], worst)
		}
	}
}

// compareExact compares functions of f64 with values computed in quadruple precision and rounded once.
func compareExact(t *testing.T, p *program) {
	f, err := os.Open("testdata/math.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	points := map[string][3][]float64{}
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var name string
		var bits [3]uint64
		if _, err := fmt.Sscanf(sc.Text(), "%s %x %x %x", &name, &bits[0], &bits[1], &bits[2]); err != nil {
			t.Fatal(err)
		}
		c := points[name]
		for i := range c {
			c[i] = append(c[i], math.Float64frombits(bits[i]))
		}
		points[name] = c
	}
	for _, op := range mathOps() {
		c, limit, worst := points[op.Name], 2.0, 0.0
		if len(c[0]) == 0 {
			t.Errorf("%s has no points", op.Name)
		}
		if op == prim.Gamma || op == prim.Lgamma {
			limit = 4
		}
		n := len(c[0])
		pad := make([]float64, -n&7)
		for i, got := range p.math(op, prim.F64, slices.Concat(c[0], pad), slices.Concat(c[1], pad))[:n] {
			u := ulpsApart(prim.F64, got, c[2][i])
			if worst = max(worst, u); u > limit {
				t.Errorf("%s %v %v = %v, want %v", op.Name, c[0][i], c[1][i], got, c[2][i])
			}
		}
		t.Logf("%s: at most %g units off at %d points", op.Name, worst, n)
	}
}
