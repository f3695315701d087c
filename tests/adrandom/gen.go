package adrandom

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// gen writes expressions of a wanted type with the variables in scope.
type gen struct {
	*rand.Rand
	names  int
	budget int  // of nodes
	rough  bool // comparisons of floats, maxima and rounding are allowed
	orders int  // derivatives inside that are allowed
	seq    int  // loops around
	mixed  bool // some operations in f32 and f16 are allowed
	coarse bool // and there are some
	narrow bool // all is in f16, which overflows soon
}

// generate makes the program of a seed.
func generate(seed uint64) *program {
	r := rand.New(rand.NewPCG(seed, 77))
	g := &gen{Rand: r, budget: 25 + r.IntN(90), rough: r.IntN(3) == 0, orders: r.IntN(3), mixed: r.IntN(12) == 0}
	p := &program{rough: g.rough, n: []int64{1, 2, 3, 4, 5, 7, 11}[r.IntN(7)], point: seed, seed: seed}
	deeper := 0
	if r.IntN(8) == 0 { // a large program
		g.budget, g.orders, deeper = 100+r.IntN(400), r.IntN(4), 3+r.IntN(3)
	}
	all := g.budget
	p.float = g.pick("f64", "f64", "f64", "f64", "f64", "f64", "f64", "f32", "f32", "f16")
	g.narrow = p.float == "f16"
	p.params = []variable{{name: "x", typ: "[n]f64"}, {name: "a", typ: "f64"}, {name: "k", typ: "i64"}}
	for _, v := range []variable{{name: "y", typ: "[n]f64"}, {name: "w", typ: "[n][3]f64"}, {name: "is", typ: "[n]i64"},
		{name: "p", typ: "(f64, f64)"}, {name: "r", typ: "{u: f64, v: [2]f64}"}, {name: "zs", typ: "[n](f64, f64)"}, {name: "c", typ: "[3]f64"},
		{name: "cube", typ: "[n][2][3]f64"}, {name: "rs", typ: "[n]{u: f64, v: [2]f64}"}} {
		if r.IntN(3) == 0 {
			p.params = append(p.params, v)
		}
	}
	scope := slices.Clone(p.params)
	var defined []variable
	for i, chance := range []int{6, 3} {
		if r.IntN(chance) > 0 {
			continue
		}
		d, f := g.recursive()
		if i == 1 {
			d, f = g.ordinary(slices.Clone(defined))
		}
		p.defs, defined = append(p.defs, d), append(defined, f)
		g.budget = all
	}
	scope = append(scope, defined...)
	t := g.pick("f64", "f64", "[n]f64", "(f64, f64)", "[n][2]f64", "([n]f64, f64)", "{u: f64, v: [3]f64}", "[n](f64, f64)", "(f64, i64)", "[n][2][2]f64")
	if r.IntN(5) == 0 {
		g.orders = max(1, g.orders)
		t = g.pick("f64", "[n]f64", "[3]f64", "[n][2]f64", "[2](f64, f64)", "[n]{u: f64, v: [2]f64}")
		for p.body == nil {
			p.body = g.derivative(t, scope, 4+deeper+r.IntN(3))
		}
	} else {
		p.body = g.exp(t, scope, 4+deeper+r.IntN(4))
	}
	p.coarse = g.coarse
	return p
}

func (g *gen) pick(xs ...string) string { return xs[g.IntN(len(xs))] }

func (g *gen) fresh() string {
	g.names++
	return fmt.Sprintf("v%d", g.names)
}

// bind adds fresh variables of these types; it gives their names and the scope with them.
func (g *gen) bind(scope []variable, types ...string) ([]any, []variable) {
	var names []any
	scope = slices.Clone(scope)
	for _, t := range types {
		v := variable{name: g.fresh(), typ: t}
		names, scope = append(names, v.name), append(scope, v)
	}
	return names, scope
}

func (g *gen) node(t string, scope []variable, text string, kids ...*node) *node {
	g.budget--
	return &node{typ: t, text: text, kids: kids, scope: scope}
}

// exp is an expression of type t, of at most depth d.
func (g *gen) exp(t string, scope []variable, d int) *node {
	if d <= 0 || g.budget <= 0 {
		return g.leaf(t, scope)
	}
	all := g.budget
	g.budget = all * (2 + g.IntN(3)) / 5
	share := g.budget
	n := g.inner(t, scope, d)
	g.budget += all - share
	return n
}

