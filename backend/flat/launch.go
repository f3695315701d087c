package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
)

// launch builds a kernel and launches it. Memories that it writes to are owned before, but for the
// fresh ones.
func (h *host) launch(name string, kind seg.Kind, build func(t *thread, k *seg.Kernel), fresh ...*seg.Mem) {
	k := &seg.Kernel{Name: name, Kind: kind}
	t := newThread(h.f, h, h.src)
	build(t, k)
	h.finish(t, k, h.src, fresh)
}

// finish completes a kernel and launches it.
func (h *host) finish(t *thread, k *seg.Kernel, src diag.Span, fresh []*seg.Mem) {
	k.Body = append(append(seg.Code{}, t.pre...), dropReserves(*t.code)...)
	if k.Op != nil {
		k.Op.Body = dropReserves(k.Op.Body)
	}
	if k.After != nil {
		k.After.Body = dropReserves(k.After.Body)
	}
	for _, a := range k.Accs {
		a.Op.Body = dropReserves(a.Op.Body)
		k.Updates = append(k.Updates, a.Dests...)
	}
	for _, m := range t.order {
		if !slices.Contains(fresh, m) {
			h.emit(&seg.HOwn{Mem: m, Src: h.src})
			if !slices.Contains(k.Updates, m) {
				k.Updates = append(k.Updates, m)
			}
		}
	}
	h.f.kernels = append(h.f.kernels, k)
	h.emit(&seg.HLaunch{Kernel: k, Src: src})
}

// dropReserves removes the Reserves of blocks that turned out not to grow.
func dropReserves(c seg.Code) (out seg.Code) {
	for _, s := range c {
		if r, ok := s.(*seg.Reserve); !ok || r.Mem.Grow {
			out = append(out, s.Map(seg.Mapper{Code: dropReserves}))
		}
	}
	return out
}

// task runs f as one sequential thread; its results stand in fresh buffers.
// srcs tells where each result is made, for the message if there is no room for it; it may be nil. So may places, or any of
// them: blocks with contents that results take over.
func (h *host) task(pat []*core.Var, src diag.Span, srcs []diag.Span, places []*view, name string, f func(t *thread, dests []*view) []val) []val {
	h.src = src
	k := &seg.Kernel{Name: name, Kind: seg.Task}
	t := newThread(h.f, h, src)
	dests := make([]*view, len(pat))
	var fresh []*seg.Mem
	for i, v := range pat {
		if srcs != nil {
			h.src = srcs[i]
		}
		if places != nil && places[i] != nil {
			dests[i] = places[i]
		} else if d := h.taskDest(v, pat); d != nil {
			dests[i] = d
			fresh = append(fresh, d.mem)
			t.alone[d.mem] = whole(d)
		}
	}
	out := f(t, dests)
	res := make([]val, len(out))
	for i, x := range out {
		v := pat[i]
		d := dests[i]
		if srcs != nil {
			h.src = srcs[i]
		}
		switch {
		case v.Type.IsScalar():
			d = h.alloc(v, nil)
			fresh = append(fresh, d.mem)
			t.put(d, x)
			res[i] = &cell{mem: d.mem, alone: true}
			continue
		case v.Type.IsAcc():
			res[i] = x
			continue
		case d == nil:
			d = t.ofUnknownSize(v, x.(array), fresh)
			fresh = append(fresh, d.mem)
		}
		t.put(d, x)
		res[i] = d
	}
	h.finish(t, k, src, fresh)
	return h.settle(pat, res)
}

// ofUnknownSize is the place for a task's result whose dimensions the task computes: a buffer for the upper
// bounds of the dimensions, or one that grows, which is the block that the result is in if no other result is.
func (t *thread) ofUnknownSize(v *core.Var, x array, taken []*seg.Mem) *view {
	dims := x.shape()
	if t.allBounded(dims) {
		return dense(t, t.h.alloc(v, t.upperDims(dims)).mem, dims)
	}
	if x, ok := x.(*view); ok && whole(x) && x.mem.Grow && !slices.Contains(taken, x.mem) {
		x.mem.Space = seg.Device
		return x
	}
	m := seg.NewMem(v.Name, v.Type.Elem, seg.Device)
	m.Grow = true
	t.emit(&seg.Reserve{Mem: m, Dims: dims})
	return dense(t, m, dims)
}

func (t *thread) upperDims(dims []core.Atom) []core.Atom {
	out := make([]core.Atom, len(dims))
	for i, d := range dims {
		out[i] = t.upperSize(d)
	}
	return out
}

// taskDest is a buffer for an array result whose dimensions are known before; nil otherwise.
func (h *host) taskDest(v *core.Var, pat []*core.Var) *view {
	if v.Type.IsScalar() || v.Type.IsAcc() {
		return nil
	}
	for _, d := range v.Type.Dims {
		for _, w := range pat {
			if d == core.Atom(w) {
				return nil
			}
		}
	}
	return h.alloc(v, h.dims(v.Type))
}

// settle reads the sizes among the results and gives arrays their dimensions.
func (h *host) settle(pat []*core.Var, res []val) []val {
	for i, v := range pat {
		if c, ok := res[i].(*cell); ok && isSize(v, pat) {
			res[i] = h.read(c)
		}
		h.f.bind(v, res[i])
	}
	for i, v := range pat {
		if a, ok := res[i].(*view); ok {
			res[i] = dense(h, a.mem, h.dims(v.Type))
			if a.mem.Grow { // its buffer is larger than the array, and the next launch makes another one
				m := seg.NewMem(v.Name, v.Type.Elem, seg.Device)
				h.emit(&seg.HMove{Dsts: []*seg.Mem{m}, Srcs: []*seg.Mem{a.mem}})
				res[i], h.f.roomy[m] = dense(h, m, h.dims(v.Type)), true
			}
		}
	}
	return res
}

// isSize reports whether a later type of the pattern mentions v.
func isSize(v *core.Var, pat []*core.Var) bool {
	for _, w := range pat {
		for _, d := range w.Type.Dims {
			if d == core.Atom(v) {
				return true
			}
		}
	}
	return false
}
