package rev_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"raido/ad"
	"raido/ad/dual"
	"raido/lang/core"
	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// scanCase is a scan with an operator on tuples: x0, x1, ... ⊙ y0, y1, ...
type scanCase struct {
	name string
	// elems are the types of the components, ne their neutral elements.
	elems, ne []string
	// op has lines "name: type = expression"; results are the names of its results. Free variables are those
	// of the program: c, a scalar, and n.
	op      []string
	results []string
	// scanned and dense count the components that the derivative scans, by patterns and by the general rule.
	scanned, dense int
}

func f64Case(name string, ne []string, scanned, dense int, results []string, op ...string) scanCase {
	c := scanCase{name: name, ne: ne, results: results, scanned: scanned, dense: dense}
	for range ne {
		c.elems = append(c.elems, "f64")
	}
	for _, line := range op {
		lhs, rhs, _ := strings.Cut(line, " = ")
		f := strings.Fields(rhs)
		if len(f) == 3 {
			f[0] += ".f64"
		}
		c.op = append(c.op, lhs+": f64 = "+strings.Join(f, " "))
	}
	return c
}

// matrixOp appends the lines of out = a × b for q × q matrices of names a0, a1, ...
func matrixOp(q int, out string, a, b func(row, col int) string) (lines, results []string) {
	for r := range q {
		for c := range q {
			sum := ""
			for m := range q {
				term := fmt.Sprintf("%s%d%d_%d", out, r, c, m)
				lines = append(lines, fmt.Sprintf("%s = mul %s %s", term, a(r, m), b(m, c)))
				if m > 0 {
					next := term + "s"
					lines = append(lines, fmt.Sprintf("%s = add %s %s", next, sum, term))
					term = next
				}
				sum = term
			}
			results = append(results, sum)
		}
	}
	return lines, results
}

func square(name string, q, from int) func(row, col int) string {
	return func(row, col int) string { return fmt.Sprintf("%s%d", name, from+row*q+col) }
}

func identity(q int) []string {
	var out []string
	for i := range q * q {
		out = append(out, map[bool]string{true: "1.0", false: "0.0"}[i%(q+1) == 0])
	}
	return out
}

// linear is linear function composition on q values and a q × q matrix, of the paper's table 9.7.
func linear(q, scanned, dense int) scanCase {
	lines, mat := matrixOp(q, "m", square("y", q, q), square("x", q, q))
	var results []string
	for r := range q {
		sum := fmt.Sprintf("y%d", r)
		for m := range q {
			lines = append(lines, fmt.Sprintf("t%d%d = mul %s x%d", r, m, square("y", q, q)(r, m), m),
				fmt.Sprintf("s%d%d = add %s t%d%d", r, m, sum, r, m))
			sum = fmt.Sprintf("s%d%d", r, m)
		}
		results = append(results, sum)
	}
	ne := append(strings.Fields(strings.Repeat("0.0 ", q)), identity(q)...)
	return f64Case(fmt.Sprintf("linear%d", q), ne, scanned, dense, append(results, mat...), lines...)
}

func product(q, scanned, dense int) scanCase {
	lines, results := matrixOp(q, "m", square("x", q, 0), square("y", q, 0))
	return f64Case(fmt.Sprintf("matrix%d", q), identity(q), scanned, dense, results, lines...)
}

func flippedProduct() scanCase {
	lines, results := matrixOp(2, "m", square("y", 2, 0), square("x", 2, 0))
	return f64Case("flippedMatrix", identity(2), 8, 20, results, lines...)
}

