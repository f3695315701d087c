package adrandom

import (
	"fmt"
	"strings"
)

func (g *gen) array(t string, scope []variable, d int) *node {
	s, row := dim(t)
	if row == "i64" {
		return g.integers(t, s, scope, d)
	}
	switch g.IntN(11) {
	case 10:
		return g.stream(t, s, row, scope, d)
	case 0, 1, 8, 9:
		return g.mapped(t, s, row, scope, d)
	case 2, 4:
		return g.moved(t, s, row, scope, d)
	case 3, 5:
		return g.combined(t, s, row, scope, d)
	}
	if inner, last := dim(row); inner != "" {
		return g.matrix(t, s, inner, last, scope, d)
	}
	return g.scanned(t, s, row, scope, d)
}

func (g *gen) integers(t, s string, scope []variable, d int) *node {
	switch g.IntN(4) {
	case 0:
		return g.node(t, scope, "(iota "+extent(s)+")")
	case 1:
		x, in := g.bind(scope, "i64")
		return g.node(t, scope, fmt.Sprintf(`(map (\%s -> %%s) (iota %s))`, x[0], extent(s)), g.exp("i64", in, d-1))
	case 2:
		return g.node(t, scope, "(scan (+) 0 %s)", g.exp(t, scope, d-1))
	}
	return g.leaf(t, scope)
}

// mapped are maps, of one to three arrays.
func (g *gen) mapped(t, s, row string, scope []variable, d int) *node {
	types := []string{g.pick("f64", "f64", "i64", "(f64, f64)", "[2]f64", "[n]f64", "[2][3]f64", "{u: f64, v: [2]f64}"), "f64", "f64"}
	switch k := g.IntN(7); k {
	case 0, 1, 2:
		types = types[:1+k]
		x, in := g.bind(scope, types...)
		kids := []*node{g.exp(row, in, d-1)}
		for _, u := range types {
			kids = append(kids, g.exp(array(s, u), scope, d-1))
		}
		return g.node(t, scope, fmt.Sprintf(`(map%s (\%s -> %%s)`+strings.Repeat(" %%s", len(types))+")", g.count(len(types)), words(x)), kids...)
	case 3:
		x, in := g.bind(scope, "i64")
		return g.node(t, scope, fmt.Sprintf(`(tabulate %s (\%s -> %%s))`, extent(s), x[0]), g.exp(row, in, d-1))
	case 4:
		x, in := g.bind(scope, types[0], "i64")
		return g.node(t, scope, fmt.Sprintf(`(map (\(%s, %s) -> %%s) (zip %%s (iota %s)))`, x[0], x[1], extent(s)), g.exp(row, in, d-1), g.exp(array(s, types[0]), scope, d-1))
	case 5:
		x, in := g.bind(scope, "f64", "f64")
		return g.node(t, scope, fmt.Sprintf(`(map (\{u = %s, v = %s} -> %%s) (map2 (\p q -> {u = p, v = f64.sin q}) %%s %%s))`, x...), g.exp(row, in, d-1), g.exp(array(s, "f64"), scope, d-1), g.exp(array(s, "f64"), scope, d-1))
	}
	x, in := g.bind(scope, types[0])
	return g.node(t, scope, fmt.Sprintf(`(unzip (map (\%s -> (%%s, %%s)) %%s)).1`, x[0]), g.exp("f64", in, d-1), g.exp(row, in, d-1), g.exp(array(s, types[0]), scope, d-1)).paren()
}

func (g *gen) count(n int) string {
	if n == 1 {
		return ""
	}
	return fmt.Sprint(n)
}

func words(xs []any) string { return strings.TrimSuffix(fmt.Sprintln(xs...), "\n") }

