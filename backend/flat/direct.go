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
		u, ok := s.Exp.(*core.Update)
		if !ok {
			continue
		}
		if from, ok := f.direct[u]; ok {
			if out == nil {
				out = map[int][]int{}
			}
			out[from] = append(out[from], k)
		}
	}
	return out
}

// inPlace makes the row of an update the destination of what it puts there, before statement from of a body.
func (t *thread) inPlace(b core.Body, from, k int, last map[*core.Var]int) {
	u := b.Stms[k].Exp.(*core.Update)
	v := u.Val.(*core.Var)
	x, ok := t.f.env[u.Arr].(*view)
	if !ok || !x.writable() || t.hint[v] != nil || v.Type.Within(limits.Now.PrivateBytes) && readBefore(b.Stms[from:k], v) {
		return
	}
	t.hint[v] = x.sub(t.scalars(u.Idx)...)
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
	u := b.Stms[k].Exp.(*core.Update)
	v := u.Val.(*core.Var)
	delete(h.hint, v)
	if m, ok := b.Stms[h.madeBy(b, v)].Exp.(*core.Map); !ok || len(m.Accs) > 0 {
		return
	}
	if x, ok := h.f.env[u.Arr].(*view); ok && x.writable() {
		h.hint[v] = x.sub(h.scalars(u.Idx)...)
	}
}

// madeBy is the statement of a body that binds v.
func (h *host) madeBy(b core.Body, v *core.Var) int {
	for i, s := range b.Stms {
		for _, w := range s.Pat {
			if w == v {
				return i
			}
		}
	}
	return -1
}