var scanCases = []scanCase{
	f64Case("mul", []string{"1.0"}, 2, 2, []string{"p"}, "p = mul x0 y0"),
	f64Case("addAndMore", []string{"0.0"}, 2, 2, []string{"r"}, "s = add x0 y0", "p = mul x0 y0", "q = mul p c", "r = add s q"),
	f64Case("sums", []string{"0.0", "0.0"}, 2, 6, []string{"s", "t"}, "s = add x0 y0", "t = add x1 y1"),
	f64Case("sumMulMax", []string{"0.0", "1.0", "-f64.inf"}, 5, 12, []string{"s", "p", "m"}, "s = add x0 y0", "p = mul x1 y1", "m = max x2 y2"),
	f64Case("recurrence", []string{"1.0", "0.0"}, 3, 6, []string{"p", "s"}, "p = mul x0 y0", "q = mul y0 x1", "s = add q y1"),
	f64Case("last", []string{"0.0", "1.0"}, 2, 6, []string{"s", "p"}, "s = mul y0 y0", "p = mul x1 y1"),
	// (a, b, c) with b += a·b' and so on: triangular of ones, whose upper entries are scanned.
	f64Case("triangular", []string{"0.0", "0.0", "0.0"}, 6, 12, []string{"a", "b", "d"},
		"a = add x0 y0", "q = mul x0 y1", "r = add x1 y1", "b = add r q", "u = mul x1 y0", "v = add x2 y2", "d = add v u"),
	product(2, 8, 20), product(3, 18, 90), flippedProduct(),
	linear(2, 10, 42), linear(3, 21, 156),
	// Blocks of sizes 2 and 1 of different matrices: [Bruun22, 11.1].
	f64Case("unequal", []string{"1.0", "0.0", "1.0"}, 6+2, 12, []string{"a", "b", "p"},
		"p1 = mul x0 y0", "p2 = mul x1 y1", "a = sub p1 p2", "p3 = mul x0 y1", "p4 = mul x1 y0", "b = add p3 p4", "p = mul x2 y2"),
	// ZeroQuad: two complex products.
	f64Case("zeroQuad", []string{"1.0", "0.0", "1.0", "0.0"}, 12, 20, []string{"a", "b", "d", "e"},
		"p1 = mul x0 y0", "p2 = mul x1 y1", "a = sub p1 p2", "p3 = mul x0 y1", "p4 = mul x1 y0", "b = add p3 p4",
		"q1 = mul x2 y2", "q2 = mul x3 y3", "d = sub q1 q2", "q3 = mul x2 y3", "q4 = mul x3 y2", "e = add q3 q4"),
	{"floatAndInt", []string{"i64", "f64"}, []string{"0", "1.0"},
		[]string{"k: i64 = add.i64 x0 y0", "p: f64 = mul.f64 x1 y1"}, []string{"k", "p"}, 3, 0},
	{"widths", []string{"f32", "f64", "i32"}, []string{"1.0f32", "1.0", "1i32"},
		[]string{"k: f32 = mul.f32 x0 y0", "p: f64 = mul.f64 x1 y1", "q: i32 = mul.i32 x2 y2"}, []string{"k", "p", "q"}, 6, 0},
	{"mixedBlock", []string{"f32", "f64"}, []string{"0.0f32", "0.0"},
		[]string{"k: f32 = add.f32 x0 y0", "w: f64 = to_f64.f32 x0", "p: f64 = mul.f64 w y1", "s: f64 = add.f64 x1 y1", "r: f64 = add.f64 s p"}, []string{"k", "r"}, 0, 0},
	{"mixedBlockAndProduct", []string{"f32", "f64", "f64"}, []string{"0.0f32", "0.0", "1.0"},
		[]string{"k: f32 = add.f32 x0 y0", "w: f64 = to_f64.f32 x0", "p: f64 = mul.f64 w y1", "s: f64 = add.f64 x1 y1", "r: f64 = add.f64 s p", "m: f64 = mul.f64 x2 y2"},
		[]string{"k", "r", "m"}, 0, 0},
	{"flag", []string{"bool", "f64"}, []string{"false", "0.0"},
		[]string{"k: bool = or.bool x0 y0", "r: f64 = if y0 then in (y1) else let (q: f64) = add.f64 x1 y1 in (q)"}, []string{"k", "r"}, 2, 2},
	{"f32", []string{"f32", "f32"}, []string{"1.0f32", "0.0f32"},
		[]string{"p: f32 = mul.f32 x0 y0", "q: f32 = mul.f32 y0 x1", "s: f32 = add.f32 q y1"}, []string{"p", "s"}, 3, 6},
	{"i32", []string{"i32", "i32"}, []string{"1i32", "0i32"},
		[]string{"p: i32 = mul.i32 x0 y0", "q: i32 = mul.i32 y0 x1", "s: i32 = add.i32 q y1"}, []string{"p", "s"}, 3, 6},
}

func (c scanCase) text() string {
	var params, ins, types, outs, xs, ys []string
	for i, t := range c.elems {
		params = append(params, fmt.Sprintf("(v%d: [n]%s)", i, t))
		ins = append(ins, fmt.Sprintf("v%d", i))
		types = append(types, fmt.Sprintf("(r%d: [n]%s)", i, t))
		outs = append(outs, fmt.Sprintf("r%d", i))
		xs = append(xs, fmt.Sprintf("(x%d: %s)", i, t))
		ys = append(ys, fmt.Sprintf("(y%d: %s)", i, t))
	}
	op := ""
	for _, line := range c.op {
		lhs, rhs, _ := strings.Cut(line, " = ")
		op += fmt.Sprintf("    let (%s) = %s\n", lhs, rhs)
	}
	pat := strings.Join(types, " ")
	return fmt.Sprintf("fun main (n: i64) (c: f64) %s : %s =\n  let %s = scan n (%s) (%s) (\\%s %s : (%s) ->\n%s    in (%s))\n  in (%s)",
		strings.Join(params, " "), pat, pat, strings.Join(ins, ", "), strings.Join(c.ne, ", "), strings.Join(xs, " "),
		strings.Join(ys, " "), strings.Join(c.elems, ", "), op, strings.Join(c.results, ", "), strings.Join(outs, ", "))
}

