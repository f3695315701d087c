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
	// embedded opens the engine that takes over from the device; nil if that is the interpreter. other is that engine, once it is open.
	embedded func() (backend.Engine, error)
	other    backend.Engine
	told     struct{ device, double atomic.Bool } // that there is none; that it has no f64

	mu   sync.Mutex
	ends map[string]int // how many processes the driver has ended over a program, by its key
}

// maxEnds is after how many ends of the driver's process over a program it is the interpreter's.
const maxEnds = 2

// New is the engine of a notebook on a device. What that cannot run is for the engine that embedded opens, and for the interpreter if that cannot either,
// or if embedded is nil.
func New(device backend.Engine, embedded func() (backend.Engine, error)) *Engine {
	return &Engine{device: device, host: interp.New(), embedded: embedded, ends: map[string]int{}}
}

// takesOver is the engine that takes over from the device, nil if there is none but the interpreter.
func (e *Engine) takesOver() backend.Engine {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.other == nil && e.embedded != nil {
		if other, err := e.embedded(); err == nil {
			e.other = other
		} else {
			e.embedded = nil
		}
	}
	return e.other
}

// opened is that engine if it is open.
func (e *Engine) opened() backend.Engine {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.other
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return e.device.Name() }

// Device implements backend.Engine.
func (e *Engine) Device() string { return e.device.Device() }

// Passes implements backend.Engine: both engines take the same.
func (e *Engine) Passes() []backend.Pass { return e.device.Passes() }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 {
	n := e.device.MemoryInUse() + e.host.MemoryInUse()
	if other := e.opened(); other != nil {
		n += other.MemoryInUse()
	}
	return n
}

// Close implements backend.Engine.
func (e *Engine) Close() {
	e.device.Close()
	if other := e.opened(); other != nil {
		other.Close()
	}
}

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

	device, embedded form
}

// form is a program for an engine, made when it is first needed.
type form struct {
	mu      sync.Mutex
	program backend.Program
	refused error // why the engine cannot run it
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
	if e := p.e.takesOver(); e != nil {
		if out, prof, err = p.embedded.run(ctx, e, p.core, args); err == nil {
			prof.Fallback = p.e.fallback(d, "the embedded engine")
		}
		if !refuses(err) {
			return out, prof, err
		}
	}
	if out, prof, err = p.small.Run(ctx, args); err == nil {
		prof.Fallback = p.e.fallback(d, "the interpreter")
	}
	return out, prof, err
}

// refuses reports whether an error says that an engine cannot run a program.
func refuses(err error) bool {
	var d *diag.Diag
	return errors.As(err, &d) && (d.Class == diag.Device || d.Class == diag.Unsupported)
}

// runSmall runs the program on the interpreter, whose it is.
func (p *program) runSmall(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	out, prof, err := p.small.Run(ctx, args)
	if err == nil {
		prof.Small = true
	}
	return out, prof, err
}

// fallback is what to say of a run that the device could not do, and to which engine it went. What is so of many programs is said once.
func (e *Engine) fallback(why *diag.Diag, to string) string {
	switch {
	case why.Code == backend.CodeNoDevice && e.told.device.Swap(true), why.Code == backend.CodeDouble && e.told.double.Swap(true):
		return ""
	case why.Code == backend.CodeNoDevice:
		return "no OpenCL device, running on " + to + ": " + why.Error()
	case why.Code == backend.CodeDouble:
		return "programs with f64 run on " + to + ": " + why.Error() + " (" + why.Hint + ")"
	}
	return "ran on " + to + ": " + why.Error()
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
	return p.device.run(ctx, p.e.device, p.core, args)
}

// run runs the program on the engine of its form.
func (f *form) run(ctx context.Context, e backend.Engine, p *core.Prog, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	program, err := f.on(ctx, e, p)
	if err != nil {
		return nil, nil, err
	}
	in := make([]backend.Value, len(args))
	defer backend.ReleaseAll(in)
	for i, a := range args {
		if in[i], err = a.On(ctx, e); err != nil {
			return nil, nil, err
		}
	}
	return program.Run(backend.WithCopies(ctx), in)
}

// on is the program for an engine. What that cannot run at all it is not asked for again.
func (f *form) on(ctx context.Context, e backend.Engine, p *core.Prog) (backend.Program, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.program != nil || f.refused != nil {
		return f.program, f.refused
	}
	program, err := e.Compile(ctx, p)
	if d, ok := unsupported(err); ok {
		f.refused = &diag.Diag{Class: diag.Unsupported, Code: d.Code, Msg: d.Msg, Hint: d.Hint}
		return nil, f.refused
	}
	if err != nil {
		return nil, err
	}
	f.program = program
	return program, nil
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
// differ in their last bits, since sums are taken in another order.
//
// Building a device program takes 35 ms for each kernel, half a second more for the first one of a process; the interpreter does
// a million operations in the time of one. So a program has a limit that grows with its statements, and up to a point: what is
// estimated to be less work is the interpreter's, for good, and what is more the device's, from the first run on. The estimate knows the integers among the
// arguments, and the sizes that follow from them. What it cannot know, how often a while loop turns or how much a filter
// leaves, counts once; so the interpreter has a budget of half as much again as the limit, counted in operations, not in time. If that is spent the device begins from the start.
//
// Programs that show values on the side are the interpreter's. What the device's driver refuses or cannot build runs on the embedded engine, or on the
// interpreter where there is none or it cannot either, which is said, and so does that over which the driver ends its process, but for lack of memory, twice; so does everything
// once there is no device any more. An engine that was asked for by name is never left for another, but for programs that no device can run.
