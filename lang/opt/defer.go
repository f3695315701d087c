package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
)

// Note [Deferred arrays]
//
// A map whose results nobody reads yet waits until somebody does, if an array is read for the last time meanwhile, whose memory is free then:
//
//	p = map f s                          p = map f s
//	b = map g y        becomes           v = map h p        (p is no more)
//	v = map h p                          b = map g y
//	q = map k s b                        q = map k s b
//
// What the map reads must be there until then anyway, and must not be overwritten before; and the map itself can't fail, so that what fails first
// still does. The peak never grows: attention holds two arrays of n^2 elements in its return sweep, not three.

// Defer moves maps of code that is no thread's to where their results are first read.
func Defer(p *core.Prog) *core.Prog {
	d := &deferrer{memory: alias.ByMemory(p)}
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		d.funs = funs
		return d.body(f.Body, false)
	})
}

type deferrer struct {
	memory *alias.Classes
	funs   map[*core.Fun]*core.Fun
}

// body moves the maps of a body; thread reports whether it is part of a thread's, which stays.
func (d *deferrer) body(b core.Body, thread bool) core.Body {
	order := slices.Clone(b.Stms)
	for k := len(order) - 1; k >= 0 && !thread; k-- {
		if j := d.first(order, k, b.Result); j > k+1 {
			s := order[k]
			order = slices.Insert(slices.Delete(order, k, k+1), j-1, s)
		}
	}
	for i, s := range order {
		_, once := s.Exp.(*core.WithAcc)
		order[i].Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return d.body(b, thread) },
			Lambda: func(f *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: d.body(f.Body, thread || !once)}
			},
		})
		if c, ok := order[i].Exp.(*core.Call); ok {
			c.Fun = d.funs[c.Fun]
		}
	}
	return core.Body{Stms: order, Result: b.Result}
}

// first is the first statement that uses results of the map k, if the map may stand right before it and memory is free by then; else k.
func (d *deferrer) first(stms []core.Stm, k int, result []core.Atom) int {
	m, ok := stms[k].Exp.(*core.Map)
	if !ok || len(m.Accs) > 0 || !total(m.Fn.Body) {
		return k
	}
	j := k + 1
	for j < len(stms) && !slices.ContainsFunc(core.FreeInStm(stms[j]).List, func(v *core.Var) bool { return slices.Contains(stms[k].Pat, v) }) {
		j++
	}
	if j == len(stms) || j == k+1 {
		return k
	}
	bound, later := d.bound(stms[:k]), d.read(core.Body{Stms: stms[j:], Result: result})
	if !d.frees(core.Body{Stms: stms[k+1 : j]}, bound, later) {
		return k
	}
	for _, v := range core.FreeInStm(stms[k]).List {
		if c := d.memory.Find(v); !v.Type.IsScalar() && (bound[c] && !later[c] || d.consumed(stms[k+1:j], c)) {
			return k
		}
	}
	return j
}

// frees reports whether a body reads an array that was bound before it and is not read later.
func (d *deferrer) frees(b core.Body, bound, later map[*core.Var]bool) bool {
	for c := range d.read(b) {
		if bound[c] && !later[c] {
			return true
		}
	}
	return false
}

// read are the arrays, by memory, that a body uses.
func (d *deferrer) read(b core.Body) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for _, v := range core.FreeInBody(b).List {
		if !v.Type.IsScalar() {
			out[d.memory.Find(v)] = true
		}
	}
	return out
}

// bound are the arrays, by memory, that statements make.
func (d *deferrer) bound(stms []core.Stm) map[*core.Var]bool {
	out := map[*core.Var]bool{}
	for _, s := range stms {
		for _, v := range s.Pat {
			if !v.Type.IsScalar() {
				out[d.memory.Find(v)] = true
			}
		}
	}
	return out
}

// consumed reports whether a statement consumes an array of that memory.
func (d *deferrer) consumed(stms []core.Stm, class *core.Var) bool {
	found := false
	for _, s := range stms {
		d.memory.ConsumedIn(s, func(v *core.Var) { found = found || d.memory.Find(v) == class })
	}
	return found
}
