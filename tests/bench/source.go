package main

import (
	"os"
	"path/filepath"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/flat"
	"raido/backend/gen"
	"raido/backend/seg"
	"raido/lang/core"
)

// writeSource writes the OpenCL C of both forms of a program into a folder, for people who look for why it is slow.
func writeSource(folder, name string, p *core.Prog) error {
	target := seg.Target{CPU: true}
	if devices, err := cl.Devices(); err == nil {
		target.CPU = devices[0].IsCPU() && devices[0].Double
	}
	for form, translate := range map[string]func(*core.Prog) (*seg.Prog, error){"parallel": flat.Program, "task": flat.Task} {
		s, err := translate(p)
		if err != nil {
			continue // the other form runs
		}
		s.Target = target
		g := gen.Generate(backend.RunKernelPasses(s, ""))
		for variant, text := range map[string]string{"": g.Text(), "-lanes": g.LaneText()} {
			if text == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(folder, name+"-"+form+variant+".cl"), []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}
