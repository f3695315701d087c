package host

import (
	"context"
	"sync/atomic"
	"time"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/plan"
	"raido/backend/seg"
	"raido/backend/seg/verify"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/opt"
	"raido/lang/prim"
)

// compiled is a compiled program: the parallel form, the form as one task, or both.
type compiled struct {
	engine    *Engine
	core      *core.Prog
	par, task *form
	chosen    *atomic.Pointer[choice] // by the last run
}

// form is a form of a program with its kernels, each of which is built by itself.
type form struct {
	seg        *seg.Prog
	plan       *plan.Program
	built      map[*plan.Kernel]*built // those that were launched; under the gate
	took       time.Duration           // to build them
	capacities map[*seg.Mem]int64      // see capacities.go
	task       bool                    // the form as one task

	// Those of a run, empty between runs. Under the gate.
	run     run
	scalars table[prim.Scalar]
	bufs    table[*buffer]

	// What was found for sizes, which rarely differ from those of the last run. Under the gate.
	loops map[*seg.HSmall]*sizedLoop
	many  map[*seg.Kernel]*sizedKernel

	never map[core.Atom]bool // what HSmall computes that is never so: the task would be too long for the device's compiler
}

// built is a kernel of a form that was launched.
type built struct {
	*build
	place int // in the profile of the last run that had it
}

// Compile implements backend.Engine.
func (e *Engine) Compile(ctx context.Context, p *core.Prog) (out backend.Program, err error) {
	if ctx.Err() != nil {
		return nil, diag.Interrupted()
	}
	if e.life.Err() != nil {
		return nil, backend.ClosedError()
	}
	err = diag.Interruptible(ctx, func() error {
		key := ""
		backend.InPass("key", p, func() { key = backend.Key(p) })
		out, err = e.programs.Get(key, func() (*compiled, error) { return e.compile(p) })
		return err
	})
	return out, err
}

func (e *Engine) compile(p *core.Prog) (*compiled, error) {
	if err := inlinable(p); err != nil {
		return nil, err
	}
	out := &compiled{engine: e, core: p, chosen: &atomic.Pointer[choice]{}}
	var parErr, taskErr error
	target := e.target
	out.par, parErr = e.form(p, target, flat.Program)
	task := flat.Task
	if parErr == nil {
		target.Small, task = true, flat.ShortTask // choose takes the other form where there is much to do
	}
	if out.task, taskErr = e.form(p, target, task); taskErr == nil {
		out.task.task = true
	}
	switch {
	case parErr != nil && taskErr != nil:
		return nil, parErr
	case e.allForms:
	case parErr == nil && len(out.par.seg.Kernels) == 0:
		out.task = nil // nothing but host code
	case parErr == nil && taskErr == nil && e.smallProgram(flat.Grain(p, map[*core.Var]int64{})):
		out.par = nil // small whatever the arguments
	}
	return out, nil
}

// maxInlined bounds the statements of a program for a device.
const maxInlined = 200_000

// inlinable refuses programs with recursive functions, since kernels have no stack, and those that would be huge
// without functions.
func inlinable(p *core.Prog) error {
	if opt.InlinedSize(p) > maxInlined {
		return &diag.Diag{Class: diag.Unsupported, Code: codeTooLarge,
			Msg: "the program has too many calls of large functions to be one of kernels, which have no calls"}
	}
	recursive := core.Cycles(p)
	for _, f := range p.Funs {
		if recursive[f] > 0 {
			return &diag.Diag{Class: diag.Unsupported, Code: codeRecursive, Msg: f.Name + " calls itself, which no device can",
				Hint: "use a loop"}
		}
	}
	return nil
}

// either is the only form.
func (p *compiled) either() *form {
	if p.par != nil {
		return p.par
	}
	return p.task
}

// Translation makes the flat form of a program: for parallel running, or as one task.
type Translation func(*core.Prog) (*seg.Prog, error)

// Flat is the flat form of a program after the kernel pass of that name, or before all if it is "flat", for a target.
func Flat(p *core.Prog, translate Translation, last string, target seg.Target) (*seg.Prog, error) {
	if err := inlinable(p); err != nil {
		return nil, err
	}
	s, err := flatten(p, translate)
	if err != nil || last == "flat" {
		return s, err
	}
	s.Target = target
	return backend.RunKernelPasses(s, last), nil
}

