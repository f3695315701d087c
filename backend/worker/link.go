package worker

import (
	"context"
	"encoding/gob"
	"fmt"
	"net"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/lang/diag"
	"raido/lang/system"
)

// grace is how long a cancelled request may take to end before its worker is ended, compileGrace how long if the driver's
// compiler is at work, closeGrace how long a worker may take to end.
const (
	grace        = time.Second
	compileGrace = 30 * time.Second
	closeGrace   = 2 * time.Second
)

// A worker that has something to do says so at every beat, from a thread that waits for no driver; one that has said nothing at all for
// maxMissed beats is stopped, or starved, and is ended. Beats are counted, not time: a notebook that was stopped itself has missed one.
const (
	beat      = time.Second
	maxMissed = 10
)

// link is the connection to one worker process.
type link struct {
	engine  *Engine
	conn    net.Conn
	area    *area
	device  string
	process *os.Process
	stderr  lastWords
	killed  atomic.Bool  // by us, since a request did not end
	silent  atomic.Bool  // and ended for that
	hangs   atomic.Bool  // before it was ready, and ended for that
	begun   time.Time    // when it was started
	cache   string       // the driver's cache, which was begun anew when it crashed
	proven  atomic.Bool  // it has run a program
	heard   atomic.Int64 // messages

	transfer backend.Gate // the area

	mu      sync.Mutex
	next    int64
	waiting map[int64]waiter
	queue   []*request    // to be sent
	queued  chan struct{} // has something when the queue may have

	ready chan struct{} // closed when the worker has its device, or has said in refused why not
	dead  chan struct{} // closed when it has ended; then how it did is in
	how   ending

	refused error
}

// waiter is who waits for a reply, and wants to know meanwhile how far it is.
type waiter struct {
	to   chan *reply
	tell func(*backend.Status)
}

// allocator is what makes the C library of a worker give memory back. Drivers free large blocks and ask for new ones all the time;
// by default glibc comes to take them from the heaps of ten threads, whose holes it keeps: half a gigabyte after a hundred
// cells, where one heap and blocks of their own from 1 MB on need half of that.
var allocator = []string{"MALLOC_ARENA_MAX=1", "MALLOC_MMAP_THRESHOLD_=1048576"}

// start starts a worker; what becomes of it tell ready and dead.
func start(e *Engine) (*link, error) {
	l := &link{engine: e, begun: time.Now(), waiting: map[int64]waiter{}, transfer: backend.NewGate(), queued: make(chan struct{}, 1),
		ready: make(chan struct{}), dead: make(chan struct{})}
	cmd := exec.Command(e.command[0], e.command[1:]...)
	cmd.Env = append(os.Environ(), allocator...)
	cmd.Stderr = &l.stderr
	cmd.WaitDelay = closeGrace // what a driver has started may have its standard error for ever
	system.Apart(cmd)          // signals to the notebook's group are not for it
	shared, err := system.Start(cmd)
	if err != nil {
		return nil, backend.DeviceError(err)
	}
	l.conn, l.area, l.process = shared.Conn, &area{file: shared.Memory}, cmd.Process
	go l.serve(cmd)
	go l.write()
	go l.watch()
	return l, nil
}

// serve takes replies until the worker ends.
func (l *link) serve(cmd *exec.Cmd) {
	exited := make(chan struct{})
	go func() {
		cmd.Wait()
		close(exited)
		l.conn.SetReadDeadline(time.Now().Add(grace)) // what a driver has started may have the socket for ever
	}()
	l.read()
	l.conn.Close()
	for range 2 {
		select {
		case <-exited:
		case <-time.After(closeGrace):
			l.process.Kill()
		}
	}
	l.how.state = "it cannot be ended"
	select {
	case <-exited:
		l.how = endingOf(cmd.ProcessState, &l.stderr)
		if l.how.signal && !l.how.kill {
			l.cache = cl.RenewCache(l.begun) // a compiled program that is damaged ends whoever runs it
		}
	default:
	}
	close(l.dead)
	l.transfer.Lock()
	defer l.transfer.Unlock()
	l.area.close()
}

