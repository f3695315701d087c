package backend

import (
	"context"
	"time"

	"raido/backend/cl"
	"raido/lang/diag"
	"raido/lang/eval"
)

// Profile tells where the time of one Run went. What is marked so is there only if the run was under WithProfile.
type Profile struct {
	Engine string
	Device string
	Total  time.Duration
	// Compile is the time for which this run waited for kernels that had not been used before; it is not part of Total. A
	// driver that compiles while the host goes on, as PoCL does, takes some of Total, too: see First.
	Compile time.Duration
	// Build is what the driver took to build the device program from its text or its binary, in this run or an earlier
	// one. First is what the first run took beyond the others, since drivers finish compiling a kernel when it
	// is first launched; only Profiled knows it.
	Build, First time.Duration
	Kernels      []KernelTime
	// Transfers are the copies, fills and reads of the host program. WithProfile only.
	Transfers []KernelTime
	PeakBytes int64
	// Peaks are what the device can do. WithProfile only.
	Peaks Peaks
	// Counts are what the interpreter did; only Profiled asks for them.
	Counts *eval.Counts
	// Small: the device was left alone, as the program is small; only Profiled knows it.
	Small bool
	// Fallback names what ran on the interpreter although the engine was asked for, and why.
	Fallback string
}

// KernelTime sums the launches of one kernel, or the commands of one kind. Times, bytes and operations are measured under
// WithProfile only; Note [Traffic] says what is counted.
type KernelTime struct {
	Name     string
	Kind     string    // map, reduce, scan, update (a map with accumulators) or task; copy, fill or read
	Src      diag.Span // of the expression that became the kernel
	Launches int
	Points   int64 // of the index spaces
	Time     time.Duration
	Read     int64 // bytes
	Written  int64
	Ops      int64
	Ops64    int64 // of them, in f64
}

// Bandwidth is the memory traffic in bytes a second.
func (k *KernelTime) Bandwidth() float64 {
	if k.Time <= 0 {
		return 0
	}
	return float64(k.Read+k.Written) / k.Time.Seconds()
}

// Busy is the time of all commands of the device.
func (p *Profile) Busy() time.Duration {
	t := time.Duration(0)
	for _, k := range p.Kernels {
		t += k.Time
	}
	for _, k := range p.Transfers {
		t += k.Time
	}
	return t
}

// Host is the rest: host code, launches, waits.
func (p *Profile) Host() time.Duration { return max(0, p.Total-p.Busy()) }

type (
	profileKey struct{}
	countKey   struct{} // asks the interpreter to count, which slows it
)

// WithProfile asks the runs under ctx to measure each kernel: when the device began and ended it, what it moved. It costs
// a little for each launch; without it, KernelTime.Time is zero.
func WithProfile(ctx context.Context) context.Context {
	return context.WithValue(ctx, profileKey{}, true)
}

// Profiled runs a program once for what happens only once, and then under WithProfile, several times if it is quick. It
// gives the results and the Profile of the fastest run.
func Profiled(ctx context.Context, p Program, args []Value) ([]Value, *Profile, error) {
	const most, enough = 7, time.Second
	ctx = WithProfile(ctx)
	var first, best *Profile
	var results []Value
	start := time.Now()
	for i := range most + 1 {
		out, prof, err := p.Run(ctx, args)
		releaseAll(results)
		if err != nil {
			return nil, nil, err
		}
		results = out
		if i == 0 {
			first, start = prof, time.Now()
			continue
		}
		if best == nil || prof.Total < best.Total {
			best = prof
		}
		if time.Since(start) > enough {
			break
		}
	}
	best.First = max(0, first.Total-best.Total)
	if best.Engine == "interp" {
		out, prof, err := p.Run(context.WithValue(ctx, countKey{}, true), args)
		releaseAll(results)
		if err != nil {
			return nil, nil, err
		}
		_, best.Small = p.(*autoProgram)
		results, best.Counts = out, prof.Counts
	}
	return results, best, nil
}

// clock takes the times of the commands of a run from the device.
type clock struct {
	fresh []*cl.Event // of commands that belong to no KernelTime yet
	open  []running
}

// running is a command that the device has; its time belongs to list[at].
type running struct {
	event *cl.Event
	list  *[]KernelTime
	at    int
}

// event is where a command leaves its event, nil if the run is not measured.
func (r *run) event() *cl.Event {
	if r.clock == nil {
		return nil
	}
	ev := new(cl.Event)
	r.clock.fresh = append(r.clock.fresh, ev)
	return ev
}

// charge gives the commands since the last call to list[at].
func (c *clock) charge(list *[]KernelTime, at int) {
	for _, ev := range c.fresh {
		c.open = append(c.open, running{ev, list, at})
	}
	c.fresh = nil
}

// settle adds up the times; the queue must be empty.
func (c *clock) settle() {
	for _, m := range c.open {
		if *m.event == 0 { // an empty command
			continue
		}
		from, e1 := cl.GetEventProfilingInfo(*m.event, cl.PROFILING_COMMAND_START)
		to, e2 := cl.GetEventProfilingInfo(*m.event, cl.PROFILING_COMMAND_END)
		if e1 == cl.Success && e2 == cl.Success && to > from {
			(*m.list)[m.at].Time += time.Duration(to - from)
		}
		cl.ReleaseEvent(*m.event)
	}
	c.open = nil
}

// drop forgets what is left of a run that failed; the queue must be empty.
func (c *clock) drop() {
	c.charge(nil, 0)
	for _, m := range c.open {
		if *m.event != 0 {
			cl.ReleaseEvent(*m.event)
		}
	}
	c.open = nil
}

// timedQueue is the queue of measured runs. The gate must be held.
func (e *openCL) timedQueue() (cl.CommandQueue, error) {
	if e.timed == 0 {
		q, code := cl.CreateCommandQueue(e.ctx, e.dev.ID, cl.QUEUE_PROFILING_ENABLE)
		if code != cl.Success {
			return 0, deviceError(code)
		}
		e.timed = q
	}
	return e.timed, nil
}

// measured makes the run one whose commands are measured, until the result is called.
func (r *run) measured() (end func(), err error) {
	e, plain := r.e, r.e.queue
	q, err := e.timedQueue()
	if err != nil {
		return nil, err
	}
	e.queue, r.clock = q, &clock{}
	return func() {
		r.clock.drop()
		e.queue = plain
	}, nil
}

// transfer notes a command that moves bytes; nil if the run is not measured.
func (r *run) transfer(kind string, read, written int64) *KernelTime {
	if r.clock == nil {
		return nil
	}
	list := &r.prof.Transfers
	at := 0
	for at < len(*list) && (*list)[at].Kind != kind {
		at++
	}
	if at == len(*list) {
		*list = append(*list, KernelTime{Name: kind, Kind: kind})
	}
	t := &(*list)[at]
	t.Launches++
	t.Read += read
	t.Written += written
	r.clock.charge(list, at)
	return t
}
