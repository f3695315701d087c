package gen

import (
	"fmt"
	"strings"

	"raido/backend/seg"
)

// Generate writes a program, all of whose kernels have forms.
func Generate(p *seg.Prog) *Program {
	out := &Program{Kernels: map[*seg.Kernel]*Kernel{}, target: p.Target}
	for i, k := range p.Kernels {
		name := fmt.Sprintf("k%d_%s", i, cleanName(k.Name))
		plain := out.print(name, k)
		if k.Lanes != nil {
			plain.Lanes = out.print(name+"_lanes", k.Lanes)
		}
		out.Kernels[k] = plain
		out.all = append(out.all, plain)
	}
	return out
}

// enlist gives the failures of a kernel their numbers.
func (p *Program) enlist(k *Kernel) {
	k.FirstSite = len(p.Sites)
	p.Sites = append(p.Sites, k.sites...)
	p.Double = p.Double || k.needs.double
}

// Func is the function of a kernel in its text, in the GPU shape the beginning of the names of several. It is the same in
// all of them, so that equal kernels have equal texts.
const Func = "k"

func cleanName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, s)
}
