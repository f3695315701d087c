package fwd

import "raido/lang/core"

// dotType is the type of the tangent of a value of type t. Accumulators of tangents have the seed
// dimension innermost, so that one update reaches all seeds.
func (f *fwd) dotType(t core.Type) core.Type {
	if t.IsAcc() {
		dims := t.Dims
		if f.vec != nil {
			dims = append(append([]core.Atom{}, dims...), f.vec)
		}
		return core.Type{Elem: t.Elem, Dims: dims, Cert: f.certs[t.Cert]}
	}
	if f.vec == nil {
		return t
	}
	return t.Of(f.vec)
}

// lift does to the tangents of each seed what g says of one: without a seed dimension it is g, else a map
// of g over the seeds. Tangents that are nil stay nil.
func (f *fwd) lift(dots []core.Atom, g func(b *core.Builder, dots []core.Atom) core.Atom) core.Atom {
	if f.vec == nil {
		return g(f.b, dots)
	}
	var arrs []*core.Var
	for _, d := range dots {
		if d != nil {
			arrs = append(arrs, d.(*core.Var))
		}
	}
	return f.b.Map(f.vec, arrs, func(b *core.Builder, rows []*core.Var) []core.Atom {
		args := make([]core.Atom, len(dots))
		for i, d := range dots {
			if d != nil {
				args[i], rows = rows[0], rows[1:]
			}
		}
		return []core.Atom{g(b, args)}
	})[0]
}

// linear applies lift to the one tangent of v; nil if that is zero.
func (f *fwd) linear(v core.Atom, g func(b *core.Builder, d core.Atom) core.Atom) core.Atom {
	d := f.get(v)
	if d == nil {
		return nil
	}
	return f.lift([]core.Atom{d}, func(b *core.Builder, ds []core.Atom) core.Atom { return g(b, ds[0]) })
}

// moveIn brings the seed dimension of a tangent from the outside to behind the first q dimensions.
func (f *fwd) moveIn(d *core.Var, q int) *core.Var {
	if f.vec == nil || q == 0 {
		return d
	}
	perm := make([]int, q+1)
	for i := range q {
		perm[i] = i + 1
	}
	return f.b.Let(d.Name, &core.Rearrange{Perm: perm, Arr: d})
}

// moveOut is the inverse of moveIn.
func (f *fwd) moveOut(d *core.Var, q int) *core.Var {
	if f.vec == nil || q == 0 {
		return d
	}
	perm := []int{q}
	for i := range q {
		perm = append(perm, i)
	}
	return f.b.Let(d.Name, &core.Rearrange{Perm: perm, Arr: d})
}

// inside is the type of a tangent of a value of type t with the seed dimension behind q dimensions.
func (f *fwd) inside(t core.Type, q int) core.Type {
	if f.vec == nil {
		return t
	}
	dims := append([]core.Atom{}, t.Dims[:q]...)
	return core.Type{Elem: t.Elem, Dims: append(append(dims, f.vec), t.Dims[q:]...)}
}

// dotIn is the tangent of an array with the seed dimension behind q dimensions, zeros spelt out.
func (f *fwd) dotIn(v *core.Var, q int) *core.Var {
	if d := f.get(v); d != nil {
		return f.moveIn(d.(*core.Var), q)
	}
	return f.b.ZeroOf(f.inside(v.Type, q)).(*core.Var)
}

// bind binds e to the first k variables of a pattern, the tangents of the active ones, the other
// variables, and their tangents. The tangent of variable i comes with the seed dimension behind depth(i)
// dimensions and is moved out.
func (f *fwd) bind(pat []*core.Var, k int, e core.Exp, depth func(i int) int) {
	want := f.act.Which(pat)
	var dots []*core.Var
	for i, v := range pat {
		if want[i] {
			t := f.dotType(v.Type)
			if !t.IsAcc() {
				t = f.inside(v.Type, depth(i))
			}
			dots = append(dots, core.NewVar(dotName(v), t))
		}
	}
	f.b.Add(interleave(pat, dots, want, k), e)
	for i, v := range pat {
		if want[i] {
			f.set(v, f.moveOut(dots[0], depth(i)))
			dots = dots[1:]
		}
	}
}

// bindDots is bind with the same depth for all and the tangents after the pattern.
func (f *fwd) bindDots(pat []*core.Var, depth int, e core.Exp) {
	f.bind(pat, 0, e, func(int) int { return depth })
}
