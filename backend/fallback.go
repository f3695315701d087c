package backend

import (
	"context"
	"errors"

	"raido/lang/core"
	"raido/lang/diag"
)

// withFallback runs on the interpreter what its engine cannot run, and says so in the Profile.
type withFallback struct {
	Engine
	interp *interp
}

// Compile implements Engine.
func (e *withFallback) Compile(ctx context.Context, p *core.Prog) (Program, error) {
	prog, err := e.Engine.Compile(ctx, p)
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Unsupported {
		return prog, err
	}
	slow, err := e.interp.Compile(ctx, p)
	if err != nil {
		return nil, err
	}
	return &fallbackProgram{engine: e.Engine, prog: slow, why: d.Msg}, nil
}

// Warm prepares the engine's compiler in the background, if it has one.
func (e *withFallback) Warm() {
	if w, ok := e.Engine.(interface{ Warm() }); ok {
		w.Warm()
	}
}

type fallbackProgram struct {
	engine Engine
	prog   Program
	why    string
}

// Run implements Program: arguments are fetched from the engine and results brought back to it.
func (p *fallbackProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	res, prof, err := p.prog.Run(ctx, args)
	if err != nil {
		return nil, nil, err
	}
	out := make([]Value, len(res))
	for i, r := range res {
		v, err := r.Host(ctx)
		if err == nil {
			out[i], err = p.engine.Upload(ctx, v)
		}
		r.Release()
		if err != nil {
			releaseAll(out)
			return nil, nil, err
		}
	}
	prof.Fallback = "ran on the interpreter: " + p.why
	return out, prof, nil
}

func releaseAll(vs []Value) {
	for _, v := range vs {
		if v != nil {
			v.Release()
		}
	}
}

// Warm prepares an engine in the background, so that the first cell need not wait for the driver and its
// compiler. It returns at once.
func Warm(e Engine) {
	if w, ok := e.(interface{ Warm() }); ok {
		go w.Warm()
	}
}