// read takes replies until there are no more.
func (l *link) read() {
	in := gob.NewDecoder(l.conn)
	for {
		r := &reply{}
		if in.Decode(r) != nil {
			return
		}
		l.heard.Add(1)
		if r.ID == greeting {
			l.device, l.refused = r.Device, r.err(nil)
			close(l.ready)
			continue
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
}

// write sends what is in the queue, so that nobody else waits for a worker that does not read.
func (l *link) write() {
	out := gob.NewEncoder(l.conn)
	for {
		select {
		case <-l.queued:
		case <-l.dead:
			return
		}
		l.mu.Lock()
		queue := l.queue
		l.queue = nil
		l.mu.Unlock()
		for _, r := range queue {
			if out.Encode(r) != nil {
				return // the worker is ending: whoever waits for it sees that
			}
		}
	}
}

// watch ends a worker that is silent though it has something to do, or that does not become ready.
func (l *link) watch() {
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	seen, missed, late := int64(-1), 0, 0
	for {
		select {
		case <-ticker.C:
		case <-l.dead:
			return
		}
		if heard := l.heard.Load(); heard != seen || !l.working() {
			seen, missed = heard, 0
		} else {
			missed++
		}
		if !l.isReady() {
			late++
		}
		switch {
		case missed >= maxMissed:
			l.silent.Store(true)
		case !l.isReady() && time.Duration(late)*beat >= cl.StartPatience():
			l.hangs.Store(true)
		default:
			continue
		}
		l.process.Kill()
	}
}

func (l *link) isReady() bool {
	select {
	case <-l.ready:
		return true
	default:
		return false
	}
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
	d := &diag.Diag{Class: diag.Device, Notes: []diag.Note{{Msg: lostNote}}, Hint: lostHint}
	switch killed := l.killed.Load(); {
	case killed && ctx.Err() != nil:
		d.Class, d.Code, d.Msg = diag.Interrupt, diag.Interrupted().Code, "interrupted: the device did not stop, and its process was ended"
	case killed:
		d.Code, d.Hint = codeEndedFor, "run the cell again"
		d.Msg = "the process of the device's driver was ended " + while + ", since it did not stop what was interrupted before"
	case l.silent.Load():
		d.Code, d.Msg = codeWorker, fmt.Sprintf("the process of the device's driver said nothing for %v %s, and was ended", maxMissed*beat, while)
	default:
		if d.Code = codeDriver; l.starved() {
			d.Code = codeWorker
		}
		d.Msg = fmt.Sprintf("the process of the device's driver ended (%s) %s", l.how.cause(), while)
		if l.cache != "" {
			d.Notes = append(d.Notes, diag.Note{Msg: "its cache is begun anew, since something damaged may be the reason; if it goes on, delete " + l.cache})
		}
	}
	return d
}

// starved reports whether the worker may have ended since there was no memory: then nothing that it did should be done in another process.
func (l *link) starved() bool {
	return l.how.killed() && !l.killed.Load() && !l.silent.Load() || l.how.memory
}

const (
	lostNote = "definitions and values on the host are as they were; values that were on the device are lost, and another process takes its place"
	lostHint = "%refresh computes lost values again; the backend interp runs without a driver"
)

// put sends a request, some time soon.
func (l *link) put(r *request) {
	l.mu.Lock()
	l.queue = append(l.queue, r)
	l.mu.Unlock()
	select {
	case l.queued <- struct{}{}:
	default:
	}
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

// working reports whether something is expected of the worker.
func (l *link) working() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.waiting) > 0 || !l.isReady()
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
		return nil, diag.Interrupted()
	}
	l.kill()
	<-l.dead
	return nil, l.ended(ctx, while)
}

// kill ends a worker that does not stop what was interrupted.
func (l *link) kill() {
	l.killed.Store(true)
	l.process.Kill()
}

// busy reports whether the worker waits for the driver's compiler.
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
