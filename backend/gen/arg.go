package gen

import (
	"fmt"

	"raido/lang/limits"
	"raido/lang/prim"
)

// argPart finds the best value of the thread's points and where it first occurs: of each block the best value, with
// many partial results, and only where it is better than that of all before, its place. A value that is not a number is
// never better.
func (w *writer) argPart() {
	k := w.k
	t, best := ctype(k.Op.A[0].Type.Elem), w.name(k.Op.A[0])
	elem := k.Op.A[0].Type.Elem
	better := func(a, b string) string {
		if k.Op.Arg == prim.Min {
			a, b = b, a
		}
		return apply(prim.Lt, elem, b, a)
	}
	take := func(into string) {
		w.code(k.Body)
		v := w.atom(k.Vals[0])
		w.line("%s = %s ? %s : %s;", into, better(v, into), v, into)
	}
	i := w.bind(k.Space[0].I)
	w.braces("for (long from = lo; from < hi;)", func() {
		w.line(poll)
		w.line("const long to = hi - from > %d ? from + %d : hi;", limits.Now.ArgBlock, limits.Now.ArgBlock)
		w.line("%s top[%d];", t, limits.Now.PartialSums)
		w.line("for (int l = 0; l < %d; l++) top[l] = %s;", limits.Now.PartialSums, best)
		w.line("long at = from;")
		w.braces(fmt.Sprintf("for (; at + %d <= to; at += %d)", limits.Now.PartialSums, limits.Now.PartialSums), func() {
			w.line("#pragma unroll") // keeps them in registers
			w.braces(fmt.Sprintf("for (int l = 0; l < %d; l++)", limits.Now.PartialSums), func() {
				w.line("const long %s = at + l;", i)
				take("top[l]")
			})
		})
		w.braces(fmt.Sprintf("for (long %s = at; %s < to; %s++)", i, i, i), func() { take("top[0]") })
		w.line("#pragma unroll")
		w.line("for (int l = 1; l < %d; l++) top[0] = %s ? top[l] : top[0];", limits.Now.PartialSums, better("top[l]", "top[0]"))
		w.braces("if ("+better("top[0]", best)+")", func() {
			w.line("%s = top[0];", best)
			w.braces(fmt.Sprintf("for (long %s = from; %s < to; %s++)", i, i, i), func() {
				w.code(k.Body)
				w.line("if (%s) { %s = %s; break; }", apply(prim.Eq, elem, w.atom(k.Vals[0]), best), w.name(k.Op.A[1]), i)
			})
		})
		w.line("from = to;")
	})
}
