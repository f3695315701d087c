package adrandom

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// sequences makes the program of a seed that goes through time as filters, recurrent nets and dynamic programs do: a loop that carries a vector h
// and a number c, reads the arguments at its step and near it, and puts what it computes into the arrays out and rows, which it reads again.
func sequences(seed uint64) *program {
	r := rand.New(rand.NewPCG(seed, 81))
	g := &gen{Rand: r, budget: 200}
	p := &program{n: []int64{1, 2, 3, 4, 5, 7, 9, 17}[r.IntN(8)], float: g.pick("f64", "f64", "f64", "f32"), point: seed, seed: seed}
	p.params = []variable{{name: "xs", typ: "[n]f64"}, {name: "w", typ: "[3][3]f64"}, {name: "ys", typ: "[n][3]f64"}, {name: "x", typ: "f64"}}
	p.body = g.sequence(p.params)
	if r.IntN(2) == 0 {
		p.defs = append(p.defs, definition{head: "def each [n] (xs: [n]f64) (w: [3][3]f64) (ys: [n][3]f64) (x: f64) =", body: p.body})
		p.params = []variable{{name: "xs", typ: "[n]f64"}, {name: "ws", typ: "[2][3][3]f64"}, {name: "ys", typ: "[n][3]f64"}, {name: "z", typ: "[2]f64"}}
		p.body = &node{typ: "[2]" + p.body.typ, scope: p.params, text: `(map2 (\w x -> each xs w ys x) ws z)`}
	}
	return p
}

// sequence is the loop. Its body is a chain of steps, of which shrinking leaves some out.
func (g *gen) sequence(scope []variable) *node {
	form := g.pick("for t < n", "for t < n", "for t < n-1", "for t in n-1..n-2...0", "for t in 1..<n", "while t < n")
	start := "replicate 3 x, 0.3f64, " + g.pick("copy xs", "replicate n 0f64") + ", " + g.pick("copy ys", "replicate n (replicate 3 x)")
	state, end := "(h: [3]f64), c, (out: *[n]f64), (rows: *[n][3]f64)", "h, c, out, rows"
	bound := state
	if strings.HasPrefix(form, "while") {
		state, start, end, bound = state+", t", start+", 0i64", end+", t+1", bound+", _"
	}
	body := g.node("steps", scope, "("+end+")")
	for range 1 + g.IntN(4) {
		body = g.node("steps", scope, strings.ReplaceAll(g.step(), "%", "%%")+" in %s", body)
	}
	last := g.pick("h [3]f64", "c f64", "out [n]f64", "rows [n][3]f64")
	name, typ, _ := strings.Cut(last, " ")
	return g.node(typ, scope, fmt.Sprintf("(let (%s) = loop (%s) = (%s) %s do %%s in %s)", strings.ReplaceAll(bound, "*", ""), state, start, form, name), body)
}

// step changes a part of what the loop carries.
func (g *gen) step() string {
	near := func() string {
		return g.pick("t", "t", "i64.max 0 (t-1)", "i64.min (n-1) (t+1)", "(t+2)%n", "n-1-t", "t/2")
	}
	read := func() string {
		return g.pick("xs["+near()+"]", "out["+near()+"]", "rows["+near()+",1]", "c", "h[t%3]", "(if t > 0 then out[t-1] else x)")
	}
	switch g.IntN(9) {
	case 0:
		return "let h = map2 (\\u v -> " + g.mix("u", "v", "c") + ") h ys[" + near() + "]"
	case 1:
		return "let h = map (\\r -> f64.tanh (f64.sum (map2 (*) r h) + " + read() + ")) w"
	case 2:
		return "let h = map (\\i -> f64.tanh (f64.sum (map (\\j -> w[j,i]*h[j]) (iota 3)) + rows[" + near() + ",i])) (iota 3)"
	case 3:
		return "let c = " + g.mix("c", read(), read())
	case 4:
		return "let c = f64.tanh (f64.sum (map2 (*) h ys[" + near() + "]) + " + read() + ")"
	case 5:
		return "let out = out with [" + near() + "] = " + g.mix(read(), "c")
	case 6:
		return "let rows = rows with [" + near() + "] = map2 (\\u v -> " + g.mix("u", "v", "c") + ") h rows[" + near() + "]"
	case 7:
		return "let out = loop out for k < " + g.pick("t", "3", "i64.min 2 n") + " do out with [k%n] = " + g.mix("out[k%n]", read(), "h[k%3]")
	}
	return "let c = if " + g.pick("t%2 == 0", "t > 1", "n-t > 2") + " then " + g.mix("c", read()) + " else " + g.mix(read(), "x")
}
