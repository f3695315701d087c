package triangle_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/limits"
	"raido/lang/opt/triangle"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/PASS. Their sums are exact, so that the order of terms is not seen, but the sign of a zero is.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{
		{Name: "triangles", Fn: triangle.Sums}, {Name: "row-order", Fn: triangle.Order}})
}

// TestRandomTriangles: inverses of triangles, downwards and upwards, by rows and by columns, and what only looks like them, give the same bits on numbers of which
// some are infinite, nan, or zeros of both signs.
func TestRandomTriangles(t *testing.T) {
	usual := limits.Now
	t.Cleanup(func() { limits.Now = usual })
	limits.Now.LineBytes = 8
	for _, c := range []struct {
		text  func(*rand.Rand) string
		least int
	}{{rows, 100}, {columns, 100}} {
		changed := corepass.Random(t, 700, 11, c.text, arguments, triangle.Sums, corepass.Exactly)
		if changed < c.least {
			t.Errorf("only %d programs have sums over triangles", changed)
		}
	}
}

func pick(r *rand.Rand, xs ...string) string { return xs[r.IntN(len(xs))] }

// often is the first most of the times.
func often(r *rand.Rand, xs ...string) string {
	if r.IntN(6) > 0 {
		return xs[0]
	}
	return pick(r, xs...)
}

// arguments are a size, a matrix and a vector. Numbers are small powers of two, so that nothing is rounded.
func arguments(r *rand.Rand) []value.Value {
	n := r.Int64N(6)
	odd := []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, math.Copysign(0, -1)}
	rare := 1 << (2 + r.IntN(8))
	reals := func(shape ...int64) value.Value {
		count := int64(1)
		for _, d := range shape {
			count *= d
		}
		xs := make([]prim.Scalar, count)
		for k := range xs {
			x := []float64{1, -1, 2, -0.5}[r.IntN(4)]
			if r.IntN(rare) == 0 {
				x = odd[r.IntN(len(odd))]
			}
			xs[k] = prim.Float(prim.F64, x)
		}
		return value.FromScalars(prim.F64, shape, xs)
	}
	return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), reals(n, n), reals(n)}
}

type lines struct{ strings.Builder }

func (l *lines) add(format string, args ...any) { fmt.Fprintf(l, format+"\n", args...) }

// head opens a program; x0 is what the matrix is before the loop.
func head(l *lines, r *rand.Rand, dims string) {
	l.add("fun main (n: i64) (a: [n][n]f64) (b: [n]f64) : (r: [n][n]f64) =")
	l.add("let (c: i64) = sub.i64 n 1\nlet (x0: [%s]f64) = replicate [%s] %sf64", strings.ReplaceAll(dims, ", ", "]["), dims, often(r, "0.0", "-0.0", "0.5"))
}

// counters bind i, the row that is written, first and count, those that are summed.
func counters(l *lines, r *rand.Rand) (up bool) {
	up = r.IntN(2) == 0
	first, count := often(r, "0", "i", "1"), often(r, "add.i64 h 0", "add.i64 h 1", "sub.i64 n 0", "sub.i64 h 1")
	if up {
		l.add("let (i: i64) = sub.i64 c h")
		first = "i1"
	} else {
		l.add("let (i: i64) = add.i64 h 0")
	}
	l.add("let (i1: i64) = add.i64 i %s\nlet (first: i64) = add.i64 %s 0\nlet (count: i64) = %s", often(r, "1", "0"), first, count)
	if first != "0" && !up || strings.HasPrefix(count, "sub") {
		l.add("let (rest: i64) = sub.i64 n first\nlet (count: i64) = min.i64 count rest\nlet (count: i64) = max.i64 count 0")
	}
	return up
}

// total binds s, a sum of products; x is an element of the column, by its row e.
func total(l *lines, r *rand.Rand, x string) {
	c := often(r, "a[i, e]", "a[i, e]", "b[e]", "a[e, i]", "a[j, e]", "b[i]")
	product := fmt.Sprintf("mul.f64 %s", pick(r, "p q", "q p"))
	if r.IntN(8) == 0 {
		product = pick(r, "mul.f64 p p", "add.f64 p q", "div.f64 p q", "max.f64 p q")
	}
	if r.IntN(2) == 0 {
		l.add("let (s: f64) = loop (s: f64 = %sf64) for (k: i64) < count do", often(r, "0.0", "-0.0", "1.0"))
		l.add("let (e: i64) = add.i64 first k\nlet (q: f64) = %s\nlet (p: f64) = %s\nlet (z: f64) = %s\nlet (t: f64) = %s.f64 s z\nin (t)", x, c, product, pick(r, "add", "sub"))
		return
	}
	l.add("let (ks: [count]i64) = iota.i64 count first 1")
	l.add("let (zs: [count]f64) = map count (ks) (\\(e: i64) : (f64) ->")
	l.add("let (q: f64) = %s\nlet (p: f64) = %s\nlet (z: f64) = %s\nin (z))", x, c, product)
	l.add("let (s: f64) = reduce_comm count (zs) (%sf64) (\\(x: f64) (y: f64) : (f64) -> let (z: f64) = %s.f64 x y\nin (z))", often(r, "0.0", "-0.0"), often(r, "add", "max"))
}

