package fwd

import "raido/lang/core"

// shape: constructs that move elements are linear.                       [Rules, FwdMap]
//
//	primal   y = g x            for g an index, slice, copy, replicate, concat, rearrange, ...
//	tangent  yDot = g xDot
//
// Indices, sizes and distances are constants.
func (f *fwd) shape(e core.Exp) core.Atom {
	switch e := e.(type) {
	case *core.Use:
		return f.get(e.Atom)
	case *core.Copy:
		return f.direct(e.Arr, func(d *core.Var) core.Exp { return &core.Copy{Arr: d} })
	case *core.Index:
		return f.linear(e.Arr, func(b *core.Builder, d core.Atom) core.Atom { return b.Index(d.(*core.Var), e.Idx...) })
	case *core.Slice:
		return f.direct(e.Arr, func(d *core.Var) core.Exp { return &core.Slice{Arr: d, Dims: f.seedSlice(e.Dims)} })
	case *core.Iota:
		return f.iota(e)
	case *core.Replicate:
		return f.linear(e.Val, func(b *core.Builder, d core.Atom) core.Atom { return b.Replicate(d, e.Dims...) })
	case *core.ArrayLit:
		return f.arrayLit(e)
	case *core.Concat:
		return f.concat(e)
	case *core.Rearrange:
		return f.direct(e.Arr, func(d *core.Var) core.Exp { return &core.Rearrange{Perm: f.seedPerm(e.Perm), Arr: d} })
	case *core.Reshape:
		return f.direct(e.Arr, func(d *core.Var) core.Exp {
			return &core.Reshape{Dims: f.seedDims(e.Dims), Arr: d}
		})
	case *core.Reverse:
		return f.linear(e.Arr, func(b *core.Builder, d core.Atom) core.Atom {
			return b.Let("rev", &core.Reverse{Arr: d.(*core.Var)})
		})
	case *core.Rotate:
		return f.linear(e.Arr, func(b *core.Builder, d core.Atom) core.Atom {
			return b.Let("rot", &core.Rotate{By: e.By, Arr: d.(*core.Var)})
		})
	default: // not linear in their operands, or with bodies: other rules
	}
	return nil
}

// direct is for constructs that have a form with the seed dimension in front, without a map.
func (f *fwd) direct(arr *core.Var, g func(d *core.Var) core.Exp) core.Atom {
	d := f.get(arr)
	if d == nil {
		return nil
	}
	return f.b.Let(arr.Name+"Dot", g(d.(*core.Var)))
}

// seedSlice takes all seeds.
func (f *fwd) seedSlice(ds []core.DimSlice) []core.DimSlice {
	if f.vec == nil {
		return ds
	}
	return append([]core.DimSlice{{Start: core.IntC(0), Count: f.vec, Stride: core.IntC(1)}}, ds...)
}

func (f *fwd) seedDims(dims []core.Atom) []core.Atom {
	if f.vec == nil {
		return dims
	}
	return append([]core.Atom{f.vec}, dims...)
}

func (f *fwd) seedPerm(perm []int) []int {
	if f.vec == nil {
		return perm
	}
	out := []int{0}
	for _, p := range perm {
		out = append(out, p+1)
	}
	return out
}

// iota: element i is start + i*step, a linear function of both (integers are a ring).      [ours]
func (f *fwd) iota(e *core.Iota) core.Atom {
	dots := f.gets([]core.Atom{e.Start, e.Step})
	if none(dots) {
		return nil
	}
	return f.lift(dots, func(b *core.Builder, dots []core.Atom) core.Atom {
		for i, d := range dots {
			if d == nil {
				dots[i] = core.Zero(e.T)
			}
		}
		return b.Let("iotaDot", &core.Iota{N: e.N, Start: dots[0], Step: dots[1], T: e.T})
	})
}

func (f *fwd) arrayLit(e *core.ArrayLit) core.Atom {
	if none(f.gets(e.Elems)) {
		return nil
	}
	// A row without a tangent is zero, spelt out once for all such rows of the seed.
	return f.lift(f.gets(e.Elems), func(b *core.Builder, dots []core.Atom) core.Atom {
		n := &core.ArrayLit{Elem: e.Elem}
		var zero core.Atom
		for _, d := range dots {
			if d == nil {
				if zero == nil {
					zero = b.ZeroOf(e.Elem)
				}
				d = zero
			}
			n.Elems = append(n.Elems, d)
		}
		return b.Let("litDot", n)
	})
}

func (f *fwd) concat(e *core.Concat) core.Atom {
	dots := f.gets(core.Atoms(e.Arrs))
	if none(dots) {
		return nil
	}
	return f.lift(dots, func(b *core.Builder, dots []core.Atom) core.Atom {
		n := &core.Concat{N: e.N}
		for i, d := range dots {
			if d == nil {
				d = b.ZeroOf(e.Arrs[i].Type)
			}
			n.Arrs = append(n.Arrs, d.(*core.Var))
		}
		return b.Let("catDot", n)
	})
}
