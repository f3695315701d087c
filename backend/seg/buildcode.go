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

// NothingYet makes an element of copies of accumulators one to which nothing has been added. The copies of a block may be in another one.
func (b *Builder) NothingYet(a *Acc, copies map[*Mem]*Mem, at Index) {
	if a.Has != nil {
		b.Store(copies[a.Has], at, core.BoolC(false))
		return
	}
	for j, m := range a.Priv {
		b.Store(copies[m], at, a.Start[j])
	}
}

// WhereAdded adds body, which runs if something has been added to an element of a copy, or always where that makes no difference.
func (b *Builder) WhereAdded(a *Acc, copies map[*Mem]*Mem, at Index, body func(b *Builder)) {
	last := len(a.Priv) - 1
	switch {
	case a.Has != nil:
		b.If(b.Load("has", copies[a.Has], 0, at), body, nil)
	case a.Op.Neutral == nil:
		b.If(b.Not(b.Equal(b.Load("copied", copies[a.Priv[last]], 0, at), a.Start[last])), body, nil)
	default:
		body(b)
	}
}

// AllThere is the code of points in which, unless they work on copies, there is something in all elements of accumulators.
func AllThere(c Code, accs []*Acc, copied func(b *Builder) core.Atom) Code {
	if c == nil {
		return nil
	}
	b := &Builder{}
	for _, s := range c {
		l, ok := s.(*Load)
		if !ok || !tells(accs, l.Mem) {
			b.Add(s.Map(Mapper{Code: func(c Code) Code { return AllThere(c, accs, copied) }}))
			continue
		}
		b.Add(&Decl{V: l.V, Init: core.BoolC(true)})
		b.If(copied(b), func(b *Builder) {
			n := *l
			n.V = core.NewVar(l.V.Name, l.V.Type)
			b.Add(&n)
			b.Set(l.V, n.V)
		}, nil)
	}
	return b.Code
}

// tells reports whether a memory tells where there is something.
func tells(accs []*Acc, m *Mem) bool {
	for _, a := range accs {
		if a.Has == m {
			return true
		}
	}
	return false
}
