package opencl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"unsafe"

	"raido/backend"
	"raido/backend/cl"
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// host runs host code.
func (r *run) host(list seg.Host) {
	for _, s := range list {
		r.stm(s)
	}
}

func (r *run) stm(s seg.HostStm) {
	switch s := s.(type) {
	case *seg.HLet:
		r.let(s)
	case *seg.HDecl:
		r.scalars.put(s.V.ID, r.scalar(s.Init))
	case *seg.HSet:
		vals := make([]prim.Scalar, 0, 8)
		for _, a := range s.Vals {
			vals = append(vals, r.scalar(a))
		}
		for i, v := range s.Vs {
			r.scalars.put(v.ID, vals[i])
		}
	case *seg.HRead:
		r.read(s)
	case *seg.HAlloc:
		r.alloc(s)
	case *seg.HMove:
		bufs := make([]*buffer, 0, 8)
		for _, m := range s.Srcs {
			bufs = append(bufs, r.buf(m).retain())
		}
		for i, m := range s.Dsts {
			r.set(m, bufs[i])
		}
	case *seg.HOwn:
		r.own(s)
	case *seg.HFree:
		if b, ok := r.bufs.get(s.Mem.ID); ok {
			b.release()
			r.bufs.drop(s.Mem.ID)
		}
	case *seg.HCopy:
		r.copy(s)
	case *seg.HFill:
		r.fill(s)
	case *seg.HLaunch:
		r.launch(s)
	case *seg.HCheck:
		r.check(s)
	case *seg.HSmall:
		r.scalars.put(s.V.ID, prim.BoolOf(r.smallLoop(s)))
	default:
		r.control(s)
	}
}

// sizedLoop is what smallLoop found for a loop with some sizes.
type sizedLoop struct {
	of    []*core.Var
	sizes []int64
	grain int64
	small bool
}

// smallLoop reports whether a loop is best run as one task. Sizes rarely differ from the last time.
func (r *run) smallLoop(s *seg.HSmall) bool {
	last := r.form.loops[s]
	if last == nil {
		last = &sizedLoop{of: s.Work.Sizes()}
	} else if last.grain == r.e.grain() && slices.EqualFunc(last.of, last.sizes, func(v *core.Var, n int64) bool { return r.int(v) == n }) {
		return last.small
	}
	last.sizes, last.grain = r.ints(core.Atoms(last.of)), r.e.grain()
	known := map[*core.Var]int64{}
	for i, v := range last.of {
		known[v] = last.sizes[i]
	}
	last.small = r.e.small(s.Work.Amounts(known))
	r.form.loops[s] = last
	return last.small
}

func (r *run) control(s seg.HostStm) {
	switch s := s.(type) {
	case *seg.HIf:
		if r.scalar(s.Cond).Bool() {
			r.host(s.Then)
		} else {
			r.host(s.Else)
		}
	case *seg.HFor:
		n := r.scalar(s.Bound)
		r.nested++
		outer := r.times
		r.times = min(outer*max(n.Int64(), 1), manyTimes)
		for i := int64(0); lessThan(prim.Int(n.Type, i), n); i++ {
			r.poll()
			r.iteration(i, n.Int64())
			r.scalars.put(s.I.ID, prim.Int(n.Type, i))
			r.host(s.Body)
		}
		r.times = outer
		r.iteration(0, 0)
		r.nested--
	case *seg.HWhile:
		r.nested++
		for i := int64(0); ; i++ {
			r.poll()
			r.iteration(i, -1)
			r.host(s.CondCode)
			if !r.scalar(s.Cond).Bool() {
				break
			}
			r.host(s.Body)
		}
		r.iteration(0, 0)
		r.nested--
	default: // the caller has the others
	}
}

func lessThan(a, b prim.Scalar) bool {
	if a.Type.IsUnsigned() {
		return a.Bits < b.Bits
	}
	return a.Int64() < b.Int64()
}

// poll ends the run when it is cancelled. A device failure is noticed now and then, too: the rest of a
// long loop would be for nothing.
func (r *run) poll() {
	if r.stopped() {
		r.sync(diag.Span{})
		r.end(diag.Interrupted())
	}
}

func (r *run) enqueued(code cl.ErrorCode) {
	switch code {
	case cl.Success:
	case cl.MemObjectAllocationFailure, cl.OutOfHostMemory: // drivers may put off allocation until a command needs it
		r.e.pool.Drop()
		r.end(&diag.Diag{Class: diag.Memory, Code: backend.CodeMemory, Msg: fmt.Sprintf("out of memory on the device: %s; %d bytes are in use", code, r.e.pool.InUse()),
			Hint: "use smaller arrays, or release values that are no longer needed"})
	default:
		r.end(backend.DeviceError(code))
	}
	r.pending++
	r.hurry()
}

// fault ends the run with a failure of host code, unless the device failed before.
func (r *run) fault(d *diag.Diag) {
	r.sync(d.Span)
	r.end(d)
}

func (r *run) let(s *seg.HLet) {
	var args [3]prim.Scalar
	for i, a := range s.Args {
		args[i] = r.scalar(a)
	}
	x, err := s.Op.Eval(s.T, args[:len(s.Args)])
	if err != nil {
		r.fault(core.PrimError(s.Op, args[:], s.Src))
	}
	r.scalars.put(s.V.ID, x)
}

