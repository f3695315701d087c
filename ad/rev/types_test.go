package rev_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core/coretest"
	"raido/lang/prim"
	"raido/lang/value"
)

// typed is a program with an operator of a special case, on arrays of some depth, in every type: rows are the dimensions
// of an element.
type typed struct {
	node string
	op   *prim.Op
	t    prim.Type
	rows []int64
}

// neutral is the neutral element in core's text.
func (c typed) neutral() string {
	if c.t.IsFloat() {
		suffix := map[prim.Type]string{prim.F16: "f16", prim.F32: "f32", prim.F64: "f64"}[c.t]
		switch c.op {
		case prim.Min:
			return suffix + ".inf"
		case prim.Max:
			return "-" + suffix + ".inf"
		}
	}
	n := prim.Zero(c.t)
	switch bits := 8 * c.t.Size(); {
	case c.op == prim.Mul:
		n = prim.One(c.t)
	case c.op == prim.Add:
	case c.op == prim.Max && !c.t.IsUnsigned():
		n = prim.Int(c.t, -1<<(bits-1))
	case c.op == prim.Min && c.t.IsUnsigned():
		n = prim.Int(c.t, -1)
	case c.op == prim.Min:
		n = prim.Int(c.t, 1<<(bits-1)-1)
	}
	return n.String()
}

func (c typed) elem(dims ...string) string {
	for _, d := range c.rows {
		dims = append(dims, fmt.Sprint(d))
	}
	if len(dims) == 0 {
		return c.t.String()
	}
	return "[" + strings.Join(dims, "][") + "]" + c.t.String()
}

// operator is the operator mapped over rows.
func (c typed) operator() string {
	if len(c.rows) == 0 {
		return fmt.Sprintf("(\\(x: %s) (y: %s) : (%s) -> let (z: %s) = %s.%s x y in (z))", c.t, c.t, c.t, c.t, c.op.Name, c.t)
	}
	in := c
	in.rows = c.rows[1:]
	e := c.elem()
	return fmt.Sprintf("(\\(x: %s) (y: %s) : (%s) -> let (z: %s) = map %d (x, y) %s in (z))", e, e, e, e, c.rows[0], in.operator())
}

func (c typed) text() string {
	ne, start := c.neutral(), ""
	if len(c.rows) > 0 {
		start = fmt.Sprintf("  let (ne: %s) = replicate %s %s\n", c.elem(), strings.ReplaceAll(fmt.Sprint(c.rows), " ", ", "), ne)
		ne = "ne"
	}
	e, es := c.elem(), c.elem("n")
	switch c.node {
	case "reduce":
		return fmt.Sprintf("fun main (n: i64) (xs: %s) : (r: %s) =\n%s  let (r: %s) = reduce n (xs) (%s) %s\n  in (r)", es, e, start, e, ne, c.operator())
	case "scan":
		return fmt.Sprintf("fun main (n: i64) (xs: %s) : (r: %s) =\n%s  let (r: %s) = scan n (xs) (%s) %s\n  in (r)", es, es, start, es, ne, c.operator())
	}
	ds := c.elem("w")
	return fmt.Sprintf("fun main (w: i64) (n: i64) (d: %s) (is: [n]i64) (xs: %s) : (r: %s) =\n%s  let (c: %s) = copy d\n  let (r: %s) = hist n (c) (is) (xs) (%s) %s\n  in (r)",
		ds, es, ds, start, ds, ds, ne, c.operator())
}

// numbers are small, so that extrema tie and products are zero or wrap around. No maximum is the neutral element: the general
// rule then gives the adjoint to that, where the special one gives it to the first element.
func (c typed) numbers(r *rand.Rand, dims ...int64) value.Value {
	dims = append(dims, c.rows...)
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	xs := make([]prim.Scalar, n)
	for i := range xs {
		switch k := r.Int64N(6); {
		case c.t.IsFloat():
			xs[i] = prim.Float(c.t, []float64{0, 1, 2, -1.5, 3, 0.5}[k])
		case c.t.IsUnsigned() && c.op == prim.Max:
			xs[i] = prim.Int(c.t, []int64{9, 1, 2, -3, 100, 7}[k])
		default:
			xs[i] = prim.Int(c.t, []int64{0, 1, 2, -3, 100, 7}[k])
		}
	}
	return value.FromScalars(c.t, dims, xs)
}

// args are n elements; a histogram has w buckets, some indices outside.
func (c typed) args(r *rand.Rand, n, w int64) []value.Value {
	if c.node != "hist" {
		return []value.Value{coretest.I64(n), c.numbers(r, n)}
	}
	is := make([]int64, n)
	for i := range is {
		is[i] = r.Int64N(w+2) - 1
	}
	return []value.Value{coretest.I64(w), coretest.I64(n), c.numbers(r, w), i64s(is...), c.numbers(r, n)}
}

// TestTypes: every special case agrees with the general rule and with ad/dual in every type, for no, one and a few elements
// and buckets, of rows of no, one and a few numbers.
func TestTypes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow: runs all programs of a folder, or all primitives")
	}
	types := []prim.Type{prim.I8, prim.I16, prim.I32, prim.I64, prim.U8, prim.U16, prim.U32, prim.U64, prim.F16, prim.F32, prim.F64}
	for _, node := range []string{"reduce", "scan", "hist"} {
		for _, op := range []*prim.Op{prim.Add, prim.Mul, prim.Min, prim.Max} {
			t.Run(node+" "+op.Name, func(t *testing.T) {
				for _, ty := range types {
					for _, rows := range [][]int64{nil, {0}, {1}, {2}, {2, 3}} {
						checkTyped(t, typed{node, op, ty, rows})
					}
				}
			})
		}
	}
}

func checkTyped(t *testing.T, c typed) {
	t.Helper()
	p := coretest.Parse(t, c.text())
	q, general := vjp(t, p), vjpGeneral(t, p)
	r := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int64{0, 1, 2, 5} {
		for _, w := range []int64{0, 1, 2} {
			checkRules(t, p, q, general, c.args(r, n, w))
			if c.node != "hist" {
				break
			}
		}
	}
}
