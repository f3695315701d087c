package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/opt"
)

// nestLevel adds a dimension to the kernel's space, and goes on with the inner map if that is all there
// is: so a perfect nest is parallel in all its dimensions.
func (t *thread) nestLevel(kern *seg.Kernel, e *core.Map, args []val, dests []*view) {
	k := len(e.Accs)
	w := t.scalar(e.W)
	i := t.index(w)
	kern.Space = append(kern.Space, seg.Dim{I: i, N: w})
	t.rows(args[k:], e.Arrs, i)
	rows := make([]*view, len(dests))
	for j := k; j < len(dests); j++ {
		rows[j] = dests[j].sub(i)
	}
	t.f.bindAll(e.Fn.Params, args)
	if inner, before, dests := t.perfect(e, rows); inner != nil {
		for _, s := range before {
			t.stm(s)
		}
		t.nestLevel(kern, inner, append(args[:k:k], make([]val, len(inner.Fn.Params)-k)...), dests)
		return
	}
	vals := t.body(e.Fn.Body, rows)
	for j := k; j < len(dests); j++ {
		t.put(rows[j], vals[j])
	}
}

// perfect is the inner map that makes up the body of e, with the cheap scalar code before it and the places for its
// results, of which rows are those of e; nil if there is none. Its results may be rearranged at the end. Its width must be
// known at the launch.
func (t *thread) perfect(e *core.Map, rows []*view) (inner *core.Map, before []core.Stm, dests []*view) {
	body := e.Fn.Body
	n := len(body.Stms)
	turns := map[core.Atom]*core.Rearrange{} // by result
	for ; n > 0; n-- {
		r, ok := body.Stms[n-1].Exp.(*core.Rearrange)
		if !ok {
			break
		}
		turns[body.Stms[n-1].Pat[0]] = r
	}
	if n == 0 || len(body.Result) == 0 {
		return nil, nil, nil
	}
	last := body.Stms[n-1]
	inner, ok := last.Exp.(*core.Map)
	if !ok || !handsOn(e, inner, body.Result, last.Pat) || len(last.Pat) != len(body.Result) || !cheapBefore(body.Stms[:n-1]) || !t.widthKnown(inner, body) {
		return nil, nil, nil
	}
	used := 0
	for i, v := range last.Pat {
		if i < len(e.Accs) {
			dests = append(dests, nil)
			continue
		}
		switch r := turns[body.Result[i]]; {
		case r != nil && r.Arr == v:
			dests = append(dests, rows[i].rearrange(inverse(r.Perm)))
			used++
		case body.Result[i] == core.Atom(v):
			dests = append(dests, rows[i])
		default:
			return nil, nil, nil
		}
	}
	if used != len(turns) {
		return nil, nil, nil
	}
	return inner, body.Stms[:n-1], dests
}

// handsOn reports whether accumulators of a map are those of a map inside, in the same order. Loops that do nothing but updates go along rows by themselves
// (lanes, Note [Loop interchange]).
func handsOn(e, inner *core.Map, results []core.Atom, pat []*core.Var) bool {
	k := len(e.Accs)
	if k != len(inner.Accs) || k > 0 && straight(inner.Fn.Body) {
		return false
	}
	for i, a := range inner.Accs {
		if a != e.Fn.Params[i] || results[i] != core.Atom(pat[i]) {
			return false
		}
	}
	return true
}

// cheapBefore reports whether statements may run for each point of a nest rather than once for many: cheap scalar code, and
// arrays of indices, which are not stored.
func cheapBefore(stms []core.Stm) bool {
	return opt.Cheap(core.Body{Stms: slices.DeleteFunc(slices.Clone(stms), func(s core.Stm) bool {
		_, iota := s.Exp.(*core.Iota)
		return iota
	})})
}

// widthKnown reports whether the host knows the width of a map inside of a body.
func (t *thread) widthKnown(inner *core.Map, body core.Body) bool {
	w, ok := inner.W.(*core.Var)
	if !ok {
		return true
	}
	for _, s := range body.Stms {
		if slices.Contains(s.Pat, w) {
			return false
		}
	}
	x, known := t.f.env[w].(core.Atom)
	return known && t.hostKnows(x)
}
