package flat

import (
	"slices"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/opt"
	"raido/lang/prim"
)

// pairs are scans and the maps that they hand on to: one map for a scan, one scan for a map. The map is where both are launched.
type pairs struct {
	to   map[*core.Scan]*core.Map
	from map[*core.Map]*core.Scan
}

func (p pairs) join(s *core.Scan, m *core.Map) { p.to[s], p.from[m] = m, s }

// takenBy finds the map that does its work where the scan of scalars at k has its results, in the place of storing them
// and reading them again: it alone uses them, element by element (turned, if the scan writes backwards), and takes
// some light operations only, so that it loses nothing by the scan's order. Of several scans that a map reads the last
// hands on. 0 if there is none.
func (w *waiting) takenBy(stms []core.Stm, k int, reader map[*core.Var]int) int {
	e := stms[k].Exp.(*core.Scan)
	if !core.AllScalar(e.Fn.Ret) {
		return 0
	}
	turned := map[*core.Var]*core.Var{}
	for _, s := range stms[k:] {
		if r, ok := s.Exp.(*core.Reverse); ok && w.back[e] {
			turned[r.Arr] = s.Pat[0]
		}
	}
	by := 0
	for _, v := range stms[k].Pat {
		if w.uses[v] == 0 {
			continue
		}
		if w.back[e] {
			v = turned[v]
		}
		if v == nil || w.uses[v] != 1 || reader[v] == 0 || by > 0 && by != reader[v] {
			return 0
		}
		by = reader[v]
	}
	if by == 0 {
		return 0
	}
	m, ok := stms[by-1].Exp.(*core.Map)
	if !ok || m.W != e.W || len(m.Accs) > 0 || w.lazy[m] != stored || w.pairs.from[m] != nil || !core.AllScalar(m.Fn.Ret) || !light(m.Fn.Body) ||
		w.staysUntil(e, stms[k+1:by]) == stored {
		return 0
	}
	return by - 1
}

// light bodies are cheap, and none of their operations is worth doing for several elements at once.
func light(b core.Body) bool {
	if !opt.Cheap(b) {
		return false
	}
	ok := true
	core.Walk(b, func(s core.Stm) {
		if e, isPrim := s.Exp.(*core.PrimApp); isPrim && e.T.IsFloat() {
			ok = ok && slices.Contains(lightOps, e.Op)
		}
	})
	return ok
}

var lightOps = []*prim.Op{prim.Add, prim.Sub, prim.Mul, prim.Div, prim.Neg, prim.Abs, prim.Min, prim.Max, prim.Eq, prim.Lt, prim.Le, prim.IsNaN}

// lateScan launches a scan with what comes after each of its results.
type lateScan func(after func(t *thread, k *seg.Kernel), fresh ...*seg.Mem)

// after makes a map what a scan does with its results.
func (t *thread) after(k *seg.Kernel, e *core.Map, dests []val) {
	k.After = &seg.After{At: t.index(t.scalar(e.W))}
	for _, m := range k.Outs {
		k.After.Res = append(k.After.Res, t.fresh(m.Name, m.Elem))
	}
	pre, cells := t.pre, t.cells
	t.pre, t.cells = nil, map[*cell]core.Atom{}
	body := t.block(func() {
		args := make([]val, len(e.Arrs))
		for i, a := range e.Arrs {
			if v, ok := t.array(a).(*view); ok && slices.Contains(k.Outs, v.mem) {
				args[i] = k.After.Res[slices.Index(k.Outs, v.mem)]
			} else {
				args[i] = t.row(t.array(a), k.After.At)
			}
		}
		for i, x := range t.inline(e.Fn.Params, e.Fn.Body, args, nil) {
			t.put(dests[i].(*view).sub(k.After.At), x)
		}
	})
	k.After.Body = append(t.pre, body...)
	t.pre, t.cells = pre, cells
}
