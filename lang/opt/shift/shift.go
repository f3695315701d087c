package shift

import (
	"math"
	"slices"

	"raido/lang/core"
	"raido/lang/prim"
)

// Note [Shifts that cancel]
//
// Softmax and log-sum-exp take the maximum m off before they raise e to what is left, and their results do not depend on m:
//
//	m = reduce max xs; es = map (\x -> exp (x - m)) xs; s = reduce (+) es; in m + log s
//
// So the derivative by m is zero, and need not be computed, with the place of the maximum. It is shown by how values depend on m: as v + n m, or as
// v e^(n m), with a number n for each. x - m has n = -1, its exponential too, so have their sum and its logarithm, and m + log s has n = 0. A maximum
// from which all that a body gives has n = 0 is made a constant to derivatives: from_bits (to_bits m), the derivative of which is zero. Once all derivatives
// are taken, it is m again.

// Cancel makes constants of the maxima in differentiated code that cancel.
func Cancel(p *core.Prog) *core.Prog {
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return shifts(funs, f.Body, false) })
}

func shifts(funs map[*core.Fun]*core.Fun, b core.Body, derived bool) core.Body {
	out := core.Body{Result: b.Result}
	for i, s := range b.Stms {
		_, diff := s.Exp.(*core.Diff)
		s.Exp = s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return shifts(funs, b, derived) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: shifts(funs, l.Body, derived || diff)}
			},
		})
		if c, ok := s.Exp.(*core.Call); ok {
			c.Fun = funs[c.Fun]
		}
		if derived && isExtremum(s) && cancels(s.Pat[0], core.Body{Stms: b.Stms[i+1:], Result: b.Result}) {
			m, t := s.Pat[0], s.Pat[0].Type.Elem
			s.Pat = []*core.Var{core.NewVar(m.Name, m.Type)}
			bits := core.NewVar(m.Name, core.Prim(prim.ToBits.ResultType(t)))
			out.Stms = append(out.Stms, s, core.Stm{Pat: []*core.Var{bits}, Src: s.Src, Exp: &core.PrimApp{Op: prim.ToBits, T: t, Args: []core.Atom{s.Pat[0]}}},
				core.Stm{Pat: []*core.Var{m}, Src: s.Src, Exp: &core.PrimApp{Op: prim.FromBits, T: t, Args: []core.Atom{bits}}})
			continue
		}
		out.Stms = append(out.Stms, s)
	}
	return out
}

// Restore undoes Cancel in a program without derivatives: from_bits (to_bits x) is x.
func Restore(p *core.Prog) *core.Prog {
	bits := map[*core.Var]*core.PrimApp{}
	return core.Rebuild(p, func(f *core.Fun, funs map[*core.Fun]*core.Fun) core.Body { return restore(funs, f.Body, bits) })
}

func restore(funs map[*core.Fun]*core.Fun, b core.Body, bits map[*core.Var]*core.PrimApp) core.Body {
	out := core.Body{Stms: slices.Clone(b.Stms), Result: b.Result}
	for i, s := range b.Stms {
		e := s.Exp.Map(core.Mapper{
			Body: func(b core.Body) core.Body { return restore(funs, b, bits) },
			Lambda: func(l *core.Lambda) *core.Lambda {
				return &core.Lambda{Params: l.Params, Ret: l.Ret, Body: restore(funs, l.Body, bits)}
			},
		})
		switch e := e.(type) {
		case *core.Call:
			e.Fun = funs[e.Fun]
		case *core.PrimApp:
			out.Stms[i].Exp = restored(e, s.Pat[0], bits)
			continue
		default: // as it is
		}
		out.Stms[i].Exp = e
	}
	return out
}

// restored is x for from_bits (to_bits x), else e; bits has the words made of floats.
func restored(e *core.PrimApp, v *core.Var, bits map[*core.Var]*core.PrimApp) core.Exp {
	switch e.Op {
	case prim.ToBits:
		bits[v] = e
	case prim.FromBits:
		if w, ok := e.Args[0].(*core.Var); ok && bits[w] != nil && bits[w].T == e.T {
			return &core.Use{Atom: bits[w].Args[0]}
		}
	}
	return e
}

// isExtremum reports whether a statement takes the maximum or the minimum of floats.
func isExtremum(s core.Stm) bool {
	r, ok := s.Exp.(*core.Reduce)
	if !ok || len(s.Pat) != 1 || !s.Pat[0].Type.IsScalar() || !s.Pat[0].Type.Elem.IsFloat() {
		return false
	}
	op := operatorOf(r)
	return op == prim.Max || op == prim.Min
}

// operatorOf is the operator of a reduction of numbers, if it is a primitive; else nil.
func operatorOf(r *core.Reduce) *prim.Op {
	if len(r.Ne) != 1 || !r.Fn.Params[0].Type.IsScalar() || len(r.Fn.Body.Stms) != 1 {
		return nil
	}
	if e, ok := r.Fn.Body.Stms[0].Exp.(*core.PrimApp); ok {
		return e.Op
	}
	return nil
}

