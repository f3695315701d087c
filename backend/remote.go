package backend

import (
	"context"
	"encoding/gob"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
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

// grace is how long a cancelled request may take to end before its worker is ended, compileGrace how long if the driver's
// compiler is at work.
const (
	grace        = time.Second
	compileGrace = 30 * time.Second
)

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

// link is the connection to one worker process.
type link struct {
	conn   net.Conn
	area   *area
	device string
	pid    int
	killed atomic.Bool // by us, since a request did not end

	transfer gate // the area
	send     sync.Mutex
	out      *gob.Encoder

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan *reply

	dead chan struct{} // closed when the worker has ended; then how it did is in
	how  string
}

// startWorker starts a worker and waits until it has its device.
func startWorker(command []string) (*link, error) {
	fds, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, deviceError(err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "worker"), os.NewFile(uintptr(fds[1]), "notebook")
	defer ours.Close()
	defer theirs.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		return nil, deviceError(err)
	}
	a, err := newArea()
	if err != nil {
		conn.Close()
		return nil, deviceError(err)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{theirs, a.file}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // signals to the notebook's group are not for it
	if err := cmd.Start(); err != nil {
		conn.Close()
		a.close()
		return nil, deviceError(err)
	}
	l := &link{conn: conn, area: a, pid: cmd.Process.Pid, out: gob.NewEncoder(conn), waiting: map[int64]chan *reply{}, transfer: newGate(), dead: make(chan struct{})}
	hello := make(chan *reply, 1)
	l.waiting[0] = hello
	go l.read(cmd)
	select {
	case r := <-hello:
		l.device = r.Device
		return l, r.err(nil)
	case <-l.dead:
		return nil, l.ended("before it was ready")
	}
}

// read takes replies until the worker ends.
func (l *link) read(cmd *exec.Cmd) {
	in := gob.NewDecoder(l.conn)
	for {
		r := &reply{}
		if in.Decode(r) != nil {
			break
		}
		l.mu.Lock()
		ch := l.waiting[r.ID]
		delete(l.waiting, r.ID)
		l.mu.Unlock()
		if ch != nil {
			ch <- r
		}
	}
	l.conn.Close()
	cmd.Wait()
	l.how = cmd.ProcessState.String()
	close(l.dead)
}

func (l *link) isDead() bool {
	select {
	case <-l.dead:
		return true
	default:
		return false
	}
}

// ended says that the worker has.
func (l *link) ended(while string) error {
	if l.killed.Load() {
		return &diag.Diag{Class: diag.Interrupt, Code: codeInterrupt, Msg: "interrupted: the device did not stop, and its process was ended",
			Notes: []diag.Note{{Msg: lostNote}}, Hint: lostHint}
	}
	return &diag.Diag{Class: diag.Device, Code: codeWorker, Msg: fmt.Sprintf("the process of the device's driver ended (%s) %s", l.how, while),
		Notes: []diag.Note{{Msg: lostNote}}, Hint: lostHint}
}

const (
	lostNote = "definitions and values on the host are as they were; values that were on the device are lost, and another process takes its place"
	lostHint = "%refresh computes lost values again; the backend interp runs without a driver"
)

// put sends a request. What can't be sent is for a worker that is ending: whoever waits for it sees that.
func (l *link) put(r *request) {
	l.send.Lock()
	defer l.send.Unlock()
	l.out.Encode(r)
}

// begin sends a request.
func (l *link) begin(r *request) <-chan *reply {
	ch := make(chan *reply, 1)
	l.mu.Lock()
	l.next++
	r.ID = l.next
	l.waiting[r.ID] = ch
	l.mu.Unlock()
	l.put(r)
	return ch
}

// call sends a request and waits for the reply. while tells in an error what the worker was doing.
func (l *link) call(ctx context.Context, r *request, while string) (*reply, error) {
	ch := l.begin(r)
	select {
	case a := <-ch:
		return a, nil
	case <-l.dead:
		return nil, l.ended(while)
	case <-ctx.Done():
	}
	l.put(&request{Op: opCancel, Target: r.ID})
	select {
	case a := <-ch:
		return a, nil
	case <-l.dead:
		return nil, l.ended(while)
	case <-time.After(grace):
	}
	if l.busy() {
		go l.late(ch)
		return nil, interrupted()
	}
	l.kill()
	<-l.dead
	return nil, l.ended(while)
}

func (l *link) kill() {
	l.killed.Store(true)
	syscall.Kill(l.pid, syscall.SIGKILL)
}

// busy tells that the worker waits for the driver's compiler.
func (l *link) busy() bool {
	select {
	case a := <-l.begin(&request{Op: opBusy}):
		return a.Yes
	case <-l.dead:
	case <-time.After(grace / 2):
	}
	return false
}

// late waits for the reply to a cancelled request that nobody waits for any more.
func (l *link) late(ch <-chan *reply) {
	select {
	case a := <-ch:
		for i := range a.Values {
			l.value(&a.Values[i]).Release()
		}
	case <-l.dead:
	case <-time.After(compileGrace):
		l.kill()
	}
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
	a, err := l.call(context.Background(), &request{Op: opUse}, "")
	if err != nil {
		return 0
	}
	return a.Number
}

// Close implements Engine. A running program is interrupted; the worker ends by itself when it sees that nobody is there.
func (e *remote) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
	if e.link != nil {
		e.link.conn.Close()
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

// hold waits for the shared file until ctx is cancelled.
func (l *link) hold(ctx context.Context) error {
	select {
	case l.transfer <- struct{}{}:
		return nil
	case <-ctx.Done():
		return interrupted()
	}
}

func (l *link) upload(ctx context.Context, v *value.Array) (Value, error) {
	if ctx.Err() != nil {
		return nil, interrupted()
	}
	w := wireValue{Elem: v.Elem, Shape: v.Shape, Data: v.Data}
	if len(v.Data) > inline {
		if err := l.hold(ctx); err != nil {
			return nil, err
		}
		defer l.transfer.unlock()
		defer l.area.trim()
		m, err := l.area.bytes(len(v.Data))
		if err != nil {
			return nil, deviceError(err)
		}
		copy(m, v.Data)
		w.Data, w.Shared = nil, true
	}
	a, err := l.call(ctx, &request{Op: opUpload, Value: w}, "while it took an array")
	if err == nil {
		err = a.err(nil)
	}
	if err != nil {
		return nil, err
	}
	return l.value(&a.Values[0]), nil
}

// value is what the worker told of.
func (l *link) value(w *wireValue) Value {
	if w.Handle == 0 {
		return &remoteValue{elem: w.Elem, scalar: w.Scalar}
	}
	v := &remoteValue{link: l, handle: w.Handle, elem: w.Elem, shape: w.Shape}
	if w.Data != nil {
		v.copied = &value.Array{Elem: w.Elem, Shape: w.Shape, Data: w.Data}
	}
	v.refs.Store(1)
	return v
}

// remoteProgram is a program that is sent to each worker that runs it.
type remoteProgram struct {
	engine *remote
	core   *core.Prog

	mu      sync.Mutex
	link    *link
	handle  int64
	sources []*diag.Source
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
	p.link, p.handle, p.sources = l, a.Program, sources
	return l, p.handle, nil
}

// arguments are those of the worker of l.
func (l *link) arguments(args []Value) ([]wireValue, error) {
	out := make([]wireValue, len(args))
	for i, a := range args {
		v, ok := a.(*remoteValue)
		switch {
		case !ok:
			diag.Bugf("backend: argument %d is a value of another engine", i)
		case v.link == nil:
			out[i].Scalar = v.scalar
		case v.link != l:
			return nil, v.lost()
		default:
			out[i].Handle = v.handle
		}
	}
	return out, nil
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
	a, err := l.call(ctx, &request{Op: opRun, Program: handle, Args: in, Measure: ctx.Value(profileKey{}) != nil, Copy: ctx.Value(copyKey{}) != nil},
		"while it ran the program")
	if err == nil {
		err = a.err(p.sources)
	}
	if err != nil {
		return nil, nil, err
	}
	out := make([]Value, len(a.Values))
	for i := range a.Values {
		out[i] = l.value(&a.Values[i])
	}
	for i := range a.Profile.Kernels {
		locate(&a.Profile.Kernels[i].Src, p.sources)
	}
	return out, a.Profile, nil
}

// built tells whether a run with such arguments could begin at once.
func (p *remoteProgram) built(args []Value) bool {
	p.mu.Lock()
	l, handle := p.link, p.handle
	p.mu.Unlock()
	if l == nil || l.isDead() {
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
	a, err := l.call(context.Background(), &request{Op: opBuilt, Program: handle, Args: in}, "")
	return err == nil && a.Yes
}

// remoteValue is a value of a worker, or a scalar.
type remoteValue struct {
	link   *link // nil for a scalar
	handle int64
	elem   prim.Type
	shape  []int64
	scalar prim.Scalar
	refs   atomic.Int32

	mu     sync.Mutex
	copied *value.Array // the contents on the host, if they came along
}

// Elem implements Value.
func (v *remoteValue) Elem() prim.Type { return v.elem }

// Shape implements Value.
func (v *remoteValue) Shape() []int64 { return v.shape }

// Retain implements Value.
func (v *remoteValue) Retain() Value {
	v.refs.Add(1)
	return v
}

// Release implements Value.
func (v *remoteValue) Release() {
	if v.link != nil && v.refs.Add(-1) == 0 && !v.link.isDead() {
		v.link.put(&request{Op: opRelease, Value: wireValue{Handle: v.handle}})
	}
}

func (v *remoteValue) lost() error {
	return &diag.Diag{Class: diag.Device, Code: codeLost, Msg: fmt.Sprintf("a value was on the device, whose process ended (%s)", v.link.how),
		Hint: "%refresh computes lost values again"}
}

// Lost tells that a value was on a device whose process has ended.
func Lost(v Value) bool {
	r, ok := v.(*remoteValue)
	return ok && r.link != nil && r.copied == nil && r.link.isDead()
}

// Host implements Value.
func (v *remoteValue) Host(ctx context.Context) (value.Value, error) {
	if v.link == nil {
		return value.Scalar{Scalar: v.scalar}, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.copied != nil {
		return v.copied, nil
	}
	l := v.link
	if l.isDead() {
		return nil, v.lost()
	}
	out := value.NewArray(v.elem, v.shape...)
	w := wireValue{Handle: v.handle, Shared: len(out.Data) > inline}
	if w.Shared {
		if err := l.hold(ctx); err != nil {
			return nil, err
		}
		defer l.transfer.unlock()
		defer l.area.trim()
		if _, err := l.area.bytes(len(out.Data)); err != nil {
			return nil, deviceError(err)
		}
	}
	a, err := l.call(ctx, &request{Op: opHost, Value: w}, "while it gave an array")
	if err == nil {
		err = a.err(nil)
	}
	switch {
	case err != nil:
		return nil, err
	case w.Shared:
		copy(out.Data, l.area.mem)
	default:
		copy(out.Data, a.Values[0].Data)
	}
	return out, nil
}
