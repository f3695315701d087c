package adrandom

import (
	"fmt"
	"strings"
)

func (g *gen) number(scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node("f64", scope, text, kids...) }
	switch g.IntN(28) {
	case 0, 1:
		return n("(%s "+g.pick("+", "-")+" %s)", e("f64"), e("f64"))
	case 2, 3:
		return n("(f64."+g.pick("sin", "cos", "tanh")+" %s * %s)", e("f64"), e("f64"))
	case 4:
		return n("(%s / (1.5 + f64."+g.pick("sin", "cos", "tanh")+" %s))", e("f64"), e("f64"))
	case 5:
		return n("(f64."+g.pick("sin", "cos", "tanh", "atan", "asinh")+" %s)", e("f64"))
	case 6:
		return n("f64."+g.pick("exp", "sqrt", "log", "recip", "cosh")+" (1.5 + f64.sin %s)", e("f64")).paren()
	case 7:
		return n("(f64.tanh %s ** 2 + (1.5 + f64.sin %s) ** f64.cos %s)", e("f64"), e("f64"), e("f64"))
	case 8:
		if g.rough {
			return n(g.pick("(f64.max %s %s)", "(f64.min %s %s)", "(f64.abs %s + %s)", "(f64.floor %s + %s)"), e("f64"), e("f64"))
		}
		return n("(f64.i64 (%s %% 3) * 0.4)", e("i64"))
	case 9:
		return n("(f64."+g.pick("sum", "product")+" (map f64.tanh %s))", e(array(g.size(scope), "f64")))
	case 10:
		s := g.size(scope)
		return n("(f64.sum (map2 (*) %s (map f64.sin %s)))", e(array(s, "f64")), e(array(s, "f64")))
	case 11, 12:
		return n("f64.tanh ("+g.reduce()+" %s (map f64.tanh %s))", g.operator(scope, d), e(array(g.size(scope), "f64"))).paren()
	case 13:
		return n("(%s).0", g.foldPair(scope, d)).paren()
	case 14:
		if s := g.size(scope); positive(s) {
			return n(g.pick("(head %s)", "(last %s)"), e(array(s, "f64")))
		}
	case 15:
		if s := g.size(scope); positive(s) {
			return n("%s[%s %% "+extent(s)+"]", e(array(s, "f64")), e("i64"))
		}
	case 16:
		s := g.size(scope)
		return n("(f64.sum (map (f64.sin >-> f64.sum) (map (map f64.tanh) %s)))", e(array(s, array(g.size(scope), "f64")))).fix()
	case 17:
		return n("%s.u", e("{u: f64, v: [2]f64}"))
	case 19:
		t := array(g.size(scope), array(g.size(scope), array(g.size(scope), "f64")))
		return n("f64.tanh ("+g.reduce()+" %s (map (\\m -> f64.tanh (reduce %s (map (\\each -> f64.tanh (reduce %s each)) m))) (map (map (map f64.tanh)) %s)))",
			g.operator(scope, d), g.operator(scope, d), g.operator(scope, d), e(t)).paren()
	case 20, 21:
		return g.fewDigits(scope, d)
	case 22:
		return g.kept(scope, d)
	case 18:
		u := g.some(scope)
		x, in := g.bind(scope, u)
		return n(fmt.Sprintf(`(%%s |> \%s -> %%s)`, x[0]), e(u), g.exp("f64", in, d-1))
	}
	return g.special(scope, d)
}

// kept calls functions that are kept in tuples and records, one of which has another as a variable of its own.
func (g *gen) kept(scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	fs, number := g.fresh(), "f64 -> f64"
	text := strings.ReplaceAll(g.pick(
		"(let FS = (%s, %s) in FS.0 (f64.tanh (FS.1 %s)))",
		"(let FS = {f = %s, g = (%s, 0.5f64)} in FS.f (FS.g.1 * FS.g.0 %s))",
		"(let FS = {f = %s, g = %s} let FS = FS with g = FS.f in f64.tanh (FS.g (FS.f %s)))",
		"(let FS = (%s, {g = \\x -> x * f64.cos x, h = %s}) in f64.sum (map (FS.1.g >-> FS.0) (map FS.1.h [%s, 0.4])))",
		"(let FS = (\\by -> {f = \\at -> by * %s at, g = %s}) in (FS 0.7).f ((FS 2).g %s))",
	), "FS", fs)
	return g.node("f64", scope, text, e(number), e(number), e("f64"))
}

// special are functions of several numbers, histograms, and extrema.
func (g *gen) special(scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node("f64", scope, text, kids...) }
	if r := g.IntN(4); r == 0 {
		return n("f64."+g.pick("fma", "lerp", "mad")+" (f64.sin %s) (f64.cos %s) %s", e("f64"), e("f64"), e("f64")).paren()
	} else if r == 1 {
		return n("f64."+g.pick("atan2", "hypot")+" (1.5 + f64.sin %s) %s", e("f64"), e("f64")).paren()
	} else if r == 2 {
		from := g.size(scope)
		return n("f64.tanh (f64.sum (hist %s 3 %s (map f64.tanh %s)))", g.operator(scope, d), e(array(from, "i64")), e(array(from, "f64"))).paren()
	}
	if g.rough {
		return n("(f64."+g.pick("maximum", "minimum")+" (map f64.tanh %s ++ [0.1]))", e(array(g.size(scope), "f64")))
	}
	return nil
}

