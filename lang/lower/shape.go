package lower

import (
	"raido/lang/core"
	"raido/lang/lower/emit"
	"raido/lang/prim"
)

func replicate(l *lowerer, c *call) val {
	n := c.atom(0)
	elem := repOfVal(c.args[1])
	l.AssertSize(n, "replicate of a negative number of elements: %d")
	var leaves []*core.Var
	for _, a := range flatten(c.args[1]) {
		leaves = append(leaves, l.Let("rep", &core.Replicate{Dims: []core.Atom{n}, Val: a}))
	}
	return ofRows(n, elem, leaves)
}

func iotaRow(l *lowerer, c *call) val {
	n := c.atom(0)
	l.AssertSize(n, "iota of a negative number of elements: %d")
	v := l.Let("iota", &core.Iota{N: n, Start: core.IntC(0), Step: core.IntC(1), T: prim.I64})
	return ofRows(n, rPrim{prim.I64}, []*core.Var{v})
}

// eachLeaf applies f to the leaves of an array.
func (l *lowerer) eachLeaf(a array, f func(v *core.Var) core.Exp) []*core.Var {
	out := make([]*core.Var, len(a.leaves))
	for i, v := range a.leaves {
		out[i] = l.Let(v.Name, f(v))
	}
	return out
}

func reverse(l *lowerer, c *call) val {
	a := c.array(0)
	return a.with(l.eachLeaf(a, func(v *core.Var) core.Exp { return &core.Reverse{Arr: v} }))
}

func rotate(l *lowerer, c *call) val {
	a := c.array(1)
	return a.with(l.eachLeaf(a, func(v *core.Var) core.Exp { return &core.Rotate{By: c.atom(0), Arr: v} }))
}

func concat(l *lowerer, c *call) val {
	a, b := c.array(0), c.array(1)
	n := l.I64(prim.Add, a.dim, b.dim)
	rows := l.castRows(b.leaves, a.elem)
	leaves := make([]*core.Var, len(a.leaves))
	for i, v := range a.leaves {
		leaves[i] = l.Let("concat", &core.Concat{N: n, Arrs: []*core.Var{v, rows[i]}})
	}
	return ofRows(n, a.elem, leaves)
}

func transpose(l *lowerer, c *call) val {
	a := c.array(0)
	in := a.elem.(rArr)
	leaves := l.eachLeaf(a, func(v *core.Var) core.Exp {
		return &core.Rearrange{Perm: fullPerm([]int{1, 0}, v.Type.Rank()), Arr: v}
	})
	return ofRows(in.dim, rArr{a.dim, in.elem}, leaves)
}

// flattenDims joins the k outermost dimensions.
func flattenDims(k int) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		a := c.array(0)
		var n core.Atom = core.IntC(1)
		for _, d := range outerDims(a, k) {
			n = l.I64(prim.Mul, n, d)
		}
		leaves := l.eachLeaf(a, func(v *core.Var) core.Exp {
			return &core.Reshape{Dims: append([]core.Atom{n}, v.Type.Dims[k:]...), Arr: v}
		})
		return ofRows(n, l.rowsOf(a, k), leaves)
	}
}

// unflatten splits the outermost dimension into k, which the instantiation gives.
func unflatten(k int) func(l *lowerer, c *call) val {
	return func(l *lowerer, c *call) val {
		a := c.array(0)
		dims := make([]core.Atom, k)
		var n core.Atom = core.IntC(1)
		for i := range dims {
			if dims[i] = c.size(l, i); dims[i] == nil {
				panic(emit.Unsupported("the sizes of this unflatten are not known; give its type, as in (unflatten xs :> [n][m]t)"))
			}
			n = l.I64(prim.Mul, n, dims[i])
		}
		msg := "unflatten to %d elements of an array of %d"
		l.Assert(l.I64(prim.Eq, n, a.dim), msg, n, a.dim)
		elem := a.elem
		for i := k - 1; i > 0; i-- {
			elem = rArr{dims[i], elem}
		}
		leaves := l.eachLeaf(a, func(v *core.Var) core.Exp {
			return &core.Reshape{Dims: append(dims[:k:k], v.Type.Dims[1:]...), Arr: v}
		})
		return ofRows(dims[0], elem, leaves)
	}
}

// zip is free. The arrays are then visible under two names.
func zip(l *lowerer, c *call) val {
	w, arrs := l.sameWidth(c.args)
	elem := rRec{}
	for i, a := range arrs {
		l.Share(a.leaves)
		elem.names = append(elem.names, tupleNames[i])
		elem.fields = append(elem.fields, a.elem)
	}
	return ofRows(w, elem, joinLeaves(arrs))
}

// unzip is free.
func unzip(l *lowerer, c *call) val {
	a := c.array(0)
	elem := a.elem.(rRec)
	var parts []val
	leaves := a.leaves
	for _, f := range elem.fields {
		n := len(leafTypes(f))
		parts = append(parts, ofRows(a.dim, f, leaves[:n]))
		leaves = leaves[n:]
	}
	return tuple(parts...)
}

// castOuter gives an array value the outer dimension w.
func (l *lowerer) castOuter(a array, w core.Atom) array {
	leaves := make([]*core.Var, len(a.leaves))
	for i, v := range a.leaves {
		leaves[i] = l.Cast(v, []core.Atom{w})
	}
	return ofRows(w, a.elem, leaves)
}
