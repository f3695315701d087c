package opencl

import (
	"time"

	"raido/backend"
	"raido/backend/cl"
)

// clock takes the times of the commands of a run from the device. Note [Timed queue].
type clock struct {
	fresh []*cl.Event   // of commands that are not charged yet
	host  time.Duration // that the host took for commands that it did itself, not charged yet
	open  []running
}

// running is a command that the device has, and where its time goes.
type running struct {
	event *cl.Event
	add   func(time.Duration)
}

// event is where a command leaves its event, nil if the run is not measured.
func (d *device) event() *cl.Event {
	if d.clock == nil {
		return nil
	}
	ev := new(cl.Event)
	d.clock.fresh = append(d.clock.fresh, ev)
	return ev
}

// begin is the time, if the run is measured.
func (d *device) begin() (now time.Time) {
	if d.clock != nil {
		now = time.Now()
	}
	return now
}

// moved notes that the host has done a command itself since start.
func (d *device) moved(start time.Time) {
	if d.clock != nil {
		d.clock.host += time.Since(start)
	}
}

// Charge implements host.Device.
func (d *device) Charge(add func(time.Duration)) {
	if d.clock == nil {
		return
	}
	d.clock.charge(add)
	if d.pending == 0 {
		d.clock.settle()
	}
}

// charge gives the commands since the last call to add.
func (c *clock) charge(add func(time.Duration)) {
	if c.host > 0 {
		add(c.host)
		c.host = 0
	}
	for _, ev := range c.fresh {
		c.open = append(c.open, running{ev, add})
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
			m.add(time.Duration(to - from))
		}
		cl.ReleaseEvent(*m.event)
	}
	c.open = nil
}

// Measure implements host.Device: what a measured run has left is forgotten.
func (d *device) Measure(on bool) error {
	if d.clock != nil {
		d.clock.charge(func(time.Duration) {})
		err := d.Finish() // new buffers are filled there
		d.queue, d.clock = d.plain, nil
		if err != nil {
			return err
		}
	}
	if !on {
		return nil
	}
	if d.timed == 0 {
		q, code := cl.CreateCommandQueue(d.ctx, d.dev.ID, cl.QUEUE_PROFILING_ENABLE)
		if code != cl.Success {
			return backend.DeviceError(code)
		}
		d.timed = q
	}
	d.queue, d.clock = d.timed, &clock{}
	return nil
}
