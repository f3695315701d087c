package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// Note [Fresh places]
//
// A return sweep begins with zeros, and adds to each of them once:
//
//	zs = replicate n 0                               zs = scratch n
//	loop xBar = zs for i < n do            becomes     loop xBar = zs for i < n do
//	  let s = xBar[j] + f i                            let s = 0 + f i
//	  in xBar with [j] = s                             in xBar with [j] = s           where j = n - 1 - i
//
// Each place is written in one iteration, and read only there, before: what is read is what the loop starts with, which is known, or
// stands in the array that was copied. So nothing need be there before the loop [Peng23, 3.3.3: what is killed before it is used].

// Fresh leaves out what loops start with where they write all of an array: Note [Fresh places].
func Fresh(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		c := &carrier{funs: funs, chains: region.NewChains(), names: names}
		c.chains.Learn(f.Params, f.Body)
		return c.rewritten(f.Body, c.fresh)
	})
}

// fresh is a loop that starts with arrays of nothing: Note [Fresh places], Note [Fresh rows].
func (c *carrier) fresh(b *core.Builder, st core.Stm, e *core.Loop) core.Stm {
	l := *e
	l.Init = slices.Clone(e.Init)
	for k, init := range e.Init {
		w := c.writes(e, k)
		at := slices.IndexFunc(b.Stms, func(s core.Stm) bool { return slices.Contains(core.Atoms(s.Pat), init) })
		if at >= 0 {
			if n := c.freshRow(b, at, &l, k); n != nil {
				l = *n
				continue
			}
		}
		if w == nil || at < 0 || !w.all(e) || !w.own(e.Body) {
			continue
		}
		var old func(idx []core.Atom) core.Exp
		switch o := b.Stms[at].Exp.(type) {
		case *core.Replicate:
			old = func([]core.Atom) core.Exp { return &core.Use{Atom: o.Val} }
			if !o.Val.AtomType().IsScalar() {
				continue
			}
		case *core.Copy:
			old = func(idx []core.Atom) core.Exp { return &core.Index{Arr: o.Arr, Idx: idx} }
			if c.consumed(append(b.Stms[at+1:len(b.Stms):len(b.Stms)], st), o.Arr) {
				continue
			}
		default: // has another use
			continue
		}
		l.Init[k] = b.Let("scratch", &core.Scratch{Elem: w.arr.Type.Elem, Dims: w.arr.Type.Dims})
		l.Body = core.Replace(l.Body, func(s core.Stm) core.Exp {
			if r, ok := s.Exp.(*core.Index); ok && r.Arr == w.arr {
				return old(r.Idx)
			}
			return nil
		})
	}
	st.Exp = &l
	return st
}

// consumed reports whether one of some statements consumes an array.
func (c *carrier) consumed(stms []core.Stm, arr *core.Var) (found bool) {
	for _, s := range stms {
		c.names.ConsumedIn(s, func(v *core.Var) { found = found || c.names.Find(v) == c.names.Find(arr) })
	}
	return found
}

// all reports whether the loop writes all of an array of one dimension.
func (w *writing) all(e *core.Loop) bool {
	size := w.arr.Type.Dims[0]
	apart, known := w.runs.Apart(size, e.Bound)
	end, fixed := w.runs.Beyond(size, w.rests[0])
	first := w.by == 1 && w.rests[0].C == 0 && len(w.rests[0].Terms) == 0
	return len(w.idx) == 1 && known && apart == 0 && (first || w.by == -1 && fixed && end == 1)
}

// own reports whether an iteration reads the array only at the place that it then writes, and leaves it so.
func (w *writing) own(b core.Body) bool {
	ok := !slices.ContainsFunc(b.Stms, func(s core.Stm) bool { return core.FreeInStm(s).Has(w.next) })
	core.Walk(b, func(s core.Stm) {
		switch e := s.Exp.(type) {
		case *core.Index:
			if e.Arr == w.arr {
				ok = ok && len(e.Idx) > w.dim
				if ok {
					apart, known := w.runs.Apart(w.idx[w.dim], e.Idx[w.dim])
					ok = known && apart == 0
				}
				return
			}
		case *core.Update:
			if e.Arr == w.arr {
				ok = ok && core.AsVar(e.Val) != w.arr
				return
			}
		default: // must not use it
		}
		own := core.Stm{Exp: s.Exp.Map(core.Mapper{
			Body:   func(core.Body) core.Body { return core.Body{} },
			Lambda: func(l *core.Lambda) *core.Lambda { return &core.Lambda{} },
		})}
		ok = ok && !core.FreeInStm(own).Has(w.arr)
	})
	return ok
}
