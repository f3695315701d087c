package main

import (
	"fmt"
	"strings"

	"raido/lang/core"
)

// dumpCmd is raido dump.
type dumpCmd struct {
	After string `required:"" placeholder:"PASS" help:"The pass: lower, or one of the pipeline."`
	Entry string `default:"main" placeholder:"NAME" help:"The entry point."`
	File  string `arg:"" help:"The program."`
}

// Run implements kong's command.
func (c *dumpCmd) Run(e *env) error {
	names := passNames()
	known := false
	for _, n := range names {
		known = known || n == c.After
	}
	if !known {
		return usage("no pass %q; there are %s", c.After, strings.Join(names, ", "))
	}
	p, err := e.compile(c.File, c.Entry)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.stdout, strings.TrimRight(core.Print(passesUpTo(p.prog, c.After)), "\n"))
	return nil
}
