package region

import "raido/lang/core"

// Watch looks for what meets one part of an array that goes through its versions in a body.
type Watch struct {
	r    *reader
	p    *place
	part view
}

// Watch watches the part that an update of the body in which v is bound overwrites.
func (c *Chains) Watch(v *core.Var, update core.Exp) *Watch {
	w := &Watch{r: &reader{c: c, views: map[*core.Var]view{}}, p: c.where[v]}
	w.part, _ = w.of(update)
	return w
}

// Follow says that an array of the body is a version of the one that is watched.
func (w *Watch) Follow(v *core.Var) { w.r.views[v] = whole(v.Type) }

// of is what an expression reads or overwrites of an array.
func (w *Watch) of(e core.Exp) (view, bool) {
	switch e := e.(type) {
	case *core.Index:
		return w.r.c.index(whole(e.Arr.Type), e.Idx), true
	case *core.Slice:
		return w.r.c.slice(whole(e.Arr.Type), e.Dims), true
	case *core.Update:
		return w.r.c.index(whole(e.Arr.Type), e.Idx), true
	case *core.UpdateSlice:
		return w.r.c.slice(whole(e.Arr.Type), e.Dims), true
	default: // no part
	}
	return view{}, false
}

// Is reports whether an expression reads or overwrites the part, and no more or less.
func (w *Watch) Is(e core.Exp) bool {
	v, ok := w.of(e)
	if !ok || len(v.dims) != len(w.part.dims) {
		return false
	}
	for k, a := range v.dims {
		b := w.part.dims[k]
		n, same := w.count(a).Minus(w.count(b))
		at, known := a.start.Minus(b.start)
		one, _ := w.count(a).Minus(form{C: 1})
		if a.any || b.any || !same || n != 0 || !known || at != 0 || a.stride != b.stride && !(len(w.count(a).Terms) == 0 && one == 0) {
			return false
		}
	}
	return true
}

// count is how many indices there are of a dimension.
func (w *Watch) count(d dim) form {
	if d.count == nil {
		return form{C: 1}
	}
	return w.r.c.linear(d.count)
}

// Meets reports whether a statement of the body may read or overwrite something of the part.
func (w *Watch) Meets(s core.Stm) bool {
	w.r.out = nil
	switch e := s.Exp.(type) {
	case *core.Update:
		w.update(e, e.Arr, e.Val)
	case *core.UpdateSlice:
		w.update(e, e.Arr, e.Val)
	default: // only reads
		w.r.stm(w.p, s)
	}
	common := w.p.counters(nil)
	for _, x := range w.r.out {
		if !w.r.c.apart(x, write{place: w.p, part: w.part}, nil, common, len(common), 1) {
			return true
		}
	}
	return false
}

// update notes what an update overwrites and reads.
func (w *Watch) update(e core.Exp, arr *core.Var, val core.Atom) {
	if w.r.use(w.p, val); len(w.r.views[arr].dims) > 0 {
		part, _ := w.of(e)
		w.r.out = append(w.r.out, read{w.p, part})
	}
}
