package adrandom

import (
	"fmt"
	"strings"
)

// some is a type to compute with on the way.
func (g *gen) some(scope []variable) string {
	switch g.IntN(9) {
	case 0, 1, 2:
		return "f64"
	case 3:
		return "i64"
	case 4:
		return "(f64, f64)"
	case 5:
		return "{u: f64, v: [2]f64}"
	case 6:
		return array(g.size(scope), g.pick("[2]f64", "(f64, f64)", "[n]f64", "i64", "[2][2]f64", "[3][n]f64", "{u: f64, v: [2]f64}"))
	}
	return array(g.size(scope), "f64")
}

// control are the constructs for every type.
func (g *gen) control(t string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	switch g.IntN(19) {
	case 13, 14:
		return g.known(t, scope, d)
	case 15:
		u := g.some(scope)
		x, in := g.bind(scope, u)
		return g.node(t, scope, fmt.Sprintf("(match (#box %%s: #box (%s)) case #box %s -> %%s)", u, x[0]), e(u), g.exp(t, in, d-1))
	case 16:
		return g.branched(t, scope, d)
	case 0, 1, 2:
		u := g.some(scope)
		x, in := g.bind(scope, u)
		return g.node(t, scope, fmt.Sprintf("(let %s = %%s in %%s)", x...), e(u), g.exp(t, in, d-1))
	case 3:
		u, w := g.some(scope), g.some(scope)
		x, in := g.bind(scope, u, w)
		return g.node(t, scope, fmt.Sprintf("(let (%s, %s) = %%s in %%s)", x...), e("("+u+", "+w+")"), g.exp(t, in, d-1))
	case 4:
		return g.node(t, scope, "(if %s then %s else %s)", e("bool"), e(t), e(t))
	case 5:
		return g.node(t, scope, "(match %s %% 3 case 0 -> %s case 1 -> %s case _ -> %s)", e("i64"), e(t), e(t), e(t))
	case 6:
		u, w := g.some(scope), g.some(scope)
		x, left := g.bind(scope, u)
		y, right := g.bind(scope, w)
		return g.node(t, scope, fmt.Sprintf("(match ((if %%s then #l %%s else #r %%s): (#l (%s) | #r (%s))) case #l %s -> %%s case #r %s -> %%s)", u, w, x[0], y[0]),
			e("bool"), e(u), e(w), g.exp(t, left, d-1), g.exp(t, right, d-1))
	case 7, 8:
		return g.loop(t, scope, d)
	case 9:
		return g.function(t, scope, d)
	case 10:
		return g.call(t, scope, d)
	case 11:
		return g.unknown(t, scope, d)
	}
	return g.derivative(t, scope, d)
}

// branched updates in place in a branch.
func (g *gen) branched(t string, scope []variable, d int) *node {
	s, row := dim(t)
	if !positive(s) {
		return nil
	}
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	x, in := g.bind(scope, t)
	a := x[0].(string)
	at := fmt.Sprintf("%s with [%%s %%%% %s] = %%s", a, extent(s))
	text := fmt.Sprintf("(let %s = copy %%s let %s = if %%s then %s else %s in %%s)", a, a, at, g.pick(a, at))
	kids := []*node{e(t), e("bool")}
	for range strings.Count(text, " with ") {
		kids = append(kids, e("i64"), e(row))
	}
	return g.node(t, scope, text, append(kids, g.exp(t, in, d-1))...)
}

// calm keeps what a loop carries bounded.
func calm(t string) string {
	switch {
	case t == "f64":
		return "f64.tanh (%s)"
	case strings.HasPrefix(t, "[") && elem(t) == "f64":
		_, row := dim(t)
		return fmt.Sprintf(`map (\z -> %s) (%%s)`, strings.ReplaceAll(calm(row), "%s", "z"))
	}
	return "%s"
}

