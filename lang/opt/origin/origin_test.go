package origin_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/opt/origin"
	"raido/lang/prim"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/origins/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "origins", Fn: origin.Loops}})
}

// TestRandomLoops: loops that move elements of two arrays in all ways there are, by places that data say, some of which are out of range, and a few that compute
// with the elements, or mix the arrays.
func TestRandomLoops(t *testing.T) {
	args := func(rng *rand.Rand) []value.Value {
		n := rng.Int64N(6) + 1
		var is []prim.Scalar
		for range n {
			is = append(is, prim.Int(prim.I64, rng.Int64N(n+1)-int64(rng.IntN(8)/7)))
		}
		return []value.Value{value.FromScalars(prim.I64, nil, []prim.Scalar{prim.Int(prim.I64, n)}), value.FromScalars(prim.I64, []int64{n}, is), floats(rng, n), floats(rng, n)}
	}
	changed := corepass.Random(t, 800, 5, moving, args, origin.Loops, corepass.Exactly)
	if changed < 300 || changed > 660 {
		t.Errorf("of 800 programs %d have loops that carry origins", changed)
	}
}

func floats(rng *rand.Rand, n int64) value.Value {
	var xs []prim.Scalar
	for range n {
		xs = append(xs, prim.Float(prim.F64, float64(rng.IntN(9)-4)/4))
	}
	return value.FromScalars(prim.F64, []int64{n}, xs)
}

// mover writes a program.
type mover struct {
	strings.Builder
	rng  *rand.Rand
	n    int
	arrs []string // what there is to move
}

func (m *mover) line(form string, args ...any) { fmt.Fprintf(m, form+"\n", args...) }

// arr is one of the arrays, mostly the last.
func (m *mover) arr() string {
	if m.rng.IntN(2) == 0 {
		return m.arrs[len(m.arrs)-1]
	}
	return m.arrs[m.rng.IntN(len(m.arrs))]
}

// name is a new name.
func (m *mover) name() string { m.n++; return fmt.Sprintf("v%d", m.n) }

// moving is a program with the derivative of a loop.
func moving(rng *rand.Rand) string {
	m := &mover{rng: rng}
	m.line("fun main (n: i64) (is: [n]i64) (xs: [n]f64) (ys: [n]f64) : (l: f64) (xsBar: [n]f64) (ysBar: [n]f64) =")
	m.line("let (l: f64) (xsBar: [n]f64) (ysBar: [n]f64) = vjp (\\(xs: [n]f64) (ys: [n]f64) : (f64) ->")
	m.line("let (zs: [n]f64) = replicate [n] 0.5f64")
	second := []string{"ys", "zs", "xs"}[rng.IntN(3)]
	m.line("let (a: [n]f64) (b: [n]f64) (s: f64) = loop (a: [n]f64 = xs) (b: [n]f64 = %s) (s: f64 = 1.0f64) for (i: i64) < 3i64 do", second)
	m.line("let (odd: i64) = and.i64 i 1i64\nlet (isOdd: bool) = eq.i64 odd 1i64")
	m.arrs = []string{"a"}
	if second != "ys" || rng.IntN(8) == 0 {
		m.arrs = append(m.arrs, "b")
	}
	for range 1 + rng.IntN(4) {
		m.step(2)
	}
	sum := "s"
	if rng.IntN(8) == 0 {
		m.line("let (more: f64) = %s[0i64]\nlet (s1: f64) = add.f64 s more", m.arr())
		sum = "s1"
	}
	last, other := m.arrs[len(m.arrs)-1], "b"
	if len(m.arrs) > 1 && rng.IntN(2) == 0 {
		other = m.arr()
	}
	m.line("in (%s, %s, %s)", last, other, sum)
	m.line("let (ab: [n]f64) = map n (a, b) (\\(p: f64) (q: f64) : (f64) -> let (r: f64) = mul.f64 p p let (z: f64) = mul.f64 r q in (z))")
	m.line("let (t: f64) = reduce n (ab) (0.0f64) (\\(p: f64) (q: f64) : (f64) -> let (r: f64) = add.f64 p q in (r))")
	m.line("let (u: f64) = mul.f64 t s\nin (u)) (xs, ys) (1.0f64)\nin (l, xsBar, ysBar)")
	return m.String()
}

