package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// lead finds choices between a number, in the first iterations, and what an earlier iteration wrote. If all reads are of such iterations,
// variables that begin with that number are what is chosen.
func (w *writing) lead(b core.Body) {
	w.start, w.leads = core.Zero(w.arr.Type.Elem), map[*core.Var]*read{}
	if slices.ContainsFunc(w.reads, func(r *read) bool { return !r.guarded }) {
		return
	}
	defs := map[core.Atom]*core.PrimApp{}
	core.Walk(b, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			defs[s.Pat[0]] = e
		case *core.If:
			if len(s.Pat) != 1 {
				return
			}
			for _, first := range []bool{true, false} {
				from, then := e.Then, e.Else
				if !first {
					from, then = then, from
				}
				k, ok := from.Result[0].(core.Const)
				r := w.readBy(then)
				if !ok || len(from.Stms) > 0 || r == nil || len(w.leads) > 0 && k != w.start || !w.until(defs, e.Cond, first, r.back) {
					continue
				}
				w.start, w.leads[s.Pat[0]] = k, r
			}
		default: // no choice
		}
	})
}

// readBy is the read that code does; nil if it does anything else.
func (w *writing) readBy(b core.Body) *read {
	k := slices.IndexFunc(w.reads, func(r *read) bool { return core.Atom(r.v) == b.Result[0] })
	if k < 0 {
		return nil
	}
	for _, s := range b.Stms {
		if p, ok := s.Exp.(*core.PrimApp); ok && p.Op != prim.Add && p.Op != prim.Sub || !ok && !slices.Contains(s.Pat, w.reads[k].v) {
			return nil
		}
	}
	return w.reads[k]
}

// until reports whether a condition has that value in the first n iterations at most.
func (w *writing) until(defs map[core.Atom]*core.PrimApp, cond core.Atom, value bool, n int64) bool {
	d := defs[cond]
	switch {
	case d == nil:
		return false
	case d.Op == prim.Not:
		return w.until(defs, d.Args[0], !value, n)
	case d.T != prim.I64 || len(d.Args) != 2:
		return false
	}
	x, a, ok := w.runs.Form(d.Args[0])
	y, b, ok2 := w.runs.Form(d.Args[1])
	by, c := x-y, a.C-b.C
	if !ok || !ok2 || len(a.Terms)+len(b.Terms) > 0 || by != 1 && by != -1 || max(c, -c) > 1<<32 {
		return false
	}
	at := by*n + c // the difference of both sides in iteration n, from which on it grows or falls
	switch d.Op {
	case prim.Eq:
		return value && at*by > 0
	case prim.Lt:
		return value == (by > 0) && (at < 0) != value
	case prim.Le:
		return value == (by > 0) && (at <= 0) != value
	default:
		return false
	}
}
