package backend

import (
	"context"
	"errors"
	"slices"
	"sync"

	"raido/ad"
	"raido/lang/core"
	"raido/lang/diag"
)

// WithCheckpoints is the program prog of an engine, made of whole as it was before Prepare; a run for which memory does not suffice runs
// again with checkpoints in the place of tapes. Note [Checkpoints]
func WithCheckpoints(e Engine, whole *core.Prog, prog Program) Program {
	if !slices.ContainsFunc(e.Passes(), isAD) || !mayKeep(whole) {
		return prog
	}
	return &thrifty{Program: prog, engine: e, whole: whole}
}

// Build prepares a program for an engine and compiles it; it runs with checkpoints where memory does not suffice.
func Build(ctx context.Context, e Engine, p *core.Prog) (Program, error) {
	ready, err := Prepare(e, p)
	if err != nil {
		return nil, err
	}
	prog, err := e.Compile(ctx, ready)
	if err != nil {
		return nil, err
	}
	return WithCheckpoints(e, p, prog), nil
}

func isAD(p Pass) bool { return p.Name == "ad" }

// mayKeep reports whether a program has loops and reverse derivatives.
func mayKeep(p *core.Prog) bool {
	loops, reverse := false, false
	for _, f := range p.Funs {
		core.Walk(f.Body, func(st core.Stm) {
			switch e := st.Exp.(type) {
			case *core.Loop:
				loops = true
			case *core.Diff:
				reverse = reverse || e.Mode == core.VJP
			default: // neither
			}
		})
	}
	return loops && reverse
}

// thrifty is a program with forms that need less memory, each made when it is first needed.
type thrifty struct {
	Program
	engine Engine
	whole  *core.Prog

	mu    sync.Mutex
	forms [2]Program // with checkpoints in the outer loops, and in all
}

// Run implements Program.
func (t *thrifty) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	out, prof, err := t.Program.Run(ctx, args)
	full := outOfMemory(err)
	for k := 0; k < len(t.forms) && full != nil; k++ {
		form, other := t.form(ctx, k)
		if other != nil {
			return nil, nil, other
		}
		if form == nil {
			break
		}
		out2, prof2, err2 := form.Run(ctx, args)
		if outOfMemory(err2) != nil { // the first error says what a user expects to be needed
			continue
		}
		if err2 == nil {
			prof2.Checkpoints = "ran with checkpoints, which takes longer, since tapes found no room: " + full.Msg
		}
		return out2, prof2, err2
	}
	return out, prof, err
}

// outOfMemory is the error if it is one of memory, or nil.
func outOfMemory(err error) *diag.Diag {
	var d *diag.Diag
	if errors.As(err, &d) && d.Class == diag.Memory {
		return d
	}
	return nil
}

// form is the k-th form with checkpoints; nil if the derivatives have no loops that could have some.
func (t *thrifty) form(ctx context.Context, k int) (Program, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.forms[k] != nil {
		return t.forms[k], nil
	}
	found := false
	passes := slices.Clone(t.engine.Passes())
	mark := Pass{"checkpoints", func(p *core.Prog) *core.Prog {
		marked := ad.Checkpoints(p, k > 0)
		found = marked != p
		return marked
	}}
	p, err := runPasses(slices.Insert(passes, slices.IndexFunc(passes, isAD), mark), t.whole, "")
	if err != nil || !found {
		return nil, err
	}
	t.forms[k], err = t.engine.Compile(ctx, p)
	return t.forms[k], err
}
