package backend

import (
	"context"
	"fmt"
	"sync"
	"time"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/value"
)

// remote is the engine of a worker; see Note [Worker].
type remote struct {
	command []string
	device  string

	mu       sync.Mutex
	link     *link // to the worker; dead ones are replaced when they are next needed
	closed   bool
	programs *progCache[*remoteProgram]
}

// workerCommand starts a worker; empty means that device engines live in this process.
var workerCommand []string

// Isolate lets device engines that are opened from now on live in processes of their own, which the command starts.
func Isolate(command ...string) { workerCommand = command }

func newRemote(command []string) (*remote, error) {
	e := &remote{command: command, programs: newProgCache[*remoteProgram](256)}
	l, err := e.worker()
	if err != nil {
		return nil, err
	}
	e.device = l.device
	return e, nil
}

// worker is the link to a worker that lives.
func (e *remote) worker() (*link, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return nil, closedError()
	}
	if e.link != nil && !e.link.isDead() {
		return e.link, nil
	}
	l, err := startWorker(e.command)
	if err == nil {
		e.link = l
	}
	return l, err
}

// Name implements Engine.
func (e *remote) Name() string { return "opencl" }

// Device implements Engine.
func (e *remote) Device() string { return e.device }

// Passes implements Engine.
func (e *remote) Passes() []Pass { return Pipeline }

// MemoryInUse implements Engine.
func (e *remote) MemoryInUse() int64 {
	l, err := e.worker()
	if err != nil {
		return 0
	}
	return l.ask(&request{Op: opUse}).Number
}

// Close implements Engine. A running program is interrupted; the worker ends by itself when it sees that nobody is there, and may
// write programs to disk before.
func (e *remote) Close() {
	e.mu.Lock()
	e.closed = true
	l := e.link
	e.mu.Unlock()
	if l == nil || l.isDead() {
		return
	}
	l.conn.Close()
	select {
	case <-l.dead:
	case <-time.After(closeGrace):
		l.kill()
	}
}

// Warm prepares the device's compiler.
func (e *remote) Warm() {
	if l, err := e.worker(); err == nil {
		l.call(context.Background(), &request{Op: opWarm}, "")
	}
}

// Compile implements Engine.
func (e *remote) Compile(ctx context.Context, p *core.Prog) (Program, error) {
	prog, err := e.programs.get(programKey(p), func() (*remoteProgram, error) { return &remoteProgram{engine: e, core: p}, nil })
	if err != nil {
		return nil, err
	}
	if _, _, err := prog.there(ctx); err != nil {
		return nil, err
	}
	return prog, nil
}

// Upload implements Engine.
func (e *remote) Upload(ctx context.Context, v value.Value) (Value, error) {
	switch v := v.(type) {
	case value.Scalar:
		return &remoteValue{elem: v.Type, scalar: v.Scalar}, nil
	case *value.Array:
		l, err := e.worker()
		if err != nil {
			return nil, err
		}
		return l.upload(ctx, v)
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// remoteProgram is a program that is sent to each worker that runs it.
type remoteProgram struct {
	engine *remote
	core   *core.Prog

	mu      sync.Mutex
	link    *link
	handle  int64
	sources []*diag.Source
	ran     string // the scalars of the last run there
}

// there is the program on the worker that lives.
func (p *remoteProgram) there(ctx context.Context) (*link, int64, error) {
	l, err := p.engine.worker()
	if err != nil {
		return nil, 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.link == l {
		return l, p.handle, nil
	}
	r, sources := sendProgram(p.core)
	a, err := l.call(ctx, r, "while it compiled the program")
	if err != nil && l.isDead() && ctx.Err() == nil { // before it got the program, maybe
		if l, err = p.engine.worker(); err == nil {
			a, err = l.call(ctx, r, "while it compiled the program")
		}
	}
	if err == nil {
		err = a.err(sources)
	}
	if err != nil {
		return nil, 0, err
	}
	p.link, p.handle, p.sources, p.ran = l, a.Program, sources, ""
	return l, p.handle, nil
}

// Run implements Program.
func (p *remoteProgram) Run(ctx context.Context, args []Value) ([]Value, *Profile, error) {
	l, handle, err := p.there(ctx)
	if err != nil {
		return nil, nil, err
	}
	in, err := l.arguments(args)
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, interrupted()
	}
	ask := &request{Op: opRun, Program: handle, Args: in, Measure: ctx.Value(profileKey{}) != nil, Copy: ctx.Value(copyKey{}) != nil}
	if t := begins(ctx, p.engine.Name(), nil, nil); t != nil {
		defer t.ends()
		ask.Watch, ask.tell = true, func(s *Status) { t.told.Store(s) }
	}
	a, err := l.call(ctx, ask, "while it ran the program")
	if err == nil {
		err = a.err(p.sources)
	}
	if err != nil {
		return nil, nil, p.placed(err)
	}
	if a.Gone {
		p.mu.Lock()
		p.link = nil
		p.mu.Unlock()
		return p.Run(ctx, args)
	}
	p.mu.Lock()
	if p.link == l {
		p.ran = scalarsOf(in)
	}
	p.mu.Unlock()
	out := make([]Value, len(a.Values))
	for i := range a.Values {
		out[i] = l.value(&a.Values[i])
	}
	for i := range a.Profile.Kernels {
		locate(&a.Profile.Kernels[i].Src, p.sources)
	}
	return out, a.Profile, nil
}

// placed gives an error without a place that of the program's first statement.
func (p *remoteProgram) placed(err error) error {
	d, ok := err.(*diag.Diag)
	if !ok || d.Code != codeWorker {
		return err
	}
	core.Walk(p.core.Entry().Body, func(s core.Stm) {
		if d.Span.Source == nil {
			d.Span = s.Src
		}
	})
	return d
}

// built tells whether a run with such arguments could begin at once. What ran last could, if nothing else is going on there.
func (p *remoteProgram) built(args []Value) bool {
	if !p.mu.TryLock() { // it is being compiled
		return false
	}
	l, handle, ran := p.link, p.handle, p.ran
	p.mu.Unlock()
	if l == nil || l.isDead() || l.working() {
		return false
	}
	in := make([]wireValue, len(args)) // the choice depends on scalars only
	for i, a := range args {
		switch v := a.(type) {
		case *remoteValue:
			in[i].Scalar = v.scalar
		case *hostValue:
			if s, ok := v.v.(value.Scalar); ok {
				in[i].Scalar = s.Scalar
			}
		}
	}
	if ran == scalarsOf(in) {
		return true
	}
	return l.ask(&request{Op: opBuilt, Program: handle, Args: in}).Yes
}

// scalarsOf is the scalars among arguments, on which the form of a program that runs depends.
func scalarsOf(args []wireValue) string {
	s := "of"
	for _, a := range args {
		s += fmt.Sprintf(" %x", a.Scalar.Bits)
	}
	return s
}
