package nest

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
)

// write is what an update of an array writes: the elements at dims, of which those are points that the value has no dimension for.
type write struct {
	dims   []core.DimSlice
	points []bool
	val    core.Atom
	// In a loop: the dimension that its counter moves along, by how much, and where it and the others start.
	dim    int
	by     int64
	starts []region.Sum
}

// findWrites finds what the loop writes in each array parameter, or adds to it, if adds says that it may; false if there is more to it.
func (p *plan) findWrites(adds bool) bool {
	updates := map[*core.Var]core.Stm{}
	for _, s := range p.body.Stms {
		switch s.Exp.(type) {
		case *core.Update, *core.UpdateSlice:
			updates[s.Pat[0]] = s
		default: // makes no new version of an array
		}
	}
	gone := map[*core.Var]bool{}
	var others []int
	for k, v := range p.e.Params {
		if v.Type.IsScalar() {
			continue
		}
		ws, versions := p.writesTo(v, core.AsVar(p.body.Result[k]), updates)
		if p.writes[k] = ws; versions == nil {
			others = append(others, k)
		}
		for _, at := range versions {
			gone[at] = at != v
		}
	}
	if len(others) > 0 && (!adds || !p.findAdds(others)) {
		return false
	}
	p.body.Stms = slices.DeleteFunc(slices.Clone(p.body.Stms), func(s core.Stm) bool { return len(s.Pat) == 1 && gone[s.Pat[0]] })
	return !slices.ContainsFunc(core.FreeInBody(core.Body{Stms: p.body.Stms}).List, func(v *core.Var) bool { return gone[v] })
}

// writesTo is what updates have written from an array to its last version, and the versions, the array itself the first; none if there is
// more to it.
func (p *plan) writesTo(v, last *core.Var, updates map[*core.Var]core.Stm) (ws []*write, versions []*core.Var) {
	for at := last; at != v; {
		s, ok := updates[at]
		if !ok {
			return nil, nil
		}
		w, from := p.writeOf(s.Exp)
		if w == nil || !p.moves(w, v.Type) {
			return nil, nil
		}
		ws, versions = append(ws, w), append(versions, at)
		at = from
	}
	slices.Reverse(ws)
	return ws, append(versions, v)
}

// writeOf is what an update writes, and in which array.
func (p *plan) writeOf(e core.Exp) (*write, *core.Var) {
	one := core.IntC(1)
	if w := p.n.writes[e]; w != nil {
		c := write{dims: slices.Clone(w.dims), points: w.points, val: w.val}
		switch e := e.(type) {
		case *core.Update:
			return &c, e.Arr
		case *core.UpdateSlice:
			return &c, e.Arr
		default: // only updates write
		}
	}
	w := &write{}
	switch e := e.(type) {
	case *core.Update:
		for k, n := range e.Arr.Type.Dims {
			d := core.DimSlice{Start: core.IntC(0), Count: n, Stride: one}
			point := k < len(e.Idx)
			if point {
				d.Start, d.Count = e.Idx[k], one
				if !p.runs.Indexes(d.Start, n) {
					return nil, nil
				}
			}
			w.dims, w.points = append(w.dims, d), append(w.points, point)
		}
		w.val = e.Val
		return w, e.Arr
	default: // a slice that the program writes: its bounds are not proved
	}
	return nil, nil
}

// moves finds the one dimension along which a write moves from one run to the next, by one element; false if it does in any other way.
func (p *plan) moves(w *write, t core.Type) bool {
	w.dim, w.starts = -1, nil
	for k, d := range w.dims {
		by, start, ok := p.runs.Form(d.Start)
		if !ok || !p.fixed(d.Count) || !p.fixed(d.Stride) {
			return false
		}
		w.starts = append(w.starts, start)
		if by == 0 {
			continue
		}
		if w.dim >= 0 || !w.points[k] {
			return false
		}
		w.dim, w.by = k, by
	}
	return w.dim >= 0
}

// fixed reports whether a number is bound outside of the loop.
func (p *plan) fixed(a core.Atom) bool {
	v, ok := a.(*core.Var)
	return !ok || !p.runs.Binds(v)
}
