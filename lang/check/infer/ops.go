package infer

import (
	"strings"

	"raido/lang/check/explain"
	"raido/lang/check/fault"
	"raido/lang/check/scope"
	"raido/lang/check/uniqueness"
	"raido/lang/diag"
	"raido/lang/prim"
	"raido/lang/syntax"
	"raido/lang/types"
)

// opExp is operators and sections.
func (c *Checker) opExp(sc *locals, e syntax.Exp, hint types.Type) types.Exp {
	switch x := e.(type) {
	case *syntax.BinExp:
		return c.binary(sc, x, hint)
	case *syntax.NegExp:
		if n, ok := x.Exp.(*syntax.NumLit); ok {
			neg := *n
			neg.Text, neg.Span = "-"+n.Text, x.Span
			return c.number(&neg, hint)
		}
		return c.unary(sc, "neg", "-", x.Exp, x.Span, hint)
	case *syntax.NotExp:
		return c.unary(sc, "not", "!", x.Exp, x.Span, hint)
	case *syntax.SectionL:
		return c.sectionL(sc, x)
	case *syntax.SectionR:
		return c.sectionR(sc, x)
	case *syntax.SectionPath:
		return c.sectionPath(sc, x, hint)
	default: // not of this file: exp sends none
	}
	return c.hole(e.ExpSpan())
}

// sectionPath is \v -> v.f[i].g.
func (c *Checker) sectionPath(sc *locals, x *syntax.SectionPath, hint types.Type) types.Exp {
	at := x.Span
	m := c.u.Fresh()
	m.At = at
	if f, ok := types.Resolve(hint).(*types.Func); ok {
		c.u.Unify(m, f.Param)
	}
	v := c.newSym("x", m, at)
	mark := c.clock
	b := types.Exp(&types.Ref{Node: node(m, at), Sym: v})
	for _, s := range x.Steps {
		if s.Idx != nil {
			b = c.index(sc, b, s.Idx, at)
		} else {
			b = c.project(b, s.Field, at)
		}
	}
	params := []types.Param{{Pat: &types.PatVar{Sym: v}}}
	ret, exts := c.closeSizes(b.Type(), c.newer(mark), at)
	t, _, _ := c.funcType(params, ret, exts, uniqueness.Fresh{}, at)
	return &types.Lambda{Node: node(t, at), Params: params, Body: b}
}

// opRef is the operator of an expression; backtick names may be qualified.
func (c *Checker) opRef(sc *locals, op syntax.Name) types.Exp {
	return c.variable(sc, &syntax.VarExp{At: syntax.At{Span: op.Span}, Name: op})
}

func opText(op syntax.Name) string {
	return strings.Join(append(append([]string(nil), op.Quals...), op.Base), ".")
}

func (c *Checker) binary(sc *locals, x *syntax.BinExp, hint types.Type) types.Exp {
	if len(x.Op.Quals) == 0 {
		switch x.Op.Base {
		case "&&", "||":
			return c.logic(sc, x)
		case "|>", "<|", ">->", "<-<":
			if e, ok := c.pipe(sc, x.Op, x.L, x.R, x.Span); ok {
				return e
			}
		}
		if s, _, ok := c.value(sc, x.Op.Base); ok {
			if b := scope.BuiltinOf(s); b != nil {
				return c.overloaded(sc, b, x, hint)
			}
		}
	}
	a := &application{c: c, at: x.Span, fn: c.opRef(sc, x.Op), name: opText(x.Op)}
	a.t = a.fn.Type()
	for _, arg := range []syntax.Exp{x.L, x.R} {
		if !a.arg(arg.ExpSpan(), func(hint types.Type) types.Exp { return c.exp(sc, arg, hint) }) {
			return c.hole(x.Span)
		}
	}
	return a.done()
}

// overloaded is a built-in operator with both operands.
func (c *Checker) overloaded(sc *locals, b *scope.Builtin, x *syntax.BinExp, hint types.Type) types.Exp {
	op := b.Sym.Name
	result := b.Sym.Scheme.Type.(*types.Func).Result.(*types.Func).Result
	if result == types.Bool {
		hint = nil
	}
	l := c.exp(sc, x.L, hint)
	t := l.Type()
	d, way := c.notInClass(b.Class, t, x.L.ExpSpan(), op)
	good := d == nil
	if !good { // one report is enough
		t = c.u.Fresh()
	}
	r := c.exp(sc, x.R, t)
	if !good {
		elementwise(d, way, x, l, r)
	}
	if m := c.u.Unify(t, r.Type()); m != nil {
		c.operandMismatch(x, op, l, r, m)
	} else if b.Class == scope.ClassEq && good {
		c.inClass(b.Class, t, x.L.ExpSpan(), op) // the left side may have become known
	}
	res := t
	if result == types.Bool {
		res = types.Bool
	}
	ref := &types.Ref{Sym: b.Sym, TypeArgs: []types.Type{t}}
	ref.Node = node(&types.Func{Param: t, Result: &types.Func{Param: t, Result: res}}, x.Op.Span)
	return &types.Apply{Node: node(res, x.Span), Fn: ref, Args: []types.Exp{l, r}}
}