// moved puts elements elsewhere.
func (g *gen) moved(t, s, row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node(t, scope, text, kids...) }
	size := extent(s)
	switch g.IntN(17) {
	case 14:
		return g.updates(t, s, row, scope, d)
	case 15, 16:
		if row == "f64" {
			return g.shared(t, s, scope, d)
		}
	case 12:
		from := g.size(scope)
		return n("(spread "+size+" %s (map (\\i -> 2 * i - 1) (iota "+extent(from)+")) %s)", e(row), e(array(from, row)))
	case 13:
		if positive(s) {
			return n("(let bs = copy %s let bs["+size+" - 1] = %s let bs[0] = %s in bs)", e(t), e(row), e(row))
		}
	case 0:
		return n("(reverse %s)", e(t))
	case 1:
		return n("(rotate %s %s)", e("i64"), e(t))
	case 2:
		return n("(concat %s %s)["+g.pick("::2", "::-2")+"] :> "+t, e(t), e(t)).paren()
	case 3:
		return n("(%s ++ %s)["+g.pick(":", "0:")+size+"] :> "+t, e(t), e(array(g.size(scope), row))).paren()
	case 4:
		return n("(drop "+size+" (%s ++ %s) :> "+t+")", e(t), e(t))
	case 5:
		return n("%s[::-1]", e(t))
	case 6:
		if from := g.size(scope); positive(from) {
			return n(`(let from = %s in map (\i -> from[i %% `+extent(from)+`]) %s)`, e(array(from, row)), e(array(s, "i64")))
		}
	case 7:
		if positive(s) {
			return n("(copy %s with [%s %% "+size+"] = %s)", e(t), e("i64"), e(row))
		}
	case 8:
		return n("(copy %s with ["+g.pick("::1", "::-1", "0:"+size)+"] = %s)", e(t), e(t)).update(s)
	case 9:
		from := g.size(scope)
		return n(`(scatter (copy %s) (map (\i -> `+g.pick("i", "2 * i - 1", "i + 1", "3 - i", "i - 2", "i / 2", "i %% 2", "i * i %% 3 - 1")+`) (iota `+extent(from)+`)) %s)`, e(t), e(array(from, row)))
	case 10:
		if positive(s) {
			return n(`(let by = %s in scatter (copy %s) (map (\i -> (i + by) %% `+size+`) (iota `+size+`)) %s)`, e("i64"), e(t), e(t))
		}
	}
	return n("(replicate "+size+" %s)", e(row))
}

// updates change an array in place, element by element or row by row, in an order of their own, from elements that are changed before or after.
func (g *gen) updates(t, s, row string, scope []variable, d int) *node {
	inner, last := dim(row)
	if !positive(s) || row != "f64" && last != "f64" {
		return nil
	}
	size, as, i := extent(s), g.fresh(), g.fresh()
	at := g.pick(size+" - 1 - "+i, "(3 * "+i+" + 1) %% "+size, i, "("+i+" / 2)")
	from := g.pick(i, size+" - 1 - "+i, "("+i+" + 1) %% "+size, "0")
	form := "(loop %[1]s = copy %%s for %[2]s < %[3]s do %[1]s with [%[4]s] = f64.sin (%[1]s[%[4]s] + 0.5 * %[1]s[%[5]s]))"
	if inner != "" { // rows, whole and in parts
		form = g.pick("(loop %[1]s = copy %%s for %[2]s < %[3]s do %[1]s with [%[4]s] = map2 (\\p q -> f64.sin (p + 0.5 * q)) %[1]s[%[4]s] %[1]s[%[5]s])",
			"(loop %[1]s = copy %%s for %[2]s < %[3]s do %[1]s with [%[4]s, :] = copy (reverse %[1]s[%[5]s]))",
			"(loop %[1]s = copy %%s for %[2]s < %[3]s do %[1]s with [%[4]s] = map f64.tanh (scan (+) 0 %[1]s[%[5]s]))",
			"(loop %[1]s = copy %%s for %[2]s < %[3]s do let row = copy %[1]s[%[5]s] let row = loop row for j < "+strings.ReplaceAll(extent(inner), "%", "%%")+
				" do row with [j] = f64.sin (row[j] + f64.i64 j * %[1]s[%[4]s, j]) in %[1]s with [%[4]s] = row)")
	}
	text := fmt.Sprintf(form, as, i, size,
		strings.ReplaceAll(at, "%%", "%%%%"), strings.ReplaceAll(from, "%%", "%%%%"))
	return g.node(t, scope, strings.ReplaceAll(text, "%%%%", "%%"), g.exp(t, scope, d-1))
}

