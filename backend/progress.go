package backend

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

// Progress tells how far the runs under WithProgress are while they go on. The zero value is ready; its methods may be called
// from any goroutine.
type Progress struct {
	mu     sync.Mutex
	tracks []*Track
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
		parts = append(parts, ByteText(s.Bytes)+" in use")
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

// Track is one run, as its engine tells how far it is. A nil one takes no note of anything.
type Track struct {
	of        *Progress
	engine    string
	bytes     func() int64
	compiling func() bool
	kernel    atomic.Pointer[string]
	launches  atomic.Int64
	done, all atomic.Int64
	task      func() (done, of int64) // how far a loop in a kernel is
	whole     atomic.Pointer[Status]  // all of it, from another process
}

// Watched reports whether somebody wants to know of runs under ctx.
func Watched(ctx context.Context) bool {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p != nil
}

// Begin is the track of a run that begins; nil if nobody wants to know. The functions, bytes in use, how far a loop
// in a kernel is and whether a compiler is at work, may be nil.
func Begin(ctx context.Context, engine string, bytes func() int64, task func() (done, of int64), compiling func() bool) *Track {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	if p == nil {
		return nil
	}
	t := &Track{of: p, engine: engine, bytes: bytes, task: task, compiling: compiling}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tracks = append(p.tracks, t)
	return t
}

// End says that the run is over.
func (t *Track) End() {
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

func (t *Track) status() Status {
	if s := t.whole.Load(); s != nil {
		return *s
	}
	s := Status{Engine: t.engine, Compiling: t.compiling != nil && t.compiling(), Launches: t.launches.Load(), Done: t.done.Load(), Of: t.all.Load()}
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

// Launched notes a kernel.
func (t *Track) Launched(name *string) {
	if t != nil {
		t.kernel.Store(name)
		t.launches.Add(1)
	}
}

// Is notes all that there is to know, of an engine in another process.
func (t *Track) Is(s *Status) { t.whole.Store(s) }

// Loop notes how many iterations are done.
func (t *Track) Loop(done, of int64) {
	if t != nil {
		t.done.Store(done)
		t.all.Store(of)
	}
}
