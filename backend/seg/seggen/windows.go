package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// windows is a map whose points each look through a row of their own by windows of two, several times over, as layers of filters do that each point's image
// goes through; it may change on the way.
func (g *gen) windows() {
	op, t := g.known()
	s := &states{g: g, op: op, t: t}
	k := &seg.Kernel{Kind: seg.Map}
	c := g.points(k, g.n)
	i, row, changes := c.index[0].v, g.arrays[3].mem, g.IntN(3) == 0
	if changes {
		all := core.NewVar("all", core.I64)
		g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.n, g.m}})
		row = g.filled(prim.F64, all).mem
		k.Updates = append(k.Updates, row)
	}
	last := c.b.Index("last", prim.Sub, g.m, core.IntC(1))
	ne, _ := op.Neutral(t)
	total := c.b.Var("total", core.Prim(t), core.Const{Scalar: ne})
	times, long := core.IntC(1+g.Int64N(3)), g.IntN(2) == 0
	c.b.For("filter", nil, times, 0, func(b *seg.Builder, f *core.Var) {
		b.For("j", nil, g.m, 0, func(b *seg.Builder, j *core.Var) {
			sum := s.fold(b, core.IntC(2), func(b *seg.Builder, q *core.Var) core.Atom {
				at := core.Atom(b.Op("at", prim.Min, prim.I64, b.Op("at", prim.Add, prim.I64, j, q), last))
				x := core.Atom(b.Load("x", row, 0, seg.Index{{A: i, B: g.m}, {A: at}}))
				if t != prim.F64 {
					x = b.Op("x", prim.To(t), prim.F64, x)
				}
				return b.Op("x", prim.Sub, t, x, b.Op("f", prim.To(t), prim.I64, f))
			})
			if long {
				sum = b.Op("sum", prim.Sub, t, sum, total)
			}
			b.Set(total, b.Op("total", op, t, total, sum))
			if changes {
				b.Store(row, seg.Index{{A: i, B: g.m}, {A: j}}, b.Op("e", prim.ToF64, t, sum))
			}
		})
	})
	out := g.alloc(t, g.n)
	c.b.Store(out.mem, seg.At(i), total)
	k.Body = c.b.Code
	g.launch(k)
	g.arrays = append(g.arrays, out)
}