// step adds a statement that moves elements; deep ones have others inside.
func (m *mover) step(deep int) {
	v, x := m.name(), m.arr()
	fresh := func(x string) string {
		c := m.name()
		m.line("let (%s: [n]f64) = copy %s", c, x)
		return c
	}
	switch k := m.rng.IntN(13); {
	case k == 0:
		dest := fresh([]string{x, m.arr(), "zs"}[m.rng.IntN(3)])
		m.line("let (%s: [n]f64) = scatter n (%s) (is) (%s)", v, dest, m.arr())
	case k == 1:
		m.line("let (%s: [n]f64) = map n (is) (\\(k: i64) : (f64) -> let (k1: i64) = min.i64 k odd let (k2: i64) = max.i64 k1 0i64 let (p: f64) = %s[k2] in (p))", v, x)
	case k == 2:
		m.line("let (%s: [n]f64) = reverse %s", v, x)
	case k == 3:
		m.line("let (%s: [n]f64) = rotate i %s", v, x)
	case k == 4:
		m.line("let (%s1: f64) = %s[0i64]", v, m.arr())
		m.line("let (%s: [n]f64) = %s with [%s] = %s", v, fresh(x), []string{"odd", "0i64"}[m.rng.IntN(2)], []string{v + "1", "0.5f64", "0.25f64"}[m.rng.IntN(7)/3])
	case k == 5:
		m.line("let (%s1: i64) = sub.i64 n 1i64\nlet (%s2: [%s1]f64) = %s[1i64 : %s1 : 1i64]\nlet (%s3: [1i64]f64) = %s[odd : 1i64 : 1i64]", v, v, v, x, v, v, m.arr())
		m.line("let (%s: [n]f64) = concat n (%s2, %s3)", v, v, v)
	case k == 6:
		m.line("let (%s1: [1i64]f64) = %s[odd : 1i64 : 1i64]", v, m.arr())
		m.line("let (%s: [n]f64) = %s with [0i64 : 1i64 : 1i64] = %s1", v, fresh(x), v)
	case k == 7:
		m.line("let (%s: [n]f64) = map n (%s, %s, is) (\\(p: f64) (q: f64) (k: i64) : (f64) -> let (c: bool) = lt.i64 k 2i64", v, x, m.arr())
		m.line("let (r: f64) = if c then in (p) else in (%s) in (r))", []string{"q", "0.5f64"}[m.rng.IntN(2)])
	case k == 8 && deep > 0:
		m.nested(v, "if isOdd then\n", "else\n", deep)
	case k == 9 && deep > 0:
		w, old := m.name(), len(m.arrs)
		m.line("let (%s: [n]f64) = loop (%s: [n]f64 = %s) for (%sj: i64) < 2i64 do", v, w, x, v)
		m.arrs = append(m.arrs, w)
		m.step(deep - 1)
		m.line("in (%s)", m.arrs[len(m.arrs)-1])
		m.arrs = m.arrs[:old]
	case k == 10: // the elements say where they go
		m.line("let (%s1: [n]i64) = map n (%s, is) (\\(p: f64) (k: i64) : (i64) -> let (c: bool) = lt.f64 p 0.25f64 let (r: i64) = if c then in (k) else in (odd) in (r))", v, m.arr())
		m.line("let (%s: [n]f64) = scatter n (%s) (%s1) (%s)", v, fresh(x), v, m.arr())
	case k == 11 && m.rng.IntN(3) == 0:
		m.line("let (%s: [n]f64) = map n (%s) (\\(p: f64) : (f64) -> let (q: f64) = mul.f64 p 0.5f64 in (q))", v, x)
	default:
		m.line("let (%s: [n]f64) (%sb: [n]f64) = scatter n (%s, %s) (is) (%s, %s)", v, v, fresh(x), fresh("ys"), m.arr(), "ys")
	}
	m.arrs = append(m.arrs, v)
}

// nested adds a branch that moves elements in two ways.
func (m *mover) nested(v, first, second string, deep int) {
	m.line("let (%s: [n]f64) = %s", v, first)
	old := len(m.arrs)
	for k, more := range []string{second, ""} {
		if k == 1 && m.rng.IntN(3) == 0 {
			m.line("in (zs)")
			return
		}
		m.step(deep - 1)
		m.line("in (%s)\n%s", m.arrs[len(m.arrs)-1], more)
		m.arrs = m.arrs[:old]
	}
}