// inner is an expression that is no leaf, mostly.
func (g *gen) inner(t string, scope []variable, d int) *node {
	for {
		var n *node
		switch r := g.IntN(10); {
		case strings.Contains(t, "->"):
			n = g.lambda(t, scope, d)
		case r < 3 && t != "i64" && t != "bool":
			n = g.control(t, scope, d)
		case t == "f64":
			n = g.number(scope, d)
		case t == "i64":
			n = g.integer(scope, d)
		case t == "bool":
			n = g.condition(scope, d)
		case t[0] == '[':
			n = g.array(t, scope, d)
		case t[0] == '(':
			n = g.tuple(t, scope, d)
		case t[0] == '{':
			n = g.record(t, scope, d)
		}
		if n != nil {
			return n
		}
	}
}

func (g *gen) leaf(t string, scope []variable) *node {
	var at []string
	for _, v := range scope {
		if v.args == nil {
			at = append(at, g.within(t, v, scope)...)
		}
	}
	switch {
	case strings.Contains(t, "->"):
		return g.node(t, scope, simple(t))
	case len(at) > 0 && g.IntN(8) > 0:
		return g.node(t, scope, strings.ReplaceAll(at[g.IntN(len(at))], "%", "%%"))
	case g.IntN(10) == 0:
		return g.literal(t, scope)
	}
	return g.composed(t, scope)
}

// composed is made of leaves.
func (g *gen) composed(t string, scope []variable) *node {
	var kids []*node
	if s, row := dim(t); s != "" && row != "i64" {
		x, in := g.bind(scope, "i64")
		return g.node(t, scope, fmt.Sprintf(`(tabulate %s (\%s -> %%s))`, extent(s), x[0]), g.leaf(row, in))
	}
	if names, types := fields(t); names != nil {
		var texts []string
		for i, u := range types {
			texts, kids = append(texts, names[i]+" = %s"), append(kids, g.leaf(u, scope))
		}
		return g.node(t, scope, "{"+strings.Join(texts, ", ")+"}", kids...)
	}
	if ps := parts(t); ps != nil {
		for _, u := range ps {
			kids = append(kids, g.leaf(u, scope))
		}
		return g.node(t, scope, "("+strings.Repeat(", %s", len(ps))[2:]+")", kids...)
	}
	return g.literal(t, scope)
}

// index is a small expression of type i64.
func (g *gen) index(scope []variable) string {
	at := []string{fmt.Sprintf("%di64", g.IntN(4))}
	for _, v := range scope {
		if v.typ == "i64" && v.args == nil {
			at = append(at, v.name, "("+v.name+" + 1)")
		}
	}
	return at[g.IntN(len(at))]
}

// positive says that a dimension is never zero. Those of unknown size begin with q.
func positive(d string) bool { return d != "" && d != "0" && d[0] != 'q' }

// literal is an expression without variables.
func (g *gen) literal(t string, scope []variable) *node {
	return g.node(t, scope, strings.ReplaceAll(g.constant(t), "%", "%%"))
}

func (g *gen) constant(t string) string {
	switch {
	case t == "f64":
		return g.pick("0.3f64", "0.7f64", "1.1f64", "(-0.6f64)", "(-1.2f64)", "0.9f64", "0f64")
	case t == "i64":
		return g.pick("0i64", "1i64", "2i64", "3i64")
	case t == "bool":
		return g.pick("true", "false")
	case t[0] == '[':
		d, row := dim(t)
		return fmt.Sprintf("(replicate %s %s)", extent(d), g.constant(row))
	case t[0] == '(':
		var out []string
		for _, p := range parts(t) {
			out = append(out, g.constant(p))
		}
		return "(" + strings.Join(out, ", ") + ")"
	}
	var out []string
	names, types := fields(t)
	for i := range names {
		out = append(out, names[i]+" = "+g.constant(types[i]))
	}
	return "{" + strings.Join(out, ", ") + "}"
}

// size is a dimension in scope.
func (g *gen) size(scope []variable) string {
	switch r := g.IntN(20); {
	case r == 0:
		return "0"
	case r == 1 && !g.narrow:
		return "37" // of few rows, or of many short ones
	}
	out := []string{"n", "n", "2", "3"}
	for _, v := range scope {
		if d, _ := dim(v.typ); d != "" && d[0] == 'q' && !slices.Contains(out, d) {
			out = append(out, d, d)
		}
	}
	return out[g.IntN(len(out))]
}

