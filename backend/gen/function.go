package gen

import (
	"fmt"

	"raido/backend/plan"
)

// Note [Kernels as functions]
//
// A launch costs PoCL some 0.7 us in the thread that asks for it, and 30 us where another thread runs it; a small task computes for one
// microsecond. But what PoCL has compiled is a function in a library that it has loaded, and in the CPU shape a kernel is one function
// for one item, without local memory or barriers. So the host can call it itself (backend/cl/function.go), once it knows in which library it is.
// Where word WordAsk of the failure words is not 0 a launch does nothing but say so: it leaves in WordWhere the address of a constant of
// its own, which lies in the same library.

// tellWhere is what a kernel does when it is asked where it is.
func (p *printer) tellWhere() string {
	if !p.target.Functions {
		return ""
	}
	const words = "((volatile __global ulong *)fail)"
	return fmt.Sprintf("  if (%s[%d]) {\n    %s[%d] = (ulong)rd_pages;\n    return;\n  }\n", words, plan.WordAsk, words, plan.WordWhere)
}
