package main

import (
	"fmt"
	"os"
	"strings"

	"raido/backend"
	"raido/lang/prim"
)

// operator is one of [Bruun22, 9], with entries primal, reverse and forward; the figures are the paper's overheads of
// reverse and forward mode over the primal, "-" where it has none.
type operator struct {
	name, text, params string
	rev, fwd           string
	bytes              int64 // about what it needs for each element of the input, and once
	once               int64
}

// overheadsGroup prints what derivatives cost over the primal, beside Tables 9.5 to 9.9 of [Bruun22].
func overheadsGroup(s *settings) error {
	return withEngine(s, "overheads", func(eng backend.Engine) error { return overheadsTables(s, eng) })
}

func overheadsTables(s *settings, eng backend.Engine) error {
	n := s.elements()
	begin(fmt.Sprintf("overheads, ms, f32: %s (%s), threads %d; n = %d numbers in all; [Bruun22, 9]: 50 or 100 million, RTX 2080 Ti",
		eng.Name(), eng.Device(), s.threads, n))
	row("", "primal", "reverse", "forward", "rev/primal", "Bruun22", "fwd/primal", "Bruun22", "")
	for _, o := range append(histOperators(), scanOperators()...) {
		if !s.wants(o.name) {
			continue
		}
		if o.bytes*n+o.once > freeMemory()*3/4 && freeMemory() > 0 {
			row(o.name, "-", "-", "-", "-", o.rev, "-", o.fwd, "too large for the memory here")
			continue
		}
		fmt.Fprintf(os.Stderr, "overheads %s ...\n", o.name)
		vals, text := inputs(o.params, prim.F32, n), typed(o.text, prim.F32)
		p, r, f := runEntry(s, eng, o.name, text, "primal", vals), runEntry(s, eng, o.name, text, "reverse", vals), runEntry(s, eng, o.name, text, "forward", vals)
		higher := ""
		if worse(r.ms, p.ms, o.rev) || r.ms < 0 {
			higher = "higher "
		}
		row(o.name, ms(p.ms), ms(r.ms), ms(f.ms), ratio(r.ms, p.ms), o.rev, ratio(f.ms, p.ms), o.fwd,
			higher+remark(p, nothing, prim.F32, "primal")+remark(r, nothing, prim.F32, "reverse")+remark(f, nothing, prim.F32, "forward"))
		printKernels("primal", p)
		printKernels("reverse", r)
	}
	return nil
}

// worse reports whether an overhead is higher than the paper's.
func worse(a, b float64, paper string) bool {
	var x float64
	if _, err := fmt.Sscanf(paper, "%fx", &x); err != nil || b <= 0 {
		return false
	}
	return a/b > x
}

// histOperators are those of Tables 9.5 and 9.6: derivatives by the values and the destination.
func histOperators() (out []operator) {
	for _, o := range []struct {
		name, op, ne string
		vector       bool
		rev, fwd     [3]string
	}{
		{"add", "(+)", "0", false, [3]string{"1.0x", "0.9x", "0.8x"}, [3]string{"1.3x", "1.4x", "2.4x"}},
		{"vecadd", "(+)", "0", true, [3]string{"1.6x", "0.5x", "0.3x"}, [3]string{"1.8x", "1.7x", "2.1x"}},
		{"mul", "(*)", "1", false, [3]string{"2.6x", "2.8x", "12.9x"}, [3]string{"2.3x", "3.3x", "4.5x"}},
		{"vecmul", "(*)", "1", true, [3]string{"12.9x", "9.4x", "3.2x"}, [3]string{"7.5x", "3.2x", "2.0x"}},
		{"max", "$T.max", "$T.lowest", false, [3]string{"2.5x", "3.1x", "5.1x"}, [3]string{"2.1x", "2.9x", "4.9x"}},
		{"vecmax", "$T.max", "$T.lowest", true, [3]string{"-", "6.3x", "2.4x"}, [3]string{"9.6x", "2.8x", "2.0x"}},
	} {
		for i, k := range []int64{31, 1023, 1_500_000} {
			x := operator{name: fmt.Sprintf("hist-%s-%d", o.name, k), rev: o.rev[i], fwd: o.fwd[i], bytes: 32, once: 64 * k}
			element, op, ne := "$T", o.op, o.ne
			x.params = fmt.Sprintf("is%d vec%d xs", k, k)
			if o.vector {
				element, op, ne = "[100]$T", "(map2 "+o.op+")", "(replicate 100 "+o.ne+")"
				x.params, x.once = fmt.Sprintf("his%d hvec%d hundreds", k, k), 3200*k
			}
			x.text = strings.NewReplacer("ELEM", element, "OP", op, "NE", ne).Replace(
				`def f [n] [m] (is: [n]i64) (dst: [m]ELEM, as: [n]ELEM) = reduce_by_index (copy dst) OP NE is as
entry primal [n] [m] (is: [n]i64) (dst: [m]ELEM) (as: [n]ELEM) = f is (dst, as)
entry reverse [n] [m] (is: [n]i64) (dst: [m]ELEM) (as: [n]ELEM) = vjp (f is) (dst, as) dst
entry forward [n] [m] (is: [n]i64) (dst: [m]ELEM) (as: [n]ELEM) = jvp (f is) (dst, as) (dst, as)`)
			out = append(out, x)
		}
	}
	return out
}

