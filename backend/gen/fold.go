package gen

import (
	"fmt"
	"slices"
	"strings"

	"raido/backend/seg"
	"raido/lang/limits"
	"raido/lang/prim"
)

// apply is the text of a known operator.
func apply(op *prim.Op, t prim.Type, a, b string) string {
	text, _ := opText(op, t, []string{a, b})
	return text
}

// fold combines Vals for I from lo to hi into Accs. If the body is simple, 16 private accumulators for
// each break the chain of dependences and let the compiler vectorise; the order is fixed all the same.
func (w *writer) fold(lo, hi string, s *seg.Fold) {
	w.quietly(func() { w.foldLoop(lo, hi, s) })
}

func (w *writer) foldLoop(lo, hi string, s *seg.Fold) {
	if lo == "0" && expensive(s.Body) && !readsAccs(s) {
		if l := w.innerLoop(s.I, s.Bound, s.Body, nil); l != nil {
			w.braces("", func() { w.innerFold(l, s) })
			return
		}
	}
	i := w.bind(s.I)
	one := func(accs []string) {
		w.code(s.Body)
		vals := w.atoms(s.Vals)
		for j, a := range accs {
			t := s.Accs[j].Type.Elem
			w.line("%s = %s;", a, apply(s.Ops[j], t, a, vals[j]))
		}
	}
	names := make([]string, len(s.Accs))
	for j, a := range s.Accs {
		names[j] = w.name(a)
	}
	if n, ok := constText(hi); ok && n < int64(2*limits.Now.PartialSums) || !simple(s.Body) || w.g.target.GPU {
		w.plainLoop("long", i, lo, hi, loopFree(s.Body), func() { one(names) })
		return
	}
	w.braces("", func() { w.partialFold(i, lo, hi, s, names, one) })
}

// expensive tells that code computes something that compilers do not vectorise.
func expensive(c seg.Code) bool {
	return slices.ContainsFunc(c, func(s seg.Stm) bool {
		l, ok := s.(*seg.Let)
		return ok && opCost(l) > 4
	})
}

func (w *writer) partialFold(i, lo, hi string, s *seg.Fold, names []string, one func(accs []string)) {
	private := make([]string, len(names))
	for j, n := range names {
		t := s.Accs[j].Type.Elem
		private[j] = n + "_l"
		w.line("%s %s[%d];", ctype(t), private[j], limits.Now.PartialSums)
		w.line("for (int l = 0; l < %d; l++) %s[l] = %s;", limits.Now.PartialSums, private[j], neutral(s.Ops[j], t))
	}
	at := func(l string) []string {
		out := make([]string, len(private))
		for j, p := range private {
			out[j] = p + "[" + l + "]"
		}
		return out
	}
	w.line("long %s_f = %s;", i, lo)
	w.braces(fmt.Sprintf("while (%s - %s_f >= %d)", hi, i, limits.Now.PartialSums), func() {
		w.poll()
		w.line("const long %s_e = %s - %s_f > %d ? %s_f + %d : %s_f + (%s - %s_f) / %d * %d;", i, hi, i, limits.Now.Block, i, limits.Now.Block, i, hi, i, limits.Now.PartialSums, limits.Now.PartialSums)
		w.braces(fmt.Sprintf("for (; %s_f < %s_e; %s_f += %d)", i, i, i, limits.Now.PartialSums), func() {
			w.line("#pragma unroll") // keeps the accumulators in registers
			w.braces(fmt.Sprintf("for (int l = 0; l < %d; l++)", limits.Now.PartialSums), func() {
				w.line("const long %s = %s_f + l;", i, i)
				one(at("l"))
			})
		})
	})
	w.braces(fmt.Sprintf("for (long %s = %s_f; %s < %s; %s++)", i, i, i, hi, i), func() { one(at("0")) })
	for width := limits.Now.PartialSums / 2; width > 0; width /= 2 {
		var steps []string
		for j, p := range private {
			t := s.Accs[j].Type.Elem
			steps = append(steps, fmt.Sprintf("%s[l] = %s;", p, apply(s.Ops[j], t, p+"[l]", fmt.Sprintf("%s[l + %d]", p, width))))
		}
		w.line("for (int l = 0; l < %d; l++) { %s }", width, strings.Join(steps, " "))
	}
	for j, n := range names {
		w.line("%s = %s;", n, apply(s.Ops[j], s.Accs[j].Type.Elem, n, private[j]+"[0]"))
	}
}

// simple tells that code has no loops, branches or checks: a loop around it may be vectorised.
func simple(c seg.Code) bool {
	for _, s := range c {
		switch s.(type) {
		case *seg.Let, *seg.Select, *seg.Load, *seg.Store, *seg.Update:
		default:
			return false
		}
	}
	return true
}
