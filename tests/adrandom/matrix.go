package adrandom

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// matrices makes the program of a seed that works on a matrix as eliminations do: loops over rows and columns whose elements, rows, columns and
// parts are updated from others, element by element, by slices and by whole arrays.
func matrices(seed uint64) *program {
	r := rand.New(rand.NewPCG(seed, 79))
	g := &gen{Rand: r, budget: 200}
	p := &program{n: []int64{1, 2, 3, 4, 5, 7, 9, 12}[r.IntN(8)], float: g.pick("f64", "f64", "f64", "f32"), point: seed, seed: seed}
	p.params = []variable{{name: "m", typ: matrix}, {name: "b", typ: "[n]f64"}, {name: "x", typ: "f64"}}
	a := g.leaf(matrix, p.params)
	for range 1 + r.IntN(2) {
		a = g.elimination("copy %s", a, p.params, 2)
	}
	p.body = a
	if r.IntN(3) == 0 {
		v, in := g.bind(p.params, matrix)
		p.body = g.node("["+few+"]f64", p.params, fmt.Sprintf("(let %s = %%s in %%s)", v[0]), a, g.sideBySide(in))
	}
	if r.IntN(3) == 0 {
		p.batch(g.pick("2", "3", "4"))
	}
	return p
}

const (
	matrix = "[n][n]f64"
	few    = "3"
)

// batch makes a program of one that works on a matrix for n small ones, of d rows each.
func (p *program) batch(d string) {
	p.defs = append(p.defs, definition{head: "def each (n: i64) (m: " + matrix + ") (b: [n]f64) (x: f64) =", body: p.body})
	p.params = []variable{{name: "ms", typ: "[n][" + d + "][" + d + "]f64"}, {name: "bs", typ: "[n][" + d + "]f64"}, {name: "x", typ: "f64"}}
	t := strings.ReplaceAll(p.body.typ, "[n]", "["+d+"]")
	p.body = &node{typ: "[n]" + t, scope: p.params, text: `(map2 (\m b -> each ` + d + ` m b x) ms bs)`}
}

// elimination is a loop that carries a matrix; deep says how many loops may be in one another.
func (g *gen) elimination(start string, first *node, scope []variable, deep int) *node {
	x, in := g.bind(scope, matrix, "i64")
	a, k := x[0].(string), x[1].(string)
	form := fmt.Sprintf("for %s < n", k)
	if outer := indices(scope); len(outer) > 0 {
		form = fmt.Sprintf(g.pick("for %[1]s < n", "for %[1]s in %[2]s + 1..<n", "for %[1]s < %[2]s", "for %[1]s in %[2]s..%[2]s-1...0"), k, outer[len(outer)-1])
	} else if g.IntN(5) == 0 {
		form = fmt.Sprintf("for %s in n-1..n-2...0", k)
	}
	body := g.leaf(matrix, in[len(in)-2:len(in)-1])
	for range 1 + g.IntN(3) {
		v, next := g.bind(in, matrix)
		if deep > 1 && g.IntN(3) == 0 {
			body = g.elimination("%s", body, in, deep-1)
			continue
		}
		body = g.node(matrix, in, fmt.Sprintf("(let %s = %%s in %%s)", v[0]), body, g.update(v[0].(string), next))
	}
	return g.node(matrix, scope, fmt.Sprintf("(loop (%s: *%s) = %s %s do %%s)", a, matrix, start, form), first, body)
}

// indices are the names that count the loops around.
func indices(scope []variable) (out []string) {
	for _, v := range scope {
		if v.typ == "i64" {
			out = append(out, v.name)
		}
	}
	return out
}

// place is an index of a row or column; beside are the rows and columns of one side of it.
func (g *gen) place(scope []variable) string {
	i := g.pick(indices(scope)...)
	return g.pick(i, i, i, "n-1-"+i, "("+i+"+1)%n", "0")
}

func (g *gen) beside(scope []variable) string {
	i := g.pick(indices(scope)...)
	return g.pick(":", i+":", i+"+1:", ":"+i, ":"+i+"+1")
}

// fill puts random places and parts for the letters of a text: P, Q, R for places, S, T for parts.
func (g *gen) fill(text string, scope []variable) string {
	for _, c := range []string{"P", "Q", "R"} {
		text = strings.ReplaceAll(text, c, g.place(scope))
	}
	for _, c := range []string{"S", "T"} {
		text = strings.ReplaceAll(text, c, g.beside(scope))
	}
	return text
}

