package flat

import (
	"math"

	"raido/lang/core"
	"raido/lang/prim"
)

// maxPower is the largest power that multiplication computes: by four squarings, with an error of a few ulp.
const maxPower = 16

// smallPower is x ** n by multiplication, for a constant whole n from 1 to maxPower or the negative of such a
// one: the pow of drivers takes a hundred times as long, and keeps loops from being vectorised. It is nil
// for others.
func (t *thread) smallPower(e *core.PrimApp, args []core.Atom) core.Atom {
	if e.Op != prim.Pow || e.T != prim.F32 && e.T != prim.F64 {
		return nil
	}
	c, ok := args[1].(core.Const)
	if !ok {
		return nil
	}
	n := c.Float64()
	if n != math.Trunc(n) || math.Abs(n) > maxPower || n == 0 {
		return nil
	}
	mul := func(a, b core.Atom) core.Atom { return t.let("p", prim.Mul, e.T, false, a, b) }
	var out core.Atom
	for k, square := int(math.Abs(n)), args[0]; ; square = mul(square, square) {
		if k&1 == 1 {
			if out == nil {
				out = square
			} else {
				out = mul(out, square)
			}
		}
		if k >>= 1; k == 0 {
			break
		}
	}
	if n < 0 {
		return t.let("p", prim.Div, e.T, false, core.One(e.T), out)
	}
	return out
}
