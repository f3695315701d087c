package worker

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/value"
)

// Engine is the engine of a worker; see Note [Worker].
type Engine struct {
	command  []string
	programs *backend.Cache[*program]

	mu      sync.Mutex
	link    *link // to the worker; dead ones are replaced when they are next needed
	strikes int   // workers that ended in a row without having run anything
	gone    error // not nil: there is no device, and no further worker is started
	closed  bool
}

// maxStrikes is after how many workers that ended without having run anything the driver is given up.
const maxStrikes = 3

// Start starts a worker by its command and does not wait for it.
func Start(command []string) *Engine {
	e := &Engine{command: command, programs: backend.NewCache[*program](256)}
	e.current()
	return e
}

// current is the link to a worker that lives, or is about to.
func (e *Engine) current() (*link, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return nil, backend.ClosedError()
	case e.gone != nil:
		return nil, e.gone
	case e.link != nil && !e.link.isDead():
		return e.link, nil
	case e.link != nil:
		if e.gone = e.strike(e.link); e.gone != nil {
			return nil, e.gone
		}
	}
	l, err := start(e)
	if err == nil {
		e.link = l
	}
	return l, err
}

// strike counts a worker that has ended. The error says that the driver is given up.
func (e *Engine) strike(l *link) error {
	switch {
	case l.refused != nil:
		return noDevice(l.refused)
	case l.hangs.Load():
		return noDevice(fmt.Errorf("the driver is not ready after %v", cl.StartPatience()))
	case l.proven.Load():
		e.strikes = 0
		return nil
	case l.killed.Load() || l.isReady() && (l.silent.Load() || l.starved()):
		return nil // not the driver's fault, maybe
	}
	if e.strikes++; e.strikes < maxStrikes {
		return nil
	}
	return noDevice(fmt.Errorf("the driver ended its process %d times in a row before it had run anything (%s)", e.strikes, l.how))
}

// noDevice says why there is no device.
func noDevice(why error) error {
	var d *diag.Diag
	if errors.As(why, &d) {
		return &diag.Diag{Class: d.Class, Code: backend.CodeNoDevice, Msg: d.Msg, Hint: d.Hint}
	}
	return &diag.Diag{Class: diag.Device, Code: backend.CodeNoDevice, Msg: why.Error(), Hint: "raido doctor tells which driver misbehaves; %device opencl tries again, %device interp needs none"}
}

// worker is the link to a worker that is ready.
func (e *Engine) worker(ctx context.Context) (*link, error) {
	for {
		l, err := e.current()
		if err != nil {
			return nil, err
		}
		select {
		case <-l.ready:
			if l.refused == nil {
				return l, nil
			}
			<-l.dead
		case <-l.dead:
		case <-ctx.Done():
			return nil, diag.Interrupted()
		}
	}
}

