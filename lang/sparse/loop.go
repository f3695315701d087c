package sparse

import (
	"slices"

	"raido/lang/core"
	"raido/lang/linear"
	"raido/lang/prim"
)

// loop: iterations that change nothing are left out at the ends.
//
//	loop s for j < n do s + f j                   where f gives zero but from l to h
//	loop s for k < h - l do s + f (k + l)
func (w *walk) loop(s core.Stm, e *core.Loop) {
	n := *e
	w.depth++
	w.bind(e.Params)
	if e.I != nil {
		w.level[e.I] = w.depth
		w.small[e.I], w.below[e.I] = true, e.Bound
	}
	w.depth--
	before := w.writes
	w.writes = region{}
	w.times++
	if e.Cond != nil {
		c := w.body(*e.Cond)
		n.Cond = &c
	}
	n.Body = w.body(e.Body)
	w.times--
	r := w.writes
	w.writes = before.or(w.outside(w.writes))
	s.Exp = &n
	if e.I == nil || e.I.Type.Elem != prim.I64 || !still(n.Body) {
		w.emit(s)
		return
	}
	for k, p := range n.Params {
		if !p.Type.IsAcc() {
			r = r.or(w.change(p, n.Body.Result[k], n.Body))
		}
	}
	r = w.outside(r.put(e.I, linear.Of(dims[0])))
	in, ok := w.interval(r, dims[0])
	if !ok || !w.looks(r) || !w.few(1, e.Bound) {
		w.emit(s)
		return
	}
	w.changed, w.here = true, s.Pat[0]
	b := &core.Builder{Src: s.Src}
	first, count := w.bounds(b, in, w.least(b, e.Bound))
	n.Bound = count
	n.Body.Stms = w.decided(n.Body.Stms, in.known, e.I)
	if in.lower != nil {
		i := core.NewVar(e.I.Name, e.I.Type)
		shift := core.Stm{Pat: []*core.Var{e.I}, Exp: &core.PrimApp{Op: prim.Add, T: prim.I64, Args: []core.Atom{i, first}}, Src: s.Src}
		n.I, n.Body.Stms = i, append([]core.Stm{shift}, n.Body.Stms...)
	}
	w.keep(b)
	w.emit(s)
}

// least is a bound that is not negative.
func (w *walk) least(b *core.Builder, n core.Atom) core.Atom {
	v, ok := n.(*core.Var)
	if !ok || w.sizes[v] {
		return n
	}
	return b.Prim(prim.Max, prim.I64, n, core.IntC(0))
}

// still reports whether code has no effect but its results.
func still(b core.Body) bool {
	ok := true
	core.Walk(b, func(s core.Stm) {
		switch s.Exp.(type) {
		case *core.Assert, *core.Call, *core.Diff:
			ok = false
		default: // no change that is known
		}
	})
	return ok
}

// change is where x, of the body of a loop, may differ from the parameter p: p + v where v may differ from zero.
func (w *walk) change(p *core.Var, x core.Atom, b core.Body) region {
	v, ok := x.(*core.Var)
	if !ok {
		return everywhere()
	}
	if v == p {
		return region{}
	}
	for _, s := range b.Stms {
		k := slices.Index(s.Pat, v)
		if k < 0 {
			continue
		}
		switch e := s.Exp.(type) {
		case *core.PrimApp:
			if e.Op != prim.Add {
				break
			}
			for i, a := range e.Args {
				if a == core.Atom(p) {
					return w.region(e.Args[1-i])
				}
			}
		case *core.If:
			c, _ := w.cond(e.Cond)
			then, els := w.change(p, e.Then.Result[k], e.Then), w.change(p, e.Else.Result[k], e.Else)
			return then.and(c.yes).or(els.and(c.no))
		default: // no change that is known
		}
	}
	return everywhere()
}
