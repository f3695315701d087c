package segeval

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

func (r *run) host(list seg.Host) {
	for _, s := range list {
		r.step()
		r.hostStm(s)
	}
}

// set gives a host variable a value.
func (r *run) set(v *core.Var, s prim.Scalar) {
	if isPoison(s) {
		faultf("%s depends on what nobody has written", v)
	}
	r.scalars[v] = s
}

func (r *run) hostStm(s seg.HostStm) {
	t := r.t
	switch s := s.(type) {
	case *seg.HLet:
		r.let(s)
	case *seg.HDecl:
		r.set(s.V, t.scalar(s.Init))
	case *seg.HSet:
		for i, v := range t.values(s.Vals) {
			r.set(s.Vs[i], v[0])
		}
	case *seg.HRead:
		r.set(s.V, view{block: r.buf(s.Mem)}.settled(&t.who, t.index(s.At)))
	case *seg.HSmall:
		sizes := map[*core.Var]int64{}
		for _, v := range s.Work.Sizes() {
			sizes[v] = t.int(v)
		}
		r.set(s.V, prim.BoolOf(seg.OneThread(s.Work.Amounts(sizes), r.how.Grain, r.how.Threads)))
	case *seg.HCheck:
		if !t.bool(s.Cond) {
			t.fail(&seg.Check{Cond: s.Cond, Site: s.Site, Args: s.Args})
			panic(&failure{})
		}
	case *seg.HLaunch:
		r.launch(s.Kernel)
	case *seg.HIf, *seg.HFor, *seg.HWhile:
		r.control(s)
	default:
		r.memory(s)
	}
}

// let computes on the host, where nobody checks whether an operator fails.
func (r *run) let(s *seg.HLet) {
	args := make([]prim.Scalar, len(s.Args))
	for i, a := range s.Args {
		args[i] = r.t.scalar(a)
	}
	x, err := s.Op.Eval(s.T, args)
	if err != nil {
		r.failed = core.PrimError(s.Op, args, s.Src)
		panic(&failure{})
	}
	r.set(s.V, x)
}

func (r *run) memory(s seg.HostStm) {
	t := r.t
	switch s := s.(type) {
	case *seg.HAlloc:
		n := int64(1)
		for _, d := range s.Dims {
			n *= max(t.int(d), 0) // where that fails, the kernel says how
		}
		b := newBlock(s.Mem.Name, s.Mem.Elem, n)
		if s.Blank {
			b.fill(prim.Zero(s.Mem.Elem))
		}
		r.bufs[s.Mem] = b
	case *seg.HMove:
		bufs := make([]*block, len(s.Srcs))
		for i, m := range s.Srcs {
			bufs[i] = r.buf(m)
		}
		for i, m := range s.Dsts {
			r.bufs[m] = bufs[i]
		}
	case *seg.HOwn:
		r.own(s.Mem)
	case *seg.HFree:
		r.buf(s.Mem)
		delete(r.bufs, s.Mem)
	case *seg.HCopy:
		dst, src := view{block: r.buf(s.Dst), off: t.index(s.DstAt)}, view{block: r.buf(s.Src), off: t.index(s.SrcAt)}
		n := t.int(s.N)
		if n > 0 && dst.block == src.block && dst.off < src.off+n && src.off < dst.off+n {
			faultf("%s is copied to itself", src.name)
		}
		r.how.Traffic.Copies += max(n, 0)
		for i := range n {
			dst.store(&t.who, i, src.load(&t.who, i, false))
		}
	case *seg.HFill:
		dst, at, x := view{block: r.buf(s.Dst)}, t.index(s.At), t.scalar(s.Val)
		for i := range t.int(s.N) {
			dst.store(&t.who, at+i, x)
		}
	default: // control has the others
	}
}

// own copies a buffer that somebody else holds, too.
func (r *run) own(m *seg.Mem) {
	b := r.buf(m)
	shared := r.given[b]
	for other, x := range r.bufs {
		shared = shared || other != m && x == b
	}
	if shared {
		r.bufs[m] = b.clone()
		r.how.Traffic.Copies += int64(len(b.cells))
	}
}

func (r *run) control(s seg.HostStm) {
	t := r.t
	switch s := s.(type) {
	case *seg.HIf:
		if t.bool(s.Cond) {
			r.host(s.Then)
		} else {
			r.host(s.Else)
		}
	case *seg.HFor:
		for i := range t.int(s.Bound) {
			r.step()
			r.set(s.I, prim.Int(s.I.Type.Elem, i))
			r.host(s.Body)
		}
	case *seg.HWhile:
		for {
			r.host(s.CondCode)
			if !t.bool(s.Cond) {
				return
			}
			r.host(s.Body)
		}
	default: // the callers have the others
	}
}
