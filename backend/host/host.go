package host

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"raido/backend"
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
	if r.form.never[s.V] {
		return false
	}
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
		r.sync()
		r.end(diag.Interrupted())
	}
}

// commanded takes note of a command that the device was given.
func (r *run) commanded(err error) {
	if err != nil {
		r.refused(err)
	}
	switch n := r.e.dev.Pending(); {
	case n >= r.ahead:
		r.hurry()
	case n == 0: // it is done
		r.track.Loop(r.begun, r.of)
		if r.e.fail.failed() {
			r.sync()
		}
	}
}

// refused ends the run, since the device does not take a command.
func (r *run) refused(err error) {
	var full Full
	if !errors.As(err, &full) { // drivers may put off allocation until a command needs it
		r.end(err)
	}
	r.e.pool.Drop()
	r.end(&diag.Diag{Class: diag.Memory, Code: backend.CodeMemory, Msg: fmt.Sprintf("out of memory on the device: %s; %d bytes are in use", full.Err, r.e.pool.InUse()),
		Hint: "use smaller arrays, or release values that are no longer needed"})
}

// fault ends the run with a failure of host code, unless the device failed before.
func (r *run) fault(d *diag.Diag) {
	r.sync()
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
	r.sync()
	elem := s.Mem.Elem
	raw := make([]byte, 8)
	size := int64(elem.Size())
	r.must(r.e.dev.Read(r.buf(s.Mem).Block, r.index(s.At)*size, raw[:size]))
	r.transfer("read", size, 0)
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
	b, err := r.e.rawBuffer(old.Bytes, func() error {
		return r.e.memoryError(s.Mem.Elem, []int64{old.Bytes / int64(s.Mem.Elem.Size())}, fmt.Sprintf("%d bytes for a copy to update", old.Bytes), s.Src)
	})
	if err != nil {
		r.end(err)
	}
	r.move(b, 0, old, 0, old.Bytes)
	r.set(s.Mem, b)
}

func (r *run) copy(s *seg.HCopy) {
	size := int64(s.Dst.Elem.Size())
	if n := r.int(s.N) * size; n > 0 {
		r.move(r.buf(s.Dst), r.index(s.DstAt)*size, r.buf(s.Src), r.index(s.SrcAt)*size, n)
	}
}

// move copies n bytes of a buffer to another one.
func (r *run) move(dst *buffer, at int64, src *buffer, from, n int64) {
	r.commanded(r.e.dev.Copy(dst.Block, at, src.Block, from, n))
	r.transfer("copy", n, n)
}

func (r *run) fill(s *seg.HFill) {
	pattern := toBytes(r.scalar(s.Val))
	size := int64(len(pattern))
	if n := r.int(s.N) * size; n > 0 {
		r.commanded(r.e.dev.Fill(r.buf(s.Dst).Block, r.index(s.At)*size, n, pattern))
		r.transfer("fill", 0, n)
	}
}
