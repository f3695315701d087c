package seg

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// Builder collects thread code. Its methods that give a value add the statement that computes it, unless it is known already.
type Builder struct{ Code Code }

// Add adds statements.
func (b *Builder) Add(ss ...Stm) { b.Code = append(b.Code, ss...) }

// Block is the code that f builds, which is not added.
func Block(f func(b *Builder)) Code {
	in := &Builder{}
	f(in)
	return in.Code
}

// Op computes an operator; a vector if an operand is one.
func (b *Builder) Op(name string, op *prim.Op, t prim.Type, args ...core.Atom) *core.Var {
	v := core.NewVar(name, core.Type{Elem: op.ResultType(t), Lanes: LanesOf(args...)})
	b.Add(&Let{V: v, Op: op, T: t, Args: args})
	return v
}

// LanesOf is the number of lanes of the vectors among operands, 0 if there are none.
func LanesOf(as ...core.Atom) int {
	for _, a := range as {
		if n := a.AtomType().Lanes; n > 0 {
			return n
		}
	}
	return 0
}

// Index computes an operator on indices, which cannot overflow; of constants it is computed here.
func (b *Builder) Index(name string, op *prim.Op, x, y core.Atom) core.Atom {
	c, isConst := x.(core.Const)
	d, alsoConst := y.(core.Const)
	switch {
	case isConst && alsoConst:
		if s, err := op.Eval(prim.I64, []prim.Scalar{c.Scalar, d.Scalar}); err == nil {
			return core.Const{Scalar: s}
		}
	case op == prim.Add && isInt(y, 0), op == prim.Sub && isInt(y, 0), op == prim.Mul && isInt(y, 1):
		return x
	case op == prim.Add && isInt(x, 0), op == prim.Mul && isInt(x, 1):
		return y
	}
	v := b.Op(name, op, prim.I64, x, y)
	b.Code[len(b.Code)-1].(*Let).Idx = true
	return v
}

// At is the number that an index comes to.
func (b *Builder) At(x Index) core.Atom {
	var sum core.Atom = core.IntC(0)
	for _, t := range x {
		a := t.A
		if t.B != nil {
			a = b.Index("part", prim.Mul, t.A, t.B)
		}
		sum = b.Index("at", prim.Add, sum, a)
	}
	return sum
}

// Move moves lanes. The type of the result is that of the first operand, but for its lanes.
func (b *Builder) Move(name string, op LaneOp, lanes int, args ...core.Atom) *core.Var {
	v := core.NewVar(name, core.Vector(args[0].AtomType().Elem, lanes))
	b.Add(&Lanes{V: v, Op: op, Args: args})
	return v
}

// Extract is lane k of a vector.
func (b *Builder) Extract(name string, vec core.Atom, k int) *core.Var {
	v := b.Move(name, Extract, 0, vec)
	b.Code[len(b.Code)-1].(*Lanes).K = k
	return v
}

// Select chooses; a vector if an operand is one.
func (b *Builder) Select(name string, cond, then, els core.Atom) *core.Var {
	v := core.NewVar(name, core.Type{Elem: then.AtomType().Elem, Lanes: LanesOf(cond, then, els)})
	b.Add(&Select{V: v, Cond: cond, Then: then, Else: els})
	return v
}

// Load reads an element, or a vector of so many lanes.
func (b *Builder) Load(name string, m *Mem, lanes int, at Index) *core.Var {
	v := core.NewVar(name, core.Type{Elem: m.Elem, Lanes: lanes})
	b.Add(&Load{V: v, Mem: m, At: at})
	return v
}

// Var declares a variable that begins with init.
func (b *Builder) Var(name string, t core.Type, init core.Atom) *core.Var {
	v := core.NewVar(name, t)
	b.Add(&Decl{V: v, Init: init})
	return v
}

// Set changes a variable.
func (b *Builder) Set(v *core.Var, val core.Atom) { b.Add(&Set{V: v, Val: val}) }

// If adds a branch; els may be nil.
func (b *Builder) If(cond core.Atom, then, els func(b *Builder)) {
	s := &If{Cond: cond, Then: Block(then)}
	if els != nil {
		s.Else = Block(els)
	}
	b.Add(s)
}

// For adds a loop over i64 from a number on, nil for 0, and gives it, for the caller to say more of it.
func (b *Builder) For(name string, from, bound core.Atom, step int64, body func(b *Builder, i *core.Var)) *For {
	i := core.NewVar(name, core.I64)
	s := &For{I: i, From: from, Bound: bound, Step: step}
	s.Body = Block(func(b *Builder) { body(b, i) })
	b.Add(s)
	return s
}

// While adds a loop: cond is computed before each iteration.
func (b *Builder) While(cond func(b *Builder) core.Atom, body func(b *Builder)) {
	s := &While{}
	s.CondCode = Block(func(b *Builder) { s.Cond = cond(b) })
	s.Body = Block(body)
	b.Add(s)
}