// elementwise makes the hint about an operator between arrays, or an array and a number, one to write.
func elementwise(d *diag.Diag, way explain.Way, x *syntax.BinExp, l, r types.Exp) {
	_, left := types.Resolve(l.Type()).(*types.Array)
	_, right := types.Resolve(r.Type()).(*types.Array)
	lt, rt := explain.Operand(x.L.ExpSpan()), explain.Operand(x.R.ExpSpan())
	switch {
	case !left || lt == "" || rt == "" || way != explain.Elementwise:
	case right:
		d.Hint = "apply the operator to the elements: map2 (" + opText(x.Op) + ") " + lt + " " + rt
	default:
		d.Hint = "apply the operator to the elements: map (" + opText(x.Op) + " " + rt + ") " + lt
	}
}

// inClass demands that an operand's type is of a class.
func (c *Checker) inClass(class *types.Class, t types.Type, at diag.Span, op string) {
	c.notInClass(class, t, at, op)
}

// notInClass is the report that an operand's type is not of a class, with the kind of its hint; nil if it is.
func (c *Checker) notInClass(class *types.Class, t types.Type, at diag.Span, op string) (*diag.Diag, explain.Way) {
	if m := c.u.Satisfy(class, t); m != nil {
		return c.mismatch(at, m, t, t, explain.Why{What: explain.AsOperand(op)})
	}
	return nil, explain.NoWay
}

func (c *Checker) operandMismatch(x *syntax.BinExp, op string, l, r types.Exp, m *types.Mismatch) {
	if m.Kind != types.MisType {
		c.mismatch(x.R.ExpSpan(), m, l.Type(), r.Type(), explain.Why{What: explain.As("the right operand of " + op)})
		return
	}
	p := types.NewPrinter()
	lt, rt := explain.HasType(p, l.Type(), "has"), explain.HasType(p, r.Type(), "has")
	d := c.Error(diag.Type, fault.CodeMismatch, x.Span, "the operands of %s differ: the left %s, the right %s", op, lt, rt)
	fault.Note(d, x.L.ExpSpan(), "this %s", lt)
	fault.Note(d, x.R.ExpSpan(), "this %s", rt)
	lp, okl := types.Resolve(l.Type()).(types.Prim)
	rp, okr := types.Resolve(r.Type()).(types.Prim)
	if okl && okr && lp.Prim != prim.Bool && rp.Prim != prim.Bool {
		same := explain.Conversion(lp.Prim, rp.Prim, x.R.ExpSpan())
		if lp.Prim.IsInt() && rp.Prim.IsFloat() || lp.Prim.IsInt() == rp.Prim.IsInt() && lp.Prim.Size() < rp.Prim.Size() {
			same = explain.Conversion(rp.Prim, lp.Prim, x.L.ExpSpan())
		}
		d.Hint = "convert one side: " + same.Text
	}
}

func (c *Checker) unary(sc *locals, name, op string, e syntax.Exp, at diag.Span, hint types.Type) types.Exp {
	b := scope.Builtins[name]
	x := c.exp(sc, e, hint)
	t := x.Type()
	c.inClass(b.Class, t, e.ExpSpan(), op)
	ref := &types.Ref{Node: node(&types.Func{Param: t, Result: t}, at), Sym: b.Sym, TypeArgs: []types.Type{t}}
	return &types.Apply{Node: node(t, at), Fn: ref, Args: []types.Exp{x}}
}

// logic is && and ||.
func (c *Checker) logic(sc *locals, x *syntax.BinExp) types.Exp {
	w := explain.Why{What: explain.AsOperand(x.Op.Base)}
	l := c.check(sc, x.L, types.Bool, w)
	r := c.check(sc, x.R, types.Bool, w)
	return logicIf(x.Op.Base, l, r, x.Span)
}

func logicIf(op string, l, r types.Exp, at diag.Span) types.Exp {
	lit := &types.Lit{Node: node(types.Bool, at), Val: prim.BoolOf(op == "||")}
	if op == "||" {
		return &types.If{Node: node(types.Bool, at), Cond: l, Then: lit, Else: r}
	}
	return &types.If{Node: node(types.Bool, at), Cond: l, Then: r, Else: lit}
}

