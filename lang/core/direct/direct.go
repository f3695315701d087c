package direct

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/alias"
	"raido/lang/core/region"
)

// Note [Arrays made in place]
//
// In
//
//	ys = map f xs
//	t' = t with [i + 1] = ys
//
// the row can be made in t, and the update has nothing to do: memory is short-circuited (Munksgaard, Henriksen, Sadayappan and Oancea, Memory
// Optimizations in an Array Language, SC 2022). The same goes for a part of t, as t with [i, k:] = ys, and where ys is turned or gets
// dimensions of one element on its way. What must hold between the first statement after t and its place are bound and the update:
//
//   - nothing reads that part of t, which affine indices tell (package region): f may read row i, say. Before a map that makes ys everything may, and
//     a point of the map what it overwrites itself: in place, x[j] - c * y[j] becomes x[j];
//   - nothing consumes t, nor uses it under a name from elsewhere; but t may be what updates behind f have made of an earlier version, of other parts
//     each: a map that makes two rows of t makes both there;
//   - the part is in range, since a failure of f comes first: as affine indices tell, or since statements before that read it, as those do that add
//     to a part.
//
// A map whose points fold rows of t itself, as those of a product do, makes an array of its own: products are computed in tiles only where no
// point writes to a memory that others read. What the update puts there is used no more after it, under any name, and is made by the body itself.

// Place is where an update puts what it is made of.
type Place struct {
	From int       // how many statements of the body come before the place is known
	Arr  *core.Var // the array that is updated, as it is then
	Made *core.Var // what can be made there
}

// Updates are the updates of a program that put arrays where these can be made.
func Updates(p *core.Prog, memory *alias.Classes) map[core.Exp]Place {
	out := map[core.Exp]Place{}
	for _, f := range p.Funs {
		(&finder{fun: f, memory: memory, out: out}).body(f.Body)
	}
	return out
}

type finder struct {
	fun    *core.Fun
	memory *alias.Classes
	chains *region.Chains // of the function, once they are asked for
	out    map[core.Exp]Place
}

// versions are those of the arrays of the function.
func (d *finder) versions() *region.Chains {
	if d.chains == nil {
		d.chains = region.NewChains()
		d.chains.Learn(d.fun.Params, d.fun.Body)
	}
	return d.chains
}

// body looks at the updates of a body and of those inside.
func (d *finder) body(b core.Body) {
	at := map[*core.Var]int{} // how many statements there are before a variable can be used
	for k, s := range b.Stms {
		if t, val := target(s.Exp); val != nil {
			if v := made(b, &t, val, at); v != nil {
				d.update(b, k, t, v, at)
			}
		}
		for _, v := range s.Pat {
			at[v] = k + 1
		}
		in := func(b core.Body) core.Body { d.body(b); return b }
		s.Exp.Map(core.Mapper{Body: in, Lambda: func(l *core.Lambda) *core.Lambda { in(l.Body); return l }})
	}
}

// target is what an update of an array overwrites, and by what; nil if it is none, or puts a number there.
func target(e core.Exp) (t region.Target, val *core.Var) {
	one, nought := core.IntC(1), core.IntC(0)
	switch e := e.(type) {
	case *core.Update:
		t.Arr, val = e.Arr, core.AsVar(e.Val)
		for _, i := range e.Idx {
			t.Dims = append(t.Dims, core.DimSlice{Start: i, Count: one, Stride: one})
		}
	case *core.UpdateSlice:
		t.Arr, t.Dims, val = e.Arr, slices.Clone(e.Dims), e.Val
	default: // no update
	}
	if val == nil || val.Type.IsScalar() {
		return t, nil
	}
	for k := len(t.Dims); k < t.Arr.Type.Rank(); k++ {
		t.Dims = append(t.Dims, core.DimSlice{Start: nought, Count: t.Arr.Type.Dims[k], Stride: one})
	}
	for k := t.Arr.Type.Rank() - val.Type.Rank(); k < t.Arr.Type.Rank(); k++ {
		t.Of = append(t.Of, k)
	}
	return t, val
}

// made is what val is a view of all elements of, made in the body that at knows the variables of; nil if there is none.
func made(b core.Body, t *region.Target, val *core.Var, at map[*core.Var]int) *core.Var {
	for at[val] > 0 {
		switch e := b.Stms[at[val]-1].Exp.(type) {
		case *core.Rearrange:
			of := slices.Clone(t.Of)
			for k, j := range e.Perm {
				of[j] = t.Of[k]
			}
			t.Of, val = of, e.Arr
		case *core.Reshape:
			wide := wideDims(val.Type)
			if !slices.Equal(wide, wideDims(e.Arr.Type)) {
				return nil
			}
			t.Of, val = ofWide(t.Of, val.Type, e.Arr.Type), e.Arr
		default:
			if !makes(e) {
				return nil
			}
			return val
		}
	}
	return nil
}

// wideDims are the dimensions of an array but for those of one element.
func wideDims(t core.Type) []core.Atom {
	return slices.DeleteFunc(slices.Clone(t.Dims), func(n core.Atom) bool { return core.IsInt(n, 1) })
}

