package adrandom

import (
	"fmt"
	"strings"
)

// library are definitions that programs may use; the later ones may use the earlier ones.
var library = []struct{ name, text string }{
	{"twice", `def twice 'a (f: a -> a) (x: a): a = f (f x)`},
	{"compose", `def compose 'a 'b 'c (g: b -> c) (f: a -> b) (x: a): c = g (f x)`},
	{"fold2", `def fold2 [k] 'a (f: a -> f64 -> f64 -> a) (x: a) (us: [k]f64) (vs: [k]f64): a = loop x for (u, v) in zip us vs do f x u v`},
	{"along", `def along [k] 'a (f: i64 -> a -> a) (x: a) (is: [k]i64): a = if k == 0 then x else along f (f is[0] x) (drop 1 is)`},
	{"scaled", `def scaled (s: f64) (f: f64 -> f64): f64 -> f64 = \x -> s * f (s * x)`},
	{"halves", `def halves [k] (f: f64 -> f64 -> f64) (xs: [k]f64): f64 =
  if k == 0 then 0 else if k == 1 then xs[0] else f (halves f (take (k / 2) xs)) (halves f (drop (k / 2) xs))`},
	{"times", `def times [a][b][c] (x: [a][b]f64) (y: [b][c]f64): [a][c]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose y)) x`},
	{"chained", `def chained (x: [2][2]f64, y: [2]f64) (z: [2][2]f64, w: [2]f64): ([2][2]f64, [2]f64) =
  (times z x, map2 (+) (map (\row -> f64.sum (map2 (*) row y)) z) w)`},
	{"monoid", `module type monoid = { type t  val plus: t -> t -> t  val zero: t  val calm: t -> t }`},
	{"folds", `module folds (M: monoid) = {
  def all [k] (xs: [k]M.t): M.t = M.calm (reduce M.plus M.zero (map M.calm xs))
  def prefix [k] (xs: [k]M.t): [k]M.t = map M.calm (scan M.plus M.zero (map M.calm xs))
  def apart [k] (m: i64) (is: [k]i64) (xs: [k]M.t): [m]M.t = map M.calm (hist M.plus M.zero m is (map M.calm xs))
}`},
	{"products", `module products = folds { type t = f64  def plus (a: t) (b: t): t = a * b  def zero: t = 1  def calm = f64.sin }`},
	{"points", `module points = folds { type t = (f64, f64)  def zero: t = (1, 0)
  def plus (a: t) (b: t): t = (a.0 * b.0, a.0 * b.1 + a.1 * b.0)  def calm ((a, b): t): t = (f64.sin a, f64.tanh b) }`},
}

// withLibrary is a program with the definitions that it mentions before it.
func withLibrary(text string) string {
	for i := len(library) - 1; i >= 0; i-- {
		if mentions(text, library[i].name) {
			text = library[i].text + "\n" + text
		}
	}
	return text
}

// known applies what the library has for a type.
func (g *gen) known(t string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node(t, scope, text, kids...) }
	a := g.size(scope)
	s, row := dim(t)
	switch k := g.IntN(3); {
	case t == "f64" && k == 0:
		return n("(products.all %s)", e(array(a, t)))
	case t == "f64" && k == 1:
		return n("(halves %s (map f64.tanh %s))", e("f64 -> f64 -> f64"), e(array(a, t)))
	case t == "f64":
		return n("f64.tanh (scaled %s %s %s)", e(t), e("f64 -> f64"), e(t)).paren()
	case t == "(f64, f64)":
		return n("(points.all %s)", e(array(a, t)))
	case row == "f64" && k == 0:
		return n("(products.prefix %s)", e(t))
	case row == "f64" && k == 1:
		return n("(products.apart "+extent(s)+" %s %s)", e(array(a, "i64")), e(array(a, row)))
	case row == "(f64, f64)" && k == 0:
		return n("(points.prefix %s)", e(t))
	case row == "(f64, f64)" && k == 1:
		return n("(points.apart "+extent(s)+" %s %s)", e(array(a, "i64")), e(array(a, row)))
	case row == "[2][2]f64" && k < 2:
		return n("(scan times [[1, 0], [0, 1]] (map (map (map f64.sin)) %s))", e(t))
	case row == "[2]f64" && k < 2:
		return n("(map (.1) (scan chained ([[1, 0], [0, 1]], [0, 0]) (zip (map (map (map f64.sin)) %s) %s)))", e(array(s, "[2][2]f64")), e(t))
	}
	x, in := g.bind(scope, "i64", t)
	return g.node(t, scope, fmt.Sprintf(`(along (\%s %s -> %s) %%s %%s)`, x[0], typed(x[1], t), calm(t)), g.exp(t, in, d-1), e(t), e(array(g.size(scope), "i64")))
}

