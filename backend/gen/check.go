package gen

import (
	"fmt"
	"slices"

	"raido/backend/plan"
	"raido/backend/seg"
	"raido/lang/prim"
)

// What ends a thread early: a failure, a block that is too small, and the failures of others.

// poll looks at the failure words, on GPUs rarely, since their global memory is far away.
func (p *printer) poll() {
	if p.target.GPU {
		p.line("if ((++polls & 1023) == 0 && (fail[0] | fail[1])) %s", p.leave)
		return
	}
	p.line("if (fail[0] | fail[1]) %s", p.leave)
}

// site is the number of a place that can fail. The kernel is told from where on the program counts its places.
func (p *printer) site(s *seg.Site) string {
	if len(p.sites) == 0 {
		p.arg(plan.Arg{Kind: plan.ArgSites}, "int ", "sites")
	}
	n := slices.Index(p.sites, s)
	if n < 0 {
		n = len(p.sites)
		p.sites = append(p.sites, s)
	}
	return fmt.Sprintf("sites + %d", n+1)
}

// check records the first failure and ends the thread.
func (p *printer) check(s *seg.Check) {
	n := p.site(s.Site)
	p.builtin("atomic_cmpxchg")
	p.braces(fmt.Sprintf("if (!%s)", p.atom(s.Cond)), func() {
		p.line("if (atomic_cmpxchg(fail, 0, %s) == 0) {", n)
		for i, a := range s.Args {
			p.line("  ((volatile __global long *)fail)[%d] = %s;", 2+i, bits(a.AtomType().Elem, p.atom(a)))
		}
		p.line("}")
		p.line("%s", p.leave)
	})
}

// reserve records how large a block must be, and ends the thread, if it is smaller.
func (p *printer) reserve(s *seg.Reserve) {
	room := p.mem(s.Mem) + "_room"
	k := slices.Index(p.grow, s.Mem)
	if k < 0 {
		k = len(p.grow)
		p.grow = append(p.grow, s.Mem)
		p.arg(plan.Arg{Kind: plan.ArgCapacity, Mem: s.Mem}, "long ", room)
	}
	need := "1L"
	for _, d := range s.Dims {
		need = fmt.Sprintf("%s(%s, %s)", p.function("elems", prim.I64, 1), need, p.atom(d))
	}
	p.builtin("atomic_cmpxchg")
	p.braces("", func() {
		p.line("const long need = %s;", need)
		p.line("if (need > %s) {", room)
		p.line("  if (atomic_cmpxchg(fail, 0, %d) == 0) ((volatile __global long *)fail)[2] = need;", -k-1)
		p.line("  %s", p.leave)
		p.line("}")
	})
}

// tell tells whoever looks how far the outermost loop is.
func (p *printer) tell(s *seg.Tell) {
	word := plan.WordDone
	if s.Of {
		word = plan.WordOf
	}
	p.line("((volatile __global long *)fail)[%d] = %s;", word, p.atom(s.N))
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
