package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// reverse is a view, copied if something consumes it.
func (h *host) reverse(v *core.Var, e *core.Reverse) val {
	a := h.force(v.Name, h.array(e.Arr)).reverse(h)
	if h.f.memory.Consumed(e.Arr) || h.f.memory.Consumed(v) {
		return h.copyOf(v.Name, a)
	}
	return a
}

func (h *host) rearrange(v *core.Var, e *core.Rearrange) val {
	return h.force(v.Name, h.array(e.Arr)).rearrange(e.Perm)
}

// scratch makes an array of unspecified contents.
func (h *host) scratch(v *core.Var, dims []core.Atom) *view {
	return h.allocate(&seg.HAlloc{Mem: seg.NewMem(v.Name, v.Type.Elem, seg.Device), Dims: dims, Blank: true, Src: h.src})
}

// wants reports whether an array that need not be stored must be.
func (h *host) wants(v *core.Var) bool { return h.f.memory.Consumed(v) }

// isNatural reports whether an atom is certainly not negative.
func (h *host) isNatural(a core.Atom) bool {
	n, ok := core.IntConst(a)
	return h.f.sizes[a] || ok && n >= 0
}

func (h *host) replicate(v *core.Var, e *core.Replicate) val {
	dims := h.scalars(e.Dims)
	checkSizes(h, dims)
	x := h.value(e.Val)
	if c, ok := x.(*cell); ok {
		if len(dims) > 0 && !h.f.memory.Consumed(v) {
			return sameCell(c, v.Type.Elem, dims)
		}
		x = h.read(c)
	}
	if s, ok := x.(core.Atom); ok {
		if len(dims) == 0 {
			return s
		}
		return maybeStore(h, v, constant(v.Type.Elem, dims, s))
	}
	if l, ok := x.(*lazy); ok && l.fill != nil {
		return maybeStore(h, v, constant(l.elem, append(dims, l.dims...), l.fill))
	}
	a := h.force(v.Name, x.(array)).spread(dims)
	if h.f.memory.Consumed(v) || h.f.memory.Consumed(e.Val) {
		return h.copyOf(v.Name, a)
	}
	return a
}

// sameCell is the array with the value of a cell everywhere.
func sameCell(c *cell, elem prim.Type, dims []core.Atom) *lazy {
	l := &lazy{elem: elem, dims: dims}
	v := core.NewVar("same", core.Prim(elem))
	l.row = func(t *thread, _ core.Atom) val {
		if len(dims) == 1 {
			return t.loadCell(v, c)
		}
		return sameCell(c, elem, dims[1:])
	}
	return l
}

// rotate copies the two parts.
func (h *host) rotate(v *core.Var, e *core.Rotate) val {
	src := h.force(v.Name, h.array(e.Arr))
	n := src.dims[0]
	dst := h.alloc(v, src.dims)
	cut := h.let("cut", prim.Mod, prim.I64, h.scalar(e.By), h.i64(prim.Max, n, core.IntC(1)))
	rest := h.i64(prim.Sub, n, cut)
	one, zero := core.IntC(1), core.IntC(0)
	h.put(dst.slice(h, []core.DimSlice{{Start: zero, Count: rest, Stride: one}}),
		src.slice(h, []core.DimSlice{{Start: cut, Count: rest, Stride: one}}))
	h.put(dst.slice(h, []core.DimSlice{{Start: rest, Count: cut, Stride: one}}),
		src.slice(h, []core.DimSlice{{Start: zero, Count: cut, Stride: one}}))
	return dst
}

// owned is an array that the host may have written to, as a view.
func (h *host) owned(v *core.Var) *view {
	a := h.array(v)
	if x, ok := a.(*view); ok && x.writable() {
		h.emit(&seg.HOwn{Mem: x.mem, Src: h.src})
		return x
	}
	return h.copyOf(v.Name, a)
}

// resized is for blocks of threads.
func (h *host) resized(*core.UpdateSlice) *view { return nil }

// unshared is x, copied if it stands in the block of a destination.
func (h *host) unshared(name string, x val, dst *view) val {
	switch x := x.(type) {
	case *view:
		if x.mem == dst.mem {
			return h.copyOf(name, x)
		}
	case *cell:
		if x.reads(dst.mem) && h.loops == 0 {
			return h.read(x)
		}
	}
	return x
}
