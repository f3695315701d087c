package auto

import (
	"context"
	"errors"

	"raido/backend"
	"raido/backend/interp"
	"raido/lang/core"
	"raido/lang/diag"
)

// withFallback runs on the interpreter what its engine cannot run, and says so in the Profile.
type withFallback struct {
	backend.Engine
	interp backend.Engine
}

// WithFallback is an engine on a device that leaves to the interpreter only what the device cannot run at all.
func WithFallback(device backend.Engine) backend.Engine { return &withFallback{device, interp.New()} }

// unsupported is the error that an engine cannot run a program.
func unsupported(err error) (d *diag.Diag, ok bool) {
	ok = errors.As(err, &d) && d.Class == diag.Unsupported
	return d, ok
}

// Compile implements backend.Engine.
func (e *withFallback) Compile(ctx context.Context, p *core.Prog) (backend.Program, error) {
	prog, err := e.Engine.Compile(ctx, p)
	d, ok := unsupported(err)
	if !ok {
		return prog, err
	}
	slow, err := e.interp.Compile(ctx, p)
	if err != nil {
		return nil, err
	}
	return &fallbackProgram{engine: e.Engine, prog: slow, why: d.Msg}, nil
}

type fallbackProgram struct {
	engine backend.Engine
	prog   backend.Program
	why    string
}

// Run implements backend.Program: arguments are fetched from the engine and results brought back to it.
func (p *fallbackProgram) Run(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	res, prof, err := p.prog.Run(ctx, args)
	if err != nil {
		return nil, nil, err
	}
	out := make([]backend.Value, len(res))
	for i, r := range res {
		out[i], err = r.On(ctx, p.engine)
		r.Release()
		if err != nil {
			backend.ReleaseAll(out)
			return nil, nil, err
		}
	}
	prof.Fallback = "ran on the interpreter: " + p.why
	return out, prof, nil
}
