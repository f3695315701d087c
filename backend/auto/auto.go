package auto

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"raido/backend"
	"raido/backend/flat"
	"raido/backend/interp"
	"raido/backend/worker"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/eval"
	"raido/lang/value"
)

// What the interpreter does for good, in rough operations, of which it does some fifty million a second: 0.05 seconds' work, or
// somewhat more in a large program. Note [Choice].
const (
	hostWork       = 1 << 21
	hostWorkPerStm = 1 << 13
	maxHostWork    = 1 << 22
	bytesPerWork   = 32 // of arrays, which may have to come to the host or to go to the device
)

// Engine is the engine of a notebook: small programs run on the interpreter, the others on a device. The
// Profile of a run names the one that ran it.
type Engine struct {
	device backend.Engine
	host   backend.Engine
	told   struct{ device, double atomic.Bool } // that there is none; that it has no f64

	mu   sync.Mutex
	ends map[string]int // how many processes the driver has ended over a program, by its key
}

// maxEnds is after how many ends of the driver's process over a program it is the interpreter's.
const maxEnds = 2

// New is the engine of a notebook on a device.
func New(device backend.Engine) *Engine {
	return &Engine{device: device, host: interp.New(), ends: map[string]int{}}
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return e.device.Name() }

// Device implements backend.Engine.
func (e *Engine) Device() string { return e.device.Device() }

// Passes implements backend.Engine: both engines take the same.
func (e *Engine) Passes() []backend.Pass { return e.device.Passes() }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 { return e.device.MemoryInUse() + e.host.MemoryInUse() }

// Close implements backend.Engine.
func (e *Engine) Close() { e.device.Close() }

// Ready implements backend.Engine. The interpreter is, and it is the first program for the device that learns whether there is one.
func (e *Engine) Ready(context.Context) error { return nil }

// Warm implements backend.Engine.
func (e *Engine) Warm() { e.device.Warm() }

// Upload implements backend.Engine. The value stays on the host until a program on the device takes it.
func (e *Engine) Upload(ctx context.Context, v value.Value) (backend.Value, error) {
	return e.host.Upload(ctx, v)
}

// Compile implements backend.Engine.
func (e *Engine) Compile(ctx context.Context, p *core.Prog) (backend.Program, error) {
	small, err := e.host.Compile(ctx, p)
	if err != nil {
		return nil, err
	}
	a := &program{e: e, core: p, small: small, limit: min(hostWork+int64(core.Statements(p.Entry().Body))*hostWorkPerStm, maxHostWork)}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			t, ok := s.Exp.(*core.Assert)
			a.traces = a.traces || ok && t.Trace
		})
	}
	return a, nil
}

// program is a program in both forms.
type program struct {
	e      *Engine
	core   *core.Prog
	small  backend.Program
	limit  int64 // the work from which on it is the device's
	traces bool  // which devices cannot

	mu      sync.Mutex
	large   backend.Program // made when it is first needed
	refused error           // why the device cannot run it
}

// Run implements backend.Program.
func (p *program) Run(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	if p.traces {
		return p.runSmall(ctx, args)
	}
	if p.work(args) < p.limit {
		out, prof, err := p.runSmall(eval.WithBudget(ctx, p.limit+p.limit/2), args)
		if !errors.Is(err, eval.ErrBudget) {
			return out, prof, err
		}
	}
	out, prof, err := p.runLarge(ctx, args)
	if worker.Broke(err) {
		p.e.ended(p.core)
	}
	var d *diag.Diag
	if !errors.As(err, &d) || d.Class != diag.Device && d.Class != diag.Unsupported {
		return out, prof, err
	}
	if lost, _ := worker.Ended(err); lost {
		return nil, nil, err
	}
	if out, prof, err = p.small.Run(ctx, args); err == nil {
		prof.Fallback = p.e.fallback(d)
	}
	return out, prof, err
}

