package block

import (
	"raido/lang/core"
	"raido/lang/prim"
)

// choice is the nest, where blocks divide the places evenly, or the map.
func (n *nest) choice(b *core.Builder) core.Exp {
	size := b.Prim(prim.Mul, prim.I64, core.IntC(n.parts), n.h)
	some := b.Prim(prim.Max, prim.I64, size, core.IntC(1))
	ok := b.Prim(prim.Lt, prim.I64, core.IntC(0), n.h)
	all := func(c *core.Var) { ok = b.Prim(prim.And, prim.Bool, ok, c) }
	all(b.Prim(prim.Le, prim.I64, n.h, n.m.W))
	all(b.Prim(prim.Eq, prim.I64, b.Prim(prim.Mod, prim.I64, n.m.W, some), core.IntC(0)))
	for _, x := range n.needs {
		all(b.Prim(prim.Eq, prim.I64, x.v, b.Prim(prim.Mul, prim.I64, core.IntC(x.k), n.h)))
	}
	return &core.If{
		Cond: ok,
		Then: b.Sub(func(b *core.Builder) []core.Atom { return n.build(b, b.Prim(prim.Div, prim.I64, n.m.W, some)) }),
		Else: b.Sub(func(b *core.Builder) []core.Atom { return core.Atoms(b.Bind("map", n.m)) }),
	}
}

// build adds the nest over so many blocks.
func (n *nest) build(b *core.Builder, blocks core.Atom) []core.Atom {
	n.top, n.before = b, map[*core.Var]*core.Var{}
	parts := core.IntC(n.parts)
	var rows []*core.Var
	for _, a := range n.arrays {
		dims, perm := []core.Atom{blocks, parts, n.h}, []int{0, 2, 1}
		if a.spread {
			dims, perm = []core.Atom{parts, blocks, n.h}, []int{1, 2, 0}
		}
		rows = append(rows, n.view(b, a.arr, dims, perm))
	}
	each, places := n.count(b, blocks), n.count(b, n.h)
	outs := b.Map(blocks, append([]*core.Var{each}, rows...), func(b *core.Builder, xs []*core.Var) []core.Atom {
		in := &core.Map{W: n.h, Arrs: append([]*core.Var{places}, xs[1:]...)}
		in.Fn = b.Lambda(core.ElemTypes(in.Arrs), nil, func(b *core.Builder, ys []*core.Var) []core.Atom { return n.point(b, xs[0], ys[0], ys[1:]) })
		return core.Atoms(b.Bind("map", n.tabled(in, in.Fn.Params[0], places, xs)))
	})
	res := make([]core.Atom, len(outs))
	for k, x := range outs {
		t := b.Let("block", &core.Rearrange{Perm: []int{0, 2, 1}, Arr: x})
		res[k] = b.Let("whole", &core.Reshape{Dims: []core.Atom{n.m.W}, Arr: t})
	}
	return res
}

// view is an array as blocks, places, parts.
func (n *nest) view(b *core.Builder, arr *core.Var, dims []core.Atom, perm []int) *core.Var {
	blocks := b.Let(arr.Name, &core.Reshape{Dims: dims, Arr: arr})
	return b.Let(arr.Name, &core.Rearrange{Perm: perm, Arr: blocks})
}

func (n *nest) count(b *core.Builder, w core.Atom) *core.Var {
	return b.Let("iota", &core.Iota{N: w, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
}

// point is the code of all parts at a place of a block: for each result, its values in the parts.
func (n *nest) point(b *core.Builder, block, place *core.Var, elems []*core.Var) []core.Atom {
	of := map[*core.Var]*core.Var{}
	for k, a := range n.arrays {
		of[a.arr] = elems[k]
	}
	vals := make([][]core.Atom, len(n.m.Fn.Ret))
	for p := range n.parts {
		c := n.part(p, of)
		c.b, c.r = block, place
		c.known[n.i] = c.self()
		i := c.atom(b, c.self())
		for _, x := range n.m.Fn.Params {
			arr := n.own[x]
			switch {
			case arr == nil:
				c.sub.Vars[x] = i
			case n.at[arr] != nil:
				c.sub.Vars[x] = b.Index(of[arr], core.IntC(p))
			default:
				c.sub.Vars[x] = b.Index(arr, i)
			}
		}
		for k, a := range c.body(b, n.m.Fn.Body) {
			vals[k] = append(vals[k], a)
		}
	}
	out := make([]core.Atom, len(vals))
	for k, xs := range vals {
		out[k] = b.Let("parts", &core.ArrayLit{Elem: n.m.Fn.Ret[k], Elems: xs})
	}
	return out
}
