package simplify

import (
	"math"

	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// maxPower is the largest power that multiplication computes: by four squarings, with an error of half a unit for each factor.
const maxPower = 16

// Powers computes x ** n by multiplication, for a constant whole n from 1 to maxPower or the negative of such a
// one, as the definition does (products_f64 in backend/fmath): the same bits in a fraction of the time.
func Powers(p *seg.Prog) *seg.Prog {
	return eachCode(p, func(_ *seg.Kernel, c seg.Code) seg.Code {
		return seg.Rewrite(c, func(s seg.Stm) seg.Code {
			if l, ok := s.(*seg.Let); ok {
				if n := wholePower(l); n != 0 {
					return power(l, n)
				}
			}
			return seg.Code{s}
		})
	})
}

// wholePower is the exponent if an operator is such a power, else 0.
func wholePower(l *seg.Let) int {
	if l.Op != prim.Pow || l.T != prim.F32 && l.T != prim.F64 {
		return 0
	}
	c, ok := l.Args[1].(core.Const)
	if !ok {
		return 0
	}
	if n := c.Float64(); n == math.Trunc(n) && math.Abs(n) <= maxPower {
		return int(n)
	}
	return 0
}

// power is the code of x ** n; the last statement binds what l does.
func power(l *seg.Let, n int) seg.Code {
	b := &seg.Builder{}
	mul := func(x, y core.Atom) core.Atom { return b.Op("p", prim.Mul, l.T, x, y) }
	var out core.Atom
	k, square := max(n, -n), l.Args[0]
	if n < 0 {
		square = b.Op("p", prim.Div, l.T, core.One(l.T), square)
	}
	for ; ; square = mul(square, square) {
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
	if n == 1 {
		mul(out, core.One(l.T))
	}
	b.Code[len(b.Code)-1].(*seg.Let).V = l.V
	return b.Code
}
