package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// host writes the host code of a program.
type host struct {
	f    *flat
	code seg.Host
	src  diag.Span
	memo map[memoKey]core.Atom // index arithmetic that is in scope
	// loops is how many loops of the host are around.
	loops int
	hint  map[*core.Var]*view // where results of maps are made
}

type memoKey struct {
	op   *prim.Op
	a, b core.Atom
}

func (h *host) emit(s seg.HostStm) { h.code = append(h.code, s) }

// block collects what f emits; index arithmetic of the block is not seen outside.
func (h *host) block(f func()) seg.Host {
	outer, memo := h.code, h.memo
	h.code, h.memo = nil, make(map[memoKey]core.Atom, len(memo))
	for k, v := range memo {
		h.memo[k] = v
	}
	f()
	inner := h.code
	h.code, h.memo = outer, memo
	return inner
}

func (h *host) let(name string, op *prim.Op, ty prim.Type, args ...core.Atom) *core.Var {
	v := core.NewVar(name, core.Prim(op.ResultType(ty)))
	h.emit(&seg.HLet{V: v, Op: op, T: ty, Args: args, Src: h.src})
	return v
}

// i64 implements emitter.
func (h *host) i64(op *prim.Op, a, b core.Atom) core.Atom {
	if x := seg.FoldIndex(op, a, b); x != nil {
		return x
	}
	key := memoKey{op, a, b}
	if x, ok := h.memo[key]; ok {
		return x
	}
	v := h.let("x", op, prim.I64, a, b)
	h.memo[key] = v
	return v
}

// read brings a cell to the host.
func (h *host) read(c *cell) core.Atom {
	if c.mem == nil {
		args := make([]core.Atom, len(c.args))
		for i, a := range c.args {
			if d, ok := a.(*cell); ok {
				a = h.read(d)
			}
			args[i] = a.(core.Atom)
		}
		return h.let("late", c.op, c.t, args...)
	}
	v := core.NewVar("read", core.Prim(c.mem.Elem))
	h.emit(&seg.HRead{V: v, Mem: c.mem, At: c.at})
	return v
}

// scalar is the value of a scalar atom, known to the host.
func (h *host) scalar(a core.Atom) core.Atom {
	v, ok := a.(*core.Var)
	if !ok {
		return a
	}
	switch x := h.f.env[v].(type) {
	case core.Atom:
		return x
	case *cell:
		return h.read(x)
	}
	diag.Bugf("flat: %s has no scalar value", v)
	return nil
}

func (h *host) scalars(as []core.Atom) []core.Atom {
	out := make([]core.Atom, len(as))
	for i, a := range as {
		out[i] = h.scalar(a)
	}
	return out
}

func (h *host) dims(t core.Type) []core.Atom { return h.scalars(t.Dims) }

func (h *host) value(a core.Atom) val {
	v, ok := a.(*core.Var)
	if !ok {
		return a
	}
	x := h.f.env[v]
	if x == nil {
		diag.Bugf("flat: %s has no value", v)
	}
	return x
}

func (h *host) array(v *core.Var) array {
	a, ok := h.value(v).(array)
	if !ok {
		diag.Bugf("flat: %s is not an array", v)
	}
	return a
}

// alloc makes the array that v names in a buffer of its own.
func (h *host) alloc(v *core.Var, dims []core.Atom) *view { return h.buffer(v.Name, v.Type.Elem, dims) }

func (h *host) buffer(name string, elem prim.Type, dims []core.Atom) *view {
	return h.allocate(&seg.HAlloc{Mem: seg.NewMem(name, elem, seg.Device), Dims: dims, Src: h.src})
}

func (h *host) allocate(s *seg.HAlloc) *view {
	h.emit(s)
	return dense(h, s.Mem, s.Dims)
}

func (h *host) body(b core.Body) []val {
	places := h.f.placesIn(b)
	for i, s := range b.Stms {
		for _, k := range places[i] {
			h.inPlace(b, k)
		}
		h.stm(s)
	}
	out := make([]val, len(b.Result))
	for i, a := range b.Result {
		out[i] = h.value(a)
	}
	return out
}

func (h *host) stm(s core.Stm) {
	if s.Src.Source != nil {
		h.src = s.Src
	}
	vals := h.exp(s.Pat, s.Exp)
	for i, x := range vals {
		if c, ok := x.(*cell); ok && h.f.host[s.Pat[i]] {
			vals[i] = h.read(c)
		}
	}
	h.f.bindAll(s.Pat[:len(vals)], vals)
}

func (h *host) exp(pat []*core.Var, e core.Exp) []val {
	switch e := e.(type) {
	case *core.Use:
		return one(h.value(e.Atom))
	case *core.PrimApp:
		return one(h.primApp(pat[0], e))
	case *core.Index:
		return one(h.indexed(pat[0], e))
	case *core.Assert:
		if e.Trace {
			refuse(noTrace)
		}
		msg, args := assertMessage(e, h.scalars(e.Args))
		h.check(h.scalar(e.Cond), e.Code(), msg, args...)
		return nil
	case *core.If:
		return h.ifExp(pat, e)
	case *core.Loop:
		return h.loopExp(pat, e)
	case *core.Call:
		args := make([]val, len(e.Args))
		for i, a := range e.Args {
			args[i] = h.value(a)
		}
		h.f.bindAll(e.Fun.Params, args)
		return h.body(e.Fun.Body)
	case *core.Copy, *core.Iota, *core.Replicate, *core.Scratch, *core.ArrayLit, *core.Concat, *core.Reverse, *core.Rotate:
		return one(newArray(h, h.f, pat[0], e))
	case *core.Slice, *core.Rearrange, *core.Reshape:
		return one(viewExp(h, pat[0], e))
	case *core.Update, *core.UpdateSlice:
		return one(update(h, pat[0], e))
	case *core.Map, *core.Reduce, *core.Scan, *core.Hist, *core.Scatter, *core.WithAcc, *core.UpdateAcc:
		return h.soac(pat, e)
	case *core.Diff:
		diag.Bugf("flat: a Diff node is left")
	}
	diag.Bugf("flat: no rule for %T", e)
	return nil
}