// scanOperators are those of Tables 9.7 and 9.9, the best of its patterns for each; 9.8 looks closer at two of them.
func scanOperators() []operator {
	plain := func(name, op, ne, rev, fwd string) operator {
		return operator{name: "scan-" + name, rev: rev, fwd: fwd, params: "xs", bytes: 24, text: strings.NewReplacer("OP", op, "NE", ne).Replace(
			`def f [n] (as: [n]$T) = scan OP NE as
entry primal [n] (as: [n]$T) = f as
entry reverse [n] (as: [n]$T) = vjp f as as
entry forward [n] (as: [n]$T) = jvp f as as`)}
	}
	vector := func(name, op, ne, rev, fwd string) operator {
		o := plain(name, "(map2 "+op+")", "(replicate 200 "+ne+")", rev, fwd)
		o.text, o.params = strings.ReplaceAll(o.text, "[n]$T", "[n][200]$T"), "rows200"
		return o
	}
	return []operator{
		tuples("mm2by2", 4, matrices(2), "8.9x", "2.4x"), tuples("mm3by3", 9, matrices(3), "11.3x", "5.9x"),
		tuples("mm4by4", 16, matrices(4), "11.3x", "6.7x"),
		tuples("lin", 2, func(a, b string) []string { return []string{b + "0 + " + b + "1 * " + a + "0", b + "1 * " + a + "1"} }, "4.0x", "2.0x"),
		tuples("lin2by2", 6, affine, "137.8x", "4.3x"),
		plain("add", "(+)", "0", "1.96x", "1.95x"), vector("vecadd", "(+)", "0", "0.03x", "1.54x"),
		plain("mul", "(*)", "1", "4.35x", "1.97x"), vector("vecmul", "(*)", "1", "0.05x", "1.53x"),
	}
}

// tuples scans tuples of k numbers, each from an array of its own, by an operator that is given as its components.
func tuples(name string, k int, op func(a, b string) []string, rev, fwd string) operator {
	list := func(format, between string) string {
		var parts []string
		for i := range k {
			parts = append(parts, strings.ReplaceAll(format, "#", fmt.Sprint(i)))
		}
		return strings.Join(parts, between)
	}
	var neutral []string
	for i := range k {
		neutral = append(neutral, map[bool]string{true: "1", false: "0"}[isOne(name, k, i)])
	}
	text := strings.NewReplacer("PARAMS", list("(x#: [n]$T)", " "), "ROW", list("x#[i]", ", "), "TYPES", list("$T", ", "),
		"LEFT", list("a#", ", "), "RIGHT", list("b#", ", "), "RESULT", strings.Join(op("a", "b"), ", "), "NE", strings.Join(neutral, ", "),
		"NAMES", list("x#", " ")).Replace(`def f [n] (as: [n](TYPES)): [n](TYPES) = scan (\(LEFT) (RIGHT) -> (RESULT)) (NE) as
def tuples [n] PARAMS: [n](TYPES) = map (\i -> (ROW)) (iota n)
entry primal [n] PARAMS = f (tuples NAMES)
entry reverse [n] PARAMS = let t = tuples NAMES in vjp f t t
entry forward [n] PARAMS = let t = tuples NAMES in jvp f t t`)
	return operator{name: "scan-" + name, text: text, params: strings.TrimSpace(strings.Repeat(fmt.Sprintf("part%d ", k), k)), rev: rev, fwd: fwd, bytes: 64}
}

// isOne tells where the neutral element has its ones: on the diagonal of the matrix that ends the tuple.
func isOne(name string, k, i int) bool {
	switch name {
	case "lin":
		return i == 1
	case "lin2by2":
		return i == 2 || i == 5
	}
	side := map[int]int{4: 2, 9: 3, 16: 4}[k]
	return i%(side+1) == 0
}

// matrices is the product of square matrices.
func matrices(side int) func(a, b string) []string {
	return func(a, b string) (out []string) {
		for i := range side {
			for j := range side {
				var sum []string
				for k := range side {
					sum = append(sum, fmt.Sprintf("%s%d * %s%d", a, i*side+k, b, k*side+j))
				}
				out = append(out, strings.Join(sum, " + "))
			}
		}
		return out
	}
}

// affine composes maps of two dimensions: a vector, then a matrix.
func affine(a, b string) []string {
	r := strings.NewReplacer("a", a, "b", b)
	var out []string
	for _, e := range []string{"b0 + b2 * a0 + b3 * a1", "b1 + b4 * a0 + b5 * a1",
		"b2 * a2 + b3 * a4", "b2 * a3 + b3 * a5", "b4 * a2 + b5 * a4", "b4 * a3 + b5 * a5"} {
		out = append(out, r.Replace(e))
	}
	return out
}
