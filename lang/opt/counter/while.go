package counter

import (
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Counted loops]
//
// A while loop that adds a constant to a number until it is beyond a bound, which does not change, runs as often as bound and constant say:
//
//	loop (i, s) = (a, 0) while i < n do (i + 2, s + xs[i])     becomes     loop s = 0 for j < (n - a + 1) / 2 do s + xs[a + 2 * j]
//
// so that it needs no tape of numbers and no guess of their count, and is a sum, a map or a nest where a for loop is one. [ours] A number that would
// wrap around before it is beyond the bound makes a loop that does not end, or one of two thousand million iterations: those of
// types of 8 and 16 bits, and of unsigned ones, where a loop may wrap around and end soon, stay: with steps other than 1, or until a number is equal.

// counting is what a while loop that counts is: its parameter k goes by step from its start to the bound, or up to and including it.
type counting struct {
	k         int
	step      int64
	bound     core.Atom
	including bool
	before    []core.Stm // what the bound is computed by
}

// counted is a statement of a while loop as one of a for loop, if it counts; after is what follows it.
func (w *widener) counted(b *core.Builder, s core.Stm, e *core.Loop) (out core.Stm, after []core.Stm) {
	c, ok := w.count(e)
	if !ok || mentioned(e.Params[c.k], e.Params) || mentioned(s.Pat[c.k], s.Pat) {
		return s, nil
	}
	b.Stms = append(b.Stms, c.before...)
	p := e.Params[c.k]
	trips := w.trips(b, e.Init[c.k], c)
	loop := &core.Loop{I: core.NewVar(p.Name, core.Prim(prim.I64)), Bound: trips, Attrs: e.Attrs}
	loop.Params, loop.Init = slices.Delete(slices.Clone(e.Params), c.k, c.k+1), slices.Delete(slices.Clone(e.Init), c.k, c.k+1)
	in := &core.Builder{Src: s.Src}
	w.value(in, p, e.Init[c.k], loop.I, c)
	w.between(p, e.Init[c.k], c, in.Stms)
	loop.Body = core.Body{Stms: append(in.Stms, e.Body.Stms...), Result: slices.Delete(slices.Clone(e.Body.Result), c.k, c.k+1)}
	end := &core.Builder{Src: s.Src}
	w.value(end, s.Pat[c.k], e.Init[c.k], end.Prim(prim.Max, prim.I64, trips, core.IntC(0)), c)
	return core.Stm{Pat: slices.Delete(slices.Clone(s.Pat), c.k, c.k+1), Exp: loop, Src: s.Src}, end.Stms
}

// count reads a loop that counts.
func (w *widener) count(e *core.Loop) (c counting, ok bool) {
	changing := map[core.Atom]bool{}
	for _, p := range e.Params {
		changing[p] = true
	}
	tests := map[core.Atom]*core.PrimApp{}
	for _, s := range e.Cond.Stms {
		op, ok := s.Exp.(*core.PrimApp)
		if !ok || op.MayFail() {
			return c, false
		}
		if slices.ContainsFunc(op.Args, func(a core.Atom) bool { return changing[a] }) {
			changing[s.Pat[0]] = true
		} else {
			c.before = append(c.before, s)
		}
		tests[s.Pat[0]] = op
	}
	test := tests[e.Cond.Result[0]]
	negated := test != nil && test.Op == prim.Not
	if negated {
		test = tests[test.Args[0]]
	}
	if test == nil || len(test.Args) != 2 || !test.T.IsInt() || test.T == prim.U64 {
		return c, false
	}
	at, bound := 0, 1 // which operands
	if changing[test.Args[1]] {
		at, bound = 1, 0
	}
	c.bound = test.Args[bound]
	if c.k = slices.IndexFunc(e.Params, func(p *core.Var) bool { return test.Args[at] == core.Atom(p) }); c.k < 0 || changing[c.bound] {
		return c, false
	}
	c.step = step(e.Params[c.k], e.Body, c.k)
	far := max(c.step, -c.step)
	ends := false // by its step
	switch {
	case test.Op == prim.Eq:
		ends = negated && far == 1
	case test.Op == prim.Lt || test.Op == prim.Le:
		c.including = (test.Op == prim.Le) != negated
		ends = c.step != 0 && (c.step > 0) == ((at == 0) != negated)
	}
	wraps := far > 1<<20 || (far > 1 || test.Op == prim.Eq) && (!test.T.IsSigned() || test.T.Size() < 4)
	return c, ends && !wraps
}

