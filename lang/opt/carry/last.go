package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// Note [Parts written twice]
//
// The return sweep of an update adds to two rows of one adjoint, to one of them twice:
//
//	x1 = x with [j] = map f x[j] x[k]               (b, c) = map g x[k]
//	(b, c) = map g x1[k]                            d = map (+) (map f x[j] x[k]) c
//	x2 = x1 with [k] = b                  becomes   x2 = x with [k] = b
//	x3 = x2 with [j] = map (+) x2[j] c              x3 = x2 with [j] = d
//
// where k and j differ, which affine indices tell (package region). What the first update writes is overwritten before anything reads it from there but
// reads of that part, and these are of a value that has a name: so the update is none, and no statement between waits for it [Peng23, 3.3.3:
// killed values]. The other updates between move down to the one that overwrites, so that nothing stands between maps that fuse: what were four
// loops along two rows is one. An update that may be out of range stays where it is, since it may be the first that fails; an array that no map makes, or
// no map takes, is not worth memory of its own.

// Last leaves out updates of parts that are overwritten before anything else reads them: Note [Parts written twice].
func Last(p *core.Prog) *core.Prog {
	names := alias.ByName(p)
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body {
		l := &laster{&carrier{funs: funs, chains: region.NewChains(), names: names}}
		l.chains.Learn(f.Params, f.Body)
		return l.body(f.Body)
	})
}

type laster struct{ *carrier }

func (l *laster) body(b core.Body) core.Body {
	for k := 0; k < len(b.Stms); {
		if arr, _ := updated(b.Stms[k].Exp); arr != nil {
			if o := l.overwritten(b.Stms, k, arr); o != nil {
				v := b.Stms[k].Pat[0]
				b = l.without(o, b)
				l.chains.LearnAt(v, b.Stms)
				continue
			}
		}
		k++
	}
	out := core.Body{Result: b.Result, Stms: make([]core.Stm, len(b.Stms))}
	for i, st := range b.Stms {
		st.Exp = core.Inside(st.Exp, l.body)
		if c, ok := st.Exp.(*core.Call); ok {
			c.Fun = l.funs[c.Fun]
		}
		out.Stms[i] = st
	}
	return out
}

// overwriting is an update that another one overwrites.
type overwriting struct {
	first, last int
	reads       []int // what reads the part between
	between     []int // the updates of other parts
	sub         *core.Subst
}

// overwritten is how the update that statement k is of an array is overwritten; nil if it is not, or something else may read what it writes.
func (l *laster) overwritten(stms []core.Stm, k int, arr *core.Var) *overwriting {
	_, val := updated(stms[k].Exp)
	cur := stms[k].Pat[0]
	w := l.chains.Watch(cur, stms[k].Exp)
	if !l.inRange(stms, k, arr, w) {
		return nil
	}
	o := &overwriting{first: k, last: -1, sub: core.NewSubst()}
	o.sub.Vars[cur] = arr
	w.Follow(cur)
	for j := k + 1; j < len(stms) && o.last < 0; j++ {
		st := stms[j]
		a, _ := updated(st.Exp)
		switch {
		case a == cur && w.Is(st.Exp):
			o.last = j
		case part(st.Exp) == cur && w.Is(st.Exp):
			if !slices.Equal(st.Pat[0].Type.Dims, val.AtomType().Dims) {
				return nil
			}
			o.reads = append(o.reads, j)
			o.sub.Vars[st.Pat[0]] = val
		case w.Meets(st):
			return nil
		case a == cur:
			if l.inRange(stms, j, cur, l.chains.Watch(cur, st.Exp)) {
				o.between = append(o.between, j)
			}
			cur = st.Pat[0]
			w.Follow(cur)
		}
	}
	if v := core.AsVar(val); o.last < 0 || len(o.reads) > 0 && v != nil && v.Type.Rank() > 0 && (l.consumed(stms[k+1:o.last+1], v) || !o.mapped(stms, v)) {
		return nil
	}
	return o
}

// inRange reports whether the update that statement k is of an array is certainly in range, or a statement before it reads the part.
func (l *laster) inRange(stms []core.Stm, k int, arr *core.Var, w *region.Watch) bool {
	t := region.Target{Arr: arr}
	one := core.IntC(1)
	switch e := stms[k].Exp.(type) {
	case *core.Update:
		for _, i := range e.Idx {
			t.Dims = append(t.Dims, core.DimSlice{Start: i, Count: one, Stride: one})
		}
	case *core.UpdateSlice:
		t.Dims = e.Dims
	default: // the caller sends updates
	}
	return l.chains.Fits(stms[k].Pat[0], t) || slices.ContainsFunc(stms[:k], func(st core.Stm) bool {
		p := part(st.Exp)
		return p != nil && slices.Equal(p.Type.Dims, arr.Type.Dims) && w.Is(st.Exp)
	})
}

// mapped reports whether a map makes an array, and only maps use what reads it.
func (o *overwriting) mapped(stms []core.Stm, v *core.Var) bool {
	isMap := func(e core.Exp) bool { _, ok := e.(*core.Map); return ok }
	return isMap(made(stms, v)) && !slices.ContainsFunc(o.reads, func(r int) bool {
		return slices.ContainsFunc(stms[r+1:], func(st core.Stm) bool { return core.FreeInStm(st).Has(stms[r].Pat[0]) && !isMap(st.Exp) })
	})
}

// without is a body without the update; the updates between have moved down as far as they may.
func (l *laster) without(o *overwriting, b core.Body) core.Body {
	var stms, late []core.Stm
	for j, st := range b.Stms {
		if slices.ContainsFunc(core.FreeInStm(st).List, func(v *core.Var) bool { return o.sub.Vars[v] != nil }) {
			st.Exp = o.sub.Exp(st.Exp)
		}
		switch {
		case j == o.first || slices.Contains(o.reads, j):
			continue
		case slices.Contains(o.between, j):
			late = append(late, st)
			continue
		case j == o.last || slices.ContainsFunc(late, func(u core.Stm) bool { return l.before(u, st) }):
			stms, late = append(stms, late...), nil
		}
		stms = append(stms, st)
	}
	return core.Body{Stms: stms, Result: o.sub.Atoms(b.Result)}
}

// before reports whether an update must stand before a statement: that uses its result, or overwrites what it reads.
func (l *laster) before(u, st core.Stm) bool {
	return core.FreeInStm(st).Has(u.Pat[0]) || slices.ContainsFunc(core.FreeInStm(u).List, func(v *core.Var) bool {
		return v.Type.Rank() > 0 && l.consumed([]core.Stm{st}, v)
	})
}