func (g *gen) integer(scope []variable, d int) *node {
	i := func() *node { return g.exp("i64", scope, d-2) }
	switch g.IntN(8) {
	case 0:
		return g.node("i64", scope, "(%s "+g.pick("+", "-", "*")+" %s)", i(), i())
	case 1:
		return g.node("i64", scope, "(%s %% "+g.pick("2", "3", "4")+")", i())
	case 2:
		for _, v := range scope {
			if n, row := dim(v.typ); row == "i64" && positive(n) {
				return g.node("i64", scope, v.name+"[%s %% "+extent(n)+"]", i())
			}
		}
	case 3:
		return g.node("i64", scope, "(if %s then %s else %s)", g.exp("bool", scope, d-2), i(), i())
	case 4:
		if g.rough {
			return g.node("i64", scope, "(i64.f64 (3 * f64.tanh %s))", g.exp("f64", scope, d-1))
		}
	}
	return g.leaf("i64", scope)
}

func (g *gen) condition(scope []variable, d int) *node {
	if g.rough && g.IntN(2) == 0 {
		return g.node("bool", scope, "(%s "+g.pick("<", "<=", ">")+" %s)", g.exp("f64", scope, d-1), g.exp("f64", scope, d-1))
	}
	i := func() *node { return g.exp("i64", scope, d-2) }
	switch g.IntN(5) {
	case 0:
		return g.node("bool", scope, "(%s %% 2 == %s %% 2)", i(), i())
	case 1:
		return g.node("bool", scope, "(%s > 0 "+g.pick("&&", "||")+" %s)", i(), g.exp("bool", scope, d-2))
	}
	return g.node("bool", scope, "(%s "+g.pick("<", "==", ">=", "!=")+" %s)", i(), i())
}

func (g *gen) tuple(t string, scope []variable, d int) *node {
	ps := parts(t)
	if len(ps) == 2 && ps[0] == "f64" && ps[1] == "f64" && g.IntN(2) == 0 {
		return g.foldPair(scope, d)
	}
	var kids []*node
	for _, p := range ps {
		kids = append(kids, g.exp(p, scope, d-1))
	}
	return g.node(t, scope, "("+strings.Repeat(", %s", len(ps))[2:]+")", kids...)
}

func (g *gen) record(t string, scope []variable, d int) *node {
	names, types := fields(t)
	var texts []string
	var kids []*node
	if i := g.IntN(len(names)); g.IntN(3) == 0 {
		return g.node(t, scope, "(%s with "+names[i]+" = %s)", g.exp(t, scope, d-1), g.exp(types[i], scope, d-1))
	}
	for i := range names {
		texts = append(texts, names[i]+" = %s")
		kids = append(kids, g.exp(types[i], scope, d-1))
	}
	return g.node(t, scope, "{"+strings.Join(texts, ", ")+"}", kids...)
}

// within are the variable and what of it is of type t.
func (g *gen) within(t string, v variable, scope []variable) (at []string) {
	if v.typ == t {
		at = append(at, v.name, v.name)
	}
	if d, row := dim(v.typ); row == t && positive(d) && t != "i64" {
		at = append(at, fmt.Sprintf("%s[%s %% %s]", v.name, g.index(scope), extent(d)))
	}
	if d, row := dim(v.typ); positive(d) {
		if s, last := dim(row); positive(s) && last == t && t != "i64" {
			at = append(at, fmt.Sprintf("%s[%s %% %s, %s %% %s]", v.name, g.index(scope), extent(d), g.index(scope), extent(s)))
		} else if positive(s) && array(d, last) == t {
			at = append(at, fmt.Sprintf("%s[:, %s %% %s]", v.name, g.index(scope), extent(s)))
		}
		for i, p := range parts(row) {
			if p == t {
				at = append(at, fmt.Sprintf("%s[%s %% %s].%d", v.name, g.index(scope), extent(d), i))
			}
		}
		names, types := fields(row)
		for i, p := range types {
			if p == t {
				at = append(at, fmt.Sprintf("%s[%s %% %s].%s", v.name, g.index(scope), extent(d), names[i]))
			}
		}
	}
	for i, p := range parts(v.typ) {
		if p == t {
			at = append(at, fmt.Sprintf("%s.%d", v.name, i))
		}
	}
	names, types := fields(v.typ)
	for i, p := range types {
		if p == t {
			at = append(at, v.name+"."+names[i])
		}
	}
	return at
}
