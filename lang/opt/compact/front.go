package compact

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Fronts]
//
// What a loop keeps from the first place on fills the front of an array, and mostly that alone is read:
//
//	let (t, k) = loop (t, k) = (replicate n 0, 0) for i < n do ...      in f (take k t)
//	let (t, k) = ...                                                    in tabulate (k - 1) (\i -> t[i] * t[i + 1])
//
// Then the array is made as long as its front, which is what a filter gives: nobody fills it before, and derivatives know that all of it is
// written. Reads are of the front if they are slices from a constant s on of k + d elements, s + d <= 0, or are at index i + s of maps over
// k + d indices i. [ours: s <= i + s < k + d + s <= k]

// scatter adds the scatter of a site, to its array or to a new one that is the front of it.
func (f *finder) scatter(b *core.Builder, s site, pat []*core.Var, rest core.Body, e *core.Scatter) {
	t, k := pat[slices.Index(f.l.Params, s.arr)], pat[slices.Index(f.l.Params, s.counter)]
	if !core.IsInt(f.init(s.counter), 0) || s.from != 0 || !readsFront(rest, t, k) {
		e.Dest = []*core.Var{core.AsVar(f.init(s.arr))}
		b.Add([]*core.Var{t}, e)
		return
	}
	dims := slices.Clone(t.Type.Dims)
	dims[0] = k
	e.Dest = []*core.Var{b.Let("scratch", &core.Scratch{Elem: t.Type.Elem, Dims: dims})}
	f.fronts.Vars[t] = b.Let(t.Name, e)
}

// front looks at what is read of the first k elements.
type front struct {
	k      *core.Var
	defs   map[*core.Var]core.Exp
	counts map[*core.Var]core.Atom // numbers from 0 on, and how many there are
}

// readsFront reports whether code reads of an array its first k elements alone.
func readsFront(rest core.Body, t, k *core.Var) bool {
	f := &front{k: k, defs: map[*core.Var]core.Exp{}, counts: map[*core.Var]core.Atom{}}
	if k.Type.Elem != prim.I64 {
		return false
	}
	core.Walk(rest, func(s core.Stm) {
		if len(s.Pat) == 1 {
			f.defs[s.Pat[0]] = s.Exp
		}
		m, ok := s.Exp.(*core.Map)
		if !ok {
			return
		}
		for i, a := range m.Arrs {
			if n := f.defs[a]; n != nil && core.Counts(n) {
				f.counts[m.Fn.Params[len(m.Accs)+i]] = m.W
			}
		}
	})
	none := &core.Use{Atom: core.IntC(0)}
	others := core.Replace(rest, func(s core.Stm) core.Exp {
		switch e := s.Exp.(type) {
		case *core.Slice:
			if e.Arr == t && f.slice(e.Dims[0]) {
				return none
			}
		case *core.Index:
			if e.Arr == t && f.index(e.Idx[0]) {
				return none
			}
		default: // it may read all
		}
		return nil
	})
	return !core.FreeInBody(others).Has(t)
}

// slice reports whether a slice is one of the front.
func (f *front) slice(d core.DimSlice) bool {
	s, ok := core.IntConst(d.Start)
	of, by := f.sum(d.Count)
	return ok && s >= 0 && core.IsInt(d.Stride, 1) && of == f.k && s+by <= 0
}

// index reports whether an index is one of the front.
func (f *front) index(i core.Atom) bool {
	p, s := f.sum(i)
	of, by := f.sum(f.counts[p])
	return p != nil && s >= 0 && of == f.k && s+by <= 0
}

// sum is an atom as a variable and a constant.
func (f *front) sum(a core.Atom) (*core.Var, int64) {
	v := core.AsVar(a)
	if e, ok := f.defs[v].(*core.PrimApp); ok && e.Op == prim.Add && e.T == prim.I64 {
		if k, ok := core.IntConst(e.Args[1]); ok && -maxFront < k && k < maxFront {
			of, by := f.sum(e.Args[0])
			return of, by + k
		}
	}
	return v, 0
}

// maxFront bounds the constants, of which no sum overflows.
const maxFront = 1 << 20
