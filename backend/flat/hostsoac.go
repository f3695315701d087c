package flat

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// soac translates the outermost parallel nodes: they become kernels.
func (h *host) soac(pat []*core.Var, e core.Exp) []val {
	switch e := e.(type) {
	case *core.Map:
		return h.mapExp(pat, e)
	case *core.Reduce:
		return h.reduce(pat, e)
	case *core.Scan:
		return h.scan(pat, e)
	case *core.Hist:
		return h.hist(pat, e)
	case *core.Scatter:
		return h.scatter(e)
	case *core.WithAcc:
		return h.withAcc(e)
	case *core.UpdateAcc:
		acc := h.value(e.Acc).(*accum)
		h.launch("update", seg.Task, func(t *thread, k *seg.Kernel) {
			t.updateAcc(acc, t.scalars(e.Idx), []val{t.value(e.Val)})
		})
		return one(acc)
	default: // translated by the caller
	}
	diag.Bugf("flat: no rule for %T", e)
	return nil
}

// mapExp makes one kernel of a perfect nest of maps.
func (h *host) mapExp(pat []*core.Var, e *core.Map) []val {
	w := h.scalar(e.W)
	if h.f.lazy[e] {
		return lazyMap(h.f, e, w, h.array)
	}
	k := len(e.Accs)
	out := make([]val, len(pat))
	var fresh []*seg.Mem
	for i, a := range e.Accs {
		out[i] = h.value(a)
	}
	for i, v := range pat[k:] {
		if h.f.summed[v] {
			continue
		}
		if out[k+i] = h.hint[v]; h.hint[v] != nil {
			continue
		}
		d := h.alloc(v, append([]core.Atom{w}, h.dims(e.Fn.Ret[k+i])...))
		out[k+i] = d
		fresh = append(fresh, d.mem)
	}
	if h.f.kept[e] != nil {
		return h.f.keep(pat, e, w, h.array, out, fresh)
	}
	h.launch(kernelName("map", pat), seg.Map, func(t *thread, kern *seg.Kernel) {
		args := make([]val, len(e.Fn.Params))
		for i := range k {
			args[i] = t.privatise(kern, out[i].(*accum))
		}
		dests := make([]*view, len(out))
		for i := k; i < len(out); i++ {
			dests[i] = out[i].(*view)
		}
		t.nestLevel(kern, e, args, dests)
	}, fresh...)
	return out
}

func kernelName(kind string, pat []*core.Var) string {
	if len(pat) > 0 && pat[0].Name != "" {
		return kind + "_" + pat[0].Name
	}
	return kind
}

// privatise gives the threads of a kernel copies of an accumulator to update.
func (t *thread) privatise(kern *seg.Kernel, acc *accum) *accum {
	out := &accum{op: acc.op}
	n := product(t.h, acc.arrs[0].dims)
	group := &seg.Acc{Len: n, Op: t.operator(scalarOp(acc.op))}
	for _, a := range acc.arrs {
		m := seg.NewMem("acc", a.mem.Elem, seg.Scratch)
		m.Len = n
		out.arrs = append(out.arrs, dense(t, m, a.dims))
		group.Dests = append(group.Dests, a.mem)
		group.Priv = append(group.Priv, m)
		t.writes(a.mem)
	}
	if group.Start = group.Op.Neutral; group.Start == nil {
		group.Start = neutralOnLeft(scalarOp(acc.op))
	}
	if group.Start == nil {
		group.Has = seg.NewMem("has", prim.Bool, seg.Scratch)
		group.Has.Len = n
		out.has = dense(t, group.Has, acc.arrs[0].dims)
	}
	kern.Accs = append(kern.Accs, group)
	return out
}

// scalarOp is the operator on scalars: of an elementwise operator on arrays, what it does to elements.
func scalarOp(op *core.Lambda) *core.Lambda {
	if m := elementwiseOp(op); m != nil {
		return m.Fn
	}
	return op
}

// operator translates an operator of scalars.
func (t *thread) operator(fn *core.Lambda) *seg.Operator {
	op := &seg.Operator{Ops: primOps(fn), Neutral: neutral(fn)}
	args := make([]val, len(fn.Params))
	for i, p := range fn.Params {
		v := t.fresh(p.Name, p.Type.Elem)
		args[i] = v
		if i < len(fn.Params)/2 {
			op.A = append(op.A, v)
		} else {
			op.B = append(op.B, v)
		}
	}
	pre, cells := t.pre, t.cells
	t.pre, t.cells = nil, map[*cell]core.Atom{} // stages that run the operator alone need them, too
	body := t.block(func() {
		for _, x := range t.inline(fn.Params, fn.Body, args, nil) {
			op.Res = append(op.Res, x.(core.Atom))
		}
	})
	op.Body = append(t.pre, body...)
	t.pre, t.cells = pre, cells
	return op
}