// lambda is a function of numbers.
func (g *gen) lambda(t string, scope []variable, d int) *node {
	types := strings.Split(t, " -> ")
	last := len(types) - 1
	x, in := g.bind(scope, types[:last]...)
	return g.node(t, scope, fmt.Sprintf(`(\%s -> %s)`, words(x), calm(types[last])), g.exp(types[last], in, d-1))
}

// recursive is a definition that calls itself, at most twice deep, as self.
func (g *gen) recursive() (definition, variable) {
	args := []variable{{name: "x", typ: "[n]f64"}, {name: "b", typ: "f64"}, {name: "k", typ: "i64"}}
	f := variable{name: "again", typ: g.pick("f64", "f64", "[n]f64", "(f64, f64)"), args: []string{"[n]f64", "f64", "i64"}}
	self := variable{name: "self", typ: f.typ, args: f.args[:2]}
	text := "if k <= 0 then %s else let self (x: [n]f64) (b: f64): " + f.typ + " = again (map f64.tanh x) (f64.sin b) (i64.min 2 k - 1) in %s"
	body := g.node(f.typ, args, text, g.exp(f.typ, args, 2), g.exp(f.typ, append(args[:3:3], self), 4))
	return definition{head: "def again [n] (x: [n]f64) (b: f64) (k: i64): " + f.typ + " =", body: body}, f
}

// ordinary is a definition; a function may be among its arguments.
func (g *gen) ordinary(scope []variable) (definition, variable) {
	f := variable{name: "g", typ: g.pick("f64", "[n]f64", "(f64, f64)"), args: []string{"[n]f64", "f64", "i64"}}
	head := "def g [n] (x: [n]f64) (b: f64) (k: i64)"
	scope = append(scope, variable{name: "x", typ: "[n]f64"}, variable{name: "b", typ: "f64"}, variable{name: "k", typ: "i64"})
	if g.IntN(3) == 0 {
		head += " (h: f64 -> f64)"
		f.args = append(f.args, "f64 -> f64")
		scope = append(scope, variable{name: "h", typ: "f64", args: []string{"f64"}})
	}
	return definition{head: head + ": " + f.typ + " =", body: g.exp(f.typ, scope, 5)}, f
}

// stream writes to an accumulator.
func (g *gen) stream(t, s, row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	u := g.pick("f64", "f64", "(f64, f64)", "[2]f64")
	x, in := g.bind(scope, "i64", u)
	from := g.size(scope)
	value := "%s"
	if row == "f64" {
		value = "(f64.tanh %s)"
	}
	body, kids := "write acc %[1]s "+value, []*node{g.exp(row, in, d-1)}
	switch g.IntN(5) {
	case 0:
		body, kids = "write (write acc %[1]s "+value+") (%[1]s + 1) "+value, append(kids, g.exp(row, in, d-1))
	case 1:
		body, kids = "if %%s then "+body+" else acc", append([]*node{g.exp("bool", in, d-1)}, kids...)
	case 2:
		body = "loop acc for j < 2 do write acc (%[1]s + 2 * j - 1) " + value
	}
	f := fmt.Sprintf(`(\acc (%[1]s, %[2]s) -> `+strings.ReplaceAll(strings.ReplaceAll(body, "%%s", "%s"), "%s", "%%s")+")", x[0], x[1])
	bs := []*node{e(array(from, "i64")), e(array(from, u))}
	if g.IntN(2) == 0 || row != "f64" {
		return g.node(t, scope, "(scatter_stream (copy %s) "+f+" (zip %s %s))", append(append([]*node{e(t)}, kids...), bs...)...)
	}
	return g.node(t, scope, "(map f64.tanh (reduce_by_index_stream (map f64.tanh %s) %s "+f+" (zip %s %s)))", append(append([]*node{e(t), g.operator(scope, d)}, kids...), bs...)...)
}
