package worker

import (
	"context"
	"encoding/gob"
	"errors"
	"os"
	"os/signal"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"raido/backend"
	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/system"
	"raido/lang/value"
)

// Device is the engine that a worker serves, with what only a worker asks.
type Device interface {
	backend.Engine
	// Compiling reports whether the driver's compiler is at work, which nothing can stop.
	Compiling() bool
	// ReadInto copies the contents of an array of the engine.
	ReadInto(ctx context.Context, v backend.Value, data []byte) error
	// Copied is the contents of an array of the engine if they came to the host with the run that made it, else nil.
	Copied(v backend.Value) []byte
}

// server serves the engine of this process to the notebook's; see Note [Worker].
type server struct {
	engine Device
	area   *area

	send sync.Mutex
	out  *gob.Encoder

	mu       sync.Mutex
	next     int64
	programs *lru.Cache[int64, backend.Program]
	values   map[int64]backend.Value
	cancels  map[int64]context.CancelFunc
	starting bool
}

// Serve opens a device's engine and serves it until the notebook's side closes the socket.
func Serve(open func() (Device, error)) error {
	signal.Ignore(os.Interrupt) // means the notebook, which sends what it wants
	system.Sooner()             // if memory runs out, rather this than the notebook
	link, err := system.Joined()
	if err != nil {
		return err
	}
	programs, err := lru.New[int64, backend.Program](maxPrograms)
	if err != nil {
		return err
	}
	w := &server{area: &area{file: link.Memory}, out: gob.NewEncoder(link.Conn), programs: programs,
		values: map[int64]backend.Value{}, cancels: map[int64]context.CancelFunc{}, starting: true}
	go w.live()
	gone := make(chan struct{})
	go func() { // the end of the socket is seen wherever the driver is
		w.listen(gob.NewDecoder(link.Conn))
		time.AfterFunc(closeGrace, func() { os.Exit(1) })
		close(gone)
	}()
	engine, err := open()
	if err != nil {
		w.answer(failedReply(greeting, err))
		return err
	}
	w.mu.Lock()
	w.engine, w.starting = engine, false
	w.mu.Unlock()
	w.answer(&reply{ID: greeting, Device: engine.Device()})
	<-gone
	engine.Close()
	return nil
}

// live tells at every beat that the worker lives, if the notebook waits for it.
func (w *server) live() {
	for range time.Tick(beat / 2) {
		w.mu.Lock()
		waited := w.starting || len(w.cancels) > 0
		w.mu.Unlock()
		if waited {
			w.answer(&reply{ID: alive})
		}
	}
}

// listen takes requests until the notebook is gone. They come after the greeting.
func (w *server) listen(in *gob.Decoder) {
	for {
		r := &request{}
		if in.Decode(r) != nil {
			return
		}
		w.take(r)
	}
}