// fewDigits computes in fewer digits.
func (g *gen) fewDigits(scope []variable, d int) *node {
	if !g.mixed {
		return nil
	}
	g.coarse = true
	if g.IntN(2) == 0 {
		text := "f64.f32 (f32.tanh (reduce " + g.pick("(*) 1", "f32.max (-f32.inf)", "(+) 0") + " (map (f32.f64 >-> f32.tanh) %s)))"
		return g.node("f64", scope, text, g.exp(array(g.size(scope), "f64"), scope, d-1)).paren()
	}
	return g.node("f64", scope, g.pick("(f64.f32 (f32.sin (f32.f64 %s)))", "(f64.f16 (f16.tanh (f16.f64 %s)))"), g.exp("f64", scope, d-1))
}

// fix is for a text whose pipeline is on rows.
func (n *node) fix() *node {
	n.text = strings.ReplaceAll(n.text, "(f64.sin >-> f64.sum)", "(map f64.sin >-> f64.sum)")
	return n
}

func (g *gen) reduce() string { return g.pick("reduce", "reduce", "reduce_comm") }

// operator is an associative and commutative operator on numbers with what is given as its neutral element: that or, here and
// there, something else, which derivatives may go through.
func (g *gen) operator(scope []variable, d int) *node {
	op := g.withNeutral(scope, d)
	if g.IntN(4) > 0 {
		return op
	}
	op.text = op.text[:strings.LastIndex(op.text, " ")] + g.pick(" (f64.tanh %s)", " (0.4 * f64.sin %s)")
	op.kids = append(op.kids, g.exp("f64", scope, d-2))
	return op
}

// withNeutral is an operator with its neutral element. A kid is what operators with free variables use.
func (g *gen) withNeutral(scope []variable, d int) *node {
	t := "operator"
	if g.rough && g.IntN(3) == 0 {
		return g.node(t, scope, g.pick("f64.max (-f64.inf)", "f64.min f64.inf", `(\s t -> if s >= t then s else t) (-f64.inf)`))
	}
	switch g.IntN(7) {
	case 0:
		return g.node(t, scope, "(+) 0")
	case 1:
		return g.node(t, scope, "(*) 1")
	case 2:
		return g.node(t, scope, `(\s t -> s + t + s * t) 0`)
	case 3:
		return g.node(t, scope, `(\s t -> s + t - 0.4 * s * t) 0`)
	case 4:
		return g.node(t, scope, `(\s t -> s + t + s * t * f64.tanh %s) 0`, g.exp("f64", scope, d-2))
	case 5:
		return g.node(t, scope, `(\s t -> f64.log (f64.exp s + f64.exp t)) (-f64.inf)`)
	}
	return g.node(t, scope, `(\s t -> let u = f64.cos %s in s + t - u * t * s) 0`, g.exp("f64", scope, d-2))
}

// pair is one of the first k operators on pairs, with its neutral element or another one.
func (g *gen) pair(k int) string {
	op := pairs[g.IntN(k)]
	if g.IntN(4) == 0 {
		op = op[:strings.LastIndex(op, "(")] + "(0.5, -0.3)"
	}
	return op
}

// pairs are associative operators on pairs, those that commute first.
var pairs = []string{
	`(\(a, b) (c, d) -> (a + c, b * d)) (0, 1)`,
	`(\(a, b) (c, d) -> (a * c - b * d, a * d + b * c)) (1, 0)`,
	`(\(a, b) (c, d) -> (a + c, b + d - a * c)) (0, 0)`,
	`(\(a, b) (c, d) -> (a * c, a * d + b * c)) (1, 0)`,
	`(\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0)`,
	`(\(a, b) (c, d) -> (a + c, b * f64.exp c + d)) (0, 0)`,
	`(\(a, b) (c, d) -> (a + c, b + d + a * c - c * a + a * (c + c))) (0, 0)`,
}

func (g *gen) foldPair(scope []variable, d int) *node {
	t := "(f64, f64)"
	s := g.size(scope)
	a := g.exp(array(s, t), scope, d-1)
	switch {
	case g.rough && g.IntN(4) == 0:
		return g.node(t, scope, fmt.Sprintf(`(let (m, i) = reduce (\(a, i) (b, j) -> if a > b || a == b && i <= j then (a, i) else (b, j)) (-9, %s) (zip (map (.0) %%s) (iota %s)) in (m, f64.i64 i))`, extent(s), extent(s)), a)
	case g.IntN(4) == 0:
		return g.node(t, scope, `(let (p, q, r, s) = reduce (\(a, b, c, d) (e, f, g, h) -> (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)) (1, 0, 0, 1) (map (\(u, v) -> (f64.sin u, 0.3, v / (2 + v * v), f64.cos v)) %s) in (p - s, f64.tanh (q * r)))`, a)
	}
	return g.node(t, scope, `(let (p, q) = reduce `+g.pair(6)+` (map (\(u, v) -> (f64.tanh u, f64.sin v)) %s) in (f64.tanh p, f64.sin q))`, a)
}