func (r *run) check(s *seg.HCheck) {
	if r.scalar(s.Cond).Bool() {
		return
	}
	args := make([]any, len(s.Args))
	for i, a := range s.Args {
		args[i] = r.scalar(a).Plain()
	}
	r.fault(&diag.Diag{Class: diag.Runtime, Code: s.Site.Code, Span: s.Site.Src, Msg: fmt.Sprintf(s.Site.Msg, args...), Hint: s.Site.Hint})
}

func (r *run) read(s *seg.HRead) {
	r.sync(diag.Span{})
	elem := s.Mem.Elem
	raw := make([]byte, 8)
	size := int64(elem.Size())
	start := r.begin()
	if err := r.e.fetch(r.buf(s.Mem), r.index(s.At)*size, raw[:size]); err != nil {
		r.end(err)
	}
	r.moved("read", size, 0, start)
	r.scalars.put(s.V.ID, fromBytes(elem, raw))
}

// fromBytes and toBytes convert between a scalar and its bytes in memory.
func fromBytes(t prim.Type, raw []byte) prim.Scalar {
	bits := *(*uint64)(unsafe.Pointer(&raw[0]))
	if t.IsFloat() {
		return prim.Float(t, prim.FloatFromBits(t, bits))
	}
	return prim.Int(t, int64(bits))
}

func toBytes(s prim.Scalar) []byte {
	raw := make([]byte, 8)
	*(*uint64)(unsafe.Pointer(&raw[0])) = toBits(s)
	return raw[:s.Type.Size()]
}

// toBits is toBytes as a number, little-endian, as every supported machine.
func toBits(s prim.Scalar) uint64 {
	if s.Type.IsFloat() {
		return prim.FloatBits(s.Type, s.Float64())
	}
	return s.Bits
}

func (r *run) alloc(s *seg.HAlloc) {
	var room [4]int64
	dims := r.addInts(room[:0], s.Dims)
	if r.form.task {
		for i, d := range dims {
			dims[i] = max(d, 0) // the task itself fails, where and how the program says
		}
	}
	b, err := r.e.newBuffer(s.Mem.Elem, dims, s.Src)
	if err != nil {
		r.end(err)
	}
	r.set(s.Mem, b)
}

// own copies a buffer that somebody else holds too.
func (r *run) own(s *seg.HOwn) {
	old := r.buf(s.Mem)
	if old.refs.Load() == 1 {
		return
	}
	b, err := r.e.rawBuffer(old.bytes, func() error {
		return r.e.memoryError(s.Mem.Elem, []int64{old.bytes / int64(s.Mem.Elem.Size())}, fmt.Sprintf("%d bytes for a copy to update", old.bytes), s.Src)
	})
	if err != nil {
		r.end(err)
	}
	r.move(b, 0, old, 0, old.bytes)
	r.set(s.Mem, b)
}

func (r *run) copy(s *seg.HCopy) {
	size := int64(s.Dst.Elem.Size())
	from, at, n := r.index(s.SrcAt)*size, r.index(s.DstAt)*size, r.int(s.N)*size
	if r.bulk(n) && s.Src != s.Dst && from%bulkUnit == 0 && at%bulkUnit == 0 {
		units := n / bulkUnit * bulkUnit
		r.bulkCopy(s.Dst, at, s.Src, from, units)
		r.transfer("copy", units, units)
		from, at, n = from+units, at+units, n-units
	}
	if n > 0 {
		r.move(r.buf(s.Dst), at, r.buf(s.Src), from, n)
	}
}

func (r *run) fill(s *seg.HFill) {
	pattern := toBytes(r.scalar(s.Val))
	size := int64(len(pattern))
	at, n := r.index(s.At)*size, r.int(s.N)*size
	start := r.begin()
	if to := r.reach(r.buf(s.Dst)); to != nil && n > 0 {
		repeat(to[at:at+n], pattern)
		r.moved("fill", 0, n, start)
		return
	}
	// Drivers fill faster with a long pattern, which must divide the place and the length.
	if wide := int64(widePattern); at%wide == 0 && n > r.e.limits.WideFills*wide {
		if at+n == r.buf(s.Dst).bytes {
			n = (n + wide - 1) / wide * wide // there is room behind the end, and one command is enough
		}
		r.fillBytes(s.Dst, bytes.Repeat(pattern, int(wide/size)), at, n/wide*wide)
		at, n = at+n/wide*wide, n%wide
	}
	if n > 0 {
		r.fillBytes(s.Dst, pattern, at, n)
	}
}

// widePattern is the longest pattern that OpenCL takes. It is not longer than seg.Slack.
const widePattern = 128

func (r *run) fillBytes(m *seg.Mem, pattern []byte, at, n int64) {
	if len(pattern) == widePattern && (r.bulk(n) || r.streams(n)) {
		r.bulkFill(m, binary.NativeEndian.Uint64(pattern), at, n)
	} else {
		r.enqueued(cl.EnqueueFillBuffer(r.e.queue, r.buf(m).mem(), pattern, at, n, r.event()))
	}
	r.transfer("fill", 0, n)
}
