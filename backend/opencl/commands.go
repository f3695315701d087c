package opencl

import (
	"bytes"
	"encoding/binary"
	"time"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/host"
)

// enqueued takes note of a command that the driver was given.
func (d *device) enqueued(code cl.ErrorCode) error {
	switch code {
	case cl.Success:
		d.pending++
		return nil
	case cl.MemObjectAllocationFailure, cl.OutOfHostMemory: // drivers may put off allocation until a command needs it
		return host.Full{Err: code}
	}
	return backend.DeviceError(code)
}

// start launches a kernel, which the driver may compile first the first time.
func (d *device) start(k *object, items, group int64) error {
	if k.launched {
		return d.enqueued(cl.EnqueueNDRangeKernel(d.queue, k.kernel, uintptr(items), uintptr(group), d.event()))
	}
	k.launched = true
	start := time.Now()
	d.compiles()
	err := d.enqueued(cl.EnqueueNDRangeKernel(d.queue, k.kernel, uintptr(items), uintptr(group), d.event()))
	d.waited.Add(int64(time.Since(start)))
	return err
}

// compiles notes that the driver compiles a kernel when it gets to it, until the queue is empty.
func (d *device) compiles() {
	if !d.waits {
		d.waits = true
		d.compiling.Add(1)
	}
}

// Compiling implements host.Device.
func (d *device) Compiling() (now bool, took time.Duration) {
	return d.compiling.Load() > 0, time.Duration(d.waited.Load())
}

// Pending implements host.Device.
func (d *device) Pending() int { return d.pending }

// Finish implements host.Device.
func (d *device) Finish() error {
	if code := cl.Finish(d.queue); code != cl.Success {
		return backend.DeviceError(code)
	}
	d.pending = 0
	if d.waits {
		d.waits = false
		d.compiling.Add(-1)
	}
	if d.clock != nil {
		d.clock.settle()
	}
	return nil
}

// Read implements host.Device.
func (d *device) Read(b host.Block, at int64, to []byte) error {
	start := d.begin()
	if have := d.reach(b.Handle); have != nil {
		copy(to, have[at:])
	} else if code := cl.EnqueueReadBuffer(d.queue, cl.Mem(b.Handle), true, at, to); code != cl.Success {
		return backend.DeviceError(code)
	}
	d.moved(start)
	return nil
}

// Write implements host.Device.
func (d *device) Write(b host.Block, at int64, from []byte) error {
	if code := cl.EnqueueWriteBuffer(d.queue, cl.Mem(b.Handle), true, at, from); code != cl.Success {
		return backend.DeviceError(code)
	}
	return nil
}

// Copy implements host.Device.
func (d *device) Copy(to host.Block, at int64, from host.Block, start, n int64) error {
	if d.bulks(n) && to.Handle != from.Handle && start%d.unit() == 0 && at%d.unit() == 0 {
		units := n / d.unit() * d.unit()
		if err := d.bulkCopy(to.Handle, at, from.Handle, start, units); err != nil {
			return err
		}
		at, start, n = at+units, start+units, n-units
	}
	if n == 0 {
		return nil
	}
	now := d.begin()
	if dst, src := d.reach(to.Handle), d.reach(from.Handle); dst != nil && src != nil {
		copy(dst[at:at+n], src[start:start+n])
		d.moved(now)
		return nil
	}
	return d.enqueued(cl.EnqueueCopyBuffer(d.queue, cl.Mem(from.Handle), cl.Mem(to.Handle), start, at, n, d.event()))
}

// widePattern is the longest pattern that OpenCL takes. It is not longer than seg.Slack.
const widePattern = 128

// Fill implements host.Device. Drivers fill faster with a long pattern, which must divide the place and the length.
func (d *device) Fill(b host.Block, at, n int64, pattern []byte) error {
	start := d.begin()
	if to := d.reach(b.Handle); to != nil && n > 0 {
		repeat(to[at:at+n], pattern)
		d.moved(start)
		return nil
	}
	if wide := int64(widePattern); at%wide == 0 && n > d.limits.WideFills*wide {
		if at+n == b.Bytes {
			n = (n + wide - 1) / wide * wide // there is room behind the end, and one command is enough
		}
		if err := d.fillBytes(b, at, n/wide*wide, bytes.Repeat(pattern, int(wide)/len(pattern))); err != nil {
			return err
		}
		at, n = at+n/wide*wide, n%wide
	}
	if n > 0 {
		return d.fillBytes(b, at, n, pattern)
	}
	return nil
}

func (d *device) fillBytes(b host.Block, at, n int64, pattern []byte) error {
	if len(pattern) == widePattern && d.fills(n) {
		return d.bulkFill(b.Handle, binary.NativeEndian.Uint64(pattern), at, n)
	}
	return d.enqueued(cl.EnqueueFillBuffer(d.queue, cl.Mem(b.Handle), pattern, at, n, d.event()))
}

// repeat fills bytes with a pattern.
func repeat(to, pattern []byte) {
	for n := copy(to, pattern); 0 < n && n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
}