// shared is a consumer of several scans, histograms, scatters and partitions of one array.
func (g *gen) shared(t, s string, scope []variable, d int) *node {
	vs, size := g.fresh(), extent(s)
	kids := []*node{g.exp(t, scope, d-1)}
	one := func() string {
		switch g.IntN(8) {
		case 0, 1:
			kids = append(kids, g.operator(scope, d))
			return "(scan %s " + vs + ")"
		case 2:
			return "(scan (+) 0 (map (\\x -> x * x) " + vs + "))"
		case 3:
			kids = append(kids, g.operator(scope, d), g.exp(array(s, "i64"), scope, d-1))
			return "(reduce_by_index (map f64.sin " + vs + ") %s %s " + vs + ")"
		case 4:
			return "(scatter (copy " + vs + ") (map (\\i -> " + g.pick("i / 2", size+" - 1 - i", "i * i %% 5") + ") (iota " + size + ")) (map f64.cos " + vs + "))"
		case 5:
			return "(reverse (scan (+) 0 (reverse " + vs + ")))"
		case 6:
			if g.rough {
				as := g.fresh()
				return "(loop " + as + " = " + vs + " for _j < 2 do let (yes, no) = partition (\\x -> f64.sin (5 * x) < 0.2) " + as +
					" in (map (* 0.9) yes ++ no :> [" + s + "]f64))"
			}
		}
		return "(exscan (+) 0 " + vs + ")"
	}
	text := "(let " + vs + " = map f64.tanh %s in map" + g.pick("3 (\\p q r -> f64.sin (p - q) * f64.tanh r)", "3 (\\p q r -> f64.tanh (p + 0.5 * q * r))") +
		" " + one() + " " + one() + " " + one() + ")"
	return g.node(t, scope, strings.ReplaceAll(text, "\\\\", "\\"), kids...)
}

// update makes a slice with a bound of its own length.
func (n *node) update(s string) *node {
	if strings.Contains(n.text, "0:") {
		n.text = strings.Replace(n.text, "= %s)", "= (%s :> ["+s+"]"+strings.TrimPrefix(n.typ, "["+s+"]")+"))", 1)
	}
	return n
}

// combined are histograms, and others with an operator.
func (g *gen) combined(t, s, row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node(t, scope, text, kids...) }
	from := g.size(scope)
	inner, last := dim(row)
	low, number := dim(last)
	switch {
	case number == "f64":
		by := g.pick("map2 (+)) [0", "map2 (*)) [1", `\p q -> map2 (+) q p) [0`)
		op := "(map2 (" + strings.Replace(by, ") [", fmt.Sprintf(")) (replicate %s (replicate %s ", extent(inner), extent(low)), 1) + "))"
		return n("(map (map (map f64.tanh)) ("+g.pick("scan "+op, "reduce_by_index (copy %s) "+op+" %s")+" %s))", e(t)).stacked(e(array(from, "i64")), e(array(from, row)))
	case row == "f64":
		return n("(map f64.tanh (reduce_by_index (map f64.tanh %s) %s %s (map f64.tanh %s)))", e(t), g.operator(scope, d), e(array(from, "i64")), e(array(from, row)))
	case row == "(f64, f64)" && g.rough && g.IntN(3) == 0:
		return n(`(reduce_by_index (copy %s) (\(a, i) (b, j) -> if a > b || a == b && i <= j then (a, i) else (b, j)) (-f64.inf, 9) %s %s)`, e(t), e(array(from, "i64")), e(array(from, row)))
	case row == "(f64, f64)" && g.IntN(2) == 0:
		return n("(map (\\(p, q) -> (f64.tanh p, f64.sin q)) (reduce_by_index (copy %s) "+g.pair(4)+" %s %s))", e(t), e(array(from, "i64")), e(array(from, row)))
	case row == "(f64, f64)":
		return n("(map (\\(p, q) -> (f64.tanh p, f64.sin q)) (scan "+g.pair(6)+" %s))", e(t))
	case last == "f64":
		op := "(map2 " + g.pick(`(+)) (replicate `+extent(inner)+" 0)", `(*)) (replicate `+extent(inner)+" 1)", `(\p q -> p + q + 0.3 * p * q)) (replicate `+extent(inner)+" 0)")
		if g.IntN(2) == 0 {
			return n("(map (map f64.tanh) (scan "+op+" %s))", e(t))
		}
		return n("(map (map f64.tanh) (reduce_by_index (copy %s) "+op+" %s %s))", e(t), e(array(from, "i64")), e(array(from, row)))
	}
	return nil
}

// stacked gives a histogram its indices and values.
func (n *node) stacked(is, as *node) *node {
	if strings.Contains(n.text, "reduce_by_index") {
		n.kids = append(n.kids, is, as)
	}
	return n
}

