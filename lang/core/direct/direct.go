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
// Optimizations in an Array Language, SC 2022). What must hold between the first statement after t and i are bound and the update:
//
//   - nothing reads that row of t, which affine indices tell (package region): f may read row i, say;
//   - nothing consumes t, nor uses it under a name from elsewhere;
//   - the row is in range, since a failure of f comes first.
//
// A map whose points fold rows of t itself, as those of a product do, makes an array of its own: products are computed in tiles only where no
// point writes to a memory that others read. What the update puts there is used no more after it, under any name, and is made by the body itself.

// Updates are the updates of a program that put arrays where these can be made, each with how many statements of its body come before the place
// is known.
func Updates(p *core.Prog, memory *alias.Classes) map[*core.Update]int {
	out := map[*core.Update]int{}
	for _, f := range p.Funs {
		(&finder{fun: f, memory: memory, out: out}).body(f.Body)
	}
	return out
}

type finder struct {
	fun    *core.Fun
	memory *alias.Classes
	chains *region.Chains // of the function, once they are asked for
	out    map[*core.Update]int
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
		if u, ok := s.Exp.(*core.Update); ok {
			if v, ok := u.Val.(*core.Var); ok && !v.Type.IsScalar() && at[v] > 0 {
				d.update(b, k, u, v, at)
			}
		}
		for _, v := range s.Pat {
			at[v] = k + 1
		}
		in := func(b core.Body) core.Body { d.body(b); return b }
		s.Exp.Map(core.Mapper{Body: in, Lambda: func(l *core.Lambda) *core.Lambda { in(l.Body); return l }})
	}
}

// update looks at the update that is statement k of a body.
func (d *finder) update(b core.Body, k int, u *core.Update, v *core.Var, at map[*core.Var]int) {
	from := at[u.Arr]
	for _, a := range u.Idx {
		if i, ok := a.(*core.Var); ok {
			from = max(from, at[i])
		}
	}
	if from >= at[v] || !makes(b.Stms[at[v]-1].Exp) || d.outlives(b, k, v, at) || d.strange(b.Stms[at[u.Arr]:k], from-at[u.Arr], u.Arr) {
		return
	}
	if m, ok := b.Stms[at[v]-1].Exp.(*core.Map); ok && core.Folds(m.Fn.Body) && d.mentions(b.Stms[at[u.Arr]:at[v]], u.Arr) {
		return
	}
	c := d.versions()
	for j, i := range u.Idx {
		if !c.Indexes(v, i, u.Arr.Type.Dims[j]) {
			return
		}
	}
	if c.Misses(v, u.Arr, u.Idx, b.Stms[at[u.Arr]:k]) {
		d.out[u] = from
	}
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
