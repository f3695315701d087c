package flat

import (
	"slices"

	"raido/lang/core"
	"raido/lang/limits"
)

// placesIn are the updates of a body, as numbers of statements, whose arrays are made in place (package direct), by the statement before which
// the place is known.
func (f *flat) placesIn(b core.Body) map[int][]int {
	var out map[int][]int
	for k, s := range b.Stms {
		if p, ok := f.direct[s.Exp]; ok {
			if out == nil {
				out = map[int][]int{}
			}
			out[p.From] = append(out[p.From], k)
		}
	}
	return out
}

// place is where what the update that is statement k of a body is made of can be made, if its array may be written to.
func place(e builder, f *flat, b core.Body, k int) *view {
	var x *view
	var v *core.Var
	switch u := b.Stms[k].Exp.(type) {
	case *core.Update:
		if arr, ok := f.env[f.direct[u].Arr].(*view); ok && arr.writable() {
			x, v = arr.sub(e.scalars(u.Idx)...), core.AsVar(u.Val)
		}
	case *core.UpdateSlice:
		if arr, ok := f.env[f.direct[u].Arr].(*view); ok && arr.writable() {
			dims := make([]core.DimSlice, len(u.Dims))
			for j, d := range u.Dims {
				dims[j] = core.DimSlice{Start: e.scalar(d.Start), Count: e.scalar(d.Count), Stride: e.scalar(d.Stride)}
			}
			x, v = arr.slice(e, dims), u.Val
		}
	default: // the caller sends updates
	}
	for made := f.direct[b.Stms[k].Exp].Made; x != nil && v != made; {
		switch r := b.Stms[madeBy(b, v)].Exp.(type) {
		case *core.Rearrange:
			x, v = x.rearrange(inverse(r.Perm)), r.Arr
		case *core.Reshape:
			x, v = x.alike(e.dims(r.Arr.Type)), r.Arr
		default: // package direct sees views
			return nil
		}
	}
	return x
}

// inPlace makes the part that an update overwrites the destination of what it puts there, before statement from of a body.
func (t *thread) inPlace(b core.Body, from, k int, last map[*core.Var]int) {
	v := t.f.direct[b.Stms[k].Exp].Made
	if t.hint[v] != nil || v.Type.Within(limits.Now.PrivateBytes) && readBefore(b.Stms[from:k], v) {
		return
	}
	if x := place(t, t.f, b, k); x != nil {
		t.hint[v] = x
	} else {
		return
	}
	inner, at := map[*core.Var]bool{}, map[*core.Var]int{}
	for j, s := range b.Stms[from:k] {
		for _, w := range s.Pat {
			inner[w], at[w] = true, from+j
		}
	}
	t.spread(b, from, k, inner, at, last)
}

// readBefore reports whether statements use an array.
func readBefore(stms []core.Stm, v *core.Var) bool {
	return slices.ContainsFunc(stms, func(s core.Stm) bool { return core.FreeInStm(s).Has(v) })
}

// inPlace is a thread's, for arrays that kernels make.
func (h *host) inPlace(b core.Body, k int) {
	v := h.f.direct[b.Stms[k].Exp].Made
	delete(h.hint, v)
	if m, ok := b.Stms[madeBy(b, v)].Exp.(*core.Map); !ok || len(m.Accs) > 0 {
		return
	}
	if x := place(h, h.f, b, k); x != nil {
		h.hint[v] = x
	}
}

// madeBy is the statement of a body that binds v.
func madeBy(b core.Body, v *core.Var) int {
	return slices.IndexFunc(b.Stms, func(s core.Stm) bool { return slices.Contains(s.Pat, v) })
}