// primApp computes on the host, where that need not wait for the device; the interpreter of host code evaluates and reports
// failures itself.
func (h *host) primApp(v *core.Var, e *core.PrimApp) val {
	if !h.f.host[v] {
		args := make([]val, len(e.Args))
		for i, a := range e.Args {
			args[i] = h.value(a)
		}
		if c := computed(e.Op, e.T, args); c != nil {
			return c
		}
	}
	x := core.NewVar(v.Name, v.Type)
	args := h.scalars(e.Args)
	h.emit(&seg.HLet{V: x, Op: e.Op, T: e.T, Args: args, Src: h.src})
	return x
}

func (h *host) check(cond core.Atom, code, msg string, args ...core.Atom) {
	if c, ok := cond.(core.Const); ok && c.Bool() {
		return
	}
	site := &seg.Site{Code: code, Msg: msg, Src: h.src}
	for _, a := range args {
		site.Types = append(site.Types, a.AtomType().Elem)
	}
	h.emit(&seg.HCheck{Cond: cond, Site: site, Args: args})
}

func (h *host) inRange(i, n core.Atom) core.Atom {
	if x, ok := core.IntConst(i); ok {
		if y, ok := core.IntConst(n); ok {
			return core.BoolC(0 <= x && x < y)
		}
	}
	return h.let("in", prim.Lt, prim.U64, h.let("u", prim.ToU64, prim.I64, i), h.let("m", prim.ToU64, prim.I64, n))
}

// indexed is a view of a part, or a cell, which is read at once, or copied, if its array changes later.
func (h *host) indexed(x *core.Var, e *core.Index) val {
	idx := h.scalars(e.Idx)
	a := h.array(e.Arr)
	checkIndices(h, idx, a.shape())
	v, ok := a.(*view)
	if l, lazyArr := a.(*lazy); lazyArr && l.fill != nil && len(idx) == len(l.dims) {
		return l.fill
	}
	if !ok {
		v = h.force(e.Arr.Name, a)
	}
	v = v.sub(idx...)
	if len(v.dims) > 0 {
		return v
	}
	c := &cell{mem: v.mem, at: v.off}
	switch {
	case !h.f.memory.Consumed(e.Arr):
		return c
	case h.loops > 0 && !h.f.host[x]:
		return h.kept(x, c)
	}
	return h.read(c)
}

// whole is an array as a block of its own, dense and from its start.
func (h *host) whole(x val) *view {
	v := h.force("arr", x.(array))
	if v.dense && len(v.off) == 0 {
		return v
	}
	return h.copyOf("arr", v)
}

func (h *host) copyOf(name string, a array) *view {
	elem := prim.Invalid
	switch a := a.(type) {
	case *view:
		elem = a.mem.Elem
	case *lazy:
		elem = a.elem
	}
	dst := h.buffer(name, elem, a.shape())
	h.put(dst, a)
	return dst
}

// force puts a lazy array into memory.
func (h *host) force(name string, a array) *view {
	if v, ok := a.(*view); ok {
		return v
	}
	return h.copyOf(name, a)
}

func (h *host) forceDense(name string, a array) *view {
	v := h.force(name, a)
	if v.dense {
		return v
	}
	return h.copyOf(name, v)
}

// put writes a scalar or an array to a place of a buffer that the host owns.
func (h *host) put(dst *view, x val) {
	switch x := x.(type) {
	case core.Atom:
		h.emit(&seg.HFill{Dst: dst.mem, At: dst.off, N: core.IntC(1), Val: x})
	case *cell:
		switch {
		case h.loops > 0 && (x.mem == nil || x.mem == dst.mem):
			h.storeCell(dst, x)
			return
		case x.mem == nil:
			h.put(dst, h.read(x))
			return
		}
		h.emit(&seg.HCopy{Dst: dst.mem, DstAt: dst.off, Src: x.mem, SrcAt: x.at, N: core.IntC(1)})
	case *view:
		if x.dense && dst.dense && x.mem != dst.mem {
			h.emit(&seg.HCopy{Dst: dst.mem, DstAt: dst.off, Src: x.mem, SrcAt: x.off, N: product(h, dst.dims)})
			return
		}
		h.copyKernel(dst, x)
	case *lazy:
		if x.fill != nil && dst.dense {
			h.emit(&seg.HFill{Dst: dst.mem, At: dst.off, N: product(h, dst.dims), Val: x.fill})
			return
		}
		h.copyKernel(dst, x)
	}
}

// copyKernel copies element by element, in parallel.
func (h *host) copyKernel(dst *view, src array) {
	dims := dst.dims
	if l, ok := src.(*lazy); ok && len(l.dims) > 1 {
		dims = dims[:1] // rows are computed once
	}
	h.launch("copy", seg.Map, func(t *thread, k *seg.Kernel) {
		idx := make([]core.Atom, len(dims))
		for d := range dims {
			i := t.index(dims[d])
			k.Space = append(k.Space, seg.Dim{I: i, N: dims[d]})
			idx[d] = i
		}
		if len(idx) == len(dst.dims) {
			t.store(dst, t.elem(src, idx), idx...)
		} else {
			t.put(dst.sub(idx...), t.row(src, idx[0]))
		}
	}, dst.mem)
}