// mix is a bounded number of others.
func (g *gen) mix(xs ...string) string {
	u, v, w := g.pick(xs...), g.pick(xs...), g.pick(append(slices.Clone(xs), "x")...)
	return fmt.Sprintf(g.pick("0.7*%s - 0.3*f64.tanh (%s*%s)", "0.5*%s - 0.25*%s*f64.tanh %s", "%s/(2+%s*%s)", "0.5*%s + 0.4*f64.sin (%s+%s)",
		"f64.tanh (%s - %s*%s)", "0.9*%s + 0.01*(%s-%s)"), u, v, w)
}

// update is the matrix a after an update: of an element, of a row, column or block, or of all.
func (g *gen) update(a string, scope []variable) *node {
	n := func(text string) *node {
		return g.node(matrix, scope, strings.NewReplacer("#", a, "%", "%%").Replace(g.fill(text, scope)))
	}
	lambda2 := `(\u v -> ` + g.mix("u", "v") + ")"
	lambda1 := `(\u -> ` + g.mix("u", "#[P,Q]", "b[R]") + ")"
	switch g.IntN(15) {
	case 0:
		return n("# with [P,Q] = " + g.mix("#[P,Q]", "#[Q,R]", "b[R]"))
	case 1:
		return n("# with [P] = map2 " + lambda2 + " #[P] #[Q]")
	case 2:
		return n("# with [P,S] = map2 " + lambda2 + " #[P,S] #[Q,S]")
	case 3:
		return n("# with [S,P] = map2 " + lambda2 + " #[S,P] #[S,Q]")
	case 4:
		return n("# with [P,S] = map " + lambda1 + " #[P,S]")
	case 5:
		return n("# with [S,P] = map " + lambda1 + " #[S,P]")
	case 6:
		return n("# with [S,T] = map2 (\\r l -> map2 (\\u v -> " + g.mix("u", "v", "l") + ") r #[P,T]) #[S,T] #[S,Q]")
	case 7:
		return n("# with [P,Q] = f64.tanh (#[P,Q] - 0.2*f64.sum (map2 (*) #[P,S] #[Q,S]))")
	case 8:
		return n("# with [P,Q] = f64.tanh (#[P,Q] - 0.2*f64.sum (map2 (*) #[P,S] #[S,Q]))")
	case 9:
		return n("let r = f64.sqrt (1 + f64.sum (map (\\u -> u*u) #[S,P])) in # with [S,P] = map (/r) #[S,P]")
	case 10:
		return n("let r = copy #[P] in let # = # with [P] = copy #[Q] in # with [Q] = r")
	case 12, 13:
		i := g.pick(indices(scope)...)
		return n(fmt.Sprintf("map2 (\\i r -> if i %s %s then r else let f = %s in map2 (\\u v -> %s) r #[P]) (iota n) #", g.pick("<", "<=", ">", "=="), i,
			g.mix("r["+i+"]", "#["+i+","+i+"]", "#[i,"+i+"]"), g.mix("u", "v", "f")))
	case 11:
		i := g.pick(indices(scope)...)
		return n(fmt.Sprintf("tabulate_2d n n (\\i j -> if i %s %s && j %s %s then %s else #[i,j])", g.pick("<", ">", "=="), i, g.pick(">", "<=", "!="), i,
			g.mix("#[i,j]", "#["+i+",j]", "#[i,"+i+"]")))
	}
	return n("let r = map (\\i -> " + g.mix("#[i,P]", "b[i]", "#[Q,i]") + ") (iota n) in # with [P] = map2 " + lambda2 + " #[P] r")
}

// sideBySide are a few sums that read the same elements.
func (g *gen) sideBySide(scope []variable) *node {
	a, in := g.leaf(matrix, scope[len(scope)-1:]), scope
	return g.node("["+few+"]f64", in, g.pick(
		`(tabulate `+few+` (\q -> f64.sum (map2 (\u v -> u*v) b %s[q %% n])))`,
		`(tabulate `+few+` (\q -> f64.sum (map (\i -> b[i] * %[1]s[(i+q) %% n, q %% n]) (iota n))))`,
		`(tabulate `+few+` (\q -> f64.sum (map (\i -> f64.sum (map (\j -> f64.sin (%[1]s[i,j]) * %[1]s[(i+q) %% n, j]) (iota n))) (iota n))))`), a)
}