// shift says how a value depends on a number m: as v + n m, or as v e^(n m).
type shift struct {
	factor bool
	n      int
}

// cancels reports whether no result of the rest of a body depends on m.
func cancels(m *core.Var, rest core.Body) bool {
	d := dependence{m: shift{n: 1}}
	return d.body(rest) && !slices.ContainsFunc(rest.Result, d.has)
}

// dependence has the values that depend on m.
type dependence map[*core.Var]shift

func (d dependence) has(a core.Atom) bool {
	v, ok := a.(*core.Var)
	_, depends := d[v]
	return ok && depends
}

// put notes how v depends on m: not at all if n is 0.
func (d dependence) put(v *core.Var, s shift) {
	if s.n != 0 {
		d[v] = s
	}
}

// body follows the statements of a body; false if it cannot.
func (d dependence) body(b core.Body) bool {
	for _, s := range b.Stms {
		if slices.ContainsFunc(core.FreeInStm(s).List, func(v *core.Var) bool { return d.has(v) }) && !d.stm(s) {
			return false
		}
	}
	return true
}

func (d dependence) stm(s core.Stm) bool {
	switch e := s.Exp.(type) {
	case *core.PrimApp:
		x, ok := d.primApp(e)
		d.put(s.Pat[0], x)
		return ok
	case *core.Use:
		d.put(s.Pat[0], d.of(e.Atom))
		return true
	case *core.Map:
		return len(e.Accs) == 0 && d.mapped(s, e)
	case *core.Reduce:
		return d.reduced(s, e)
	default: // not followed
	}
	return false
}

func (d dependence) of(a core.Atom) shift {
	v, _ := a.(*core.Var)
	return d[v]
}

func (d dependence) mapped(s core.Stm, e *core.Map) bool {
	for k, a := range e.Arrs {
		d.put(e.Fn.Params[k], d.of(a))
	}
	if !d.body(e.Fn.Body) {
		return false
	}
	for k, a := range e.Fn.Body.Result {
		d.put(s.Pat[k], d.of(a))
	}
	return true
}

// reduced follows sums of factors, and extrema.
func (d dependence) reduced(s core.Stm, e *core.Reduce) bool {
	if len(e.Ne) != 1 || d.has(e.Ne[0]) || slices.ContainsFunc(core.FreeInLambda(e.Fn).List, func(v *core.Var) bool { return d.has(v) }) {
		return false
	}
	x := d.of(e.Arrs[0])
	switch op := operatorOf(e); {
	case op == prim.Add && x.factor && isFloat(e.Ne[0], 0):
	case op == prim.Max && isFloat(e.Ne[0], math.Inf(-1)), op == prim.Min && isFloat(e.Ne[0], math.Inf(1)):
	default:
		return false
	}
	d.put(s.Pat[0], x)
	return true
}

// isFloat reports whether an atom is that number.
func isFloat(a core.Atom, x float64) bool {
	c, ok := a.(core.Const)
	return ok && c.Type.IsFloat() && c.Float64() == x
}

// primApp follows an operator; false if its result depends on m in another way.
func (d dependence) primApp(e *core.PrimApp) (shift, bool) {
	x := d.of(e.Args[0])
	if len(e.Args) == 1 {
		switch e.Op {
		case prim.Neg:
			if !x.factor {
				x.n = -x.n
			}
			return x, true
		case prim.Exp:
			return shift{true, x.n}, !x.factor
		case prim.Log:
			return shift{false, x.n}, x.factor
		}
		return shift{}, false
	}
	if len(e.Args) != 2 {
		return shift{}, false
	}
	y := d.of(e.Args[1])
	switch e.Op {
	case prim.Add, prim.Sub:
		switch {
		case x.factor || y.factor: // a sum of what has the same factor
			return x, x == y || x.n != 0 && isFloat(e.Args[1], 0)
		case e.Op == prim.Sub:
			y.n = -y.n
		}
		return shift{false, x.n + y.n}, true
	case prim.Mul:
		return shift{true, x.n + y.n}, (x.factor || x.n == 0) && (y.factor || y.n == 0)
	case prim.Div:
		return shift{true, x.n - y.n}, (x.factor || x.n == 0) && (y.factor || y.n == 0)
	case prim.Max:
		return either(e, x, y, math.Inf(-1))
	case prim.Min:
		return either(e, x, y, math.Inf(1))
	}
	return shift{}, false
}

// either is the shift of one of two values, which both have, or of the one beside a neutral number.
func either(e *core.PrimApp, x, y shift, neutral float64) (shift, bool) {
	switch {
	case isFloat(e.Args[0], neutral):
		return y, true
	case isFloat(e.Args[1], neutral):
		return x, true
	}
	return x, x == y
}