func (g *gen) scanned(t, s, row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node(t, scope, text, kids...) }
	if row != "f64" {
		return n("(zip %s %s)", e(array(s, "f64")), e(array(s, "f64"))).ifPair(row)
	}
	size := extent(s)
	switch g.IntN(8) {
	case 0, 1, 2:
		return n("(map f64.sin (scan %s (map f64.tanh %s)))", g.operator(scope, d), e(t))
	case 3:
		x := array(g.size(scope), t)
		return n("(map f64.tanh ("+g.reduce()+" "+g.pick("(map2 (+)) (replicate "+size+" 0)", `(map2 (\p q -> p + q + p * q)) (replicate `+size+" 0)", "(map2 (*)) (replicate "+size+" 1)")+" (map (map f64.tanh) %s)))", e(x))
	case 4:
		return n("(exscan %s (map f64.tanh %s) |> map f64.tanh)", g.operator(scope, d), e(t))
	case 5:
		return n("(map (.1) (scan (\\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0) (zip (map (\\i -> i %% 2 == 0) %s) %s)))", e(array(s, "i64")), e(t))
	case 6:
		w := g.size(scope)
		return n("(map (\\row -> f64.sum (map2 (*) row %s)) %s)", e(array(w, "f64")), e(array(s, array(w, "f64"))))
	}
	if positive(s) {
		return n("(flatten (unflatten (flatten %s :> ["+s+"*2]f64): ["+s+"][2]f64))[:"+size+"] :> "+t, e(array(s, "[2]f64"))).paren()
	}
	return nil
}

func (n *node) ifPair(row string) *node {
	if row != "(f64, f64)" {
		return nil
	}
	return n
}

// matrix are those of arrays of arrays of a row.
func (g *gen) matrix(t, s, inner, row string, scope []variable, d int) *node {
	e := func(t string) *node { return g.exp(t, scope, d-1) }
	n := func(text string, kids ...*node) *node { return g.node(t, scope, text, kids...) }
	switch g.IntN(9) {
	case 0:
		return n("(transpose %s)", e(array(inner, array(s, row))))
	case 1:
		x, in := g.bind(scope, "i64", "i64")
		return n(fmt.Sprintf(`(tabulate_2d %s %s (\%s %s -> %%s))`, extent(s), extent(inner), x[0], x[1]), g.exp(row, in, d-1))
	case 2:
		x, in := g.bind(scope, "f64", "f64")
		return n(fmt.Sprintf(`(let outer = %%s in map (\%s -> map (\%s -> %%s) outer) %%s)`, x...), e(array(inner, "f64")), g.exp(row, in, d-1), e(array(s, "f64")))
	case 3:
		if row == "f64" {
			w := g.size(scope)
			return n("(let right = transpose %s in map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) right) %s)", e(array(w, array(inner, row))), e(array(s, array(w, row))))
		}
	case 4:
		if positive(s) && positive(inner) {
			return n("(copy %s with [%s %% "+extent(s)+", %s %% "+extent(inner)+"] = %s)", e(t), e("i64"), e("i64"), e(row))
		}
	case 5:
		if positive(inner) {
			return n("(copy %s with [0:"+extent(s)+", %s %% "+extent(inner)+"] = (%s :> ["+s+"]"+row+"))", e(t), e("i64"), e(array(s, row)))
		}
	case 6:
		if row == "f64" {
			w := g.size(scope)
			return n("(map (map f64.tanh) (reduce_by_index_2d (copy %s) %s (zip %s %s) %s))", e(t), g.operator(scope, d), e(array(w, "i64")), e(array(w, "i64")), e(array(w, "f64")))
		}
	case 7:
		return n("(scatter_2d (copy %s) (map (\\i -> (i - 1, i)) (iota "+extent(s)+")) %s)", e(t), e(array(s, row)))
	}
	if s == "2" && inner == "2" && row == "f64" {
		return n("(reduce (\\a b -> map (\\r -> map (\\c -> f64.sum (map2 (*) r c)) (transpose b)) a) [[1, 0], [0, 1]] (map (map (map f64.sin)) %s))", e(array(g.size(scope), t)))
	}
	return n("(map (scan (+) 0) %s)", e(t)).ifNumbers(row)
}

func (n *node) ifNumbers(row string) *node {
	if row != "f64" {
		return nil
	}
	return n
}
