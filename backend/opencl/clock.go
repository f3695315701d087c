package opencl

import (
	"time"

	"raido/backend"
	"raido/backend/cl"
)

// clock takes the times of the commands of a run from the device.
type clock struct {
	fresh []*cl.Event // of commands that belong to no KernelTime yet
	open  []running
}

// running is a command that the device has; its time belongs to list[at].
type running struct {
	event *cl.Event
	list  *[]backend.KernelTime
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
func (c *clock) charge(list *[]backend.KernelTime, at int) {
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
func (e *Engine) timedQueue() (cl.CommandQueue, error) {
	if e.timed == 0 {
		q, code := cl.CreateCommandQueue(e.ctx, e.dev.ID, cl.QUEUE_PROFILING_ENABLE)
		if code != cl.Success {
			return 0, backend.DeviceError(code)
		}
		e.timed = q
	}
	return e.timed, nil
}

// measured makes the run one whose commands are measured, until the result is called.
func (r *run) measured() (end func(), err error) {
	e := r.e
	q, err := e.timedQueue()
	if err != nil {
		return nil, err
	}
	e.queue, r.clock = q, &clock{}
	return func() {
		r.clock.drop()
		cl.Finish(q) // new buffers are filled there
		e.queue = e.plain
	}, nil
}

// moved notes bytes that the host has moved, or waited for, since start.
func (r *run) moved(kind string, read, written int64, start time.Time) {
	if t := r.transfer(kind, read, written); t != nil {
		t.Time += time.Since(start)
	}
}

// begin is the time, if the run is measured.
func (r *run) begin() (now time.Time) {
	if r.clock != nil {
		now = time.Now()
	}
	return now
}

// transfer notes a command that moves bytes; nil if the run is not measured.
func (r *run) transfer(kind string, read, written int64) *backend.KernelTime {
	if r.clock == nil {
		return nil
	}
	list := &r.prof.Transfers
	at := 0
	for at < len(*list) && (*list)[at].Kind != kind {
		at++
	}
	if at == len(*list) {
		*list = append(*list, backend.KernelTime{Name: kind, Kind: kind})
	}
	t := &(*list)[at]
	t.Launches++
	t.Read += read
	t.Written += written
	r.clock.charge(list, at)
	return t
}
