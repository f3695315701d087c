package carry

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Fresh rows]
//
// The adjoint of a matrix begins with zeros, and a loop whose iterations each have a row of it adds to that row alone:
//
//	z = replicate [n, m] 0                           z = scratch [n, m]
//	loop a = z for i < n do                becomes     loop a = z for i < n do
//	  let b = a with [j, 0:i] = ... a[j, 0:i] ...        let a' = a with [j] = replicate [m] 0
//	                                                     let b = a' with [j, 0:i] = ... a'[j, 0:i] ...     where j = n - 1 - i
//
// The zeros of a row are written right before they are read, so that they come from a cache, and memory is gone through once. Loops inside must leave
// the array alone: code would have to know a row of it as a memory of its own.

// freshRow is the loop with zeros that are written row by row in the place of those of parameter k, which are statement at before it; nil if an
// iteration reads or writes any other row.
func (c *carrier) freshRow(b *core.Builder, at int, e *core.Loop, k int) *core.Loop {
	z, ok := b.Stms[at].Exp.(*core.Replicate)
	arr := e.Params[k]
	if !ok || !z.Val.AtomType().IsScalar() || arr.Type.Rank() < 2 || e.I == nil {
		return nil
	}
	r := &rowOnly{w: &writing{runs: c.chains.Runs(e), arr: arr}, versions: map[*core.Var]bool{arr: true}, ok: true}
	r.body(e.Body)
	first := slices.IndexFunc(e.Body.Stms, func(s core.Stm) bool { return core.FreeInStm(s).Has(arr) })
	if !r.ok || len(r.w.idx) == 0 || first < 0 || !r.versions[core.AsVar(e.Body.Result[k])] {
		return nil
	}
	by, rest, ok := r.w.runs.Form(r.w.idx[0])
	w := &writing{runs: r.w.runs, arr: arr, idx: r.w.idx[:1], by: by, rests: []region.Sum{rest}}
	row := r.rowBefore(e, first)
	if !ok || !w.all(e) || row == nil {
		return nil
	}
	n := *e
	n.Params, n.Init = slices.Clone(e.Params), slices.Clone(e.Init)
	n.Init[k] = b.Let("scratch", &core.Scratch{Elem: arr.Type.Elem, Dims: arr.Type.Dims})
	if u, ok := e.Body.Stms[first].Exp.(*core.Update); ok && len(u.Idx) == 1 { // of all of the row
		return &n
	}
	n.Params[k] = core.NewVar(arr.Name, arr.Type)
	out := &core.Builder{Src: e.Body.Stms[first].Src, Stms: slices.Clone(e.Body.Stms[:first])}
	out.Add([]*core.Var{arr}, &core.Update{Arr: n.Params[k], Idx: []core.Atom{row}, Val: out.Replicate(z.Val, arr.Type.Dims[1:]...)})
	at = len(out.Stms) - 1
	n.Body.Stms = append(out.Stms, e.Body.Stms[first:]...)
	if core.IsConst(z.Val, prim.Zero(arr.Type.Elem)) {
		known := &zeroRow{runs: r.w.runs, zero: z.Val, written: map[*core.Var][]span{}, zeros: map[*core.Var]bool{}}
		n.Body = known.known(n.Body, at)
	}
	return &n
}

// rowOnly looks whether the code of a loop uses one row of an array that it carries.
type rowOnly struct {
	w        *writing // its idx are the indices of rows that the code uses
	versions map[*core.Var]bool
	ok       bool
}

// row notes the index of a row; all must be the same.
func (r *rowOnly) row(i core.Atom) {
	if len(r.w.idx) > 0 {
		apart, known := r.w.runs.Apart(r.w.idx[0], i)
		r.ok = r.ok && known && apart == 0
	}
	if !slices.Contains(r.w.idx, i) {
		r.w.idx = append(r.w.idx, i)
	}
}

// part notes the row of which a part is.
func (r *rowOnly) part(dims []core.DimSlice) {
	r.ok = r.ok && core.IsInt(dims[0].Count, 1)
	r.row(dims[0].Start)
}

func (r *rowOnly) body(b core.Body) {
	for _, s := range b.Stms {
		r.stm(s)
	}
}

func (r *rowOnly) stm(s core.Stm) {
	var arr *core.Var
	switch e := s.Exp.(type) {
	case *core.Index:
		if arr = e.Arr; r.versions[arr] {
			r.row(e.Idx[0])
			return
		}
	case *core.Slice:
		if arr = e.Arr; r.versions[arr] {
			r.part(e.Dims)
			return
		}
	case *core.Update:
		if arr = e.Arr; r.versions[arr] && !r.versions[core.AsVar(e.Val)] {
			r.row(e.Idx[0])
			r.versions[s.Pat[0]] = true
			return
		}
	case *core.UpdateSlice:
		if arr = e.Arr; r.versions[arr] && !r.versions[e.Val] {
			r.part(e.Dims)
			r.versions[s.Pat[0]] = true
			return
		}
	case *core.Map:
		if !slices.ContainsFunc(slices.Concat(e.Accs, e.Arrs), func(v *core.Var) bool { return r.versions[v] }) {
			r.body(e.Fn.Body)
			r.ok = r.ok && !slices.ContainsFunc(e.Fn.Body.Result, func(a core.Atom) bool { return r.versions[core.AsVar(a)] })
			return
		}
	default: // must not use it
	}
	r.ok = r.ok && !slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return r.versions[v] })
}

// rowBefore is an index of the row that the body knows before statement first.
func (r *rowOnly) rowBefore(e *core.Loop, first int) core.Atom {
	for _, i := range r.w.idx {
		v := core.AsVar(i)
		inside := v != nil && r.w.runs.Binds(v)
		if !inside || v == e.I || slices.ContainsFunc(e.Body.Stms[:first], func(s core.Stm) bool { return slices.Contains(s.Pat, v) }) {
			return i
		}
	}
	return nil
}
