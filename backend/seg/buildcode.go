package seg

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// At is the place of one number.
func At(a core.Atom) Index { return Index{{A: a}} }

// Less is x < y.
func (b *Builder) Less(x, y core.Atom) core.Atom {
	return b.Op("less", prim.Lt, x.AtomType().Elem, x, y)
}

// Equal is x == y.
func (b *Builder) Equal(x, y core.Atom) core.Atom {
	return b.Op("equal", prim.Eq, x.AtomType().Elem, x, y)
}

// Not is what does not hold.
func (b *Builder) Not(x core.Atom) core.Atom { return b.Op("not", prim.Not, prim.Bool, x) }

// Store writes an element, or neighbouring ones.
func (b *Builder) Store(m *Mem, at Index, val core.Atom) { b.Add(&Store{Mem: m, At: at, Val: val}) }

// Quiet adds a loop over i64 that nobody needs to stop.
func (b *Builder) Quiet(from, bound core.Atom, step int64, body func(b *Builder, i *core.Var)) *For {
	s := b.For("i", from, bound, step, body)
	if s.Quiet = true; step == 1 {
		s.Step = 0
	}
	return s
}

// QuietWhile is While that nobody needs to stop, or which looks itself whether something has failed.
func (b *Builder) QuietWhile(cond func(b *Builder) core.Atom, body func(b *Builder)) {
	b.While(cond, body)
	b.Code[len(b.Code)-1].(*While).Quiet = true
}

// Stride adds a quiet loop over i64 whose step is no constant.
func (b *Builder) Stride(from, bound, step core.Atom, body func(b *Builder, i *core.Var)) {
	i := b.Var("i", core.I64, from)
	b.QuietWhile(func(b *Builder) core.Atom { return b.Less(i, bound) }, func(b *Builder) {
		body(b, i)
		b.Set(i, b.Index("next", prim.Add, i, step))
	})
}

// Inline adds a copy of code with variables of its own, in which others stand for some, and gives what stands for its results.
func (b *Builder) Inline(c Code, vars map[core.Atom]core.Atom, results []core.Atom) []core.Atom {
	r := &Renaming{Vars: map[core.Atom]core.Atom{}}
	for v, a := range vars {
		r.Vars[v] = a
	}
	b.Add(r.Code(c)...)
	return r.Atoms(results)
}

// Combine computes an operator.
func (b *Builder) Combine(op *Operator, x, y []core.Atom) []core.Atom {
	vars := map[core.Atom]core.Atom{}
	for j := range op.A {
		vars[op.A[j]], vars[op.B[j]] = x[j], y[j]
	}
	return b.Inline(op.Body, vars, op.Res)
}

// SetAll changes variables to values that are computed, all at once.
func (b *Builder) SetAll(vs []*core.Var, vals []core.Atom) {
	now := make([]core.Atom, len(vals))
	for j, a := range vals {
		now[j] = a
		for _, v := range vs[:j] {
			if a == core.Atom(v) { // it will have changed
				now[j] = b.Var(v.Name, v.Type, v)
			}
		}
	}
	for j, v := range vs {
		b.Set(v, now[j])
	}
}