// runSmall runs the program on the interpreter, whose it is.
func (p *program) runSmall(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	out, prof, err := p.small.Run(ctx, args)
	if err == nil {
		prof.Small = true
	}
	return out, prof, err
}

// fallback is what to say of a run that the device could not do. What is so of many programs is said once.
func (e *Engine) fallback(why *diag.Diag) string {
	switch {
	case why.Code == backend.CodeNoDevice && e.told.device.Swap(true), why.Code == backend.CodeDouble && e.told.double.Swap(true):
		return ""
	case why.Code == backend.CodeNoDevice:
		return "no OpenCL device, running on the interpreter: " + why.Error()
	case why.Code == backend.CodeDouble:
		return "programs with f64 run on the interpreter: " + why.Error() + " (" + why.Hint + ")"
	}
	return "ran on the interpreter: " + why.Error()
}

// ended counts that the driver's process has ended over a program.
func (e *Engine) ended(p *core.Prog) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.ends[backend.Key(p)]++
}

// broken says that the driver ends its process over a program, nil if it does not.
func (e *Engine) broken(p *core.Prog) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.ends) == 0 { // which is so as a rule: making a key takes time
		return nil
	}
	if n := e.ends[backend.Key(p)]; n >= maxEnds {
		return &diag.Diag{Class: diag.Device, Msg: fmt.Sprintf("the driver of the device has ended its process %d times over this program", n),
			Hint: "please report this as a bug of Raido or of the driver; raido doctor names the driver"}
	}
	return nil
}

// runLarge runs the program on the device.
func (p *program) runLarge(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	if err := p.e.broken(p.core); err != nil {
		return nil, nil, err
	}
	large, err := p.onDevice(ctx)
	if err != nil {
		return nil, nil, err
	}
	in := make([]backend.Value, len(args))
	defer backend.ReleaseAll(in)
	for i, a := range args {
		if in[i], err = a.On(ctx, p.e.device); err != nil {
			return nil, nil, err
		}
	}
	return large.Run(backend.WithCopies(ctx), in)
}

// onDevice is the form for the device. What that cannot run at all it is not asked for again.
func (p *program) onDevice(ctx context.Context) (backend.Program, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.large != nil || p.refused != nil {
		return p.large, p.refused
	}
	large, err := p.e.device.Compile(ctx, p.core)
	if d, ok := unsupported(err); ok {
		p.refused = &diag.Diag{Class: diag.Unsupported, Code: d.Code, Msg: d.Msg, Hint: d.Hint}
		return nil, p.refused
	}
	if err != nil {
		return nil, err
	}
	p.large = large
	return large, nil
}

// work estimates the work with the scalar arguments given, and what the arrays among them cost that may be in the other place.
func (p *program) work(args []backend.Value) int64 {
	work := flat.Work(p.core, backend.KnownInts(p.core, args))
	for _, a := range args {
		work += backend.ByteSize(a.Elem(), a.Shape()) / bytesPerWork
	}
	return work
}

// Note [Choice]
//
// Which engine runs a program is a matter of the program and of its arguments alone, never of time: the same notebook gives the same numbers
// wherever it runs, however busy the machine is and whatever ran before. Integers and failures are the same on both engines anyway; floats may
// differ in their last bits, since sums are taken in another order and functions are rounded differently.
//
// Building a device program takes 35 ms for each kernel, half a second more for the first one of a process; the interpreter does
// a million operations in the time of one. So a program has a limit that grows with its statements, and up to a point: what is
// estimated to be less work is the interpreter's, for good, and what is more the device's, from the first run on. The estimate knows the integers among the
// arguments, and the sizes that follow from them. What it cannot know, how often a while loop turns or how much a filter
// leaves, counts once; so the interpreter has a budget of half as much again as the limit, counted in operations, not in time. If that is spent the device begins from the start.
//
// Programs that show values on the side are the interpreter's. What the device's driver refuses or cannot build runs on the
// interpreter, which is said, and so does that over which it ends its process, but for lack of memory, twice; so does everything once there is no device any more. An engine that was asked for by name is never left for another.