// take begins a request.
func (w *server) take(r *request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch r.Op {
	case opCancel:
		if stop := w.cancels[r.Target]; stop != nil {
			stop()
		}
		return
	case opRelease:
		if v := w.values[r.Value.Handle]; v != nil {
			delete(w.values, r.Value.Handle)
			go v.Release() // the driver may take its time
		}
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancels[r.ID] = cancel
	args, err := w.arguments(ctx, r.Args) // while the notebook holds them
	go func() {
		defer backend.ReleaseAll(args)
		var a *reply
		if err != nil {
			a = failedReply(r.ID, err)
		} else {
			a = w.do(ctx, r, args)
		}
		w.mu.Lock()
		delete(w.cancels, r.ID)
		w.mu.Unlock()
		cancel()
		w.answer(a)
	}()
}

// arguments are values of the worker, with references of their own.
func (w *server) arguments(ctx context.Context, args []wireValue) (out []backend.Value, err error) {
	for _, a := range args {
		var v backend.Value
		if a.Handle == 0 {
			if v, err = w.engine.Upload(ctx, value.Scalar{Scalar: a.Scalar}); err != nil {
				return out, err
			}
		} else if v = w.values[a.Handle]; v == nil {
			return out, errors.New("the worker does not have an argument")
		} else {
			v.Retain()
		}
		out = append(out, v)
	}
	return out, nil
}

// do does what a request asks for. A panic is a bug of ours, which the notebook reports.
func (w *server) do(ctx context.Context, r *request, args []backend.Value) (a *reply) {
	defer func() {
		if p := recover(); p != nil {
			a = &reply{ID: r.ID, Bug: diag.Caught(p, "worker", nil)}
		}
	}()
	a = &reply{ID: r.ID}
	var err error
	switch r.Op {
	case opCompile:
		err = diag.Interruptible(ctx, func() (err error) {
			a.Program, err = w.compile(ctx, r)
			return err
		})
	case opRun:
		err = w.run(ctx, r, args, a)
	case opUpload:
		err = w.upload(ctx, r, a)
	case opHost:
		err = w.host(ctx, r, a)
	case opWarm:
		w.engine.Warm()
	case opBusy:
		a.Yes = w.engine.Compiling()
	case opUse:
		a.Number = w.engine.MemoryInUse()
	}
	if err != nil {
		return failedReply(r.ID, err)
	}
	return a
}

func (w *server) compile(ctx context.Context, r *request) (int64, error) {
	p, err := receiveProgram(r)
	if err != nil {
		return 0, err
	}
	prog, err := w.engine.Compile(ctx, p)
	if err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	w.programs.Add(w.next, prog)
	return w.next, nil
}

// maxPrograms is how many programs a worker keeps, those used last; the notebook sends others again. Drivers need
// up to a megabyte for each kernel.
const maxPrograms = 64

func (w *server) run(ctx context.Context, r *request, args []backend.Value, a *reply) error {
	p, ok := w.programs.Get(r.Program)
	if !ok {
		a.Gone = true
		return nil
	}
	if r.Measure {
		ctx = backend.WithProfile(ctx)
	}
	if r.Copy {
		ctx = backend.WithCopies(ctx)
	}
	if r.Watch {
		seen := &backend.Progress{}
		ctx = backend.WithProgress(ctx, seen)
		defer telling(seen, func(s backend.Status) { w.answer(&reply{ID: r.ID, Status: &s}) })()
	}
	out, prof, err := p.Run(ctx, args)
	if err != nil {
		return err
	}
	a.Profile = prof
	for _, v := range out {
		a.Values = append(a.Values, w.keep(v))
	}
	return nil
}

// keep gives a value a handle, unless it is a scalar.
func (w *server) keep(v backend.Value) wireValue {
	if s, ok := v.Scalar(); ok {
		return wireValue{Scalar: s, Elem: v.Elem()}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	w.values[w.next] = v
	out := wireValue{Handle: w.next, Elem: v.Elem(), Shape: v.Shape()}
	if data := w.engine.Copied(v); len(data) <= limits.Now.Inline {
		out.Data = data
	}
	return out
}

func (w *server) upload(ctx context.Context, r *request, a *reply) error {
	v := &r.Value
	host := &value.Array{Elem: v.Elem, Shape: v.Shape, Data: v.Data}
	if v.Shared {
		var err error
		if host.Data, err = w.area.bytes(int(backend.ByteSize(v.Elem, v.Shape))); err != nil {
			return err
		}
	}
	up, err := w.engine.Upload(ctx, host)
	if err != nil {
		return err
	}
	a.Values = []wireValue{w.keep(up)}
	return nil
}

func (w *server) host(ctx context.Context, r *request, a *reply) (err error) {
	w.mu.Lock()
	v := w.values[r.Value.Handle]
	if v != nil {
		v.Retain()
	}
	w.mu.Unlock()
	if v == nil {
		return errors.New("the worker does not have a value")
	}
	defer v.Release()
	n := backend.ByteSize(v.Elem(), v.Shape())
	if !r.Value.Shared {
		data := make([]byte, n)
		a.Values = []wireValue{{Data: data}}
		return w.engine.ReadInto(ctx, v, data)
	}
	data, err := w.area.bytes(int(n))
	if err != nil {
		return err
	}
	return w.engine.ReadInto(ctx, v, data)
}

func (w *server) answer(a *reply) {
	w.send.Lock()
	defer w.send.Unlock()
	w.out.Encode(a) // without a notebook nobody misses it
}
