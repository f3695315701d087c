package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
)

// scan of scalars is parallel; others run as a task.
func (h *host) scan(pat []*core.Var, e *core.Scan) []val {
	if !core.AllScalar(e.Fn.Ret) {
		return h.scanRows(pat, e)
	}
	out := make([]val, len(pat))
	ne := h.scalars(e.Ne)
	w := h.scalar(e.W)
	var outs []*seg.Mem
	unread := make([]bool, len(pat))
	for i, v := range pat {
		dims := []core.Atom{w}
		if unread[i] = h.f.unread[v]; unread[i] {
			dims = []core.Atom{core.IntC(1)}
		}
		d := h.alloc(v, dims)
		outs = append(outs, d.mem)
		d = dense(h, d.mem, []core.Atom{w})
		out[i] = d
		if h.f.back[e] {
			out[i] = d.reverse(h)
		}
	}
	h.launch(kernelName("scan", pat), seg.Scan, func(t *thread, k *seg.Kernel) {
		k.Ne, k.Outs, k.Back, k.Unread = ne, outs, h.f.back[e], unread
		t.element(k, w, e.Arrs)
		k.Op = t.operator(e.Fn)
	})
	return out
}

// scanRows is a scan of arrays, one after the other. What is only read backwards is written so; what is not read is not
// written.
func (h *host) scanRows(pat []*core.Var, e *core.Scan) []val {
	turned := func(b emitter, x val) val {
		if v, ok := x.(*view); ok && h.f.back[e] {
			return v.reverse(b)
		}
		return x
	}
	var read []*core.Var
	for _, v := range pat {
		if !h.f.unread[v] {
			read = append(read, v)
		}
	}
	var rest []val
	stored := h.task(read, h.src, nil, nil, kernelName("scan", pat), func(t *thread, dests []*view) (out []val) {
		for i, v := range read {
			if dests[i] != nil {
				t.hint[v] = turned(t, dests[i]).(*view)
			}
		}
		rest = t.scan(pat, e)
		for i, v := range pat {
			if !h.f.unread[v] {
				out = append(out, turned(t, rest[i]))
			}
		}
		return out
	})
	for i, v := range pat {
		if !h.f.unread[v] {
			rest[i], stored = turned(h, stored[0]), stored[1:]
		}
	}
	return rest
}
