package numbers_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/lang/core"
	"raido/lang/core/coregen"
	"raido/lang/core/coretest"
	"raido/lang/opt/numbers"
	"raido/lang/value"
	"raido/tests/golden"
	"raido/tests/golden/corepass"
)

// TestGolden runs the cases testdata/numbers/*.txtar.
func TestGolden(t *testing.T) {
	corepass.Language(corepass.Exactly).Passes(t, "testdata", []golden.Pass[*core.Prog]{{Name: "numbers", Fn: numbers.Carried}})
}

// TestRandomPrograms: programs of all constructs keep their meaning.
func TestRandomPrograms(t *testing.T) {
	for seed := range uint64(200) {
		p, args := coregen.Gen(seed, coregen.Options{Accs: true, Calls: seed%4 == 0, InPlace: seed%2 == 0})
		corepass.Keeps(t, p, numbers.Carried, coregen.Values(args), corepass.Exactly)
	}
}

// TestRandomPoints: programs over points, lists of them and small matrices keep their meaning and their failures.
func TestRandomPoints(t *testing.T) {
	if changed := corepass.Random(t, 800, 29, pointsProgram, pointsArguments, numbers.Carried, corepass.Exactly); changed < 400 {
		t.Errorf("only %d programs have numbers", changed)
	}
}

// points writes a program over points: names of numbers, points, matrices and lists of points that are in scope.
type points struct {
	*rand.Rand
	b                        strings.Builder
	id                       int
	nums, pts, mats, all, is []string
}

func (g *points) pick(of []string) string { return of[g.IntN(len(of))] }

func (g *points) name() string { g.id++; return fmt.Sprintf("v%d", g.id) }