// partials are the derivatives by the elements of an array, one by one.
func (g *gen) partials(t, s string, scope []variable, d int) *node {
	x, in := g.bind(scope, t)
	text := g.pick(`(let at = %%s in tabulate %[1]s (\i -> jvp (\(%[2]s: %[3]s) -> %%s) at (tabulate %[1]s (\j -> f64.bool (i == j)))))`,
		`(let at = %%s in tabulate %[1]s (\i -> f64.sum (vjp (\(%[2]s: %[3]s) -> tabulate %[1]s (\j -> %%s * f64.i64 j)) at (tabulate %[1]s (\j -> f64.bool (i == j))))))`)
	return g.node(t, scope, fmt.Sprintf(text, extent(s), x[0], t), g.exp(t, scope, d-1), g.exp("f64", in, d-1))
}

// derivative is one inside of the program.
func (g *gen) derivative(t string, scope []variable, d int) *node {
	if g.orders <= 0 {
		return nil
	}
	g.orders--
	defer func() { g.orders++ }()
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	u := g.pick("f64", "f64", "[n]f64", "(f64, f64)", "{u: f64, v: [2]f64}", array(g.size(scope), "f64"))
	x, in := g.bind(scope, u)
	f := func(t string) *node { return g.exp(t, in, d-1) }
	n := func(text string, kids ...*node) *node {
		return g.node(t, scope, fmt.Sprintf(text, typed(x[0], u)), kids...)
	}
	if strings.Contains(t, "i64") {
		return nil
	}
	switch s, row := dim(t); g.IntN(8) {
	case 6:
		if row == "f64" {
			return g.partials(t, s, scope, d)
		}
	case 0:
		return n(`(jvp (\%s -> %%s) %%s %%s)`, f(t), e(u), e(u))
	case 1:
		w := g.pick("f64", "[2]f64", "(f64, f64)")
		y, in := g.bind(scope, t)
		return g.node(t, scope, fmt.Sprintf(`(vjp (\%s -> %%s) %%s %%s)`, typed(y[0], t)), g.exp(w, in, d-1), e(t), e(w))
	case 2:
		return n(`(jvp2 (\%s -> %%s) %%s %%s).`+g.pick("0", "1"), f(t), e(u), e(u)).paren()
	case 3:
		w := g.pick("f64", "[2]f64")
		y, in := g.bind(scope, t)
		return g.node(t, scope, fmt.Sprintf(`(vjp2 (\%s -> %%s) %%s %%s).1`, typed(y[0], t)), g.exp(w, in, d-1), e(t), e(w)).paren()
	case 4:
		if s != "" {
			return n(g.pick(`(jmp (\%s -> %%s) %%s %%s)`, `(jmp2 (\%s -> %%s) %%s %%s).1`), f(row), e(u), e(array(s, u))).paren()
		}
	case 5:
		if s != "" {
			w := g.pick("f64", "[2]f64")
			y, in := g.bind(scope, row)
			return g.node(t, scope, fmt.Sprintf(g.pick(`(mjp (\%s -> %%s) %%s %%s)`, `(mjp2 (\%s -> %%s) %%s %%s).1`), typed(y[0], row)), g.exp(w, in, d-1), e(row), e(array(s, w))).paren()
		}
	default:
		return g.ruled(t, u, scope, in, d)
	}
	return nil
}

// ruled is a function of a u with a rule of its own, which is its derivative.
func (g *gen) ruled(t, u string, scope, in []variable, d int) *node {
	var closed []variable
	for _, v := range in {
		if v.typ == "i64" && v.args == nil {
			closed = append(closed, v)
		}
	}
	at := g.exp(u, scope, d-1)
	if g.seq > 0 && u[0] == '[' && u[1] == 'q' {
		return nil
	}
	if g.IntN(3) == 0 && t == "f64" && u == "f64" {
		own := g.exp(t, append(closed, variable{name: "own", typ: u}), d-1)
		return g.node(t, scope, g.pick(`(let ruled (own: f64) = %s in with_jvp ruled (\own dot -> jvp ruled own dot) %s)`,
			`(let ruled (own: f64) = %s in (with_vjp (\own -> (own, ruled own)) (\res adj -> adj.0 + vjp ruled res.0 adj.1) %s).1)`), own, at)
	}
	own := g.exp(t, append(closed, variable{name: "own", typ: u}), d-1)
	return g.node(t, scope, `(let ruled (own: `+u+`) = %s in with_vjp_tape (\own -> (own, ruled own)) (\(own, adj) -> vjp ruled own adj) %s)`, own, at)
}