// reduce of scalars combines threads' results; reduce of arrays with an elementwise operator is an
// accumulator of the array; other operators on arrays run as a task.
func (h *host) reduce(pat []*core.Var, e *core.Reduce) []val {
	if !core.AllScalar(e.Fn.Ret) {
		if m := elementwiseOp(e.Fn); m != nil && rank(e.Fn.Ret, 1) {
			return h.reduceRows(pat, e, m)
		}
		return h.task(pat, h.src, nil, nil, kernelName("reduce", pat), func(t *thread, dests []*view) []val {
			for i, v := range pat {
				t.hint[v] = dests[i]
			}
			return t.reduce(pat, e)
		})
	}
	out := make([]val, len(pat))
	ne := h.scalars(e.Ne)
	w := h.scalar(e.W)
	var outs, fresh []*seg.Mem
	for _, x := range h.f.late[e] {
		fresh = append(fresh, x.fresh...)
	}
	for i, v := range pat {
		d := h.alloc(v, nil)
		outs = append(outs, d.mem)
		out[i] = &cell{mem: d.mem, alone: true}
	}
	h.launch(kernelName("reduce", pat), seg.Reduce, func(t *thread, k *seg.Kernel) {
		k.Ne, k.Outs = ne, outs
		t.element(k, w, e.Arrs)
		k.Op = t.operator(e.Fn)
		k.Op.Arg = argOf(e, k)
	}, fresh...)
	h.f.made(e)
	return out
}

// element makes the body of a Reduce or Scan: the operands at one index.
func (t *thread) element(k *seg.Kernel, w core.Atom, arrs []*core.Var) {
	i := t.index(w)
	k.Space = []seg.Dim{{I: i, N: w}}
	args := make([]val, len(arrs))
	t.rows(args, arrs, i)
	for _, a := range args {
		k.Vals = append(k.Vals, a.(core.Atom))
	}
}

func rank(ts []core.Type, n int) bool {
	for _, t := range ts {
		if t.Rank() != n {
			return false
		}
	}
	return true
}

// reduceRows is reduce (map2 op): each thread combines its rows into a row of its own.
func (h *host) reduceRows(pat []*core.Var, e *core.Reduce, m *core.Map) []val {
	acc := &accum{op: e.Fn}
	out := make([]val, len(pat))
	for i, v := range pat {
		d := h.copyOf(v.Name, h.array(e.Ne[i].(*core.Var)))
		acc.arrs, out[i] = append(acc.arrs, d), d
	}
	w := h.scalar(e.W)
	h.launch(kernelName("reduce", pat), seg.Map, func(t *thread, k *seg.Kernel) {
		priv := t.privatise(k, acc)
		i := t.index(w)
		k.Space = []seg.Dim{{I: i, N: w}}
		args := make([]val, len(e.Arrs))
		t.rows(args, e.Arrs, i)
		t.combine(m.Fn, priv.arrs, priv.has, args)
	}, mems(acc.arrs)...)
	return out
}

func mems(vs []*view) []*seg.Mem {
	out := make([]*seg.Mem, len(vs))
	for i, v := range vs {
		out[i] = v.mem
	}
	return out
}

// block is an array that kernels may update in place, as a whole block.
func (h *host) ownBlock(v *core.Var) *view {
	a, ok := h.array(v).(*view)
	if !ok || !a.dense || len(a.off) > 0 {
		return h.copyOf(v.Name, h.array(v))
	}
	return a
}

// hist is parallel where the operator works on scalars, element by element; else it runs as a task.
func (h *host) hist(pat []*core.Var, e *core.Hist) []val {
	op := scalarOp(e.Fn)
	acc := &accum{op: e.Fn}
	out := make([]val, len(pat))
	for i, d := range e.Dest {
		a := h.ownBlock(d)
		acc.arrs = append(acc.arrs, a)
		out[i] = a
	}
	parallel := core.AllScalar(core.VarTypes(op.Params))
	for _, a := range acc.arrs {
		parallel = parallel && len(a.dims) == len(e.Idx)+e.Fn.Params[0].Type.Rank()
	}
	w := h.scalar(e.W)
	if !parallel {
		h.launch(kernelName("hist", pat), seg.Task, func(t *thread, k *seg.Kernel) {
			t.loop(w, func(i core.Atom) { t.histElem(e, acc, i) })
		})
		return out
	}
	h.launch(kernelName("hist", pat), seg.Map, func(t *thread, k *seg.Kernel) {
		priv := t.privatise(k, acc)
		i := t.index(w)
		k.Space = []seg.Dim{{I: i, N: w}}
		t.histElem(e, priv, i)
	})
	return out
}

// scatter writes in order where two values may have one place, so that the outcome does not depend on the number of threads.
func (h *host) scatter(e *core.Scatter) []val {
	out := make([]val, len(e.Dest))
	for i, d := range e.Dest {
		a, ok := h.array(d).(*view)
		if !ok || !a.writable() {
			a = h.copyOf(d.Name, h.array(d))
		}
		out[i] = a
	}
	h.launch("scatter", seg.Map, func(t *thread, k *seg.Kernel) {
		k.Serial = !e.Distinct
		w := t.scalar(e.W)
		i := t.index(w)
		k.Space = []seg.Dim{{I: i, N: w}}
		t.scatterElem(e, i, out)
	})
	return out
}

// withAcc runs its body on the host; maps in it update copies of the accumulators.
func (h *host) withAcc(e *core.WithAcc) []val {
	k := len(e.Accs)
	accs := make([]val, k)
	for i, a := range e.Accs {
		accs[i] = &accum{arrs: []*view{h.ownBlock(a.Arr)}, op: a.Op}
	}
	h.f.bindAll(e.Fn.Params, accs)
	out := h.body(e.Fn.Body)
	for i := range k {
		out[i] = accs[i].(*accum).arrs[0]
	}
	return out
}