func (g *points) putf(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// inside writes with f what has a scope of its own.
func (g *points) inside(f func()) {
	keep := *g
	f()
	g.nums, g.pts, g.mats, g.all, g.is = keep.nums, keep.pts, keep.mats, keep.all, keep.is
}

// index is an index of a point: most often a constant, at times one that is not known, or outside.
func (g *points) index() string {
	if g.IntN(12) == 0 {
		return g.pick(append(g.is, "3"))
	}
	return g.pick([]string{"0", "1", "2"})
}

// number writes a number.
func (g *points) number() string {
	v := g.name()
	switch g.IntN(5) {
	case 0, 1:
		g.putf("let (%s: f64) = %s[%s]", v, g.pick(g.pts), g.index())
	case 2:
		g.putf("let (%s: f64) = %s[%s, %s]", v, g.pick(g.mats), g.index(), g.index())
	case 3:
		g.putf("let (%s: f64) = %s[%s, %s]", v, g.pick(g.all), g.pick([]string{"0", "1"}), g.index())
	case 4:
		g.putf("let (%s: f64) = add.f64 %s %s", v, g.pick(g.nums), g.pick(g.nums))
	}
	g.nums = append(g.nums, v)
	return v
}

// point writes a point.
func (g *points) point() string {
	v := g.name()
	switch g.IntN(10) {
	case 9:
		g.putf("let (%s: [3]f64) = reduce n (%s) (%s) %s", v, g.pick(g.all), g.pick(g.pts), vectorSum)
	case 0, 1:
		g.putf("let (%s: [3]f64) = [%s, %s, %s] : f64", v, g.number(), g.pick(g.nums), g.pick(g.nums))
	case 2:
		g.putf("let (%sC: [3]f64) = copy %s\nlet (%s: [3]f64) = %sC with [%s] = %s", v, g.pick(g.pts), v, v, g.index(), g.pick(g.nums))
	case 3:
		g.branch(v, "[3]f64", func() string { return g.either(g.pts, g.point) })
	case 4:
		g.loop(v, "[3]f64", g.pick(g.pts), &g.pts, g.point)
	case 5:
		g.putf("let (%s: [3]f64) = %s[%s]", v, g.pick(g.mats), g.index())
	case 6:
		g.putf("let (%s: [3]f64) = %s[%s]", v, g.pick(g.all), g.pick([]string{"0", "0", "1"}))
	case 7:
		g.putf("let (%s: [3]f64) = replicate [3] %s", v, g.pick(g.nums))
	case 8:
		g.putf("let (%s: [3]f64) = use %s", v, g.pick(g.pts))
	}
	g.pts = append(g.pts, v)
	return v
}

// vectorSum adds points.
const vectorSum = `(\(a: [3]f64) (b: [3]f64) : ([3]f64) -> let (c: [3]f64) = map 3 (a, b) (\(x: f64) (y: f64) : (f64) -> let (z: f64) = add.f64 x y in (z)) in (c))`

// either is a name, or a new value.
func (g *points) either(names []string, make func() string) string {
	if g.IntN(2) == 0 {
		return g.pick(names)
	}
	return make()
}

func (g *points) branch(v, typ string, value func() string) {
	c := g.name()
	g.putf("let (%s: bool) = lt.f64 %s %s\nlet (%s: %s) = if %s then", c, g.pick(g.nums), g.pick(g.nums), v, typ, c)
	g.inside(func() { g.putf("in (%s)", value()) })
	g.putf("else")
	g.inside(func() { g.putf("in (%s)", value()) })
}

// loop writes a loop that carries a value, which is among names in it.
func (g *points) loop(v, typ, start string, names *[]string, value func() string) {
	i, p := g.name(), g.name()
	g.putf("let (%s: %s) = loop (%s: %s = %s) for (%s: i64) < 2 do", v, typ, p, typ, start, i)
	g.inside(func() {
		*names = append(*names, p)
		g.is = append(g.is, i)
		g.putf("in (%s)", value())
	})
}

// matrix writes a matrix; at times it is filled by loops, those inside to the diagonal or to one side of it.
func (g *points) matrix() string {
	v := g.name()
	switch g.IntN(5) {
	case 0:
		g.putf("let (%s: [3][3]f64) = [%s, %s, %s] : [3]f64", v, g.pick(g.pts), g.point(), g.pick(g.pts))
	case 1:
		g.branch(v, "[3][3]f64", func() string { return g.either(g.mats, g.matrix) })
	case 2:
		bound := g.pick([]string{"c" + v, "d" + v, "3"})
		g.putf("let (%sC: [3][3]f64) = copy %s\nlet (%s: [3][3]f64) = loop (p%s: [3][3]f64 = %sC) for (c%s: i64) < 3 do\nlet (d%s: i64) = add.i64 c%s 1", v, g.pick(g.mats), v, v, v, v, v, v)
		g.putf("let (q%s: [3][3]f64) = loop (q%s: [3][3]f64 = p%s) for (e%s: i64) < %s do\nlet (x%s: f64) = q%s[c%s, e%s]\nlet (y%s: f64) = add.f64 x%s %s", v, v, v, v, bound, v, v, v, v, v, v, g.pick(g.nums))
		g.putf("let (r%s: [3][3]f64) = q%s with [%s, e%s] = y%s in (r%s)\nin (q%s)", v, v, g.pick([]string{"c" + v, "2"}), v, v, v, v)
	case 3:
		g.loop(v, "[3][3]f64", g.pick(g.mats), &g.mats, g.matrix)
	case 4:
		g.putf("let (%sC: [3][3]f64) = copy %s\nlet (%s: [3][3]f64) = %sC with [%s] = %s", v, g.pick(g.mats), v, v, g.index(), g.pick(g.pts))
	}
	g.mats = append(g.mats, v)
	return v
}

// list writes a list of points.
func (g *points) list() string {
	v := g.name()
	switch g.IntN(11) {
	case 10:
		g.putf("let (%sT: [3][n]f64) = rearrange (1, 0) %s\nlet (%s: [n][3]f64) = rearrange (1, 0) %sT", v, g.pick(g.all), v, v)
	case 9:
		g.putf("let (%s: [n][3]f64) = scan n (%s) (%s) %s", v, g.pick(g.all), g.pick(g.pts), vectorSum)
	case 0, 1, 2:
		from := g.pick(g.all)
		g.putf("let (%s: [n][3]f64) = map n (%s, xs) (\\(p%s: [3]f64) (x%s: f64) : ([3]f64) ->", v, from, v, v)
		g.inside(func() {
			g.pts, g.nums = append(g.pts, "p"+v, "p"+v), append(g.nums, "x"+v)
			g.some()
			g.putf("in (%s))", g.point())
		})
	case 3:
		g.putf("let (%s: [n][3]f64) = reverse %s", v, g.pick(g.all))
	case 4:
		g.putf("let (%s: [n][3]f64) = rotate 1 %s", v, g.pick(g.all))
	case 5:
		g.branch(v, "[n][3]f64", func() string { return g.either(g.all, g.list) })
	case 6:
		g.loop(v, "[n][3]f64", g.pick(g.all), &g.all, g.list)
	case 7:
		g.putf("let (%s: [n][3]f64) = replicate [n] %s", v, g.pick(g.pts))
	case 8:
		g.putf("let (%s: [n][3]f64) = %s[0 : n : 1]", v, g.pick(g.all))
	}
	g.all = append(g.all, v)
	return v
}

// sum writes a number that comes of a list, or the list's rows as something that takes them.
func (g *points) sum() {
	v, from := g.name(), g.pick(g.all)
	g.putf("let (%sE: [n]f64) = map n (%s) (\\(p%s: [3]f64) : (f64) ->", v, from, v)
	g.inside(func() {
		g.pts = append(g.pts, "p"+v, "p"+v)
		if g.IntN(4) == 0 {
			g.putf("let (s: f64) = reduce 3 (%s) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))\nin (s))", g.pick(g.pts))
			return
		}
		g.some()
		g.putf("in (%s))", g.number())
	})
	g.putf("let (%s: f64) = reduce n (%sE) (0.0) (\\(a: f64) (b: f64) : (f64) -> let (c: f64) = add.f64 a b in (c))", v, v)
	g.nums = append(g.nums, v)
}

// some writes a few values of points.
func (g *points) some() {
	for range g.IntN(4) {
		switch g.IntN(4) {
		case 0:
			g.number()
		case 1:
			g.matrix()
		default:
			g.point()
		}
	}
}

// pointsProgram is a program over lists of points.
func pointsProgram(rng *rand.Rand) string {
	g := &points{Rand: rng, nums: []string{"c"}, pts: []string{"u"}, mats: []string{"m"}, all: []string{"ps"}, is: []string{"k"}}
	for range 2 + g.IntN(5) {
		switch g.IntN(6) {
		case 0:
			g.point()
		case 1:
			g.matrix()
		case 2:
			g.sum()
		default:
			g.list()
		}
	}
	g.sum()
	last := g.pick(g.all)
	if g.IntN(2) == 0 {
		last = "ps"
	}
	all := g.nums[0] // what fails is used
	for _, v := range g.nums[1:] {
		s := g.name()
		g.putf("let (%s: f64) = add.f64 %s %s", s, all, v)
		all = s
	}
	return fmt.Sprintf("fun main (n: i64) (k: i64) (c: f64) (u: [3]f64) (m: [3][3]f64) (xs: [n]f64) (ps: [n][3]f64) : (r: f64) (q: [3]f64) (s: [n][3]f64) =\n%sin (%s, %s, %s)",
		g.b.String(), all, g.pick(g.pts), last)
}

func pointsArguments(rng *rand.Rand) []value.Value {
	n := rng.Int64N(4)
	return []value.Value{coretest.I64(n), coretest.I64(rng.Int64N(3)), coretest.F64(0.5), coretest.Quarters(rng, 3), coretest.Quarters(rng, 3, 3), coretest.Quarters(rng, n), coretest.Quarters(rng, n, 3)}
}