// Text is what the device would compile of a program, in plain form and in lanes.
func (e *Engine) Text(p *core.Prog, translate Translation) (string, error) {
	if err := inlinable(p); err != nil {
		return "", err
	}
	f, err := e.form(p, e.target, translate)
	if err != nil {
		return "", err
	}
	return f.plan.Text() + f.plan.LaneText(), nil
}

func flatten(p *core.Prog, translate Translation) (s *seg.Prog, err error) {
	backend.InPass("flat", p, func() { s, err = translate(p) })
	if err != nil {
		return nil, err
	}
	backend.InPass("flat", p, func() { verifyFlat(s) })
	return s, nil
}

// form translates a program into one form for a target.
func (e *Engine) form(p *core.Prog, target seg.Target, translate Translation) (*form, error) {
	s, err := flatten(p, translate)
	if err != nil {
		return nil, err
	}
	s.Target = target
	s = backend.RunKernelPasses(s, "")
	var g *plan.Program
	backend.InPass("gen", p, func() { g = e.dev.Generate(s) })
	if g.Double && !e.facts.Double {
		return nil, &diag.Diag{Class: diag.Unsupported, Code: backend.CodeDouble,
			Msg: "the device " + e.facts.Name + " has no f64", Hint: "f32 runs there; RAIDO_OPENCL names another device, and raido doctor lists them"}
	}
	never, ok := loopsAsKernels(s.Body, e.tooLong(g))
	if !ok {
		return nil, &diag.Diag{Class: diag.Unsupported, Code: codeTooLarge, Msg: "a kernel of the program is too long for the compiler of " + e.facts.Name}
	}
	return &form{seg: s, plan: g, built: map[*plan.Kernel]*built{}, capacities: map[*seg.Mem]int64{},
		loops: map[*seg.HSmall]*sizedLoop{}, many: map[*seg.Kernel]*sizedKernel{}, never: never}, nil
}

// tooLong are the kernels of a program for which the device's compiler would take too long.
func (e *Engine) tooLong(g *plan.Program) map[*seg.Kernel]bool {
	out := map[*seg.Kernel]bool{}
	for k, p := range g.Kernels {
		if most := e.facts.Text; most > 0 && (len(p.Source) > most || p.Lanes != nil && len(p.Lanes.Source) > most) {
			out[k] = true
		}
	}
	return out
}

// loopsAsKernels finds the loops that run as kernels whatever their sizes, since one of the tasks that they would be is too long; not ok if kernels
// that are too long run elsewhere.
func loopsAsKernels(h seg.Host, long map[*seg.Kernel]bool) (never map[core.Atom]bool, ok bool) {
	if len(long) == 0 {
		return nil, true
	}
	never = map[core.Atom]bool{}
	ok = true
	launches := func(h seg.Host) (found bool) {
		seg.WalkHost(h, func(s seg.HostStm) {
			l, is := s.(*seg.HLaunch)
			found = found || is && long[l.Kernel]
		})
		return found
	}
	asks := map[core.Atom]bool{}
	var walk func(h seg.Host)
	walk = func(h seg.Host) {
		for _, s := range h {
			switch s := s.(type) {
			case *seg.HSmall:
				asks[s.V] = true
			case *seg.HLaunch:
				ok = ok && !long[s.Kernel]
			case *seg.HIf:
				if asks[s.Cond] && launches(s.Then) {
					never[s.Cond] = true
					walk(s.Else)
					continue
				}
			default: // launches nothing itself
			}
			s.Each(seg.Visitor{Host: walk})
		}
	}
	walk(h)
	return never, ok
}

// build is the build of a kernel. The engine must be held.
func (f *form) build(e *Engine, k *plan.Kernel) (*built, error) {
	if b := f.built[k]; b != nil {
		return b, nil
	}
	b, err := e.buildOf(k)
	if err != nil {
		return nil, err
	}
	f.built[k] = &built{build: b}
	f.took += b.took
	return f.built[k], nil
}

// verifyFlat checks the flat form if RAIDO_VERIFY asks for that.
func verifyFlat(p *seg.Prog) {
	if !backend.Verifying() {
		return
	}
	if err := verify.Prog(p); err != nil {
		diag.Bugf("%v", err)
	}
}
