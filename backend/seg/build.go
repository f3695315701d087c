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

// Index computes an operator on indices, which cannot overflow, unless FoldIndex knows the result.
func (b *Builder) Index(name string, op *prim.Op, x, y core.Atom) core.Atom {
	if z := FoldIndex(op, x, y); z != nil {
		return z
	}
	v := b.Op(name, op, prim.I64, x, y)
	b.Code[len(b.Code)-1].(*Let).Idx = true
	return v
}

// FoldIndex evaluates operators of i64 on constants and neutral elements; nil if there is nothing to fold.
func FoldIndex(op *prim.Op, a, b core.Atom) core.Atom {
	x, xc := core.IntConst(a)
	y, yc := core.IntConst(b)
	if xc && yc {
		if s, err := op.Eval(prim.I64, []prim.Scalar{prim.Int(prim.I64, x), prim.Int(prim.I64, y)}); err == nil {
			return core.Const{Scalar: s}
		}
	}
	switch {
	case op == prim.Mul && (xc && x == 0 || yc && y == 0):
		return core.IntC(0)
	case op == prim.Mul && xc && x == 1, op == prim.Add && xc && x == 0:
		return b
	case (op == prim.Mul || op == prim.Quot) && yc && y == 1, op == prim.Add && yc && y == 0, op == prim.Sub && yc && y == 0:
		return a
	case op == prim.Sub && a == b:
		return core.IntC(0)
	case (op == prim.Min || op == prim.Max) && a == b:
		return a
	}
	return nil
}

// FromZero reports whether a loop takes all numbers from 0 on.
func (s *For) FromZero() bool { return s.From == nil && s.Step <= 1 }

// Part is the part lo..hi of n things that number me of so many takes.
func (b *Builder) Part(n, me, of core.Atom) (lo, hi core.Atom) {
	each, left := b.Index("each", prim.Quot, n, of), b.Index("left", prim.Rem, n, of)
	lo = b.Index("lo", prim.Add, b.Index("lo", prim.Mul, me, each), b.Index("before", prim.Min, me, left))
	more := b.Select("more", b.Less(me, left), core.IntC(1), core.IntC(0))
	return lo, b.Index("hi", prim.Add, b.Index("hi", prim.Add, lo, each), more)
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

// Move moves lanes. The type of the result is that of the first operand, but for its lanes, and for that of a count.
func (b *Builder) Move(name string, op LaneOp, lanes int, args ...core.Atom) *core.Var {
	s := &Lanes{Op: op, Args: args}
	s.V = core.NewVar(name, core.Vector(s.elem(), lanes))
	b.Add(s)
	return s.V
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
