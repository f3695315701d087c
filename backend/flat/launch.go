package flat

import (
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
	k.Body = append(append(seg.Code{}, t.pre...), *t.code...)
	h.own(t.order, fresh)
	h.f.kernels = append(h.f.kernels, k)
	h.emit(&seg.HLaunch{Kernel: k, Src: h.src})
}

func (h *host) own(wrote, fresh []*seg.Mem) {
	for _, m := range wrote {
		isFresh := false
		for _, f := range fresh {
			isFresh = isFresh || f == m
		}
		if !isFresh {
			h.emit(&seg.HOwn{Mem: m, Src: h.src})
		}
	}
}

// task runs f as one sequential thread; its results stand in fresh buffers.
// srcs tells where each result is made, for the message if there is no room for it; it may be nil.
func (h *host) task(pat []*core.Var, src diag.Span, srcs []diag.Span, name string, f func(t *thread, dests []*view) []val) []val {
	h.src = src
	k := &seg.Kernel{Name: name, Kind: seg.Task}
	t := newThread(h.f, h, src)
	dests := make([]*view, len(pat))
	var fresh []*seg.Mem
	for i, v := range pat {
		if srcs != nil {
			h.src = srcs[i]
		}
		if d := h.taskDest(v, pat); d != nil {
			dests[i] = d
			fresh = append(fresh, d.mem)
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
			d = h.alloc(v.Name, v.Type.Elem, nil)
			fresh = append(fresh, d.mem)
			t.put(d, x)
			res[i] = &cell{mem: d.mem}
			continue
		case v.Type.IsAcc():
			res[i] = x
			continue
		case d == nil:
			d = h.alloc(v.Name, v.Type.Elem, t.upperDims(x.(array).shape()))
			fresh = append(fresh, d.mem)
			d = dense(t, d.mem, x.(array).shape())
		}
		t.put(d, x)
		res[i] = d
	}
	k.Body = append(append(seg.Code{}, t.pre...), *t.code...)
	h.own(t.order, fresh)
	h.f.kernels = append(h.f.kernels, k)
	h.emit(&seg.HLaunch{Kernel: k, Src: src})
	return h.settle(pat, res)
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
	return h.alloc(v.Name, v.Type.Elem, h.dims(v.Type))
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
		}
	}
	return res
}

// isSize tells that a later type of the pattern mentions v.
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