// element binds v, what is written, of s.
func element(l *lines, r *rand.Rand, up bool) {
	test := "eq.i64 " + pick(r, "i j", "j i")
	yes, no := often(r, "1.0", "b[j]"), often(r, "0.0", "-0.0", "1.0")
	switch r.IntN(5) {
	case 0:
		test = map[bool]string{false: "le.i64 j i", true: "le.i64 i j"}[up]
	case 1:
		test = map[bool]string{false: "lt.i64 i j", true: "lt.i64 j i"}[up]
		yes, no = no, yes
	}
	switch r.IntN(10) {
	case 0:
		test = pick(r, "lt.i64 j i", "lt.i64 i j", "le.i64 j c", "eq.i64 j 0")
	case 1, 2:
		test = pick(r, "eq.i64 j", "le.i64 j", "lt.i64 j", "eq.i64 near", "le.i64 near", "lt.i64 near")
		test += map[bool]string{true: " near", false: " j"}[strings.HasSuffix(test, "j")]
		l.add("let (near: i64) = add.i64 i %s", pick(r, "1", "-1", "2"))
		if r.IntN(2) == 0 {
			yes, no = no, yes
		}
	}
	l.add("let (d: bool) = %s\nlet (u: f64) = if d then", test)
	for k, x := range []string{yes, no} {
		if strings.HasPrefix(x, "b") {
			l.add("let (w: f64) = %s\nin (w)", x)
		} else {
			l.add("in (%sf64)", x)
		}
		if k == 0 {
			l.add("else")
		}
	}
	l.add("let (y: f64) = %s\nlet (g: f64) = %s", often(r, "sub.f64 u s", "add.f64 s u", "mul.f64 s u", "neg.f64 s", "sub.f64 b1 s"), often(r, "a[i, i]", "a[j, j]", "b[i]", "a[i, j]"))
	l.add("let (v: f64) = %s", often(r, "div.f64 y g", "mul.f64 y g", "mul.f64 g y", "abs.f64 y", "div.f64 y 2.0f64", "div.f64 y 0.0f64", "div.f64 g y"))
}

// rows is a program that writes a row in each iteration.
func rows(r *rand.Rand) string {
	l := &lines{}
	head(l, r, "n, n")
	l.add("let (x: [n][n]f64) = loop (x: [n][n]f64 = x0) for (h: i64) < %s do", often(r, "n", "c"))
	up := counters(l, r)
	l.add("let (b1: f64) = b[h]\nlet (js: [n]i64) = iota.i64 n 0 1\nlet (row: [n]f64) = map n (js) (\\(j: i64) : (f64) ->")
	total(l, r, often(r, "x[e, j]", "x[j, e]", "x[e, i]"))
	element(l, r, up)
	l.add("in (v))")
	switch r.IntN(5) {
	case 0:
		l.add("let (row: [n]f64) = row with [%s] = 1.0f64", pick(r, "i", "i", "h", "0"))
	case 1:
		l.add("let (row: [n]f64) = map n (row, js) (\\(y: f64) (j: i64) : (f64) -> let (g: f64) = a[i, i]\nlet (z: f64) = %s.f64 y g\nin (z))", often(r, "div", "mul", "add"))
	}
	l.add("let (x1: [n][n]f64) = x with [%s] = row\nin (x1)\nin (x)", often(r, "i", "h"))
	return l.String()
}

