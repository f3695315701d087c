package rev

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// Products of floats and their adjoints. [Bruun22, 4.2, 6.3; second order and ranges: ours]
//
// Of a product the rules know three numbers: zs, how many factors are zero; p, the product of the others; z, the sum of
// those that are zero. With zs' and z' the same without the factor a, the product of all factors but a is
//
//	p' = if a == 0 then p else p / a
//	if zs' == 0 then p' else if zs' == 1 then p' * z' else 0
//
// The value of p' * z' is zero if a is, but not its derivative: so second derivatives are right at zeros too. Of the third
// ones some are not zero where zs' is 2. So a derivative that may be differentiated twice again (rev.low is false) takes
// the general rule, by products from both sides, for a product with more than one zero.
//
// p / a is wrong where p has left the range of numbers, though the product of the others need not. So where p is not a
// normal number, it is computed again as m * 2**x, a scaled number.

// factors are what is known of one product.
type factors struct {
	t        prim.Type
	zs, p, z core.Atom
	m, x     core.Atom // p as a scaled number, if it is not normal
}

// splitFactor gives what a factor adds to zs, p and z.
func splitFactor(b *core.Builder, t prim.Type, a core.Atom) []core.Atom {
	isZero := b.Prim(prim.Eq, t, a, core.Zero(t))
	return []core.Atom{b.Prim(prim.ToI64, prim.Bool, isZero), choose(b, isZero, core.One(t), a), choose(b, isZero, a, core.Zero(t))}
}

// others is the product of all factors but a.
func (f factors) others(b *core.Builder, a core.Atom) core.Atom {
	t, mine := f.t, splitFactor(b, f.t, a)
	p := either(b, t, isNormal(b, t, f.p),
		func(b *core.Builder) core.Atom { return b.Prim(prim.Div, t, f.p, mine[1]) },
		func(b *core.Builder) core.Atom { return f.scaledOthers(b, mine[1]) })
	zs := b.Prim(prim.Sub, prim.I64, f.zs, mine[0])
	return either(b, t, b.Prim(prim.Eq, prim.I64, zs, core.IntC(0)),
		func(*core.Builder) core.Atom { return p },
		func(b *core.Builder) core.Atom {
			single := b.Prim(prim.And, prim.Bool, b.Prim(prim.Eq, prim.I64, zs, core.IntC(1)), isNormal(b, t, p))
			return choose(b, single, b.Prim(prim.Mul, t, p, b.Prim(prim.Sub, t, f.z, mine[2])), core.Zero(t))
		})
}

// many computes whether more than one factor is zero.
func (f factors) many(b *core.Builder) core.Atom {
	return b.Prim(prim.Lt, prim.I64, core.IntC(1), f.zs)
}

// byZeros takes the general rule, many, if cond says so, else the special one.
func (r *rev) byZeros(ts []core.Type, cond func(*core.Builder) core.Atom, many, few func(*core.Builder) []core.Atom) []core.Atom {
	if r.low {
		return few(r.b())
	}
	return core.Atoms(r.b().If(cond(r.b()), ts, many, few))
}

// scaledOthers is m * 2**x / a.
func (f factors) scaledOthers(b *core.Builder, a core.Atom) core.Atom {
	s := scaled(b, f.t, a)
	x := b.Prim(prim.Sub, prim.I64, f.x, s[1])
	return scale(b, f.t, b.Prim(prim.Div, f.t, f.m, s[0]), x)
}

// either is if c then x else y for scalars of type t.
func either(b *core.Builder, t prim.Type, c core.Atom, x, y func(b *core.Builder) core.Atom) core.Atom {
	return b.If(c, []core.Type{core.Prim(t)},
		func(b *core.Builder) []core.Atom { return []core.Atom{x(b)} },
		func(b *core.Builder) []core.Atom { return []core.Atom{y(b)} })[0]
}

// isNormal computes whether p is neither zero nor subnormal, infinite or nan.
func isNormal(b *core.Builder, t prim.Type, p core.Atom) core.Atom {
	smallest := map[prim.Type]int{prim.F16: -14, prim.F32: -126, prim.F64: -1022}[t]
	size := b.Prim(prim.Abs, t, p)
	inf := core.Const{Scalar: prim.Float(t, math.Inf(1))}
	return b.Prim(prim.And, prim.Bool,
		b.Prim(prim.Le, t, core.Const{Scalar: prim.Float(t, math.Ldexp(1, smallest))}, size), b.Prim(prim.Lt, t, size, inf))
}

// infinite is the exponent of infinity as a scaled number; those of numbers do not come near.
const infinite = 1 << 40

// scaled is a, which is not zero, as a scaled number whose first part is about 1.
func scaled(b *core.Builder, t prim.Type, a core.Atom) []core.Atom {
	return core.Atoms(b.If(b.Prim(prim.IsInf, t, a), []core.Type{core.Prim(t), core.I64},
		func(b *core.Builder) []core.Atom { return []core.Atom{b.Prim(prim.Sgn, t, a), core.IntC(infinite)} },
		func(b *core.Builder) []core.Atom { return rescaled(b, t, a, core.IntC(0)) }))
}

// rescaled is the scaled number a * 2**x with a first part that is about 1.
func rescaled(b *core.Builder, t prim.Type, a, x core.Atom) []core.Atom {
	k := b.Prim(prim.ToI32, t, b.Prim(prim.Floor, t, b.Prim(prim.Log2, t, b.Prim(prim.Abs, t, a))))
	m := b.Prim(prim.Ldexp, t, a, b.Prim(prim.Neg, prim.I32, k))
	return []core.Atom{m, b.Prim(prim.Add, prim.I64, x, b.Prim(prim.ToI64, prim.I32, k))}
}

// scale is the number m * 2**x.
func scale(b *core.Builder, t prim.Type, m, x core.Atom) core.Atom {
	const most = 1 << 14 // more than any exponent
	x = b.Prim(prim.Max, prim.I64, core.IntC(-most), b.Prim(prim.Min, prim.I64, core.IntC(most), x))
	return b.Prim(prim.Ldexp, t, m, b.Prim(prim.ToI32, prim.I64, x))
}

// scaledTypes are the parts of a scaled number, scaledOne the number 1.
func scaledTypes(t prim.Type) []core.Type { return []core.Type{core.Prim(t), core.I64} }
func scaledOne(t prim.Type) []core.Atom   { return []core.Atom{core.One(t), core.IntC(0)} }

// scaledMul is the product of scaled numbers.
func scaledMul(t prim.Type) *core.Lambda {
	ts := scaledTypes(t)
	b := &core.Builder{}
	return b.Lambda(append(ts, ts...), ts, func(b *core.Builder, p []*core.Var) []core.Atom {
		return rescaled(b, t, b.Prim(prim.Mul, t, p[0], p[2]), b.Prim(prim.Add, prim.I64, p[1], p[3]))
	})
}

// scaledFactor is a factor as a scaled number, with 1 for 0.
func scaledFactor(b *core.Builder, t prim.Type, a core.Atom) []core.Atom {
	return scaled(b, t, splitFactor(b, t, a)[1])
}