func (g *gen) loop(t string, scope []variable, d int) *node {
	if g.seq >= 2 {
		return nil
	}
	g.seq++
	defer func() { g.seq-- }()
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	u := g.some(scope)
	switch g.IntN(6) {
	case 0:
		x, in := g.bind(scope, t, "i64")
		return g.node(t, scope, fmt.Sprintf(g.attribute()+"loop %s = %%s for %s < %%s %%%% 4 do %s)", typed(x[0], t), x[1], calm(t)), e(t), e("i64"), g.exp(t, in, d-1))
	case 1:
		x, in := g.bind(scope, t, u, "i64")
		return g.node(t, scope, fmt.Sprintf("(loop (%s, %s) = (%%s, %%s) for %s < %%s %%%% 4 do (%s, %%s)).0", typed(x[0], t), typed(x[1], u), x[2], calm(t)),
			e(t), e(u), e("i64"), g.exp(t, in, d-1), g.exp(u, in, d-1)).paren()
	case 2:
		s, row := g.size(scope), g.pick("f64", "(f64, f64)", "[2]f64")
		x, in := g.bind(scope, t, row)
		return g.node(t, scope, fmt.Sprintf("(loop %s = %%s for %s in %%s do %s)", typed(x[0], t), x[1], calm(t)), e(t), e(array(s, row)), g.exp(t, in, d-1))
	case 3:
		x, in := g.bind(scope, t, "i64")
		return g.node(t, scope, fmt.Sprintf(g.pick("(", "(#[bound(6)] ")+"loop (%s, %s) = (%%s, 0) while %s < %%s %%%% 5 do (%s, %s + 1 + %s %%%% 2)).0", typed(x[0], t), x[1], x[1], calm(t), x[1], x[1]),
			e(t), e("i64"), g.exp(t, in, d-1)).paren()
	case 4:
		if s, row := dim(t); s != "" {
			return g.inPlace(t, s, row, scope, d)
		}
		if !g.rough {
			return nil
		}
		x, in := g.bind(scope, "f64", "i64")
		return g.node(t, scope, fmt.Sprintf("(let (%s, %s) = loop (%s, %s) = (%%s, 0) while %s < 5 && f64.abs %s > 0.3 do (0.8 * f64.tanh (%%s), %s + 1) in %%s)",
			x[0], x[1], x[0], x[1], x[1], x[0], x[1]), e("f64"), g.exp("f64", in, d-1), g.exp(t, in, d-1))
	}
	x, in := g.bind(scope, t, "i64")
	return g.node(t, scope, fmt.Sprintf("(loop %s = %%s for %s in map (%%%% 3) %%s do %s)", typed(x[0], t), x[1], calm(t)), e(t), e(array(g.size(scope), "i64")), g.exp(t, in, d-1))
}

func (n *node) paren() *node {
	n.text = "(" + n.text + ")"
	return n
}

// attribute opens a for loop, which may be kept in parts or unrolled.
func (g *gen) attribute() string {
	return g.pick("(", "(", "(#[stripmine(1)] ", "(#[stripmine(2)] ", "(#[unroll] ", "(#[true_dep] ")
}

// inPlace is a loop that updates its array.
func (g *gen) inPlace(t, s, row string, scope []variable, d int) *node {
	if !positive(s) {
		return nil
	}
	x, in := g.bind(scope, t, "i64")
	a, i := x[0], x[1]
	v := g.exp(row, in, d-1)
	start := g.exp(t, scope, d-1)
	at := fmt.Sprintf("%s[%s %%%% %s]", a, i, extent(s))
	value := fmt.Sprintf(calm(row), "%s")
	if row[0] == '{' || elem(row) == "i64" {
		value = "copy " + value
	}
	if row == "f64" && g.IntN(2) == 0 {
		value = "0.5 * " + at + " + " + value
	}
	bound := g.pick(extent(s), "2i64", "5i64", extent(s)+" - 1")
	if g.IntN(3) == 0 {
		return g.node(t, scope, fmt.Sprintf("(loop (%s: *%s) = copy %%s for %s < %s do if %%s then %s else %s with [(%%s) %%%% %s] = %s)", a, t, i, bound, a, a, extent(s), value),
			start, g.exp("bool", in, d-2), g.exp("i64", in, d-2), v)
	}
	return g.node(t, scope, fmt.Sprintf(g.attribute()+"loop (%s: *%s) = copy %%s for %s < %s do %s with [(%%s) %%%% %s] = %s)", a, t, i, bound, a, extent(s), value),
		start, g.exp("i64", in, d-2), v)
}

// function defines a local function, or gives one to another.
func (g *gen) function(t string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	u := g.some(scope)
	switch g.IntN(7) {
	case 5:
		x, in := g.bind(scope, t)
		return g.node(t, scope, fmt.Sprintf(`(iterate 2 (\%s -> %s) %%s)`, typed(x[0], t), calm(t)), g.exp(t, in, d-1), e(t))
	case 6:
		x, in := g.bind(scope, t, u)
		text := fmt.Sprintf(`(foldl (\%s %s -> %s) %%s %%s)`, typed(x[0], t), typed(x[1], u), calm(t))
		if g.IntN(2) == 0 {
			text = fmt.Sprintf(`(foldr (\%s %s -> %s) %%s %%s)`, typed(x[1], u), typed(x[0], t), calm(t))
		}
		return g.node(t, scope, text, g.exp(t, in, d-1), e(t), e(array(g.size(scope), u)))
	case 0, 1:
		w := g.pick("f64", t)
		x, in := g.bind(scope, u, "f64")
		f := variable{name: g.fresh(), typ: w, args: []string{u, "f64"}}
		return g.node(t, scope, fmt.Sprintf("(let %s (%s: %s) (%s: f64) = %%s in %%s)", f.name, x[0], u, x[1]), g.exp(w, in, d-1), g.exp(t, append(in[:len(scope):len(scope)], f), d-1))
	case 2:
		x, in := g.bind(scope, t)
		return g.node(t, scope, fmt.Sprintf(`(twice (\%s -> %s) %%s)`, typed(x[0], t), calm(t)), g.exp(t, in, d-1), e(t))
	case 3:
		x, first := g.bind(scope, u)
		w := g.some(scope)
		y, second := g.bind(scope, w)
		return g.node(t, scope, fmt.Sprintf(`(compose (\%s -> %%s) (\%s -> %%s) %%s)`, typed(y[0], w), typed(x[0], u)), g.exp(t, second, d-1), g.exp(w, first, d-1), e(u))
	}
	x, in := g.bind(scope, t, "f64", "f64")
	s := array(g.size(scope), "f64")
	return g.node(t, scope, fmt.Sprintf(`(fold2 (\%s %s %s -> %s) %%s %%s %%s)`, typed(x[0], t), x[1], x[2], calm(t)), g.exp(t, in, d-1), e(t), e(s), e(s))
}

