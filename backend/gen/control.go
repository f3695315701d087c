package gen

import (
	"fmt"
	"maps"

	"raido/backend/seg"
)

func (p *printer) loop(s *seg.For) {
	from := "0"
	if s.From != nil {
		from = p.atom(s.From)
	}
	n, t := p.atom(s.Bound), p.typ(s.I.Type)
	i := p.bind(s.I)
	step := i + "++"
	if s.Step > 1 {
		step = fmt.Sprintf("%s += %d", i, s.Step)
	}
	if s.Unroll {
		p.line("#pragma unroll")
	}
	if s.Single {
		p.line("#pragma clang loop vectorize(disable)")
	}
	if p.target.CPU {
		maps.Copy(p.far, farLoads(s))
	}
	p.braces(fmt.Sprintf("for (%s %s = %s; %s < %s; %s)", t, i, from, i, n, step), func() { p.code(s.Body) })
}

func (p *printer) while(s *seg.While) {
	p.braces("while (1)", func() {
		p.code(s.CondCode)
		p.line("if (!%s) break;", p.atom(s.Cond))
		p.code(s.Body)
	})
}

func (p *printer) branch(s *seg.If) {
	p.braces("if ("+p.atom(s.Cond)+")", func() { p.code(s.Then) })
	if len(s.Else) > 0 {
		p.braces("else", func() { p.code(s.Else) })
	}
}

// try writes code that a failure leaves for what comes after it.
func (p *printer) try(s *seg.Try) {
	p.labels++
	label, before := fmt.Sprintf("end%d", p.labels), p.leave
	p.leave = "goto " + label + ";"
	p.braces("", func() { p.code(s.Body) })
	p.leave = before
	p.line("%s: ;", label)
}

// barrier waits for the other items of the group, and orders accesses of all memories: what a group reuses, or hands from item to item, may lie in global memory, too.
const barrier = "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
