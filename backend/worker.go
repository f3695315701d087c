package backend

import (
	"context"
	"encoding/gob"
	"errors"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"raido/lang/diag"
	"raido/lang/limits"
	"raido/lang/value"
)

// worker serves the engine of this process to the notebook's; see Note [Worker].
type worker struct {
	engine Engine
	area   *area

	send sync.Mutex
	out  *gob.Encoder

	mu       sync.Mutex
	next     int64
	programs map[int64]*workerProgram
	values   map[int64]Value
	cancels  map[int64]context.CancelFunc
	starting bool
}

// The files of a worker, after the three that every process has.
const (
	socketFile = 3
	areaFile   = 4
)

// ServeWorker serves the OpenCL engine until the notebook's side closes the socket.
func ServeWorker() error {
	signal.Ignore(os.Interrupt)                                    // means the notebook, which sends what it wants
	os.WriteFile("/proc/self/oom_score_adj", []byte("300"), 0o600) // if memory runs out, rather this than the notebook
	syscall.CloseOnExec(socketFile)
	syscall.CloseOnExec(areaFile)
	conn, err := net.FileConn(os.NewFile(socketFile, "socket"))
	if err != nil {
		return err
	}
	w := &worker{area: &area{file: os.NewFile(areaFile, "area")}, out: gob.NewEncoder(conn), programs: map[int64]*workerProgram{},
		values: map[int64]Value{}, cancels: map[int64]context.CancelFunc{}, starting: true}
	go w.live()
	gone := make(chan struct{})
	go func() { // the end of the socket is seen wherever the driver is
		w.listen(gob.NewDecoder(conn))
		time.AfterFunc(closeGrace, func() { os.Exit(1) })
		close(gone)
	}()
	engine, err := openDevice()
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
func (w *worker) live() {
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
func (w *worker) listen(in *gob.Decoder) {
	for {
		r := &request{}
		if in.Decode(r) != nil {
			return
		}
		w.take(r)
	}
}

// take begins a request.
func (w *worker) take(r *request) {
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
		defer releaseAll(args)
		a := failedReply(r.ID, err)
		if err == nil {
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
func (w *worker) arguments(ctx context.Context, args []wireValue) (out []Value, err error) {
	for _, a := range args {
		var v Value
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
func (w *worker) do(ctx context.Context, r *request, args []Value) (a *reply) {
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
		if e, ok := w.engine.(interface{ Warm() }); ok {
			e.Warm()
		}
	case opBusy:
		e, ok := w.engine.(*openCL)
		a.Yes = ok && e.compiling.Load() > 0
	case opUse:
		a.Number = w.engine.MemoryInUse()
	}
	if err != nil {
		return failedReply(r.ID, err)
	}
	return a
}

func (w *worker) compile(ctx context.Context, r *request) (int64, error) {
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
	w.programs[w.next] = &workerProgram{prog, w.next}
	if len(w.programs) > workerPrograms {
		oldest := w.next
		for handle, p := range w.programs {
			if p.used < w.programs[oldest].used {
				oldest = handle
			}
		}
		delete(w.programs, oldest)
	}
	return w.next, nil
}

// workerPrograms is how many programs a worker keeps, those used last; the notebook sends others again. Drivers need
// up to a megabyte for each kernel.
const workerPrograms = 64

type workerProgram struct {
	Program
	used int64
}

// program finds a program; nil if the worker has forgotten it.
func (w *worker) program(handle int64) Program {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.programs[handle]
	if p == nil {
		return nil
	}
	w.next++
	p.used = w.next
	return p.Program
}

func (w *worker) run(ctx context.Context, r *request, args []Value, a *reply) error {
	p := w.program(r.Program)
	if p == nil {
		a.Gone = true
		return nil
	}
	if r.Measure {
		ctx = WithProfile(ctx)
	}
	if r.Copy {
		ctx = context.WithValue(ctx, copyKey{}, true)
	}
	if r.Watch {
		seen := &Progress{}
		ctx = WithProgress(ctx, seen)
		defer telling(seen, func(s Status) { w.answer(&reply{ID: r.ID, Status: &s}) })()
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
func (w *worker) keep(v Value) wireValue {
	c, ok := v.(*clValue)
	if ok && c.buf == nil {
		return wireValue{Scalar: c.scalar, Elem: c.elem}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	w.values[w.next] = v
	out := wireValue{Handle: w.next, Elem: v.Elem(), Shape: v.Shape()}
	if ok && c.copied != nil && len(c.copied.Data) <= limits.Now.Inline {
		out.Data = c.copied.Data
	}
	return out
}

func (w *worker) upload(ctx context.Context, r *request, a *reply) error {
	v := &r.Value
	host := &value.Array{Elem: v.Elem, Shape: v.Shape, Data: v.Data}
	if v.Shared {
		n := int64(v.Elem.Size())
		for _, d := range v.Shape {
			n *= d
		}
		var err error
		if host.Data, err = w.area.bytes(int(n)); err != nil {
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

func (w *worker) host(ctx context.Context, r *request, a *reply) error {
	w.mu.Lock()
	v, _ := w.values[r.Value.Handle].(*clValue)
	if v != nil {
		v.Retain()
	}
	w.mu.Unlock()
	if v == nil {
		return errors.New("the worker does not have a value")
	}
	defer v.Release()
	e := v.engine
	if err := e.hold(ctx); err != nil {
		return err
	}
	defer e.gate.unlock()
	out := &value.Array{Elem: v.elem, Shape: v.shape}
	if r.Value.Shared {
		n := int64(v.elem.Size())
		for _, d := range v.shape {
			n *= d
		}
		var err error
		if out.Data, err = w.area.bytes(int(n)); err != nil {
			return err
		}
		return v.readInto(out)
	}
	full, err := v.read()
	if err == nil {
		a.Values = []wireValue{{Data: full.Data}}
	}
	return err
}

func (w *worker) answer(a *reply) {
	w.send.Lock()
	defer w.send.Unlock()
	w.out.Encode(a) // without a notebook nobody misses it
}

func failedReply(id int64, err error) *reply {
	a := &reply{ID: id}
	switch {
	case err == nil:
	case errors.As(err, &a.Diag):
	default:
		a.Err = err.Error()
	}
	return a
}