// columns is a program that fills columns one by one.
func columns(r *rand.Rand) string {
	l := &lines{}
	head(l, r, "n")
	l.add("let (js: [n]i64) = iota.i64 n 0 1\nlet (x: [n][n]f64) = map n (js) (\\(j: i64) : ([n]f64) ->")
	l.add("let (x0: [n]f64) = %s", pick(r, "replicate [n] 0.0f64", "copy x0"))
	if r.IntN(6) == 0 {
		l.add("%s", pick(r, "let (o: f64) = b[j]", "let (o: i64) = add.i64 j 1", "let (x0: [n]f64) = replicate [n] 1.0f64"))
	}
	l.add("let (x: [n]f64) = loop (x: [n]f64 = x0) for (h: i64) < %s do", often(r, "n", "c"))
	up := counters(l, r)
	l.add("let (b1: f64) = b[h]")
	total(l, r, "x[e]")
	element(l, r, up)
	l.add("let (x1: [n]f64) = x with [%s] = v\nin (x1)\nin (x))\nin (x)", often(r, "i", "i1", "h", "j"))
	return l.String()
}

// TestRandomOrder: nests that fill a matrix column by column, most of them a triangle in its own columns, give the same bits and fail as they did.
func TestRandomOrder(t *testing.T) {
	if changed := corepass.Random(t, 1200, 5, nest, arguments, triangle.Order, corepass.Exactly); changed < 250 {
		t.Errorf("only %d nests go along rows", changed)
	}
}

// nest is a program with a loop over columns around one down a column.
func nest(r *rand.Rand) string {
	l := &lines{}
	l.add("fun main (n: i64) (a: [n][n]f64) (b: [n]f64) : (r: [n][n]f64) =\nlet (c: i64) = sub.i64 n 1\nlet (x0: [n][n]f64) = copy a")
	l.add("let (x: [n][n]f64) = loop (x: [n][n]f64 = x0) for (j: i64) < %s do", often(r, "n", "n", "n"))
	l.add("let (j1: i64) = add.i64 j %s\nlet (left: i64) = sub.i64 n j1\nlet (g: f64) = %s", often(r, "1", "0", "2"), pick(r, "a[j, j]", "b[j]", "x[j, j]"))
	switch r.IntN(5) {
	case 0:
	case 1:
		l.add("let (x: [n][n]f64) = loop (y: [n][n]f64 = x) for (k: i64) < j do let (p: f64) = y[k, %s]\nlet (q: f64) = mul.f64 p 2.0f64\nlet (z: [n][n]f64) = y with [k, %s] = q\nin (z)", often(r, "j", "k"), often(r, "j", "k"))
	default:
		l.add("let (q: f64) = x[j, j]\nlet (q: f64) = add.f64 q g\nlet (x: [n][n]f64) = x with [%s] = q", often(r, "j, j", "0, j", "j, 0"))
	}
	if r.IntN(4) == 0 {
		l.add("let (d: bool) = lt.i64 j %s\nlet () = assert d \"no\" ()", often(r, "n", "2"))
	}
	l.add("let (x: [n][n]f64) = loop (y: [n][n]f64 = x) for (t: i64) < %s do\nlet (i: i64) = add.i64 j1 t", often(r, "left", "j", "n"))
	e, count := "add.i64 j k", "add.i64 t 1"
	if r.IntN(3) == 0 {
		e, count = "sub.i64 i k", "add.i64 t 0"
	}
	l.add("let (count: i64) = %s\nlet (s: f64) = loop (s: f64 = 0.0f64) for (k: i64) < count do\nlet (e: i64) = %s", count, e)
	if r.IntN(2) == 0 {
		l.add("let (q: f64) = y[%s]", often(r, "e, j", "e, k", "j, e", "e, e"))
	} else {
		l.add("let (yt: [n][n]f64) = rearrange (1, 0) y\nlet (c: [n]f64) = yt[%s]\nlet (q: f64) = c[e]", often(r, "j", "k", "e"))
	}
	l.add("let (p: f64) = a[i, e]\nlet (z: f64) = mul.f64 p q\nlet (t: f64) = add.f64 s z\nin (t)")
	l.add("let (v: f64) = %s\nlet (o: f64) = y[%s]\nlet (v: f64) = sub.f64 o v", pick(r, "neg.f64 s", "mul.f64 s g", "add.f64 s g"), often(r, "i, j", "j, j", "j, i", "i, i"))
	if r.IntN(4) == 0 {
		l.add("let (d: bool) = %s\nlet (v: f64) = if d then\nin (v)\nelse\nlet (w: f64) = y[%s]\nin (w)", pick(r, "lt.i64 t 1", "eq.f64 s 0.0f64"), pick(r, "j, j", "c, 0"))
	}
	l.add("let (z: [n][n]f64) = y with [%s] = v\nin (z)\nin (x)\nin (x)", often(r, "i, j", "i, t", "t, j", "j, j"))
	return l.String()
}
