package main

import (
	"fmt"

	"raido/backend/dump"
	"raido/lang/core"
)

// dumpCmd is raido dump.
type dumpCmd struct {
	After string `required:"" placeholder:"PASS" help:"The pass: lower, one on core, flat, one on kernels, opencl for the OpenCL C, or wasm for the kernels of which the embedded engine makes its modules (flat-task, opencl-task, wasm-task: as one task)."`
	Entry string `default:"main" placeholder:"NAME" help:"The entry point."`
	tuningArgs
	File string `arg:"" help:"The program."`
}

// Run implements kong's command.
func (c *dumpCmd) Run(e *env) error {
	p, err := e.compile(c.File, c.Entry, &c.tuningArgs)
	if err != nil {
		return err
	}
	if c.After == "lower" {
		_, err := fmt.Fprint(e.stdout, core.Print(p.prog))
		return err
	}
	return dump.After(e.stdout, p.prog, c.After)
}