// args are n elements for the case.
func (c scanCase) args(n int) []value.Value {
	r := rand.New(rand.NewPCG(3, uint64(n)))
	out := []value.Value{coretest.I64(int64(n)), coretest.F64(0.3)}
	for _, t := range c.elems {
		out = append(out, randomArray(r, t, n))
	}
	return out
}

func randomArray(r *rand.Rand, t string, n int) *value.Array {
	elem, _ := prim.ByName(t)
	var elems []prim.Scalar
	for range n {
		switch {
		case elem.IsFloat():
			elems = append(elems, prim.Float(elem, 0.25+r.Float64()))
		case elem == prim.Bool:
			elems = append(elems, prim.BoolOf(r.IntN(3) == 0))
		default:
			elems = append(elems, prim.Int(elem, 1+r.Int64N(5)))
		}
	}
	return value.FromScalars(elem, []int64{int64(n)}, elems).(*value.Array)
}

// seeded appends cotangents for the results to the arguments.
func seeded(t *testing.T, p *core.Prog, args []value.Value) []value.Value {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 9))
	in := append([]value.Value{}, args...)
	for _, y := range coretest.Run(t, p, args) {
		switch y := y.(type) {
		case value.Scalar:
			seed := randomArray(r, y.Type.String(), 1)
			in = append(in, value.Scalar{Scalar: seed.At(0)})
		case *value.Array:
			seed := randomArray(r, y.Elem.String(), int(y.Size()))
			in = append(in, shaped(seed, y.Shape...))
		}
	}
	return in
}

// byDual is the reverse derivative of p at args with seeds, by ad/dual.
func byDual(t *testing.T, p *core.Prog, in []value.Value) []value.Value {
	t.Helper()
	out, err := dual.Run(context.Background(), ad.Derived(p, core.VJP), in)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// agreed compares values of any type, floats by the precision of their type.
func agreed(a, b value.Value) bool {
	tolerance := map[prim.Type]float64{prim.F16: 1e-2, prim.F32: 1e-4, prim.F64: 1e-9}
	if x, ok := a.(value.Scalar); ok {
		return value.Compare(a, b, tolerance[x.Type]) == nil
	}
	return value.Compare(a, b, tolerance[a.(*value.Array).Elem]) == nil
}

// scannedBy counts the components of all scans of a program.
func scannedBy(p *core.Prog) int {
	n := 0
	core.Walk(p.Entry().Body, func(st core.Stm) {
		if e, ok := st.Exp.(*core.Scan); ok {
			n += len(e.Arrs)
		}
	})
	return n
}

// checkRules compares the derivative by the special rules with the general one and with ad/dual, element by
// element.
func checkRules(t *testing.T, p, q, general *core.Prog, args []value.Value) {
	t.Helper()
	in := seeded(t, p, args)
	got, want, forced := coretest.Run(t, q, in), byDual(t, p, in), coretest.Run(t, general, in)
	primal := len(got) - len(args)
	for i, v := range got {
		w := want
		if len(want) == len(args) { // the adjoints only
			if i < primal {
				continue
			}
			w = append(make([]value.Value, primal), want...)
		}
		if !agreed(v, w[i]) {
			t.Errorf("result %d is %v, by dual numbers %v\n%s", i, show(v), show(w[i]), core.Print(q))
		}
		if !agreed(v, forced[i]) {
			t.Errorf("result %d is %v, by the general rule %v\n%s", i, show(v), show(forced[i]), core.Print(q))
		}
	}
}

// TestScanPatterns checks each operator's derivative in all ways, and how many components it scans.
func TestScanPatterns(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs many random programs")
	}
	for _, c := range scanCases {
		t.Run(c.name, func(t *testing.T) {
			p := coretest.Parse(t, c.text())
			q, general := vjp(t, p), vjpGeneral(t, p)
			primal := len(c.elems)
			scanned, dense := scannedBy(q)-primal, scannedBy(general)-primal
			t.Logf("%d components, %d scanned in the return sweep, %d by the general rule", primal, scanned, dense)
			if c.scanned > 0 && scanned != c.scanned || c.dense > 0 && dense != c.dense {
				t.Errorf("scanned %d and %d components, want %d and %d\n%s", scanned, dense, c.scanned, c.dense, core.Print(q))
			}
			for _, n := range []int{0, 1, 2, 7} {
				checkRules(t, p, q, general, c.args(n))
			}
			if strings.Join(c.elems, "") != strings.Repeat("f64", primal) && c.name != "flag" {
				return
			}
			args := c.args(4)
			checkDiff(t, p, args, 1e-4)
			checkDiff(t, q, seeded(t, p, args), 1e-3)
		})
	}
}

func scanNamed(name string) scanCase {
	return scanCases[slices.IndexFunc(scanCases, func(c scanCase) bool { return c.name == name })]
}

// scanArgs makes the arguments of a case for TestCost.
func scanArgs(name string) func(n int64) []value.Value {
	return func(n int64) []value.Value { return scanNamed(name).args(int(10 * n)) }
}