// withWorker does something with a worker, and once more with another one if that ended meanwhile. What is done must not need anything of the
// worker's.
func (e *Engine) withWorker(ctx context.Context, do func(*link) error) (err error) {
	for range maxStrikes {
		var l *link
		if l, err = e.worker(ctx); err != nil {
			return err
		}
		if err = do(l); err == nil || !l.isDead() || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Ready implements backend.Engine.
func (e *Engine) Ready(ctx context.Context) error {
	_, err := e.worker(ctx)
	return err
}

// Name implements backend.Engine.
func (e *Engine) Name() string { return backend.OpenCL }

// Device implements backend.Engine. It waits for the worker.
func (e *Engine) Device() string {
	l, err := e.worker(context.Background())
	if err != nil {
		return "no device: " + err.Error()
	}
	return l.device
}

// Passes implements backend.Engine.
func (e *Engine) Passes() []backend.Pass { return backend.Pipeline }

// MemoryInUse implements backend.Engine.
func (e *Engine) MemoryInUse() int64 {
	e.mu.Lock()
	l := e.link
	e.mu.Unlock()
	if l == nil || l.isDead() || !l.isReady() {
		return 0
	}
	return l.ask(&request{Op: opUse}).Number
}

// Close implements backend.Engine. A running program is interrupted; the worker ends by itself when it sees that nobody is there, and may
// write programs to disk before.
func (e *Engine) Close() {
	e.mu.Lock()
	e.closed = true
	l := e.link
	e.mu.Unlock()
	if l != nil {
		l.conn.Close()
		<-l.dead
	}
}

// Warm implements backend.Engine.
func (e *Engine) Warm() {
	if l, err := e.worker(context.Background()); err == nil {
		l.call(context.Background(), &request{Op: opWarm}, "")
	}
}

// Compile implements backend.Engine.
func (e *Engine) Compile(ctx context.Context, p *core.Prog) (backend.Program, error) {
	prog, err := e.programs.Get(backend.Key(p), func() (*program, error) { return &program{engine: e, core: p, sending: backend.NewGate()}, nil })
	if err != nil {
		return nil, err
	}
	if _, _, err := prog.there(ctx); err != nil {
		return nil, err
	}
	return prog, nil
}

// Upload implements backend.Engine.
func (e *Engine) Upload(ctx context.Context, v value.Value) (backend.Value, error) {
	switch v := v.(type) {
	case value.Scalar:
		return &val{engine: e, elem: v.Type, scalar: v.Scalar}, nil
	case *value.Array:
		var up backend.Value
		err := e.withWorker(ctx, func(l *link) (err error) {
			up, err = l.upload(ctx, v)
			return err
		})
		return up, err
	default: // no leaf
	}
	return nil, fmt.Errorf("a value of type %T cannot be sent to an engine", v)
}

// program is a program that is sent to each worker that runs it.
type program struct {
	engine  *Engine
	core    *core.Prog
	sending backend.Gate

	mu      sync.Mutex
	link    *link
	handle  int64
	sources []*diag.Source
}

// there is the program on the worker that lives.
func (p *program) there(ctx context.Context) (at *link, handle int64, err error) {
	err = p.engine.withWorker(ctx, func(l *link) error {
		at = l
		handle, err = p.on(ctx, l)
		return err
	})
	return at, handle, err
}

// on is the program on a worker, sent there unless it is there.
func (p *program) on(ctx context.Context, l *link) (int64, error) {
	if err := p.sending.Enter(ctx); err != nil { // one sends it, and others need not wait for that longer than they want
		return 0, err
	}
	defer p.sending.Unlock()
	p.mu.Lock()
	have, handle := p.link, p.handle
	p.mu.Unlock()
	if have == l {
		return handle, nil
	}
	r, sources := sendProgram(p.core)
	a, err := l.call(ctx, r, "while it compiled the program")
	if err == nil {
		err = a.err(sources)
	}
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.link, p.handle, p.sources = l, a.Program, sources
	return a.Program, nil
}

// Run implements backend.Program.
func (p *program) Run(ctx context.Context, args []backend.Value) ([]backend.Value, *backend.Profile, error) {
	l, handle, err := p.there(ctx)
	if err != nil {
		return nil, nil, err
	}
	in, uploaded, err := l.arguments(ctx, args)
	defer func() { backend.ReleaseAll(uploaded) }()
	if err != nil {
		return nil, nil, err
	}
	if ctx.Err() != nil {
		return nil, nil, diag.Interrupted()
	}
	ask := &request{Op: opRun, Program: handle, Args: in, Measure: backend.WantsProfile(ctx), Copy: backend.WantsCopies(ctx)}
	if t := backend.Begin(ctx, p.engine.Name(), nil, nil, nil); t != nil {
		defer t.End()
		ask.Watch, ask.tell = true, func(s *backend.Status) { t.Is(s) }
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
	l.proven.Store(true)
	out := make([]backend.Value, len(a.Values))
	for i := range a.Values {
		out[i] = l.value(&a.Values[i])
	}
	for i := range a.Profile.Kernels {
		locate(&a.Profile.Kernels[i].Src, p.sources)
	}
	return out, a.Profile, nil
}

// placed gives an error without a place that of the program's first statement.
func (p *program) placed(err error) error {
	d, ok := err.(*diag.Diag)
	if _, guilty := Ended(err); !ok || !guilty {
		return err
	}
	core.Walk(p.core.Entry().Body, func(s core.Stm) {
		if d.Span.Source == nil {
			d.Span = s.Src
		}
	})
	return d
}
