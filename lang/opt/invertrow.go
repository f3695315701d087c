package opt

import (
	"slices"

	"raido/lang/core"
	"raido/lang/core/region"
	"raido/lang/prim"
)

// Note [Rows of accumulators]
//
// What is added to one row of many is a map over that row:
//
//	                                                           row = p[c]
//	p' = with_acc p (\acc -> map n (\i ->         becomes     row' = map m (\t -> row[t] + ...)
//	  map m (\j -> update_acc acc [c, j] (f i j))               p' = p with [c] = row'
//
// where c is the same for all updates and computed outside. Accumulators ignore places that are out of range, so the row is made only where it is
// there.

// row is an accumulator without the dimensions in which all updates have the same index, and these indices. The updates go to places in the row then.
func (f *finder) row(a core.AccInput) (row core.AccInput, at []core.Atom) {
	if len(f.sites) == 0 {
		return a, nil
	}
	first := f.sites[0].idxs
	for d := range min(len(first), a.Arr.Type.Rank()-1) {
		v, ok := first[d].(*core.Var)
		if ok && f.bound[v] || slices.ContainsFunc(f.sites, func(s *addend) bool { return len(s.idxs) <= d || s.idxs[d] != first[d] }) {
			break
		}
		at = append(at, first[d])
	}
	if len(at) == 0 {
		return a, nil
	}
	for _, s := range f.sites {
		s.idxs = s.idxs[len(at):]
	}
	t := a.Arr.Type
	a.Arr = core.NewVar(a.Arr.Name, core.Prim(t.Elem).Of(t.Dims[len(at):]...))
	return a, at
}

// Note [Numbers of places]
//
// Points are rows of a few numbers, to each of which updates of its own add, at constants:
//
//	with_acc 0 (\acc -> map n (\i ->                                map n (\t -> [f (t-1), g (t-1) + h t])
//	  update_acc (update_acc acc [i+1, 0] (f i)) [i+1, 1] (g i)     becomes
//	  update_acc ... [i, 1] (h i)
//
// A place is then what leads to such a row, and the map gives the numbers of it.

// numbers are the updates by the number of a row that they add to, without that index; nil if the last index is not a constant, of a few numbers.
func (f *finder) numbers(a core.AccInput) [][]*addend {
	dims := a.Arr.Type.Dims
	n, ok := core.IntConst(dims[len(dims)-1])
	if !ok || n > maxLiteral || len(dims) < 2 || len(f.sites) == 0 {
		return nil
	}
	out := make([][]*addend, n)
	for _, s := range f.sites {
		if len(s.idxs) != len(dims) {
			return nil
		}
		c, ok := core.IntConst(s.idxs[len(dims)-1])
		if !ok || c < 0 || c >= n {
			return nil
		}
		of := *s
		of.idxs = s.idxs[:len(dims)-1]
		out[c] = append(out[c], &of)
	}
	return out
}

// inRow adds the map g of a row of the array p, and the array with it.
func (iv *inverter) inRow(out *core.Builder, g *gather, p *core.Var, at []core.Atom, like *core.Var) core.Atom {
	with := func(b *core.Builder) core.Atom {
		b.Add([]*core.Var{g.acc.Arr}, &core.Index{Arr: p, Idx: at})
		return b.Let(p.Name, &core.Update{Arr: p, Idx: at, Val: g.array(b, 0, nil)})
	}
	var cond core.Atom
	for d, i := range at {
		n := p.Type.Dims[d]
		if iv.chains.Indexes(like, i, n) {
			continue
		}
		for _, c := range []core.Atom{out.Prim(prim.Le, prim.I64, core.IntC(0), i), out.Prim(prim.Lt, prim.I64, i, n)} {
			if cond != nil {
				c = out.Prim(prim.And, prim.Bool, cond, c)
			}
			cond = c
		}
	}
	if cond == nil {
		return with(out)
	}
	return out.If(cond, []core.Type{p.Type}, func(b *core.Builder) []core.Atom { return []core.Atom{with(b)} }, func(*core.Builder) []core.Atom { return []core.Atom{p} })[0]
}

// known are the facts of a function.
func known(f *core.Fun) *region.Chains {
	c := region.NewChains()
	c.Learn(f.Params, f.Body)
	return c
}
