package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// deviceScalars are the scalars that the device computes, or that are computed from such.
func deviceScalars(p *core.Prog) map[*core.Var]bool {
	to := map[*core.Var][]*core.Var{} // what is computed from a scalar, or a name for it
	out := map[*core.Var]bool{}
	var mark func(v *core.Var)
	mark = func(v *core.Var) {
		if out[v] || !v.Type.IsScalar() {
			return
		}
		out[v] = true
		for _, w := range to[v] {
			mark(w)
		}
	}
	var roots []*core.Var
	flow := func(w *core.Var, as ...core.Atom) {
		for _, a := range as {
			if v, ok := a.(*core.Var); ok {
				to[v] = append(to[v], w)
			}
		}
	}
	for _, f := range p.Funs {
		core.Walk(f.Body, func(s core.Stm) {
			switch e := s.Exp.(type) {
			case *core.PrimApp:
				flow(s.Pat[0], e.Args...)
			case *core.Use:
				flow(s.Pat[0], e.Atom)
			case *core.If:
				for i, v := range s.Pat {
					flow(v, e.Then.Result[i], e.Else.Result[i])
				}
			case *core.Loop:
				for i, p := range e.Params {
					flow(p, e.Init[i], e.Body.Result[i])
					flow(s.Pat[i], p)
				}
			case *core.Index, *core.Reduce:
				roots = append(roots, s.Pat...)
			default: // its scalars are those of the host
			}
		})
	}
	for _, v := range roots {
		mark(v)
	}
	return out
}

// carries reports whether host code passes a scalar on as a block in device memory: the device computes it, and the host does
// not look at it. Of sizes it does, in the end.
func (h *host) carries(v *core.Var) bool {
	return v != nil && v.Type.IsScalar() && v.Type.Elem != prim.I64 && h.f.remote[v] && !h.f.host[v]
}

// carried is a scalar as a block.
func (h *host) carried(v *core.Var, x val) *cell {
	c, ok := x.(*cell)
	if ok && c.alone {
		return c
	}
	return h.kept(v, x)
}

// kept is a scalar in a block of its own.
func (h *host) kept(v *core.Var, x val) *cell {
	d := h.alloc(v, nil)
	if c, ok := x.(*cell); ok && c.mem == nil {
		h.storeCell(d, c, d.mem)
	} else {
		h.put(d, x)
	}
	return &cell{mem: d.mem, alone: true}
}

// storeCell is a task that computes a cell and writes it to a place.
func (h *host) storeCell(dst *view, c *cell, fresh ...*seg.Mem) {
	v := core.NewVar(dst.mem.Name, core.Prim(dst.mem.Elem))
	h.launch(kernelName("scalar", []*core.Var{v}), seg.Task, func(t *thread, _ *seg.Kernel) { t.store(dst, t.loadCell(v, c)) }, fresh...)
}

// loop looks at a loop: what it carries is looked at if its body, its condition or what follows does so.
func (h *hostUses) loop(e *core.Loop) {
	if e.Cond != nil {
		h.inner(*e.Cond)
	} else {
		h.use(e.Bound)
	}
	h.loops++
	h.body(e.Body)
	h.loops--
	for i, p := range e.Params {
		h.passed(p, e.Init[i], e.Body.Result[i])
	}
}

// passed notes that control passes values on under a name.
func (h *hostUses) passed(v *core.Var, as ...core.Atom) {
	if v.Type.IsScalar() {
		h.from[v] = as
	}
}

// types looks at the sizes in types.
func (h *hostUses) types(vs []*core.Var) {
	for _, v := range vs {
		for _, d := range v.Type.Dims {
			h.use(d)
		}
	}
}
