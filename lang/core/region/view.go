package region

import (
	"raido/lang/core"
	"raido/lang/linear"
)

// dim are the indices of one dimension: start + stride * t for 0 <= t < count.
type dim struct {
	start  form
	stride int64
	count  core.Atom // nil: start alone
	any    bool      // not known
}

// view is a part of an array.
type view struct {
	dims []dim // of the array
	open []int // which of them are the dimensions of the part
}

// whole is an array itself.
func whole(t core.Type) view {
	v := view{}
	for k, n := range t.Dims {
		v.dims = append(v.dims, dim{stride: 1, count: n})
		v.open = append(v.open, k)
	}
	return v
}

// with has another dim in the place of dimension k of the part.
func (v view) with(k int, d dim) view {
	out := view{dims: append([]dim{}, v.dims...), open: v.open}
	old := out.dims[v.open[k]]
	out.dims[v.open[k]] = dim{start: old.start.Plus(old.stride, d.start), stride: old.stride * d.stride, count: d.count, any: old.any || d.any}
	return out
}

// at is the part at an index of the outermost dimension.
func (v view) at(i form) view {
	out := v.with(0, dim{start: i})
	out.open = v.open[1:]
	return out
}

func (s *space) index(v view, idx []core.Atom) view {
	for _, i := range idx {
		v = v.at(s.linear(i))
	}
	return v
}

func (s *space) slice(v view, dims []core.DimSlice) view {
	for k, d := range dims {
		stride, ok := d.Stride.(core.Const)
		ok = ok && max(stride.Int64(), -stride.Int64()) <= maxFactor
		n := dim{start: s.linear(d.Start), count: d.Count, any: !ok}
		if ok {
			n.stride = stride.Int64()
		}
		v = v.with(k, n)
	}
	return v
}

// rearranged permutes the outermost dimensions.
func (v view) rearranged(perm []int) view {
	out := view{dims: v.dims, open: append([]int{}, v.open...)}
	for k, j := range perm {
		out.open[k] = v.open[j]
	}
	return out
}

// read is a part of an array that is read at a place.
type read struct {
	place *place
	part  view
}

// reader collects reads of what views say.
type reader struct {
	c     *Chains
	views map[*core.Var]view
	out   []read
}

func (r *reader) use(p *place, a core.Atom) {
	if v, ok := a.(*core.Var); ok {
		if part, ok := r.views[v]; ok {
			r.out = append(r.out, read{p, part})
		}
	}
}

func (r *reader) body(p *place, b core.Body) {
	for _, st := range b.Stms {
		r.stm(p, st)
	}
	for _, a := range b.Result {
		r.use(p, a)
	}
}

// stm collects the reads of a statement; views of views are views.
func (r *reader) stm(p *place, st core.Stm) {
	if part, ok := r.view(st.Exp); ok {
		if v := st.Pat[0]; v.Type.IsScalar() {
			r.out = append(r.out, read{p, part})
		} else {
			r.views[v] = part
		}
		return
	}
	ins := r.c.inners(p, st.Exp)
	if m, ok := st.Exp.(*core.Map); ok {
		r.elements(ins[0].place, m)
	} else {
		st.Exp.Map(core.Mapper{Atom: func(a core.Atom) core.Atom { r.use(p, a); return a }})
	}
	for _, in := range ins {
		r.body(in.place, in.body)
	}
}

// view is what an expression is a part of.
func (r *reader) view(e core.Exp) (view, bool) {
	of := func(a core.Atom, f func(view) view) (view, bool) {
		v, _ := a.(*core.Var)
		part, ok := r.views[v]
		if ok {
			part = f(part)
		}
		return part, ok
	}
	switch e := e.(type) {
	case *core.Index:
		return of(e.Arr, func(v view) view { return r.c.index(v, e.Idx) })
	case *core.Slice:
		return of(e.Arr, func(v view) view { return r.c.slice(v, e.Dims) })
	case *core.Rearrange:
		return of(e.Arr, func(v view) view { return v.rearranged(e.Perm) })
	case *core.Use:
		return of(e.Atom, func(v view) view { return v })
	default: // no view
	}
	return view{}, false
}

// elements takes the operands of a map as views at its counter.
func (r *reader) elements(in *place, m *core.Map) {
	for k, arr := range m.Arrs {
		part, ok := r.views[arr]
		if !ok {
			continue
		}
		part = part.at(linear.Of(in.i))
		if v := m.Fn.Params[len(m.Accs)+k]; v.Type.IsScalar() {
			r.out = append(r.out, read{in, part})
		} else {
			r.views[v] = part
		}
	}
}
