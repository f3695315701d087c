package flat

import (
	"raido/lang/core"
)

// Note [Updates on the device]
//
// The derivative of a maximum adds to the element that was chosen, if there was one:
//
//	if 0 <= k then xs with [k] = xs[k] + c else xs
//
// where k and c are in the device's memory. The host would wait for both of them. One thread of the device needs a launch
// instead: an if that does nothing but update elements is a task unless the host knows its condition.

// elementUpdates are the arrays that an if updates elements of, one for each result; nil if it does anything else.
func elementUpdates(pat []*core.Var, e *core.If) []*core.Var {
	var arrs []*core.Var
	seen := map[*core.Var]bool{}
	for i := range pat {
		a, b := updated(e.Then, i), updated(e.Else, i)
		if a == nil || a != b || seen[a] {
			return nil
		}
		seen[a] = true
		arrs = append(arrs, a)
	}
	return arrs
}

// updated is the array of which result i of a body is made by updates of elements; nil if there is none, or if the body
// does anything but that and scalar operations.
func updated(b core.Body, i int) *core.Var {
	from := map[*core.Var]*core.Var{}
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
		case *core.Index:
			if !s.Pat[0].Type.IsScalar() {
				return nil
			}
		case *core.Update:
			if !e.Val.AtomType().IsScalar() {
				return nil
			}
			from[s.Pat[0]] = e.Arr
		default:
			return nil
		}
	}
	v, ok := b.Result[i].(*core.Var)
	if !ok || v.Type.Rank() == 0 || v.Type.IsAcc() {
		return nil
	}
	for from[v] != nil {
		v = from[v]
	}
	return v
}

// updatesTask is an if of updates as a task; nil if it is no such if, or if the host can decide without waiting.
func (h *host) updatesTask(pat []*core.Var, e *core.If) []val {
	arrs := elementUpdates(pat, e)
	if _, late := h.value(e.Cond).(*cell); !late || arrs == nil {
		return nil
	}
	places := make([]*view, len(pat))
	for i, v := range arrs {
		x, ok := h.f.env[v].(*view)
		if !ok || !whole(x) || !x.writable() {
			return nil
		}
		places[i] = x
	}
	return h.task(pat, h.src, nil, places, "update", func(t *thread, dests []*view) []val { return t.ifExp(pat, e) })
}
