package deriv

import (
	"maps"

	"raido/lang/core"
	"raido/lang/diag"
	"raido/lang/prim"
)

// rule appends the code of the partial derivatives; nil stands for zero.
type rule func(c *ctx) []core.Atom

// rules has the operators with a derivative.
var rules = merge(arithRules, bitRules, unaryRules, floatRules)

func merge(groups ...map[*prim.Op]rule) map[*prim.Op]rule {
	all := map[*prim.Op]rule{}
	for _, g := range groups {
		maps.Copy(all, g)
	}
	return all
}

// zero has the operators whose derivative is zero everywhere.
var zero = map[*prim.Op]bool{
	prim.Eq: true, prim.Lt: true, prim.Le: true, prim.IsNaN: true, prim.IsInf: true, prim.Signbit: true,
	prim.And: true, prim.Or: true, prim.Xor: true, prim.Shr: true, prim.Lshr: true, prim.MulHi: true,
	prim.Popc: true, prim.Clz: true, prim.Ctz: true,
	prim.Sgn: true, prim.Ceil: true, prim.Floor: true, prim.Trunc: true, prim.Round: true,
	prim.ToBits: true, prim.FromBits: true,
}

// Partials appends to b the code of the partial derivatives of op, at operand type t, with respect to
// each argument, given the arguments and the result of the application. Each is an atom of type t; nil
// stands for zero. Conversions have no partial, since their tangents change type: see Convert.
func Partials(b *core.Builder, op *prim.Op, t prim.Type, args []core.Atom, res core.Atom) []core.Atom {
	r, ok := rules[op]
	switch {
	case t == prim.Bool || zero[op]:
		return make([]core.Atom, op.Arity)
	case op.IsConversion():
		diag.Bugf("deriv: the conversion %s has no partials", op.Name)
	case !ok:
		diag.Bugf("deriv: no rule for %s", op.Name)
	}
	out := r(&ctx{b, t, args, res})
	for i, p := range out {
		if p != nil && core.IsConst(p, prim.Zero(t)) { // as of x * 0
			out[i] = nil
		}
	}
	return out
}

// Convert appends the conversion of a tangent or adjoint from one type to another; nil is zero, and so
// is what comes from or goes to bool.
func Convert(b *core.Builder, from, to prim.Type, a core.Atom) core.Atom {
	switch {
	case a == nil || from == prim.Bool || to == prim.Bool:
		return nil
	case from == to:
		return a
	}
	return b.Prim(prim.To(to), from, a)
}

// JVP appends the tangent of the result of op, given those of the arguments (nil is zero). A nil result
// is zero.
func JVP(b *core.Builder, op *prim.Op, t prim.Type, args []core.Atom, res core.Atom, dots []core.Atom) core.Atom {
	if op.IsConversion() {
		return Convert(b, t, op.ResultType(t), dots[0])
	}
	if !anyDot(dots) {
		return nil
	}
	var sum core.Atom
	for i, p := range Partials(b, op, t, args, res) {
		if p == nil || dots[i] == nil {
			continue
		}
		if term := Times(b, t, p, dots[i]); sum == nil {
			sum = term
		} else {
			sum = b.Prim(prim.Add, t, sum, term)
		}
	}
	return sum
}

func anyDot(dots []core.Atom) bool {
	for _, d := range dots {
		if d != nil {
			return true
		}
	}
	return false
}

// VJP appends what the adjoint resBar of op's result contributes to the adjoint of each argument; nil
// is zero.
func VJP(b *core.Builder, op *prim.Op, t prim.Type, args []core.Atom, res, resBar core.Atom) []core.Atom {
	if op.IsConversion() {
		return []core.Atom{Convert(b, op.ResultType(t), t, resBar)}
	}
	ps := Partials(b, op, t, args, res)
	for i, p := range ps {
		if p != nil {
			ps[i] = Times(b, t, p, resBar)
		}
	}
	return ps
}

// Times appends the product of a partial and a tangent or adjoint, without a multiplication when the
// partial is the constant 1 or -1.
func Times(b *core.Builder, t prim.Type, partial, x core.Atom) core.Atom {
	switch {
	case core.IsConst(partial, prim.One(t)):
		return x
	case core.IsConst(partial, minusOne(t)):
		return b.Prim(prim.Neg, t, x)
	}
	return b.Prim(prim.Mul, t, partial, x)
}

func minusOne(t prim.Type) prim.Scalar {
	if t.IsFloat() {
		return prim.Float(t, -1)
	}
	return prim.Int(t, -1)
}

// ctx is one application: builder, operand type, arguments and result.
type ctx struct {
	b   *core.Builder
	t   prim.Type
	x   []core.Atom
	res core.Atom
}

func (c *ctx) op(o *prim.Op, args ...core.Atom) core.Atom { return c.b.Prim(o, c.t, args...) }
func (c *ctx) add(x, y core.Atom) core.Atom               { return c.op(prim.Add, x, y) }
func (c *ctx) sub(x, y core.Atom) core.Atom               { return c.op(prim.Sub, x, y) }
func (c *ctx) mul(x, y core.Atom) core.Atom               { return c.op(prim.Mul, x, y) }
func (c *ctx) div(x, y core.Atom) core.Atom               { return c.op(prim.Div, x, y) }
func (c *ctx) neg(x core.Atom) core.Atom                  { return c.op(prim.Neg, x) }
func (c *ctx) one() core.Atom                             { return core.One(c.t) }
func (c *ctx) minusOne() core.Atom                        { return core.Const{Scalar: minusOne(c.t)} }
func (c *ctx) float(v float64) core.Atom                  { return core.Const{Scalar: prim.Float(c.t, v)} }

// indicator is 1 where the comparison holds, else 0; it has derivative zero.
func (c *ctx) indicator(cmp *prim.Op, x, y core.Atom) core.Atom {
	return c.b.Prim(prim.To(c.t), prim.Bool, c.op(cmp, x, y))
}

// nonzero is x, or 1 where x is 0: a divisor, or the operand of a logarithm, that keeps 0/0 and
// 0*log 0 finite.
func (c *ctx) nonzero(x core.Atom) core.Atom {
	return c.add(x, c.indicator(prim.Eq, x, core.Zero(c.t)))
}