// step is what the body of a loop adds to parameter k; 0 if that is not a constant.
func step(p *core.Var, b core.Body, k int) int64 {
	for _, s := range b.Stms {
		op, ok := s.Exp.(*core.PrimApp)
		if !ok || core.Atom(s.Pat[0]) != b.Result[k] {
			continue
		}
		for side, a := range op.Args {
			n, ok := core.IntConst(a)
			switch {
			case !ok || len(op.Args) != 2 || op.Args[1-side] != core.Atom(p):
			case op.Op == prim.Add:
				return n
			case op.Op == prim.Sub && side == 1:
				return -n
			}
		}
	}
	return 0
}

// trips are how many iterations the loop has; none if negative.
func (w *widener) trips(b *core.Builder, start core.Atom, c counting) core.Atom {
	from, to, far := w.wide(b, start), w.wide(b, c.bound), c.step
	if far < 0 {
		from, to, far = to, from, -far
	}
	n := w.i64(b, prim.Sub, to, from)
	if c.including {
		n = w.i64(b, prim.Add, n, core.IntC(1))
	}
	if far == 1 {
		return n
	}
	return w.i64(b, prim.Div, w.i64(b, prim.Add, n, core.IntC(far-1)), core.IntC(far))
}

// value binds v to what the loop counts after i steps.
func (w *widener) value(b *core.Builder, v *core.Var, start, i core.Atom, c counting) {
	at := w.i64(b, prim.Add, w.wide(b, start), w.i64(b, prim.Mul, i, core.IntC(c.step)))
	b.Add([]*core.Var{v}, &core.PrimApp{Op: prim.To(v.Type.Elem), T: prim.I64, Args: []core.Atom{at}}) // of i64 to i64: simplify leaves it out
}

// between notes where the parameter p of a loop lies, which in makes: between start and bound, and within its type in any case.
func (w *widener) between(p *core.Var, start core.Atom, c counting, in []core.Stm) {
	t := p.Type.Elem
	ends := [2]number{}
	for k, a := range []core.Atom{start, c.bound} {
		n, ok := w.of(a)
		if !ok && t == prim.I64 {
			return
		}
		if !ok {
			n = number{nil, prim.IntMin(t).Int64(), prim.IntMax(t).Int64()}
		}
		ends[k] = n
	}
	at := in[len(in)-1].Exp.(*core.PrimApp).Args[0]
	w.known[p] = number{at, min(ends[0].lo, ends[1].lo), max(ends[0].hi, ends[1].hi)}
}

// wide is an integer in i64.
func (w *widener) wide(b *core.Builder, a core.Atom) core.Atom {
	if n, ok := w.of(a); ok {
		return n.atom
	}
	if t := a.AtomType().Elem; t != prim.I64 {
		return b.Prim(prim.ToI64, t, a)
	}
	return a
}

// i64 is an operator of two numbers, computed now if they are constants.
func (w *widener) i64(b *core.Builder, op *prim.Op, x, y core.Atom) core.Atom {
	n, ok := core.IntConst(x)
	m, both := core.IntConst(y)
	if ok && both {
		s, err := op.Eval(prim.I64, []prim.Scalar{prim.Int(prim.I64, n), prim.Int(prim.I64, m)})
		if err == nil {
			return core.Const{Scalar: s}
		}
	}
	return b.Prim(op, prim.I64, x, y)
}

// mentioned reports whether a size among the types of variables is v.
func mentioned(v *core.Var, vs []*core.Var) bool {
	return slices.ContainsFunc(vs, func(x *core.Var) bool { return slices.Contains(x.Type.Dims, core.Atom(v)) })
}
