package seggen

import (
	"raido/backend/seg"
	"raido/lang/core"
	"raido/lang/prim"
)

// sharedRows is a task whose loop reads a row again in each iteration, as products of a matrix and a vector and their adjoints do: sums along the row, and
// loops that add to a row of each iteration, to one row of all of them, or to elements further on. Some carry a variable, or look at what others do.
func (g *gen) sharedRows() {
	op, t := g.known()
	all := core.NewVar("all", core.I64)
	g.host = append(g.host, &seg.HLet{V: all, Op: prim.Mul, T: prim.I64, Args: []core.Atom{g.n, g.m}})
	row, table := g.filled(t, g.m), g.filled(t, all)
	sums, added, rows := g.filled(t, g.n), g.filled(t, g.m), g.filled(t, all)
	k := &seg.Kernel{Kind: seg.Task, Updates: []*seg.Mem{row.mem, table.mem, sums.mem, added.mem, rows.mem}}
	b := &seg.Builder{}
	fill := func(a array, n core.Atom, by int64) {
		b.For("i", nil, n, 0, func(b *seg.Builder, i *core.Var) {
			x := b.Op("x", prim.To(t), prim.I64, b.Op("r", prim.Rem, prim.I64, b.Op("d", prim.Mul, prim.I64, i, core.IntC(by)), core.IntC(11)))
			b.Add(&seg.Store{Mem: a.mem, At: seg.At(i), Val: x})
		}).Elems = true
	}
	fill(row, g.m, 3)
	fill(table, all, 7)
	ne, _ := op.Neutral(t)
	last := b.Var("last", core.Prim(t), core.Const{Scalar: ne})
	b.For("i", nil, g.n, 0, func(b *seg.Builder, i *core.Var) {
		at := func(j core.Atom) seg.Index { return seg.Index{{A: i, B: g.m}, {A: j}} }
		value := func(b *seg.Builder, j core.Atom) core.Atom {
			return b.Op("x", prim.Sub, t, b.Load("e", row.mem, 0, seg.At(j)), b.Load("e", table.mem, 0, at(j)))
		}
		f := &seg.Fold{I: core.NewVar("j", core.I64), Bound: g.m, Ops: []*prim.Op{op}}
		f.Accs = []*core.Var{b.Var("sum", core.Prim(t), core.Const{Scalar: ne})}
		in := &seg.Builder{}
		f.Vals = []core.Atom{value(in, f.I)}
		f.Body = in.Code
		b.Add(f)
		some := b.Op("some", prim.Lt, prim.I64, core.IntC(int64(g.IntN(3))), []core.Atom{g.m, i}[g.IntN(2)])
		b.If(some, func(b *seg.Builder) {
			b.Add(&seg.Update{Mem: sums.mem, At: seg.At(i), Op: op, Val: f.Accs[0]})
		}, nil)
		for range g.IntN(3) {
			to, own := added.mem, g.IntN(2) == 0
			if own {
				to = rows.mem
			}
			b.For("j", nil, g.m, 0, func(b *seg.Builder, j *core.Var) {
				x := value(b, j)
				if g.IntN(6) == 0 {
					x = b.Load("e", to, 0, seg.At(j)) // what other iterations have added
				}
				u := &seg.Update{Mem: to, At: seg.At(j), Op: op, Val: x}
				if own {
					u.At = at(j)
				}
				b.Add(u)
			}).Elems = true
		}
		if g.IntN(3) == 0 {
			b.Set(last, b.Op("next", prim.Sub, t, f.Accs[0], last))
		}
	}).Elems = true
	out := g.alloc(t, core.IntC(1))
	b.Add(&seg.Store{Mem: out.mem, At: seg.At(core.IntC(0)), Val: last})
	k.Body = b.Code
	g.launch(k)
	g.arrays = append(g.arrays, sums, added, rows, out)
}
