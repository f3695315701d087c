package layout

import (
	"slices"

	"raido/lang/core"
)

// turner rewrites the code of a loop that carries transposes.
type turner struct {
	*layouter
	turned map[*core.Var]*core.Var // versions of matrices to those of their transposes
}

// turn is the transpose of a version.
func (t *turner) turn(v *core.Var) *core.Var {
	w := core.NewVar(v.Name, transposed(v.Type))
	t.turned[v] = w
	return w
}

func (t *turner) body(b core.Body) core.Body {
	out := &core.Builder{}
	for _, s := range b.Stms {
		out.Src = s.Src
		t.stm(out, s)
	}
	result := make([]core.Atom, len(b.Result))
	for k, a := range b.Result {
		if result[k] = a; t.turned[core.AsVar(a)] != nil {
			result[k] = t.turned[core.AsVar(a)]
		}
	}
	return core.Body{Stms: out.Stms, Result: result}
}

func (t *turner) stm(b *core.Builder, s core.Stm) {
	switch e := s.Exp.(type) {
	case *core.Use:
		if w := t.turned[core.AsVar(e.Atom)]; w != nil {
			t.turned[s.Pat[0]] = w
			return
		}
	case *core.Rearrange:
		if w := t.turned[e.Arr]; w != nil && slices.Equal(e.Perm, swap) {
			b.Add(s.Pat, &core.Use{Atom: w})
			return
		}
	case *core.Index:
		if w := t.turned[e.Arr]; w != nil && len(e.Idx) == 2 && t.indexes(s.Pat[0], e.Idx[0], e.Arr, 0) && t.indexes(s.Pat[0], e.Idx[1], e.Arr, 1) {
			b.Add(s.Pat, &core.Index{Arr: w, Idx: []core.Atom{e.Idx[1], e.Idx[0]}})
			return
		}
	case *core.Update:
		if w := t.turned[e.Arr]; w != nil {
			b.AssertInside(e.Idx, e.Arr.Type.Dims, func(k int) bool { return t.indexes(s.Pat[0], e.Idx[k], e.Arr, k) })
			b.Add([]*core.Var{t.turn(s.Pat[0])}, t.update(b, w, e))
			return
		}
	case *core.UpdateSlice:
		if w := t.turned[e.Arr]; w != nil {
			x := t.column(b, w, s.Pat[0], e)
			b.Add([]*core.Var{t.turn(s.Pat[0])}, x)
			return
		}
	case *core.Loop:
		t.loop(b, e, s.Pat)
		return
	case *core.If:
		n := &core.If{Cond: e.Cond, Then: t.body(e.Then), Else: t.body(e.Else)}
		b.Add(t.binders(s.Pat, e.Then.Result), n)
		return
	default: // may use a matrix as it is
	}
	b.Add(s.Pat, t.plain(b, s.Exp))
}

// indexes reports whether an index is certainly one of dimension k of a matrix, in the body in which v is bound.
func (l *layouter) indexes(v *core.Var, i core.Atom, arr *core.Var, k int) bool {
	return l.chains.Indexes(v, i, arr.Type.Dims[k])
}

// plain is a node that uses matrices as they are.
func (t *turner) plain(b *core.Builder, e core.Exp) core.Exp {
	e = e.Map(core.Mapper{
		Atom: func(a core.Atom) core.Atom {
			if w := t.turned[core.AsVar(a)]; w != nil {
				return b.Let(w.Name, &core.Rearrange{Perm: swap, Arr: w})
			}
			return a
		},
		Body: t.body,
		Lambda: func(f *core.Lambda) *core.Lambda {
			return &core.Lambda{Params: f.Params, Ret: f.Ret, Body: t.body(f.Body)}
		},
	})
	if c, ok := e.(*core.Call); ok {
		c.Fun = t.funs[c.Fun]
	}
	return e
}

// binders are the names of results, of which some are versions.
func (t *turner) binders(pat []*core.Var, of []core.Atom) []*core.Var {
	out := make([]*core.Var, len(pat))
	for k, v := range pat {
		if out[k] = v; t.turned[core.AsVar(of[k])] != nil {
			out[k] = t.turn(v)
		}
	}
	return out
}

// loop adds a loop of the nest, which carries what it is given.
func (t *turner) loop(b *core.Builder, e *core.Loop, pat []*core.Var) {
	n := &core.Loop{I: e.I, Bound: e.Bound, Attrs: e.Attrs, Params: t.binders(e.Params, e.Init), Init: make([]core.Atom, len(e.Init))}
	for k, a := range e.Init {
		if n.Init[k] = a; t.turned[core.AsVar(a)] != nil {
			n.Init[k] = t.turned[core.AsVar(a)]
		}
	}
	if e.Cond != nil {
		c := t.body(*e.Cond)
		n.Cond = &c
	}
	n.Body = t.body(e.Body)
	b.Add(t.binders(pat, e.Init), n)
}

// update overwrites an element, or a row, which is a column of the transpose w.
func (t *turner) update(b *core.Builder, w *core.Var, e *core.Update) core.Exp {
	if len(e.Idx) == 2 {
		return &core.Update{Arr: w, Idx: []core.Atom{e.Idx[1], e.Idx[0]}, Val: e.Val}
	}
	n := w.Type.Dims[0]
	row := b.Let("row", &core.Reshape{Dims: []core.Atom{n, core.IntC(1)}, Arr: e.Val.(*core.Var)})
	return &core.UpdateSlice{Arr: w, Dims: []core.DimSlice{all(n), one(e.Idx[0])}, Val: row}
}

// all is a dimension of n elements, and one is one index of a dimension.
func all(n core.Atom) core.DimSlice {
	return core.DimSlice{Start: core.IntC(0), Count: n, Stride: core.IntC(1)}
}

func one(i core.Atom) core.DimSlice {
	return core.DimSlice{Start: i, Count: core.IntC(1), Stride: core.IntC(1)}
}

// column overwrites a part, which is mostly that of a column: a row of the transpose w.
func (t *turner) column(b *core.Builder, w, made *core.Var, e *core.UpdateSlice) core.Exp {
	dims := []core.DimSlice{all(w.Type.Dims[0]), e.Dims[0]}
	if len(e.Dims) == 2 {
		dims[0] = e.Dims[1]
	}
	val := e.Val
	if v := t.turned[val]; v != nil {
		return &core.UpdateSlice{Arr: w, Dims: dims, Val: v}
	}
	r, ok := t.defs[val].(*core.Reshape)
	if !ok || r.Arr.Type.Rank() != 1 || !core.IsInt(dims[0].Count, 1) {
		return &core.UpdateSlice{Arr: w, Dims: dims, Val: b.Let(val.Name, &core.Rearrange{Perm: swap, Arr: val})}
	}
	if dims[1] == all(w.Type.Dims[1]) && r.Arr.Type.Dims[0] == dims[1].Count && t.indexes(made, dims[0].Start, e.Arr, 1) {
		return &core.Update{Arr: w, Idx: []core.Atom{dims[0].Start}, Val: r.Arr}
	}
	return &core.UpdateSlice{Arr: w, Dims: dims, Val: b.Let(val.Name, &core.Reshape{Dims: []core.Atom{core.IntC(1), dims[1].Count}, Arr: r.Arr})}
}
