package simplify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/mem"
	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/backend/simplify"
	"raido/tests/golden/segpass"
)

// TestRandomRegions: matrices that change where random conditions on the row, the column and what the host knows hold, in one array and in two.
func TestRandomRegions(t *testing.T) {
	shorter := 0
	for seed := range uint64(400) {
		g := &regionGen{r: rand.New(rand.NewPCG(seed, 1))}
		text := g.program()
		p, err := seg.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		q := simplify.Regions(mem.Overwrite(p))
		if seg.Print(q) != seg.Print(p) {
			shorter++
		}
		if err := verify.Prog(q); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, seg.Print(q))
		}
		if err := segpass.Language(1e-12).Same(nil, p, q); err != nil {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, seg.Print(q))
		}
	}
	if shorter < 200 {
		t.Errorf("%d of 400 programs have regions", shorter)
	}
}

// regionGen writes programs: a nest over a matrix with branches.
type regionGen struct {
	r    *rand.Rand
	out  strings.Builder
	next int
}

func (g *regionGen) pick(xs ...string) string { return xs[g.r.IntN(len(xs))] }

func (g *regionGen) line(depth int, format string, args ...any) {
	fmt.Fprintf(&g.out, strings.Repeat("  ", depth)+format+"\n", args...)
}

func (g *regionGen) fresh(name string) string {
	g.next++
	return fmt.Sprintf("%s_%d", name, 100+g.next)
}

func (g *regionGen) program() string {
	into := g.pick("a#3", "b#4")
	par := g.pick(" par elems", " par elems", " elems")
	g.line(0, "param n_1: i64\nparam j_2: i64\nparam h_3: i64\nparam x#1: [n_1][n_1]f64\nparam c#2: [n_1]f64")
	g.line(0, "size_4 = mul.i64 n_1 n_1\nalloc a#3: [n_1][n_1]f64\ntask main")
	if into == "b#4" {
		g.line(1, "mem b#4: f64 in scratch len size_4")
	}
	copied := func(from, to string) {
		i, k, e := g.fresh("i"), g.fresh("k"), g.fresh("e")
		g.line(1, "for %s < n_1 elems\n    for %s < n_1 elems\n      %s = %s[%s*n_1 + %s]\n      %s[%s*n_1 + %s] = %s", i, k, e, from, i, k, to, i, k, e)
	}
	copied("x#1", "a#3")
	g.line(1, "for i_5 < n_1%s", par)
	cond := g.condition(2, "i_5")
	g.line(2, "for k_6 < n_1%s", par)
	v := g.value(3, 3, cond)
	g.line(3, "%s[i_5*n_1 + k_6] = %s", into, v)
	if into == "b#4" {
		copied("b#4", "a#3")
	}
	g.line(0, "result a#3: [n_1][n_1]f64")
	return g.out.String()
}

// condition is a variable that says something of an index.
func (g *regionGen) condition(depth int, index string) string {
	v, a := g.fresh("is"), g.pick("j_2", "h_3", "0i64", "2i64", "n_1")
	if index == "k_6" {
		a = g.pick(a, "i_5")
	}
	x, y := index, a
	if g.r.IntN(2) == 0 {
		x, y = y, x
	}
	g.line(depth, "%s = %s.i64 %s %s", v, g.pick("lt", "le", "eq"), x, y)
	switch g.r.IntN(5) {
	case 0:
		w := g.fresh("not")
		g.line(depth, "%s = not.bool %s", w, v)
		return w
	case 1:
		u, w := g.condition(depth, index), g.fresh("both")
		g.line(depth, "%s = %s.bool %s %s", w, g.pick("and", "or"), v, u)
		return w
	}
	return v
}

// value is a variable for an element.
func (g *regionGen) value(depth, most int, outer string) string {
	v := g.fresh("v")
	switch g.r.IntN(4) {
	case 0:
		if most < 3 {
			g.line(depth, "%s = a#3[i_5*n_1 + k_6]", v)
			return v
		}
	case 1:
		if most < 3 {
			e, c := g.fresh("e"), g.fresh("e")
			g.line(depth, "%s = a#3[i_5*n_1 + k_6]\n%s%s = c#2[k_6]", e, strings.Repeat("  ", depth), c)
			g.line(depth, "%s = mul.f64 %s %s", v, e, c)
			return v
		}
	}
	if most == 0 {
		return g.pick("0.0f64", "2.5f64")
	}
	cond := outer
	if g.r.IntN(4) > 0 {
		cond = g.condition(depth, "k_6")
	}
	if g.r.IntN(3) == 0 {
		x, y := g.value(depth, most-1, outer), g.value(depth, most-1, outer)
		g.line(depth, "%s = if %s then %s else %s", v, cond, x, y)
		return v
	}
	g.line(depth, "var %s = 1.0f64\n%sif %s", v, strings.Repeat("  ", depth), cond)
	g.line(depth+1, "set %s = %s", v, g.value(depth+1, most-1, outer))
	if g.r.IntN(3) > 0 {
		g.line(depth, "else")
		g.line(depth+1, "set %s = %s", v, g.value(depth+1, most-1, outer))
	}
	return v
}