// ofWide takes over what the dimensions of an array are for another one that has other dimensions of one element.
func ofWide(of []int, from, to core.Type) (out []int) {
	j := 0
	for _, n := range to.Dims {
		if core.IsInt(n, 1) {
			out = append(out, -1)
			continue
		}
		for core.IsInt(from.Dims[j], 1) {
			j++
		}
		out, j = append(out, of[j]), j+1
	}
	return out
}

// update looks at the update that is statement k of a body and puts v into t.
func (d *finder) update(b core.Body, k int, t region.Target, v *core.Var, at map[*core.Var]int) {
	end := k
	if at[t.Arr] > at[v] {
		if t.Arr, end = d.earlier(b, k, t, v, at), at[v]; t.Arr == nil {
			return
		}
	}
	from, first, place := at[t.Arr], at[t.Arr], slices.Clone(v.Type.Dims)
	for _, s := range t.Dims {
		place = append(place, s.Start, s.Count, s.Stride)
	}
	for _, a := range place {
		if i, ok := a.(*core.Var); ok {
			from = max(from, at[i])
		}
	}
	if from >= at[v] || d.outlives(b, k, v, at) || d.strange(b.Stms[first:end], from-first, t.Arr) {
		return
	}
	m, isMap := b.Stms[at[v]-1].Exp.(*core.Map)
	if isMap && core.Folds(m.Fn.Body) && d.mentions(b.Stms[first:at[v]], t.Arr) {
		return
	}
	c := d.versions()
	if !c.Fits(v, t) && !readsPart(b.Stms[first:at[v]-1], b.Stms[k].Exp, t.Arr) {
		return
	}
	if c.Misses(v, t, b.Stms[first:end]) || isMap && c.Pointwise(v, t, core.Body{Stms: b.Stms[first:end]}, at[v]-1-first) {
		d.out[b.Stms[k].Exp] = Place{from, t.Arr, v}
	}
}

// earlier is the version before v is made of the array that the update which is statement k overwrites a part of: those between v and it overwrite
// other parts, and nothing else uses the array there. It is nil if there is none.
func (d *finder) earlier(b core.Body, k int, t region.Target, v *core.Var, at map[*core.Var]int) *core.Var {
	arr, chain := t.Arr, map[int]bool{}
	for at[arr] > at[v] {
		q := at[arr] - 1
		x, _ := target(b.Stms[q].Exp)
		if x.Arr == nil || !d.versions().Spares(v, t, b.Stms[q].Exp) {
			return nil
		}
		arr, chain[q] = x.Arr, true
	}
	for j := at[v]; j < k; j++ {
		if !chain[j] && d.mentions(b.Stms[j:j+1], arr) {
			return nil
		}
	}
	return arr
}

// readsPart reports whether statements read the part of an array that an update overwrites, by the same indices.
func readsPart(stms []core.Stm, update core.Exp, arr *core.Var) bool {
	return slices.ContainsFunc(stms, func(s core.Stm) bool {
		switch u := update.(type) {
		case *core.UpdateSlice:
			e, ok := s.Exp.(*core.Slice)
			return ok && e.Arr == arr && slices.Equal(e.Dims, u.Dims)
		case *core.Update:
			e, ok := s.Exp.(*core.Index)
			return ok && e.Arr == arr && slices.Equal(e.Idx, u.Idx)
		default: // the caller sends updates
		}
		return false
	})
}

// makes reports whether an expression makes an array, or works in one that another makes.
func makes(e core.Exp) bool {
	switch e.(type) {
	case *core.Use, *core.Index, *core.Slice, *core.Rearrange, *core.Reshape, *core.Call:
		return false
	default:
		return true
	}
}

// outlives reports whether v, or another name for its memory, is used after statement k of its body.
func (d *finder) outlives(b core.Body, k int, v *core.Var, at map[*core.Var]int) bool {
	class, found := d.memory.Find(v), false
	use := func(vs []*core.Var) {
		for _, x := range vs {
			found = found || x == v || at[x] > 0 && !x.Type.IsScalar() && d.memory.Find(x) == class
		}
	}
	for _, s := range b.Stms[k+1:] {
		use(core.FreeInStm(s).List)
	}
	for _, a := range b.Result {
		if x, ok := a.(*core.Var); ok {
			use([]*core.Var{x})
		}
	}
	return found
}

// mentions reports whether statements use an array by any name.
func (d *finder) mentions(stms []core.Stm, arr *core.Var) bool {
	class := d.memory.Find(arr)
	return slices.ContainsFunc(stms, func(s core.Stm) bool {
		return slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return !v.Type.IsScalar() && d.memory.Find(v) == class })
	})
}

// strange reports whether statements from number k on consume an array or use it by names that none of the statements binds.
func (d *finder) strange(stms []core.Stm, k int, arr *core.Var) bool {
	class, found := d.memory.Find(arr), false
	bound := map[*core.Var]bool{arr: true}
	for i, s := range stms {
		if i >= k {
			d.memory.ConsumedIn(s, func(v *core.Var) { found = found || d.memory.Find(v) == class })
		}
		for _, v := range core.FreeInStm(s).List {
			found = found || i >= k && !bound[v] && !v.Type.IsScalar() && d.memory.Find(v) == class
		}
		for _, v := range s.Pat {
			bound[v] = true
		}
	}
	return found
}
