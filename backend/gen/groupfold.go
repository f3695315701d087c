package gen

import (
	"fmt"

	"raido/backend/seg"
)

// names are the variables of the operator's components: xs("x") is x0, x1, ...
func (w *writer) xs(prefix string) []string {
	out := make([]string, len(w.k.Op.A))
	for j := range out {
		out[j] = fmt.Sprintf("%s%d", prefix, j)
	}
	return out
}

// at are the elements of arrays.
func at(arrays []string, i string) []string {
	out := make([]string, len(arrays))
	for j, a := range arrays {
		out[j] = a + "[" + i + "]"
	}
	return out
}

// assign copies component by component.
func (w *writer) assign(into, from []string) {
	for j := range into {
		w.line("%s = %s;", into[j], from[j])
	}
}

// declare declares variables of the components.
func (w *writer) declare(vars, init []string) {
	for j, v := range w.k.Op.A {
		w.line("%s %s = %s;", ctype(v.Type.Elem), vars[j], init[j])
	}
}

// join combines two operands; into may be one of them.
func (w *writer) join(op *seg.Operator, into, left, right []string) {
	w.braces("", func() {
		for j, v := range op.A {
			w.line("%s %s = %s;", ctype(v.Type.Elem), w.bind(v), left[j])
		}
		for j, v := range op.B {
			w.line("const %s %s = %s;", ctype(v.Type.Elem), w.bind(v), right[j])
		}
		w.operate(op, into)
	})
}

// empty declares variables of the components to which nothing has been added yet.
func (w *writer) empty(vars []string) {
	from := w.k.Op.Neutral
	if from == nil {
		from = w.k.Ne // never looked at
		w.line("char some = 0;")
	}
	w.declare(vars, w.atoms(from))
}

// take adds an operand to what empty has declared.
func (w *writer) take(op *seg.Operator, into, x []string) {
	if op.Neutral != nil {
		w.join(op, into, into, x)
		return
	}
	w.braces("if (some)", func() { w.join(op, into, into, x) })
	w.braces("else", func() {
		w.assign(into, x)
		w.line("some = 1;")
	})
}

// local declares local memory of n elements of each component for each item.
func (w *writer) local(prefix string, n int) []string {
	out := w.xs(prefix)
	for j, v := range w.k.Op.A {
		t := v.Type.Elem
		w.arg(Arg{Kind: ArgLocal, N: n * t.Size()}, fmt.Sprintf("__local %s *%s", ctype(t), out[j]))
	}
	return out
}

// part declares what part number me of so many takes from n places after the one named from.
func (w *writer) part(lo, hi, me, of, from, n string) {
	w.line("const long %s = %s + %s * ((%s) / %s) + min(%s, (%s) %% %s);", lo, from, me, n, of, me, n, of)
	w.line("const long %s = %s + (%s) / %s + (%s < (%s) %% %s ? 1 : 0);", hi, lo, n, of, me, n, of)
}

// fromTo combines the points from lo to hi into x0, x1, ...: in turns if any order will do, else each item a
// part of its own.
func (w *writer) fromTo(lo, hi, me, of string) {
	k := w.k
	x, i := w.xs("x"), w.bind(k.Space[0].I)
	if k.Op.Known != nil {
		w.braces(fmt.Sprintf("for (long %s = %s + %s; %s < %s; %s += %s)", i, lo, me, i, hi, i, of), func() {
			w.poll()
			w.code(k.Body)
			for j, v := range w.atoms(k.Vals) {
				w.line("%s = %s;", x[j], apply(k.Op.Known[j], k.Op.A[j].Type.Elem, x[j], v))
			}
		})
		return
	}
	w.part("own_lo", "own_hi", me, of, lo, hi+" - "+lo)
	w.braces(fmt.Sprintf("for (long %s = own_lo; %s < own_hi; %s++)", i, i, i), func() {
		w.poll()
		w.code(k.Body)
		w.take(k.Op, x, w.atoms(k.Vals))
	})
}

// tree combines the items' x0, x1, ... in their order into element 0 of local memory. Those of the first n items are something.
func (w *writer) tree(n string) {
	l := w.groups.locals
	w.assign(at(l, "lid"), w.xs("x"))
	w.line("const long filled = min(lsize, %s);", n)
	w.braces("for (long s = 1; s < lsize; s *= 2)", func() {
		w.barrier()
		w.line("const long left = 2 * s * lid;")
		w.braces("if (left + s < filled)", func() {
			w.apart(func() { w.join(w.k.Op, at(l, "left"), at(l, "left"), at(l, "left + s")) })
		})
	})
	w.barrier()
}

// groupReduce: stage 0 reduces the points of each group, stage 1 (one group) the groups' results.
func (w *writer) groupReduce() {
	k := w.k
	x, ne, partials := w.xs("x"), w.atoms(k.Ne), w.partials()
	outs := make([]string, len(k.Outs))
	for j, m := range k.Outs {
		outs[j] = w.mem(m)
	}
	w.groups.locals = w.local("l", 1)
	w.stage(true, func() {
		w.totals(w.total())
		w.empty(x)
		w.apart(func() { w.fromTo("0", "total", "gid", "items") })
		w.tree("total - group * lsize")
		w.braces("if (lid == 0)", func() {
			w.braces("if (chunks == 1)", func() { w.afterNe(outs, ne) })
			w.braces("else", func() { w.assign(at(partials, "group"), at(w.groups.locals, "0")) })
		})
	})
	w.stage(true, func() {
		w.totals("chunks")
		w.empty(x)
		w.ownPartials(partials, func(c []string) { w.take(k.Op, x, c) })
		w.tree("total")
		w.braces("if (lid == 0)", func() { w.afterNe(outs, ne) })
	})
}

// afterNe writes the result of a reduction: what is given as neutral comes first, and is all if there is nothing.
func (w *writer) afterNe(outs, ne []string) {
	w.assign(at(outs, "0"), ne)
	w.braces("if (total > 0)", func() { w.apart(func() { w.join(w.k.Op, at(outs, "0"), ne, at(w.groups.locals, "0")) }) })
}

// ownPartials runs body for the item's part of the groups' results.
func (w *writer) ownPartials(partials []string, body func(c []string)) {
	w.apart(func() {
		w.part("lo", "hi", "lid", "lsize", "0", "total")
		w.braces("for (long c = lo; c < hi; c++)", func() { body(at(partials, "c")) })
	})
}