// logicFn is && or || as a function.
func (c *Checker) logicFn(op string, at diag.Span) types.Exp {
	x, y := c.newSym("x", types.Bool, at), c.newSym("y", types.Bool, at)
	t := &types.Func{Param: types.Bool, Result: &types.Func{Param: types.Bool, Result: types.Bool}}
	return &types.Lambda{Node: node(t, at), Params: []types.Param{{Pat: &types.PatVar{Sym: x}}, {Pat: &types.PatVar{Sym: y}}},
		Body: logicIf(op, c.Ref(x, at), c.Ref(y, at), at)}
}

// sectionL is (e op): the operator applied to its left operand alone.
func (c *Checker) sectionL(sc *locals, x *syntax.SectionL) types.Exp {
	if op := x.Op.Base; len(x.Op.Quals) == 0 && (op == "&&" || op == "||") {
		return c.logicSection(sc, op, x.L, x.Span, true)
	}
	a := &application{c: c, at: x.Span, fn: c.opRef(sc, x.Op), name: opText(x.Op)}
	a.t = a.fn.Type()
	if !a.arg(x.L.ExpSpan(), func(hint types.Type) types.Exp { return c.exp(sc, x.L, hint) }) {
		return c.hole(x.Span)
	}
	return a.done()
}

// sectionR is (op e): \x -> x op e, with e evaluated first.
func (c *Checker) sectionR(sc *locals, x *syntax.SectionR) types.Exp {
	if op := x.Op.Base; len(x.Op.Quals) == 0 && (op == "&&" || op == "||") {
		return c.logicSection(sc, op, x.R, x.Span, false)
	}
	fn := c.opRef(sc, x.Op)
	f, ok := c.asFunc(fn.Type())
	var g *types.Func
	if ok {
		g, ok = c.asFunc(f.Result)
	}
	if !ok {
		c.Error(diag.Type, fault.CodeNotFunction, x.Span, "%s is no function of two arguments", opText(x.Op))
		return c.hole(x.Span)
	}
	right := c.exp(sc, x.R, g.Param)
	return c.bound(right, x.Span, func(r types.Exp) types.Exp {
		v := c.newSym("x", f.Param, x.Span)
		mark := c.clock
		a := &application{c: c, at: x.Span, fn: fn, name: opText(x.Op), t: fn.Type()}
		a.arg(x.Span, func(types.Type) types.Exp { return c.Ref(v, x.Span) })
		if !a.arg(x.R.ExpSpan(), func(types.Type) types.Exp { return r }) {
			return c.hole(x.Span)
		}
		body := a.done()
		params := []types.Param{{Pat: &types.PatVar{Sym: v}, Consumed: f.Unique}}
		c.ownParam(v, f.Unique)
		ret, exts := c.closeSizes(body.Type(), c.newer(mark), x.Span)
		t, _, _ := c.funcType(params, ret, exts, uniqueness.ResultOf(g), x.Span)
		return &types.Lambda{Node: node(t, x.Span), Params: params, Body: body}
	})
}

func (c *Checker) ownParam(s *types.Symbol, unique bool) {
	if unique {
		c.facts.Owned[s] = true
	}
}

// bound gives e to use: as itself when evaluating it again costs nothing, else bound by a let.
func (c *Checker) bound(e types.Exp, at diag.Span, use func(types.Exp) types.Exp) types.Exp {
	switch e.(type) {
	case *types.Ref, *types.Lit, *types.Lambda:
		return use(e)
	default: // costs something
	}
	s := c.newSym("rhs", e.Type(), e.Span())
	body := use(&types.Ref{Node: node(e.Type(), e.Span()), Sym: s})
	return &types.Let{Node: node(body.Type(), at), Pat: &types.PatVar{Sym: s}, Rhs: e, Body: body}
}

func (c *Checker) logicSection(sc *locals, op string, e syntax.Exp, at diag.Span, left bool) types.Exp {
	x := c.check(sc, e, types.Bool, explain.Why{What: explain.AsOperand(op)})
	return c.bound(x, at, func(b types.Exp) types.Exp {
		v := c.newSym("x", types.Bool, at)
		l, r := b, types.Exp(c.Ref(v, at))
		if !left {
			l, r = r, l
		}
		return &types.Lambda{Node: node(&types.Func{Param: types.Bool, Result: types.Bool}, at),
			Params: []types.Param{{Pat: &types.PatVar{Sym: v}}}, Body: logicIf(op, l, r, at)}
	})
}
