package gen

import (
	"fmt"
	"strings"

	"raido/backend/plan"
	"raido/backend/seg"
)

// Version is part of the key of binaries on disk: it changes with the generated text's meaning.
const Version = "4"

// Options are given to the driver's compiler; -w keeps it from writing warnings to the terminal.
const Options = "-cl-std=CL1.2 -w"

// listing is a program that is being printed.
type listing struct {
	plan.Program
	target       seg.Target
	plain, lanes []*listed // in order
}

// listed is a kernel with the parts of its source.
type listed struct {
	*plan.Kernel
	text  string // what Source has behind what the kernel calls
	needs *demands
}

// Generate writes a program, all of whose kernels have forms.
func Generate(p *seg.Prog) *plan.Program {
	out := &listing{target: p.Target}
	for i, k := range p.Kernels {
		name := fmt.Sprintf("k%d_%s", i, cleanName(k.Name))
		plain := out.print(name, k)
		out.plain = append(out.plain, plain)
		if k.Lanes != nil {
			lanes := out.print(name+"_lanes", k.Lanes)
			out.lanes = append(out.lanes, lanes)
			plain.Lanes = lanes.Kernel
		}
		out.Add(k, plain.Kernel)
	}
	out.Text = func() string { return textOf(out.target, out.plain) }
	out.LaneText = func() string { return textOf(out.target, out.lanes) }
	return &out.Program
}

// textOf is the text of kernels in one.
func textOf(target seg.Target, kernels []*listed) string {
	if len(kernels) == 0 {
		return ""
	}
	text, needs := "", newDemands(target)
	for _, k := range kernels {
		text += "// " + k.Name + "\n" + k.text + "\n"
		needs.include(k.needs)
	}
	return needs.source(text)
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
