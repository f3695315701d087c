// Package onhost runs whole programs as the kernels that are made of them, on the host, where no device is: tests compare what they give.
package onhost

import (
	"fmt"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/seg"
	"raido/backend/seg/segeval"
	"raido/lang/core"
	"raido/lang/value"
)

// Run makes the kernels of a program that has been through the core passes: of its launches and of its task, as far as it has both, for CPUs and
// GPUs, with all kernel passes. Those for CPUs run on the host, from the first point on and from the last, and seen is told of the outcome of each until
// it says to stop.
func Run(p *core.Prog, args []value.Value, seen func(what string, results []value.Value, err error) bool) {
	for _, form := range []struct {
		name string
		make func(*core.Prog) (*seg.Prog, error)
	}{{"launches", flat.Program}, {"task", flat.Task}} {
		for _, target := range []seg.Target{{GPU: true}, {CPU: true}} {
			s, err := form.make(p)
			if err != nil {
				continue // it has the other form only
			}
			s.Target = target
			s = backend.RunKernelPasses(s, "")
			for _, back := range []bool{false, true} {
				if target.GPU {
					break
				}
				out, err := segeval.Run(s, args, segeval.Launch{Backward: back, Threads: 2})
				if !seen(fmt.Sprintf("%s, backward %v", form.name, back), out, err) {
					return
				}
			}
		}
	}
}
