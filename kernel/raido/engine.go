package main

import (
	"context"

	"raido/lang/core"
	"raido/lang/eval"
	"raido/lang/value"
)

// runner runs the entry function of a lowered program.
type runner func(ctx context.Context, p *core.Prog, args []value.Value) ([]value.Value, error)

// openBackend gives the runner of a backend by name; "" is the default.
func openBackend(name string) (runner, error) {
	switch name {
	case "", "interp":
		return eval.Run, nil
	}
	return nil, usage("no backend %q; there is interp", name)
}

// passNames lists the passes in order.
func passNames() []string { return []string{"lower"} }

// passesUpTo runs the passes up to and including the one named.
func passesUpTo(p *core.Prog, _ string) *core.Prog { return p }