// call applies a function in scope.
func (g *gen) call(t string, scope []variable, d int) *node {
	for _, v := range scope {
		if v.typ != t || v.args == nil {
			continue
		}
		var kids []*node
		for _, a := range v.args {
			kids = append(kids, g.exp(a, scope, d-1))
		}
		return g.node(t, scope, "("+v.name+strings.Repeat(" %s", len(kids))+")", kids...)
	}
	return nil
}

// unknown binds an array of a size that depends on values.
func (g *gen) unknown(t string, scope []variable, d int) *node {
	row := g.pick("f64", "f64", "f64", "(f64, f64)", "[2]f64")
	q := "q" + g.fresh()
	x, in := g.bind(scope, array(q, row))
	return g.node(t, scope, fmt.Sprintf("(let [%s] (%s: [%s]%s) = %%s in %%s)", q, x[0], q, row), g.sized(row, scope, d-1), g.exp(t, in, d-1))
}

// sized is an array of unknown size; as a node its type is "[]" and that of the rows.
func (g *gen) sized(row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	s := g.size(scope)
	a := array(s, row)
	t := array("", row)
	switch g.IntN(10) {
	case 0:
		x, in := g.bind(scope, row)
		return g.node(t, scope, fmt.Sprintf(`(filter (\%s -> %%s) %%s)`, x[0]), g.exp("bool", in, d-1), e(a))
	case 1:
		x, in := g.bind(scope, "i64")
		return g.node(t, scope, fmt.Sprintf(`(map (\%s -> %%s) (iota (%%s %%%% 4)))`, x[0]), g.exp(row, in, d-1), e("i64"))
	case 2:
		return g.node(t, scope, "(concat %s %s)", e(a), e(array(g.size(scope), row)))
	case 3:
		part := g.pick("::2", "::-1", "::-2", "1:1", ":0", "0::3")
		if part == "1:1" && !positive(s) {
			part = "0:0"
		}
		return g.node(t, scope, "%s["+part+"]", e(a))
	case 4:
		if row == "f64" {
			return g.node(t, scope, "(flatten %s)", e(array(s, "["+g.pick("2", "3", "n")+"]f64")))
		}
	case 5:
		x, in := g.bind(scope, row, "i64")
		return g.node(t, scope, fmt.Sprintf(`(map (.0) (filter (\(%s, %s) -> %%s) (zip %%s (iota %s))))`, x[0], x[1], extent(s)), g.exp("bool", in, d-1), e(a))
	case 6:
		x := g.fresh()
		q := "q" + g.fresh()
		_, in := g.bind(scope)
		in = append(in, variable{name: x, typ: array(q, row)})
		y := g.fresh()
		in = append(in, variable{name: y, typ: "i64"})
		return g.node(t, scope, fmt.Sprintf("(loop (%s: []%s) = %%s for %s < %%s %%%% 3 do let [%s] (%s: [%s]%s) = %s in "+g.pick("[%%s] ++ "+x, "(map (\\_ -> %%s) "+x+" ++ "+x+"[::-1])[i64.min 1 (length "+x+"):]", "if "+y+" == 0 then "+x+"[::2] else replicate 2 %%s ++ "+x)+")",
			x, row, y, q, x, q, row, x), e(a), e("i64"), g.exp(row, in, d-1))
	case 7:
		x, in := g.bind(scope, row)
		return g.node(t, scope, fmt.Sprintf(`(partition (\%s -> %%s) %%s).`+g.pick("0", "1"), x[0]), g.exp("bool", in, d-1), e(a)).paren()
	case 8:
		x, in := g.bind(scope, "i64")
		u := g.pick("f64", "(f64, f64)")
		return g.node(t, scope, fmt.Sprintf(`(flatmap (\%s -> (%%s, %%s)) %%s).3`, x[0]), g.sized(row, in, d-1), g.exp(u, in, d-1), e(array(s, "i64"))).paren()
	}
	return g.node(t, scope, "(if %s then %s else %s)[0:]", e("bool"), g.sized(row, scope, d-1).open(), g.sized(row, scope, d-1).open())
}

// open leaves the size of a branch open.
func (n *node) open() *node {
	c := *n
	return &node{typ: n.typ, text: "(%s :> " + n.typ + ")", kids: []*node{&c}, scope: n.scope}
}

// typed is a parameter with its type, where inference would not know it or its sizes.
func typed(name any, t string) string {
	if t == "f64" || t == "i64" {
		return name.(string)
	}
	return fmt.Sprintf("(%s: %s)", name, t)
}
