package main

import (
	"context"
	"fmt"
	"slices"

	"raido/backend"
	"raido/backend/engines"
	"raido/lang/core"
	"raido/lang/value"
)

// openBackend starts the engine of that name; "" is the best that is there.
func (e *env) openBackend(name string) (backend.Engine, error) {
	if name != "" {
		return engines.Open(name)
	}
	engine, note := engines.Default()
	if note != "" {
		fmt.Fprintln(e.stderr, note)
	}
	return engine, nil
}

// checkBackend refuses the name of a backend that there is not, before anything is done with it.
func checkBackend(backendName string) error {
	if backendName == "" || slices.Contains(engines.Names, backendName) {
		return nil
	}
	_, err := engines.Open(backendName)
	return err
}

// runOn takes a lowered program through the passes and runs it on an engine.
func (e *env) runOn(ctx context.Context, engine backend.Engine, p *core.Prog, args []value.Value) ([]value.Value, error) {
	prog, err := backend.Build(ctx, engine, p)
	if err != nil {
		return nil, err
	}
	in, err := uploadAll(ctx, engine, args)
	defer releaseAll(in)
	if err != nil {
		return nil, err
	}
	results, prof, err := prog.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if prof.Checkpoints != "" {
		fmt.Fprintln(e.stderr, prof.Checkpoints)
	}
	defer releaseAll(results)
	return fetchAll(ctx, results)
}

// uploadAll brings values to an engine; those that it gives are to be released, with an error too.
func uploadAll(ctx context.Context, engine backend.Engine, args []value.Value) (in []backend.Value, err error) {
	for _, a := range args {
		v, err := engine.Upload(ctx, a)
		if err != nil {
			return in, err
		}
		in = append(in, v)
	}
	return in, nil
}

// fetchAll brings values to the host.
func fetchAll(ctx context.Context, vs []backend.Value) (out []value.Value, err error) {
	out = make([]value.Value, len(vs))
	for i, v := range vs {
		if out[i], err = v.Host(ctx); err != nil {
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
