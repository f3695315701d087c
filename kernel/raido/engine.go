package main

import (
	"context"
	"fmt"

	"raido/backend"
	"raido/lang/core"
	"raido/lang/value"
)

// openBackend starts the engine of that name; "" is the best that is there.
func (e *env) openBackend(name string) (backend.Engine, error) {
	if name != "" {
		return backend.Open(name)
	}
	engine, note := backend.Default()
	if note != "" {
		fmt.Fprintln(e.stderr, note)
	}
	return engine, nil
}

// runOn takes a lowered program through the passes and runs it on an engine.
func runOn(ctx context.Context, engine backend.Engine, p *core.Prog, args []value.Value) ([]value.Value, error) {
	p, err := backend.Prepare(engine, p)
	if err != nil {
		return nil, err
	}
	prog, err := engine.Compile(ctx, p)
	if err != nil {
		return nil, err
	}
	var in []backend.Value
	defer func() { releaseAll(in) }()
	for _, a := range args {
		v, err := engine.Upload(ctx, a)
		if err != nil {
			return nil, err
		}
		in = append(in, v)
	}
	results, _, err := prog.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	defer releaseAll(results)
	out := make([]value.Value, len(results))
	for i, r := range results {
		if out[i], err = r.Host(ctx); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func releaseAll(vs []backend.Value) {
	for _, v := range vs {
		v.Release()
	}
}
