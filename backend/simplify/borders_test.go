package simplify_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/backend/simplify"
	"raido/tests/golden/segpass"
)

// TestRandomBorders: nests over one or two indices that compare them with numbers near both ends, clamp, wrap and select, of all sizes from 0 on.
func TestRandomBorders(t *testing.T) {
	split := 0
	for seed := range uint64(400) {
		g := &borderGen{regionGen: regionGen{r: rand.New(rand.NewPCG(seed, 2))}}
		text := g.program()
		p, err := seg.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		q := simplify.Borders(p)
		if seg.Print(q) != seg.Print(p) {
			split++
		}
		for _, q := range []*seg.Prog{q, simplify.Ranges(q)} {
			if err := verify.Prog(q); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, seg.Print(q))
			}
			if err := segpass.Language(1e-12).Same(nil, p, q); err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, text, seg.Print(q))
			}
		}
	}
	if split < 150 {
		t.Errorf("%d of 400 programs have borders", split)
	}
}

// borderGen writes programs: a nest whose points use indices near their own.
type borderGen struct {
	regionGen
	ints, conds []string
}

func (g *borderGen) program() string {
	deep := g.r.IntN(2)
	g.line(0, "param n_1: i64\nparam x#1: [n_1]f64")
	g.line(0, "most_2 = mul.i64 n_1 %d\nm_3 = add.i64 most_2 %di64\nsize_4 = mul.i64 m_3 m_3\nalloc a#3: [m_3][m_3]i64\nalloc b#4: [m_3][m_3]i64", 1+g.r.IntN(3), g.r.IntN(5))
	g.line(0, "task main")
	for _, m := range []string{"a#3", "b#4"} {
		i := g.fresh("i")
		g.line(1, "for %s < size_4 elems\n    %s_1 = mul.i64 %s %s\n    %s[%s] = %s_1", i, "v"+i, i, i, m, i, "v"+i)
	}
	g.line(1, "last_5 = add.i64 m_3 -1i64\n  twice_6 = mul.i64 2i64 m_3")
	g.line(1, "for i_7 < m_3 par elems")
	g.body(2, "i_7")
	at := "i_7*m_3"
	if deep == 1 {
		g.line(2, "for k_8 < m_3 par elems")
		g.body(3, "k_8")
		at += " + k_8"
	}
	var sum string
	for range 3 {
		v, w, in := g.fresh("v"), g.fresh("w"), g.read(2+deep)
		g.line(2+deep, "var %s = 0i64\n%sif %s", v, strings.Repeat("  ", 2+deep), g.one(g.conds))
		g.line(3+deep, "%s = mul.i64 3i64 %s\n%sset %s = %s", w, in, strings.Repeat("  ", 3+deep), v, w)
		if g.r.IntN(2) == 0 {
			g.line(2+deep, "else\n%sset %s = %s", strings.Repeat("  ", 3+deep), v, g.one(g.ints))
		}
		if sum != "" {
			s := g.fresh("s")
			g.line(2+deep, "%s = add.i64 %s %s", s, sum, v)
			v = s
		}
		sum = v
	}
	g.line(2+deep, "b#4[%s] = %s", at, sum)
	g.line(0, "result b#4: [m_3][m_3]i64")
	return g.out.String()
}

func (g *borderGen) one(xs []string) string { return xs[g.r.IntN(len(xs))] }

// body computes numbers and conditions of an index.
func (g *borderGen) body(depth int, index string) {
	ints := []string{index}
	for range 8 {
		v, x := g.fresh("x"), g.one(ints)
		other := g.pick("0i64", "1i64", "2i64", "-1i64", "m_3", "last_5", "i_7", "twice_6")
		switch g.r.IntN(5) {
		case 0, 1:
			g.line(depth, "%s = add.i64 %s %di64", v, x, g.r.IntN(7)-3)
			ints = append(ints, v)
		case 2:
			x, y := x, g.pick("0i64", "last_5", other)
			if g.r.IntN(2) == 0 {
				x, y = y, x
			}
			g.line(depth, "%s = %s.i64 %s %s", v, g.pick("min", "max", "sub"), x, y)
			ints = append(ints, v)
		case 3:
			y := other
			if g.r.IntN(2) == 0 {
				x, y = y, x
			}
			g.line(depth, "%s = %s.i64 %s %s", v, g.pick("lt", "le", "eq"), x, y)
			g.conds = append(g.conds, v)
			if w := g.fresh("w"); g.r.IntN(2) == 0 {
				g.line(depth, "%s = if %s then %s else %s", w, v, g.one(ints), g.one(ints))
				ints = append(ints, w)
			} else if g.r.IntN(2) == 0 {
				g.line(depth, "%s = %s.bool %s %s", w, g.pick("and", "or"), v, g.one(g.conds))
				g.conds = append(g.conds, w)
			}
		case 4:
			y := g.fresh("y")
			g.line(depth, "%s = add.i64 %s m_3", y, x)
			g.line(depth, "%s = %s.i64 %s m_3", v, g.pick("mod", "rem"), g.pick(x, y))
			ints = append(ints, v)
		}
	}
	g.ints = append(g.ints, ints...)
	if v := g.fresh("c"); len(g.conds) == 0 {
		g.line(depth, "%s = lt.i64 0i64 %s", v, index)
		g.conds = append(g.conds, v)
	}
}

// read reads an element of a if there is such, or gives the index.
func (g *borderGen) read(depth int) string {
	x, u, n, in, v, e := g.one(g.ints), g.fresh("u"), g.fresh("n"), g.fresh("in"), g.fresh("v"), g.fresh("e")
	g.line(depth, "%s = to_u64.i64 %s", u, x)
	for _, s := range []string{fmt.Sprintf("%s = to_u64.i64 size_4", n), fmt.Sprintf("%s = lt.u64 %s %s", in, u, n), fmt.Sprintf("var %s = %s", v, x), "if " + in} {
		g.line(depth, "%s", s)
	}
	g.line(depth+1, "%s = a#3[%s]\n%sset %s = %s", e, x, strings.Repeat("  ", depth+1), v, e)
	return v
}
