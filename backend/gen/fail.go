package gen

import (
	"fmt"
	"slices"

	"raido/backend/seg"
	"raido/lang/prim"
)

// What ends a thread early: a failure, a block without room, and the failures of others.

const poll = "if (fail[0] | fail[1]) return;"

// poll is for loops over the elements of arrays: where these are few, there is no need to look at the failure words.
func (w *writer) poll() {
	if !w.quiet {
		w.look()
	}
}

// look looks at the failure words, on GPUs rarely, since their global memory is far away.
func (w *writer) look() {
	if w.g.target.GPU {
		w.line("if ((++polls & 1023) == 0 && (fail[0] | fail[1])) %s", w.leave)
		return
	}
	w.line(poll)
}

// site is the number of a place that can fail. The kernel is told from where on the program counts its places.
func (w *writer) site(s *seg.Site) string {
	if len(w.sites) == 0 {
		w.arg(Arg{Kind: ArgSites}, "int sites")
	}
	n := slices.Index(w.sites, s)
	if n < 0 {
		n = len(w.sites)
		w.sites = append(w.sites, s)
	}
	return fmt.Sprintf("sites + %d", n+1)
}

// check records the first failure and ends the thread.
func (w *writer) check(s *seg.Check) {
	n := w.site(s.Site)
	w.braces(fmt.Sprintf("if (!%s)", w.atom(s.Cond)), func() {
		w.line("if (atomic_cmpxchg(fail, 0, %s) == 0) {", n)
		for i, a := range s.Args {
			w.line("  ((volatile __global long *)fail)[%d] = %s;", 2+i, bits(a.AtomType().Elem, w.atom(a)))
		}
		w.line("}")
		w.line("%s", w.leave)
	})
}

// room records how much room a block needs, and ends the thread, if it has less.
func (w *writer) room(s *seg.Room) {
	room := w.mem(s.Mem) + "_room"
	k := slices.Index(w.grow, s.Mem)
	if k < 0 {
		k = len(w.grow)
		w.grow = append(w.grow, s.Mem)
		w.arg(Arg{Kind: ArgRoom, Mem: s.Mem}, "long "+room)
	}
	need := "1L"
	for _, d := range s.Dims {
		need = "rd_elems_i64(" + need + ", " + w.atom(d) + ")"
	}
	w.braces("", func() {
		w.line("const long need = %s;", need)
		w.line("if (need > %s) {", room)
		w.line("  if (atomic_cmpxchg(fail, 0, %d) == 0) ((volatile __global long *)fail)[2] = need;", -k-1)
		w.line("  %s", w.leave)
		w.line("}")
	})
}

// bits is the value of an atom as the Bits of a Scalar.
func bits(t prim.Type, text string) string {
	if !t.IsFloat() {
		return "(long)" + text
	}
	switch t {
	case prim.F16:
		return "(long)" + text
	case prim.F32:
		return "(long)as_int(" + text + ")"
	}
	return "as_long(" + text + ")"
}
