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

	"raido/lang/diag"
	"raido/lang/value"
)

// grace is how long a cancelled request may take to end before its worker is ended, compileGrace how long if the driver's
// compiler is at work, closeGrace how long a worker may take to end.
const (
	grace        = time.Second
	compileGrace = 30 * time.Second
	closeGrace   = 2 * time.Second
)

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
	waiting map[int64]waiter

	dead chan struct{} // closed when the worker has ended; then how it did is in
	how  string
}

// waiter is who waits for a reply, and wants to know meanwhile how far it is.
type waiter struct {
	to   chan *reply
	tell func(*Status)
}

// allocator is what makes the C library of a worker give memory back. Drivers free large blocks and ask for new ones all the time;
// by default glibc comes to take them from the heaps of ten threads, whose holes it keeps: half a gigabyte after a hundred
// cells, where one heap and blocks of their own from 1 MB on need half of that.
var allocator = []string{"MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=1048576"}

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
	cmd.Env = append(os.Environ(), allocator...)
	cmd.Stderr = os.Stderr
	cmd.ExtraFiles = []*os.File{theirs, a.file}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // signals to the notebook's group are not for it
	if err := cmd.Start(); err != nil {
		conn.Close()
		a.close()
		return nil, deviceError(err)
	}
	l := &link{conn: conn, area: a, pid: cmd.Process.Pid, out: gob.NewEncoder(conn), waiting: map[int64]waiter{}, transfer: newGate(), dead: make(chan struct{})}
	hello := make(chan *reply, 1)
	l.waiting[0] = waiter{to: hello}
	go l.read(cmd)
	select {
	case r := <-hello:
		l.device = r.Device
		return l, r.err(nil)
	case <-l.dead:
		return nil, l.ended(context.Background(), "before it was ready")
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
		wait := l.waiting[r.ID]
		if r.Status == nil {
			delete(l.waiting, r.ID)
		}
		l.mu.Unlock()
		switch {
		case r.Status == nil && wait.to != nil:
			wait.to <- r
		case r.Status != nil && wait.tell != nil:
			wait.tell(r.Status)
		}
	}
	l.conn.Close()
	cmd.Wait()
	l.how = cmd.ProcessState.String()
	close(l.dead)
	l.transfer.lock()
	defer l.transfer.unlock()
	l.area.close()
}

func (l *link) isDead() bool {
	select {
	case <-l.dead:
		return true
	default:
		return false
	}
}

// ended says that the worker has, to a call under ctx.
func (l *link) ended(ctx context.Context, while string) error {
	switch killed := l.killed.Load(); {
	case killed && ctx.Err() != nil:
		return &diag.Diag{Class: diag.Interrupt, Code: codeInterrupt, Msg: "interrupted: the device did not stop, and its process was ended",
			Notes: []diag.Note{{Msg: lostNote}}, Hint: lostHint}
	case killed:
		return &diag.Diag{Class: diag.Device, Code: codeEndedFor, Msg: "the process of the device's driver was ended " + while + ", since it did not stop what was interrupted before",
			Notes: []diag.Note{{Msg: lostNote}}, Hint: "run the cell again"}
	}
	how := l.how
	if how == "signal: killed" {
		how += ", as the system does when memory runs out"
	}
	return &diag.Diag{Class: diag.Device, Code: codeWorker, Msg: fmt.Sprintf("the process of the device's driver ended (%s) %s", how, while),
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
	l.waiting[r.ID] = waiter{ch, r.tell}
	l.mu.Unlock()
	l.put(r)
	return ch
}

// working tells that some request has not been answered.
func (l *link) working() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting) > 0
}

// call sends a request and waits for the reply. while tells in an error what the worker was doing.
func (l *link) call(ctx context.Context, r *request, while string) (*reply, error) {
	ch := l.begin(r)
	select {
	case a := <-ch:
		return a, nil
	case <-l.dead:
		return nil, l.ended(ctx, while)
	case <-ctx.Done():
	}
	l.put(&request{Op: opCancel, Target: r.ID})
	select {
	case a := <-ch:
		return a, nil
	case <-l.dead:
		return nil, l.ended(ctx, while)
	case <-time.After(grace):
	}
	if l.busy() {
		go l.late(ch)
		return nil, interrupted()
	}
	l.kill()
	<-l.dead
	return nil, l.ended(ctx, while)
}

func (l *link) kill() {
	l.killed.Store(true)
	syscall.Kill(l.pid, syscall.SIGKILL)
}

// busy tells that the worker waits for the driver's compiler.
func (l *link) busy() bool { return l.ask(&request{Op: opBusy}).Yes }

// ask asks for what a worker knows without working for it. One that does not answer says nothing.
func (l *link) ask(r *request) *reply {
	select {
	case a := <-l.begin(r):
		return a
	case <-l.dead:
	case <-time.After(grace / 2):
	}
	return &reply{}
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
