package backend

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"raido/lang/diag"
)

// Progress tells how far the runs under WithProgress are while they go on. The zero value is ready; its methods may be called
// from any goroutine.
type Progress struct {
	mu     sync.Mutex
	tracks []*track
}

// Status is how far a run is.
type Status struct {
	Engine    string
	Compiling bool   // the driver compiles a kernel
	Kernel    string // launched last
	Launches  int64
	Done, Of  int64 // iterations of the outermost loop, done and in all; Of is 0 outside of one, negative where nobody knows
	Bytes     int64 // held on the engine
}

// String is kernel, iterations and bytes as far as they are known, in a line.
func (s Status) String() string {
	var parts []string
	if s.Kernel != "" {
		parts = append(parts, "kernel "+s.Kernel)
	}
	switch {
	case s.Of > 0:
		parts = append(parts, fmt.Sprintf("iteration %d of %d", s.Done, s.Of))
	case s.Of < 0:
		parts = append(parts, fmt.Sprintf("iteration %d", s.Done))
	}
	if s.Bytes > 0 {
		parts = append(parts, byteText(s.Bytes)+" in use")
	}
	return strings.Join(parts, ", ")
}

type progressKey struct{}

// WithProgress lets the runs under ctx tell p how far they are.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Now is the status of the run that has got furthest; false if none goes on.
func (p *Progress) Now() (Status, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var best Status
	for i, t := range p.tracks {
		s := t.status()
		if i == 0 || s.Done > best.Done || s.Done == best.Done && s.Launches > best.Launches {
			best = s
		}
	}
	return best, len(p.tracks) > 0
}

// track is one run. A nil one takes no note of anything.
type track struct {
	of        *Progress
	engine    string
	bytes     func() int64
	compiling atomic.Bool
	kernel    atomic.Pointer[string]
	launches  atomic.Int64
	done, all atomic.Int64
	task      func() (done, of int64) // how far a loop in a kernel is
	told      atomic.Pointer[Status]  // by a worker, which knows more
}

// begins is the track of a run that begins; nil if nobody wants to know. The functions may be nil.
func begins(ctx context.Context, engine string, bytes func() int64, task func() (done, of int64)) *track {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	if p == nil {
		return nil
	}
	t := &track{of: p, engine: engine, bytes: bytes, task: task}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tracks = append(p.tracks, t)
	return t
}

// ends says that the run is over.
func (t *track) ends() {
	if t == nil {
		return
	}
	t.of.mu.Lock()
	defer t.of.mu.Unlock()
	for i, o := range t.of.tracks {
		if o == t {
			t.of.tracks = append(t.of.tracks[:i:i], t.of.tracks[i+1:]...)
			return
		}
	}
}

func (t *track) status() Status {
	if s := t.told.Load(); s != nil {
		return *s
	}
	s := Status{Engine: t.engine, Compiling: t.compiling.Load(), Launches: t.launches.Load(), Done: t.done.Load(), Of: t.all.Load()}
	if k := t.kernel.Load(); k != nil {
		s.Kernel = *k
	}
	if t.bytes != nil {
		s.Bytes = t.bytes()
	}
	if s.Of == 0 && t.task != nil {
		s.Done, s.Of = t.task()
	}
	return s
}

// launched notes a kernel.
func (t *track) launched(name *string) {
	if t != nil {
		t.kernel.Store(name)
		t.launches.Add(1)
	}
}

// compile notes whether a kernel is being compiled.
func (t *track) compile(on bool) {
	if t != nil {
		t.compiling.Store(on)
	}
}

// loop notes how many iterations are done.
func (t *track) loop(done, of int64) {
	if t != nil {
		t.done.Store(done)
		t.all.Store(of)
	}
}

// The host runs ahead of the device. When somebody watches it waits for it more often, since only then is an iteration done:
// after few commands at first, and then after as many as take some paceTime.
const paceTime = 100 * time.Millisecond

// hurry waits for the device if enough commands are pending.
func (r *run) hurry() {
	if r.pending < r.ahead {
		return
	}
	r.sync(diag.Span{})
	if r.track == nil {
		return
	}
	took := time.Since(r.drained)
	r.drained = r.drained.Add(took)
	switch {
	case took < paceTime/2:
		r.ahead = min(2*r.ahead, r.e.limits.Pending)
	case took > 2*paceTime:
		r.ahead = max(r.ahead/2, 1)
	}
}

// iteration notes that the host is in iteration i of a loop.
func (r *run) iteration(i, of int64) {
	if r.nested == 1 {
		r.begun, r.of = i, of
	}
}

// tellEvery is how often a worker tells how far a run is.
const tellEvery = 200 * time.Millisecond

// telling lets tell know how far the runs of p are, until the result is called.
func telling(p *Progress, tell func(Status)) (stop func()) {
	done := make(chan struct{})
	go func() {
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				if s, ok := p.Now(); ok {
					tell(s)
				}
			}
		}
	}()
	return func() { close(done) }
}
