package lower

import (
	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/prim"
)

// Accumulators of the source language [Acc]. Where the operator adds numbers, element by element, a stream is
//
//	with_acc (+) dest (\acc -> map (\acc b -> f acc b) acc bs)        write acc i v = update_acc acc i v
//
// which runs in parallel and whose reverse derivative reads the adjoint of dest at the same places. Otherwise
//
//	loop acc = dest for b in bs do f acc b                            write acc i v = acc with [i] = op acc[i] v
//
// The checker saw to it that an accumulator is used exactly once on every path (Note [Linearity] in lang/check/uniqueness), so
// updates in place need no copies. The operator is a static value that travels with the accumulator.

// accumulator is the leaves of an array under updates, which are accumulators of core if those run in parallel. op
// is what writes combine with, nil if they overwrite.
type accumulator struct {
	array
	op val
}

// scatterStream: scatter_stream dest f bs.
func scatterStream(l *lowerer, c *call) val {
	return l.streamLoop(c.array(0), nil, c.args[1], c.array(2))
}

// histStream: reduce_by_index_stream dest op ne f bs.
func histStream(l *lowerer, c *call) val {
	dest, op, f, bs := c.array(0), c.args[1], c.args[3], c.array(4)
	if adds(l.operator(op, dest.elem)) {
		return l.streamMap(dest, op, f, bs)
	}
	return l.streamLoop(dest, op, f, bs)
}

// adds reports whether an operator adds numbers, each result the sum of its two operands; arrays elementwise.
func adds(fn *core.Lambda) bool {
	k := len(fn.Ret)
	def := map[core.Atom]core.Exp{}
	for _, s := range fn.Body.Stms {
		for _, v := range s.Pat {
			def[v] = s.Exp
		}
	}
	for i, a := range fn.Body.Result {
		x, y := core.Atom(fn.Params[i]), core.Atom(fn.Params[k+i])
		switch e := def[a].(type) {
		case *core.PrimApp:
			if e.Op != prim.Add || !samePair(e.Args, x, y) {
				return false
			}
		case *core.Map:
			if len(e.Fn.Ret) != 1 || len(e.Arrs) != 2 || !samePair(core.Atoms(e.Arrs), x, y) || !adds(e.Fn) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func samePair(as []core.Atom, x, y core.Atom) bool {
	return as[0] == x && as[1] == y || as[0] == y && as[1] == x
}

// streamMap is a stream of additions.
func (l *lowerer) streamMap(dest array, op, f val, bs array) val {
	e := &core.WithAcc{Fn: &core.Lambda{}}
	for _, v := range l.ownAll(dest.leaves, bs.leaves) {
		t := v.Type
		t.Cert = core.NewCert()
		_, ne := joinWith(t.Elem)
		e.Accs = append(e.Accs, core.AccInput{Arr: v, Op: core.BinOp(prim.Add, t.Elem), Ne: ne, Cert: t.Cert})
		e.Fn.Params = append(e.Fn.Params, core.NewVar("acc", t))
	}
	accs := e.Fn.Params
	e.Fn.Ret = core.VarTypes(accs)
	s := l.Within(emit.LambdaScope, func() {
		l.Sc.Declare(accs...)
		fn := l.lambda(append(core.VarTypes(accs), core.ElemTypes(bs.leaves)...), func(ps []*core.Var) []core.Atom {
			k := len(accs)
			acc := accumulator{dest.with(ps[:k]), op}
			return flatten(l.apply(f, acc, build(bs.elem, core.Atoms(ps[k:]))))
		})
		fn.Ret = core.VarTypes(accs)
		e.Fn.Body.Result = core.Atoms(l.Bind("acc", &core.Map{W: bs.dim, Accs: accs, Arrs: bs.leaves, Fn: fn}))
	})
	e.Fn.Body = s.Body(e.Fn.Body.Result)
	return dest.with(l.Bind("stream", e))
}

// streamLoop is any stream, one element after the other.
func (l *lowerer) streamLoop(dest array, op, f val, bs array) val {
	e := &core.Loop{Init: core.Atoms(l.ownAll(dest.leaves, bs.leaves)), I: core.NewVar("i", core.I64), Bound: bs.dim}
	for _, v := range dest.leaves {
		e.Params = append(e.Params, core.NewVar("acc", v.Type))
	}
	s := l.Within(emit.LoopScope, func() {
		l.Sc.Declare(append(e.Params, e.I)...)
		for _, p := range e.Params {
			l.Roots[p] = l.NewRoot()
		}
		acc := accumulator{dest.with(e.Params), op}
		e.Body.Result = flatten(l.apply(f, acc, l.elem(bs, e.I)))
	})
	e.Body = s.Body(e.Body.Result)
	pat := core.NewSubst().Binders(e.Params)
	l.Add(pat, e)
	for i, v := range pat {
		l.Leave(v, e.Init[i], e.Body.Result[i])
	}
	return dest.with(pat)
}

// writeAcc: write acc i v. Indices outside are ignored, as those of update_acc and scatter are.
func writeAcc(l *lowerer, c *call) val {
	acc, i, v := c.args[0].(accumulator), c.atom(1), c.args[2]
	vals := l.CastAll(flatten(v), leafTypes(acc.elem))
	leaves := make([]*core.Var, len(vals))
	if acc.leaves[0].Type.IsAcc() {
		for k, a := range acc.leaves {
			leaves[k] = l.Let("acc", &core.UpdateAcc{Acc: a, Idx: []core.Atom{i}, Val: vals[k]})
		}
		return accumulator{acc.with(leaves), acc.op}
	}
	if acc.op != nil {
		vals = l.combined(acc, i, build(acc.elem, vals))
	}
	one := core.IntC(1)
	e := &core.Scatter{W: one, Dest: acc.leaves, Idx: []*core.Var{l.Let("i", &core.ArrayLit{Elem: core.I64, Elems: []core.Atom{i}})}}
	for _, a := range vals {
		e.Vals = append(e.Vals, l.Let("v", &core.ArrayLit{Elem: a.AtomType(), Elems: []core.Atom{a}}))
	}
	return accumulator{acc.with(l.Bind("acc", e)), acc.op}
}

// combined is op acc[i] v; some value where i is outside.
func (l *lowerer) combined(acc accumulator, i core.Atom, v val) []core.Atom {
	inside := l.Op(prim.And, prim.Bool, l.I64(prim.Le, core.IntC(0), i), l.I64(prim.Lt, i, acc.dim))
	old := l.branch(inside, acc.elem, func() val { return l.elem(acc.array, i) }, func() val { return v })
	return l.CastAll(flatten(l.apply(acc.op, old, v)), leafTypes(acc.elem))
}
