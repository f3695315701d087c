package simplify_test

import (
	"math/rand/v2"
	"testing"

	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/backend/simplify"
	"raido/tests/golden/segpass"
)

// TestRandomShorten: sums of sums whose terms are there under random conditions on sums of both indices, of those of the map and of a size.
func TestRandomShorten(t *testing.T) {
	shorter := 0
	for seed := range uint64(80) {
		g := &regionGen{r: rand.New(rand.NewPCG(seed, 2))}
		text := g.folds()
		p, err := seg.Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		q := simplify.Shorten(p)
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
	if shorter < 40 {
		t.Errorf("%d of 80 folds go over fewer terms", shorter)
	}
}

// folds is a program with two folds, one in the other, and two branches.
func (g *regionGen) folds() string {
	g.line(0, "param n_1: i64\nparam x#1: [n_1][n_1]f64\nalloc w#2: [n_1][3i64]f64\nmap map_w\n  over i_2 < n_1\n  over k_3 < 3i64")
	g.line(1, "var s_4 = %s", g.pick("0.0f64", "-0.0f64", "1.0f64"))
	g.line(1, "fold p_5 < %s into s_4 by add", g.pick("n_1", "20i64"))
	g.line(2, "var t_6 = 0.0f64\n    fold q_7 < n_1 into t_6 by add")
	first, second := g.test("i_2", "k_3", "p_5", "q_7"), g.test("k_3", "p_5", "q_7")
	g.line(3, "var v_8 = 0.0f64\n      if %s", first)
	g.line(4, "e_9 = x#1[i_2*n_1 + q_7]")
	if g.r.IntN(2) == 0 {
		g.line(4, "set v_8 = e_9")
	} else {
		g.line(4, "var z_10 = 0.0f64\n        if %s\n          set z_10 = 0.0f64\n        else\n          set z_10 = e_9\n        set v_8 = z_10", second)
	}
	g.line(3, "yield v_8")
	g.line(2, "yield t_6")
	g.line(1, "w#2[i_2*3i64 + k_3] = s_4")
	g.line(0, "result w#2: [n_1][3i64]f64")
	return g.out.String()
}

// test adds one to three comparisons of sums, and what combines them.
func (g *regionGen) test(vars ...string) (cond string) {
	for range 1 + g.r.IntN(3) {
		sum := g.pick(vars...)
		for range g.r.IntN(3) {
			s := g.fresh("sum")
			g.line(3, "%s = %s.i64 %s %s", s, g.pick("add", "sub"), sum, g.pick(append(vars, "1i64", "2i64", "n_1")...))
			sum = s
		}
		c := g.fresh("c")
		x, y := sum, g.pick("0i64", "n_1", "i_2", "k_3")
		if g.r.IntN(2) == 0 {
			x, y = y, x
		}
		g.line(3, "%s = %s.i64 %s %s", c, g.pick("lt", "le", "lt", "le", "eq"), x, y)
		if cond != "" {
			both := g.fresh("both")
			g.line(3, "%s = %s.bool %s %s", both, g.pick("and", "or"), cond, c)
			c = both
		}
		cond = c
	}
	return cond
}
