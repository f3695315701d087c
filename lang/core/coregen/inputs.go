package coregen

import (
	"math/rand/v2"

	"raido/lang/core"
	"raido/lang/prim"
)

// Inputs makes arguments for the parameters: sizes from 3 to 6, integers that are indices of every dimension, and floats that are multiples of a
// quarter, so that sums and products of a few are exact in any order. The same seed gives the same arguments.
func Inputs(seed uint64, params []*core.Var) []Arg {
	r := rand.New(rand.NewPCG(seed, 11))
	size := map[core.Atom]int64{}
	for _, p := range params {
		for _, d := range p.Type.Dims {
			if c, ok := d.(core.Const); ok {
				size[d] = c.Int64()
			} else if size[d] == 0 {
				size[d] = 3 + r.Int64N(4)
			}
		}
	}
	var out []Arg
	for _, p := range params {
		a := Arg{Type: p.Type.Elem}
		n := int64(1)
		for _, d := range p.Type.Dims {
			a.Shape = append(a.Shape, size[d])
			n *= size[d]
		}
		for range n {
			a.Elems = append(a.Elems, element(r, a.Type))
		}
		if k, ok := size[p]; ok {
			a.Elems[0] = prim.Int(prim.I64, k)
		}
		out = append(out, a)
	}
	return out
}

func element(r *rand.Rand, t prim.Type) prim.Scalar {
	switch {
	case t == prim.Bool:
		return prim.BoolOf(r.IntN(2) == 0)
	case t.IsFloat():
		return prim.Float(t, float64(r.IntN(16)-8)/4)
	}
	return prim.Int(t, r.Int64N(3))
}
